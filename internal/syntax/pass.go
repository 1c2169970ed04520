package syntax

import (
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// passed is an argument on its way to a fact.Pass.
type passed struct {
	ref  int // index into assembler.references
	pass fact.Pass
}

// pass remembers what the call m, whose reference is the last one, gives to it.
func (a *assembler) pass(m *match) {
	defer a.passBlock(m)
	list := m.get(partArgs)
	if list < 0 {
		return
	}
	arg := a.piped(m)
	a.elements(list, func(c int32) {
		p := fact.Pass{Arg: arg}
		arg++
		if a.isRole(c, roleKeyword) {
			k := &a.all[a.role[c]-1]
			p.Keyword, c = cleanName(a.text(k.get(partName))), k.get(partValue)
		}
		if p.Value = a.expr(c); p.Value == "" {
			return // an argument without a value: the grammar has misread the call
		}
		literal := a.isRole(c, roleLiteral) && !a.l.Rules.Overloads && p.Value[len(p.Value)-1] != '}'
		if p.Keyword != "" || p.Value[0] != '?' && p.Value != "{}" && !literal {
			a.passed = append(a.passed, passed{len(a.references) - 1, p})
		}
	})
}

// passBlock remembers the anonymous function that stands behind the arguments of the call m.
func (a *assembler) passBlock(m *match) {
	if block := m.get(partBlock); block >= 0 {
		if e := a.definitionExpr(block); e != "?" {
			a.passed = append(a.passed, passed{len(a.references) - 1, fact.Pass{Arg: max(a.arguments(m)-1, 0), Keyword: fact.Block, Value: e}})
		}
	}
}

// elements calls yield for each named child of a list that is no comment.
func (a *assembler) elements(list int32, yield func(n int32)) {
	for c := a.firstChild(list); c >= 0; c = a.sibling(c) {
		if kind := a.nodes[c].kind; a.g.isNamed(kind) && !a.g.is(kind, traitComment) {
			yield(c)
		}
	}
}

// passes gives the arguments the indexes of their calls, which are sorted now: order has their old indexes.
func (a *assembler) passes() {
	if len(a.passed) == 0 {
		return
	}
	index := make([]int32, len(a.references)) // +1
	for i, o := range a.order {
		index[uint32(o)] = int32(i) + 1
	}
	a.order = orderOf(a.passed, a.order, func(p *passed) (uint32, bool) { return uint32(index[p.ref]), index[p.ref] > 0 })
	a.file.Passes = make([]fact.Pass, len(a.order))
	for i, o := range a.order {
		p := &a.passed[uint32(o)]
		a.file.Passes[i] = p.pass
		a.file.Passes[i].Ref = index[p.ref] - 1
	}
}

// allLambdas adds the anonymous functions to the facts.
func (a *assembler) allLambdas() {
	for _, n := range a.lambdas {
		value := known(union(a.lambdaValues[n]))
		if t := a.lambdaTypes[n]; t != "" && (value == "?" || !strings.HasPrefix(t, "func")) { // a function that is returned says more than its type
			value = typeExpr(t)
		}
		if value == "?" && len(a.lambdaValues[n]) == 0 {
			value = ""
		}
		a.file.Lambdas = append(a.file.Lambdas, fact.Lambda{Start: a.nodes[n].start, Params: a.lambdaParams[n], Value: value})
	}
}

// definitionExpr returns the Expr of a function or class that stands where an expression is expected; "?" when n is none.
func (a *assembler) definitionExpr(n int32) fact.Expr {
	if a.flags[n]&(flagAnonymous|flagNamedFn) != 0 || a.flags[n]&flagDef != 0 && a.flags[n]&(flagFunction|flagType) != 0 {
		return `\` + fact.Expr(strconv.Itoa(int(a.nodes[n].start)))
	}
	return "?"
}

// lambdaReturns notes that the anonymous function around node n returns e.
func (a *assembler) lambdaReturns(n int32, e fact.Expr) {
	for n >= 0 && a.flags[n]&flagLambda == 0 {
		n = a.nodes[n].parent
	}
	a.lambdaValues[n] = append(a.lambdaValues[n], e)
}

// given returns argument number i of the call of the anonymous function at node n, when it is called where it stands; "?" when it is not.
func (a *assembler) given(n int32, i int) fact.Expr {
	p := a.nodes[n].parent
	for p >= 0 && a.isRole(p, roleSame) {
		p = a.nodes[p].parent
	}
	if !a.isRole(p, roleCall) {
		return "?"
	}
	m := &a.all[a.role[p]-1]
	callee, list := m.get(partCallee), m.get(partArgs)
	if callee < 0 || list < 0 || n < callee || n >= a.nodes[callee].next {
		return "?"
	}
	e, at := fact.Expr("?"), 0
	a.elements(list, func(c int32) {
		if at == i {
			e = a.expr(c)
		}
		at++
	})
	return e
}

// decorates adds what the decorator m gets: the function or class that stands behind it, or what the next decorator makes of that.
func (a *assembler) decorates(m *match) {
	if m.pattern.props["decorates"] == "" {
		return
	}
	to := fact.Expr("?")
	for c := a.sibling(m.node); c >= 0; c = a.sibling(c) {
		if a.isRole(c, roleCall) {
			if to = a.chain(a.all[a.role[c]-1].get(partCallee), 0); to[0] != '?' {
				to += "()"
			}
			break
		}
		if to = a.definitionExpr(c); to != "?" {
			break
		}
	}
	if last := len(a.references) - 1; to[0] != '?' && last >= 0 && a.references[last].Calls() && a.within(a.references[last].Start, m.node) {
		a.passed = append(a.passed, passed{last, fact.Pass{Value: to}})
	}
}

func (a *assembler) within(at uint32, n int32) bool {
	return a.nodes[n].start <= at && at < a.nodes[n].end
}

// iterates adds the calls that a loop over a value makes in languages where its type says how (Rules.Loops).
func (a *assembler) iterates(m *match) {
	right := m.get(partRight)
	if right < 0 || len(a.l.Rules.Loops) == 0 {
		return
	}
	e := a.expr(right)
	if e[0] == '?' || e[len(e)-1] == '}' {
		return
	}
	if n := a.lastName(right); n >= 0 {
		a.valueCall(n, e+"[@]", nil, 0)
	}
}

// lastName returns the node of the name that an expression ends in, -1 when there is none.
func (a *assembler) lastName(n int32) int32 {
	for n >= 0 && a.role[n] != 0 {
		m := &a.all[a.role[n]-1]
		switch m.pattern.main {
		case roleIdent:
			return n
		case roleMember:
			_, last := a.qualified(m, 0)
			return last
		case roleSame:
			n = m.get(partInner)
		case roleCall:
			if name := m.get(partName); name >= 0 {
				return name
			}
			n = m.get(partCallee)
		case roleIndex:
			n = m.get(partOf)
		case roleNew:
			return a.typeName(m.get(partType))
		default:
			return -1
		}
	}
	return -1
}
