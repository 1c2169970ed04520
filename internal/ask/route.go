package ask

import (
	"regexp"
	"strings"
)

// graphKind is what a question wants of the call graph.
type graphKind uint8

const (
	callers graphKind = iota
	callees
	chains
)

// graphQuestion is a question that the call graph answers. to is set for a path.
type graphQuestion struct {
	kind     graphKind
	name, to string
}

// Names as they stand in a question: an identifier, qualified or a place ("a.py:12"), in quotes or not, perhaps with ().
const (
	quote   = "[`'\"“”‘’「」]*"
	english = `(?:the )?(?:function |method |class |func )?` + quote + `([\p{L}_$~][\p{L}\p{N}_$.:#<>~/\\*-]*)(?:\([^)]*\))?` + quote + `(?: function| method| class)?`
	chinese = `\s*(?:函数|方法|类)?\s*` + quote + `([A-Za-z_$~][\w$.:#<>~/\\*-]*)(?:\([^)]*\))?` + quote + `\s*(?:这个|该)?(?:函数|方法|类)?\s*`
)

// pattern is one way to ask. swap: the first name is where the path ends.
type pattern struct {
	kind graphKind
	swap bool
	re   *regexp.Regexp
}

// patterns are tried in order. E and Z stand for the names above.
var patterns = compile(
	// how does A reach B
	chains, false, `how (?:does|do|did|can|could|will|would|is) E (?:ever |eventually |finally |indirectly )?(?:reach|get to|lead to|end up (?:in|at|calling)|call|invoke|arrive at|come to call|trigger) E`,
	chains, true, `how (?:is|are|does|do|can) E (?:get )?(?:be )?(?:reached|called|invoked|triggered) (?:from|by|through|via) E`,
	chains, false, `(?:(?:is|are) there |what(?:'s| is| are) |show |find |give )?(?:me )?(?:an? |the |any |all )?(?:shortest )?(?:call )?(?:paths?|chains?|routes?) (?:from|between) E (?:to|and) E`,
	chains, false, `(?:does|can|could|will) E (?:ever |eventually |indirectly )?(?:reach|call|invoke|get to|lead to|trigger) E`,
	chains, false, `(?:how to get )?from E to E`,
	// who calls X
	callers, false, `(?:who|what|(?:what|which) (?:functions?|methods?|code|places?|files?|class(?:es)?|else)|everything that|all (?:functions|methods|places) that)(?: all)?(?: directly)? (?:calls?|invokes?|uses?|is calling|are calling) E`,
	callers, false, `where (?:all )?(?:is|are|does|do|was) E (?:get |being )?(?:called|invoked|used)(?: from)?`,
	callers, false, `(?:who|what|which) (?:are|is) (?:all )?(?:the )?(?:direct )?callers? (?:of|for) E`,
	callers, false, `(?:show|list|find|give)?(?: me)? ?(?:all )?(?:the )?(?:direct )?(?:callers?|usages|call sites) (?:of|for) E`,
	callers, false, `E(?:'s)? callers`,
	// what does X call
	callees, false, `(?:what|who|(?:what|which) (?:functions?|methods?))(?: else| all)? (?:does|do|did|will|can|is|are) E (?:directly )?(?:calls?|invokes?|calling|invoking|use)`,
	callees, false, `(?:what|which) (?:are|is) (?:all )?(?:the )?(?:direct )?callees? (?:of|for) E`,
	callees, false, `(?:show|list|find|give)?(?: me)? ?(?:all )?(?:the )?(?:direct )?callees? (?:of|for) E`,
	callees, false, `(?:show|list|find)?(?: me)? ?(?:what|(?:what |which )?(?:functions?|methods?)|everything)(?: is| are| gets?)? (?:called|invoked) (?:by|from|in|inside) E`,
	callees, false, `(?:show|list|find)?(?: me)? ?(?:what|everything) E (?:calls|invokes)`,
	callees, false, `E(?:'s)? callees`,
	// Chinese
	chains, false, `从?Z是?(?:怎么样|怎么|怎样|如何|怎)(?:才)?(?:能|会)?(?:一步步|间接|最终)?(?:地)?(?:调用到|调用|到达|走到|通向|触发|抵达|执行到|达到|到)(?:了)?Z的?`,
	chains, false, `(?:请|帮我)?(?:找出|显示|列出|给出)?从?Z到Z的?(?:最短)?(?:的)?(?:调用)?(?:路径|链路|链|关系|路线|过程)?(?:是什么|有哪些|是怎样的|是怎么样的|是怎样|在哪里?)?`,
	chains, false, `Z(?:能不能|能否|是否会|是否|会不会|能|会|可以)(?:间接)?(?:调用到|调用|到达|走到|触发)Z吗?`,
	chains, true, `Z是?(?:怎么|怎样|如何)被Z(?:间接)?(?:调用到|调用|触发)(?:到)?的?`,
	callers, false, `(?:请问|请|帮我)?(?:列出|找出|查找|显示)?(?:有|都有|还有|所有|都)?(?:谁|(?:哪些|哪个|什么|所有)(?:函数|方法|地方|代码|文件|模块|位置|类)?|哪里|哪儿|哪)(?:会|在|直接|都|有)*(?:调用|使用|用到|引用)(?:了|过|到)?Z的?`,
	callers, false, `Z是?(?:都)?(?:会)?(?:被|在)(?:谁|(?:哪些|哪个|什么)(?:函数|方法|地方|代码|文件|位置)?|哪里|哪儿)(?:里|中)?(?:被|所|直接)*(?:调用|使用|用到|引用)(?:了|过|到)?的?`,
	callers, false, `(?:请|帮我)?(?:列出|找出|查找|显示)?Z的?(?:所有|全部|直接)?(?:调用者|调用方|调用处|调用位置|调用点|上游)(?:是谁|都?有哪些|是什么|在哪里?|都?有谁)?`,
	callers, false, `(?:请|帮我)?(?:列出|找出|查找|显示)?(?:所有|全部)?(?:直接)?调用(?:了|过)?Z的?(?:所有|全部)?(?:函数|方法|地方|代码|位置)(?:都?有哪些|是什么|在哪里?|是谁)?`,
	callees, false, `Z(?:里面|内部|里|中)?(?:都|会|又|直接|还|一共|总共)*调用(?:了|过)?(?:什么|谁|哪些|哪个|哪几个)(?:函数|方法|东西|代码)?`,
	callees, false, `(?:请|帮我)?(?:列出|找出|查找|显示)?Z的?(?:所有|全部|直接)?(?:被调用者|被调用函数|被调函数|被调用方|下游)(?:是谁|都?有哪些|是什么|都?有谁)?`,
	callees, false, `(?:请|帮我)?(?:列出|找出|查找|显示)?(?:什么|哪些)(?:函数|方法)?(?:会)?被Z(?:直接)?调用(?:了|到)?`,
	callees, false, `(?:请|帮我)?(?:列出|找出|查找|显示)?Z(?:所|直接)*调用的?(?:所有|全部)?(?:函数|方法)(?:都?有哪些|是什么)?`,
)

func compile(rows ...any) (out []pattern) {
	names := strings.NewReplacer("E", english, "Z", chinese)
	for i := 0; i < len(rows); i += 3 {
		re := names.Replace(rows[i+2].(string))
		out = append(out, pattern{rows[i].(graphKind), rows[i+1].(bool), regexp.MustCompile(`^(?i:` + re + `)$`)})
	}
	return out
}

var politeness = regexp.MustCompile(`^(?i:(?:please|can you|could you|would you|tell me|show me|explain|i want to know|请问一下|请问|请告诉我|告诉我|麻烦)[,，:： ]*)+`)

// route reports whether a question is one about calls, asked in a way that leaves nothing else to answer.
func route(question string) (graphQuestion, bool) {
	q := strings.Join(strings.Fields(question), " ")
	q = strings.TrimRight(q, "?？!！。. ")
	if short := politeness.ReplaceAllString(q, ""); short != "" {
		q = short
	}
	for _, p := range patterns {
		m := p.re.FindStringSubmatch(q)
		if m == nil {
			continue
		}
		g := graphQuestion{kind: p.kind, name: tidy(m[1])}
		if p.kind == chains {
			if g.to = tidy(m[2]); p.swap {
				g.name, g.to = g.to, g.name
			}
		}
		if vague[strings.ToLower(g.name)] || vague[strings.ToLower(g.to)] {
			continue
		}
		return g, true
	}
	return graphQuestion{}, false
}

// vague words stand where a name would but name nothing.
var vague = map[string]bool{"this": true, "that": true, "it": true, "they": true, "them": true, "these": true, "those": true, "i": true, "we": true, "you": true,
	"which": true, "what": true, "there": true, "he": true, "she": true, "one": true}

func tidy(name string) string { return strings.TrimRight(name, ".:,-/*") }

// isName reports whether a text is certainly meant as a name: nobody writes a word like this.
func isName(s string) bool {
	if strings.ContainsAny(s, "_.:#/\\$~") {
		return true
	}
	for i := 1; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}
