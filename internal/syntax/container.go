package syntax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// maxContainer bounds the text of a list or an object; what stands behind that is left out.
const maxContainer = 2000

// container returns the Expr of a list or an object: its type and those of its items that may be functions, objects or such.
func (a *assembler) container(n int32, m *match, depth int) fact.Expr {
	var b strings.Builder
	keyed, useful := m.pattern.props["items"] == "keyed", false
	a.elements(n, func(c int32) {
		if b.Len() > maxContainer {
			return
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		key, value := a.item(c, keyed, depth)
		if value[0] == '?' || value[0] == '`' && !strings.HasSuffix(string(value), "}") && a.isRole(a.itemNode(c), roleLiteral) {
			value = ""
		}
		useful = useful || value != ""
		if value != "" && (key != "" || a.isRole(c, rolePair)) {
			b.WriteString(cmp.Or(key, "?") + ":")
		}
		b.WriteString(string(value))
	})
	t := fact.Expr("?")
	if name := m.pattern.props["type"]; name != "" {
		t = typeExpr(name)
	}
	switch {
	case useful && t == "?":
		return "{" + fact.Expr(b.String()) + "}"
	case useful:
		return t + "{" + fact.Expr(b.String()) + "}"
	case keyed && t == "?":
		return "{}"
	}
	return t
}

// itemNode returns what holds the value of an item.
func (a *assembler) itemNode(c int32) int32 {
	if a.isRole(c, rolePair) {
		return a.all[a.role[c]-1].get(partValue)
	}
	return c
}

// item returns the key of an item of a list or an object, as far as it is constant, and its value.
func (a *assembler) item(c int32, keyed bool, depth int) (key string, value fact.Expr) {
	switch {
	case a.isRole(c, rolePair):
		m := &a.all[a.role[c]-1]
		return a.key(m.get(partKey), keyed), a.chain(m.get(partValue), depth+1)
	case a.g.is(a.nodes[c].kind, traitSpread):
		if value = a.chain(a.lastChild(c), depth+1); value[0] == '?' {
			return "", "?"
		}
		return "", "*" + value
	case a.flags[c]&flagDef != 0: // a method of an object
		return constant(cleanName(a.text(a.defs[a.symbol[c]].name))), a.definitionExpr(c)
	case keyed && a.isRole(c, roleIdent):
		return constant(cleanName(a.text(c))), a.chain(c, depth+1)
	}
	return "", a.chain(c, depth+1)
}

// lastChild returns the last named child of n, -1 when it has none.
func (a *assembler) lastChild(n int32) int32 {
	last := int32(-1)
	a.elements(n, func(c int32) { last = c })
	return last
}

// key returns a key as an Expr has it: a literal, or a bare name where names stands for themselves; "" when it is no constant.
func (a *assembler) key(n int32, bare bool) string {
	if n < 0 || !a.isRole(n, roleLiteral) && (!bare || a.role[n] != 0 && !a.isRole(n, roleIdent)) {
		return ""
	}
	key := constant(cleanName(a.text(n)))
	if key != "" && !bare && !a.l.Rules.Keyed && strings.Trim(key, "0123456789") == "" && (a.text(n)[0] < '0' || a.text(n)[0] > '9') {
		return "." + key // a text of digits is no number
	}
	return key
}

// constant returns a key that can stand in an Expr, "" for others.
func constant(s string) string {
	if len(s) > 60 || s == "@" || strings.ContainsAny(s, "[](){},:|`*#\\?\"' \t\n") {
		return ""
	}
	return s
}

// either returns the Expr of an expression that is one of several.
func (a *assembler) either(m *match, depth int) fact.Expr {
	var all []fact.Expr
	last := m.pattern.props["last"] != ""
	m.all(partInner, func(n int32) {
		if !last || a.last(n) {
			all = append(all, a.chain(n, depth+1))
		}
	})
	return union(all)
}

// union returns what may be any of several expressions, without those of which nothing is known.
func union(all []fact.Expr) fact.Expr {
	var out []string
	for _, e := range all {
		if e == "" || e[0] == '?' || nothing[e] || slices.Contains(out, string(e)) {
			continue
		}
		out = append(out, string(e))
	}
	switch {
	case len(out) == 0 || len(out) > 6:
		return "?"
	case len(out) == 1:
		return fact.Expr(out[0])
	}
	return fact.Expr("(" + strings.Join(out, "|") + ")")
}

// element notes that value is put into the container that n, an element or a member, is a part of.
func (a *assembler) element(n int32, value fact.Expr, scope int32) {
	for depth := 0; n >= 0 && a.role[n] != 0 && depth < maxExpr && value != "" && value[0] != '?'; depth++ {
		m := &a.all[a.role[n]-1]
		switch m.pattern.main {
		case roleIdent:
			a.put = append(a.put, assigned{n, value})
			return
		case roleSame:
			n = m.get(partInner)
		case roleIndex:
			value = "{" + fact.Expr(cmp.Or(a.key(m.get(partKey), false), "?")) + ":" + value + "}"
			n = m.get(partOf)
		case roleMember:
			of, name := m.get(partOf), m.get(partProperty)
			if of < 0 || name < 0 {
				return
			}
			if depth > 0 && slices.Contains(a.l.Rules.Self, a.text(of)) {
				if s := a.classScope(scope); s >= 0 {
					a.add(name, "", value, s, fact.Member)
				}
				return
			}
			key := constant(cleanName(a.text(name)))
			if key == "" {
				return
			}
			value, n = "{"+fact.Expr(key)+":"+value+"}", of
		default:
			return
		}
	}
}

// putIn handles statements that add elements to a container.
func (a *assembler) putIn(m *match) {
	m.all(partRight, func(n int32) {
		e := a.expr(n)
		if e[0] == '?' || a.isRole(n, roleLiteral) && e[len(e)-1] != '}' {
			return
		}
		if m.pattern.props["spread"] != "" {
			e = "{*" + e + "}"
		} else {
			e = "{?:" + e + "}"
		}
		left := m.get(partLeft)
		if a.isRole(left, roleMember) && slices.Contains(a.l.Rules.Self, a.text(a.all[a.role[left]-1].get(partOf))) {
			if s := a.classScope(a.scope[left]); s >= 0 {
				a.add(a.all[a.role[left]-1].get(partProperty), "", e, s, fact.Member)
			}
			return
		}
		a.element(left, e, a.scope[left])
	})
}

// variableKey names a variable: the scope that declares it and its name.
type variableKey struct {
	scope int32
	name  string
}

// bindElements binds what has been put into containers in the scopes that declare these: variables that start as a list or an object,
// parameters, and functions and classes of the file, which may be given members.
func (a *assembler) bindElements() {
	if len(a.put) == 0 {
		return
	}
	holds, other := map[variableKey]bool{}, map[variableKey]bool{}
	note := func(scope int32, name string, value fact.Expr, parameter bool) {
		if parameter || slices.Contains(a.containers, value) || value != "" && value[len(value)-1] == '}' {
			holds[variableKey{scope, name}] = true
		} else {
			other[variableKey{scope, name}] = true
		}
	}
	for i := range a.bindings {
		if b := &a.bindings[i]; b.Kind == fact.Local || b.Kind == fact.Parameter {
			note(b.Scope, b.Name, b.Value, b.Kind == fact.Parameter && b.Type == "")
		}
	}
	for i := range a.file.Symbols {
		if s := &a.file.Symbols[i]; s.Parent < 0 && s.Owner == "" {
			note(0, s.Name, s.Value, s.Kind.Callable() || s.Kind.IsType())
		}
	}
	for _, x := range a.put {
		name := cleanName(a.text(x.n))
		for s := a.scope[x.n]; s >= 0; s = a.file.Scopes[s].Parent {
			k := variableKey{s, name}
			if holds[k] {
				a.bindings = append(a.bindings, fact.Binding{Name: name, Value: x.value, Start: a.nodes[x.n].start, Scope: s, Kind: fact.Element})
			}
			if holds[k] || other[k] {
				break
			}
		}
	}
}
