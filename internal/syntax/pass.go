package syntax

import (
	"strconv"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// passed is an argument on its way to a fact.Pass.
type passed struct {
	callee int32 // the node of the called name
	pass   fact.Pass
}

// pass remembers what the call m, whose callee's name is node n, gives to it.
func (a *assembler) pass(n int32, m *match) {
	list := m.get(partArgs)
	if list < 0 {
		return
	}
	arg := a.piped(m)
	a.elements(list, func(c int32) {
		p := fact.Pass{Arg: arg}
		if a.isRole(c, roleKeyword) {
			k := &a.all[a.role[c]-1]
			p.Keyword, c = cleanName(a.text(k.get(partName))), k.get(partValue)
		}
		if p.Value = a.expr(c); p.Keyword != "" || p.Value != "" && p.Value[0] != '?' && (a.l.Rules.Overloads || !a.isRole(c, roleLiteral)) {
			a.passed = append(a.passed, passed{n, p})
		}
		arg++
	})
}

// elements calls yield for each named child of a list that is no comment.
func (a *assembler) elements(list int32, yield func(n int32)) {
	for c := a.firstChild(list); c >= 0; c = a.sibling(c) {
		if kind := a.nodes[c].kind; a.g.isNamed(kind) && !a.g.is(kind, traitComment) {
			yield(c)
		}
	}
}

// passes gives the arguments the indexes of their calls, which are sorted now.
func (a *assembler) passes() {
	f := a.file
	a.order = orderOf(a.passed, a.order, func(p *passed) (uint32, bool) { return a.nodes[p.callee].start, true })
	if len(a.order) > 0 {
		f.Passes = make([]fact.Pass, 0, len(a.order))
	}
	ref := 0
	for _, o := range a.order {
		p := &a.passed[uint32(o)]
		start := a.nodes[p.callee].start
		for ref < len(f.References) && (f.References[ref].Start < start || f.References[ref].Start == start && !f.References[ref].Calls()) {
			ref++
		}
		if ref < len(f.References) && f.References[ref].Start == start {
			p.pass.Ref = int32(ref)
			f.Passes = append(f.Passes, p.pass)
		}
	}
}

// allLambdas adds the anonymous functions to the facts.
func (a *assembler) allLambdas() {
	for _, n := range a.lambdas {
		a.file.Lambdas = append(a.file.Lambdas, fact.Lambda{Start: a.nodes[n].start, Params: a.lambdaParams[n], Value: a.lambdaValues[n]})
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
	if old, seen := a.lambdaValues[n]; seen && old != e {
		e = ""
	}
	if e == "?" {
		e = ""
	}
	a.lambdaValues[n] = e
}
