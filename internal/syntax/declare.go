package syntax

import (
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// In C and its relatives a name stands inside the declarator that says what it is: int *(*f)(int). A query captures the whole
// declarator as the name; declarators finds the name in it, and what the declarator says besides: parameters, a result type
// behind them, the class in front of the name. A variable or field whose declarator is a function's is a function.
func (a *assembler) declarators() {
	some := false
	for i := range a.all {
		if m := &a.all[i]; m.pattern.main == roleDeclarator && a.role[m.node] == 0 {
			a.role[m.node] = int32(i) + 1
			some = true
		}
	}
	if !some {
		return
	}
	for i := range a.all { // names may be expressions: a::b
		if m := &a.all[i]; (m.pattern.main == roleMember || m.pattern.main == roleSame || m.pattern.main == roleTypeRef) && a.role[m.node] == 0 {
			a.role[m.node] = int32(i) + 1
		}
	}
	for i := range a.all {
		m := &a.all[i]
		switch r := m.pattern.main; {
		case r.isDef(), r == roleParam:
			a.declare(m, partName)
		case r == roleBind, r == roleEach:
			a.declare(m, partLeft)
		}
	}
}

// declare replaces the part of m that is a declarator by what stands in it.
func (a *assembler) declare(m *match, part role) {
	n := m.get(part)
	if n < 0 || a.role[n] == 0 {
		return
	}
	d := a.declared(n)
	if d.name == n {
		return
	}
	var out []capture // m's captures share memory with other matches
	for _, c := range m.captures {
		if c.role != part && (c.role != partType || d.result < 0) {
			out = append(out, c)
		}
	}
	if d.name >= 0 {
		out = append(out, capture{part, d.name})
	}
	if d.result >= 0 {
		out = append(out, capture{partType, d.result})
	}
	if d.function && m.pattern.main.isDef() {
		out = append(out, capture{partParams, d.params})
		if k := kinds[m.pattern.main-roleDef]; k == fact.Variable || k == fact.Field {
			m.as = fact.Function
		}
	}
	m.captures, m.owner = out, d.owner
}

// declaration is what a declarator says.
type declaration struct {
	name, params, result int32 // nodes; -1: none
	owner                string
	function             bool // the name itself is called, not what it points to
}

func (a *assembler) declared(n int32) declaration {
	d := declaration{name: n, params: -1, result: -1}
	for d.name >= 0 && a.role[d.name] != 0 {
		m := &a.all[a.role[d.name]-1]
		next := int32(-1)
		switch m.pattern.main {
		case roleDeclarator:
			if p := m.get(partParams); p >= 0 {
				d.params, d.result, d.function = p, m.get(partType), true
			} else if m.pattern.props["parentheses"] == "" {
				d.function = false
			}
			next = m.get(partInner)
		case roleMember:
			next = m.get(partProperty)
			d.qualify(a, next)
		case roleSame:
			next = m.get(partInner)
		case roleTypeRef:
			if next = m.get(partName); next < 0 {
				return d
			}
			if m.get(partOf) >= 0 {
				d.qualify(a, next)
			}
		default:
			return d
		}
		if next == d.name {
			return d
		}
		d.name = next
	}
	return d
}

// qualify adds what stands in front of the name at node next, within d.name, to the owner.
func (d *declaration) qualify(a *assembler, next int32) {
	if next < 0 {
		return
	}
	before := fold(a.str[a.nodes[d.name].start:max(a.nodes[next].start, a.nodes[d.name].start)])
	if d.owner != "" {
		d.owner += "::"
	}
	d.owner += strings.TrimRight(before, ":. ")
}
