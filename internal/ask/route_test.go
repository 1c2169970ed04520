package ask

import (
	"fmt"
	"strings"
	"testing"
)

// One line a case: question = kind name [to], or - for a question that the graph does not answer.
const routes = `
who calls foo? = callers foo
What calls Foo.bar = callers Foo.bar
which functions call the function parse_tree() = callers parse_tree
Who invokes ` + "`pkg.Do`" + `? = callers pkg.Do
where is handleClick called from? = callers handleClick
Where is SemanticCache.get used? = callers SemanticCache.get
callers of src/a.py:12 = callers src/a.py:12
show me all callers of "Open" = callers Open
what are the callers of std::vec::push? = callers std::vec::push
foo's callers = callers foo
please list the call sites of close_db = callers close_db
what does build_graph call? = callees build_graph
Which functions does Server.Run call = callees Server.Run
what functions are called by main? = callees main
callees of RAGPipeline.build_index = callees RAGPipeline.build_index
what parse calls = callees parse
how does main reach exit? = path main exit
How does the function a_b get to C.d ? = path a_b C.d
how is close_db reached from main = path main close_db
call path from A to B = path A B
Is there a call chain between a and b? = path a b
what is the shortest path from x.y to z = path x.y z
does main ever call panic_now? = path main panic_now
谁调用了 foo？ = callers foo
谁调用foo = callers foo
请问哪些函数调用了 ` + "`Cache.get`" + `？ = callers Cache.get
哪里调用了parse_tree() = callers parse_tree
foo 被谁调用？ = callers foo
foo函数在哪里被调用 = callers foo
foo 的调用者有哪些？ = callers foo
列出 foo 的所有调用者 = callers foo
调用 foo 的函数有哪些 = callers foo
foo 调用了什么？ = callees foo
build_index调用了哪些函数 = callees build_index
函数 main 里面都调用了谁？ = callees main
foo 怎么到 bar？ = path foo bar
main如何到达close_db = path main close_db
从 main 到 close_db 的调用链是什么？ = path main close_db
从A怎么调用到B = path A B
main 能到达 exit_now 吗？ = path main exit_now
close_db 是如何被 main 调用的 = path main close_db
how does authentication work? = -
who calls it? = -
what does this call? = -
what happens when main calls the parser and why? = -
how does the cache decide what to evict = -
where are users stored = -
令牌是怎么验证的？ = -
谁负责缓存？ = -
explain the retry logic = -
`

func TestRoute(t *testing.T) {
	kinds := map[graphKind]string{callers: "callers", callees: "callees", chains: "path"}
	for _, line := range strings.Split(strings.TrimSpace(routes), "\n") {
		question, want, _ := strings.Cut(line, " = ")
		got := "-"
		if q, ok := route(question); ok {
			got = strings.TrimSpace(fmt.Sprintf("%s %s %s", kinds[q.kind], q.name, q.to))
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", question, got, want)
		}
	}
}

func TestIsName(t *testing.T) {
	for s, want := range map[string]bool{"foo_bar": true, "fooBar": true, "a.b": true, "A::b": true, "shots": false, "HTTP": false, "Foo": false} {
		if isName(s) != want {
			t.Errorf("isName(%q) = %v", s, !want)
		}
	}
}

func TestLanguageFollowsTheQuestion(t *testing.T) {
	for q, want := range map[string]*phrases{"who": &inEnglish, "谁调用了 foo": &inChinese, "トークンを検証する関数": &inJapanese, "함수": &inEnglish, "": &inEnglish} {
		if phrasesFor(q) != want {
			t.Errorf("%q: the wrong language", q)
		}
	}
}
