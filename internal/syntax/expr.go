package syntax

import (
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// maxExpr bounds how long a chain is followed; longer ones are unknown.
const maxExpr = 32

// expr returns what node n is as a fact.Expr.
func (a *assembler) expr(n int32) fact.Expr {
	e := a.chain(n, 0)
	if strings.HasPrefix(string(e), "?") || len(e) > 400 && e[len(e)-1] != '}' {
		return "?"
	}
	return e
}

// chain returns what node n is, depth steps along a chain; it is never empty: the name of a broken text may be.
func (a *assembler) chain(n int32, depth int) fact.Expr {
	if e := a.step(n, depth); e != "" {
		return e
	}
	return "?"
}

func (a *assembler) step(n int32, depth int) fact.Expr {
	if n < 0 || depth > maxExpr {
		return "?"
	}
	if a.role[n] == 0 {
		return a.definitionExpr(n)
	}
	m := &a.all[a.role[n]-1]
	switch m.pattern.main {
	case roleIdent, roleTypeRef:
		if m.pattern.props["sigil"] != "" {
			return fact.Expr(cleanName(a.text(n))) + "[]"
		}
		return fact.Expr(cleanName(a.text(n)))
	case roleMember:
		recv, last := a.qualified(m, depth)
		if last < 0 || strings.HasPrefix(string(recv), "?") {
			return "?"
		}
		if recv == "" {
			return fact.Expr(cleanName(a.text(last)))
		}
		return recv + "." + fact.Expr(cleanName(a.text(last)))
	case roleCall:
		if m.pattern.props["operator"] != "" && a.isRole(m.get(partOf), roleLiteral) {
			return "?"
		}
		callee := m.get(partCallee)
		if name := m.get(partName); name >= 0 { // the receiver and the name stand beside each other (Java)
			e := fact.Expr(a.text(name))
			if of := m.get(partOf); of >= 0 {
				e = a.chain(of, depth+1) + "." + e
			}
			return e + a.called(m, name)
		}
		e := a.chain(callee, depth+1) + a.called(m, -1)
		if inner := m.get(partInner); inner >= 0 && m.pattern.props["wraps"] != "" {
			return union([]fact.Expr{e, a.chain(inner, depth+1)})
		}
		return e
	case roleIndex:
		return a.chain(m.get(partOf), depth+1) + "[" + fact.Expr(a.key(m.get(partKey), false)) + "]"
	case roleEither:
		return a.either(m, depth)
	case roleTuple:
		if m.pattern.props["items"] != "" {
			return a.container(n, m, depth)
		}
	case roleSame:
		if member := m.pattern.props["member"]; member != "" {
			return a.chain(m.get(partInner), depth+1) + "." + fact.Expr(member) + "()"
		}
		e := a.chain(m.get(partInner), depth+1)
		switch {
		case e[0] == '?':
		case m.pattern.props["part"] != "":
			e += "[:]"
		case m.pattern.props["held"] != "":
			e = "{" + e + "}"
		}
		return e
	case roleNew, roleCast:
		if t := m.get(partType); t >= 0 {
			if args := m.get(partTypeParam); args >= 0 {
				return typeExpr(a.text(t) + a.text(args))
			}
			return typeExpr(a.typeAt(t))
		}
	case roleModule:
		if p := importPath(a.part(m, partPath)); p != "" && !strings.ContainsAny(p, "\"\n") {
			return fact.Expr(`"` + p + `"`)
		}
	case roleLiteral:
		if m.pattern.props["items"] != "" {
			return a.container(n, m, depth)
		}
		if t := m.pattern.props["type"]; t != "" {
			return typeExpr(t)
		}
	}
	return "?"
}

// called is what a call adds to the expression of what it calls, whose name is node n, -1 when that is not known; nothing where it only
// names that.
func (a *assembler) called(m *match, n int32) fact.Expr {
	switch {
	case m.pattern.props["named"] != "":
		return ""
	case a.l.Rules.Infers && n >= 0:
		return "(" + fact.Expr(strconv.Itoa(int(a.nodes[n].start))) + ")"
	}
	return "()"
}

// namesBefore returns the expression of the names in front of the last one of a qualified name, "" when that stands alone.
func (a *assembler) namesBefore(names string) fact.Expr {
	if !a.l.Rules.GlobalSpace {
		return fact.Expr(strings.TrimRight(names, ". "))
	}
	separator := a.l.Rules.Separator
	full := strings.HasPrefix(names, separator)
	names = strings.TrimPrefix(names, "namespace"+separator)
	if names = strings.Trim(names, separator+" "); full && names != "" {
		return fact.Expr(`"` + names + `"`)
	}
	return fact.Expr(strings.ReplaceAll(names, separator, "."))
}

// qualified returns what a member's last name is a member of, and that name's node: a::b::c may hang together from the right.
// last is -1 when there are too many names.
func (a *assembler) qualified(m *match, depth int) (recv fact.Expr, last int32) {
	recv, last = a.chain(m.get(partOf), depth+1), m.get(partProperty)
	if m.get(partOf) < 0 && last >= 0 { // the node holds all names
		recv = a.namesBefore(fold(a.text(m.node)[:a.nodes[last].start-a.nodes[m.node].start]))
	}
	for last >= 0 && a.role[last] != 0 {
		if depth++; depth > maxExpr {
			return "?", -1
		}
		switch c := &a.all[a.role[last]-1]; {
		case c.pattern.main == roleMember:
			recv, last = recv+"."+a.chain(c.get(partOf), depth+1), c.get(partProperty)
		case c.pattern.main == roleTypeRef && c.get(partName) >= 0:
			if of := c.get(partOf); of >= 0 {
				recv += "." + a.chain(of, depth+1)
			}
			return recv, c.get(partName)
		case c.pattern.main == roleSame:
			last = c.get(partInner)
		default:
			return recv, last
		}
	}
	return recv, last
}

// typePart returns the type that m declares.
func (a *assembler) typePart(m *match) string {
	if n := m.get(partType); n >= 0 {
		return typeText(a.typeAt(n))
	}
	return ""
}

// typeAt returns the text of the type at node n, with places for the types in it that are defined there without a name.
func (a *assembler) typeAt(n int32) string {
	if !a.nameless {
		return a.text(n)
	}
	text, start := "", a.nodes[n].start
	for i := n; i < a.nodes[n].next; i++ {
		if a.flags[i]&flagDef != 0 && a.defs[a.symbol[i]].m.pattern.props["anonymous"] != "" {
			text += a.str[start:a.nodes[i].start] + `\` + strconv.Itoa(int(a.nodes[i].start))
			start, i = a.nodes[i].end, a.nodes[i].next-1
		}
	}
	return text + a.str[start:max(start, a.nodes[n].end)]
}

// typeExpr returns the Expr of a value of type t.
func typeExpr(t string) fact.Expr {
	t = typeText(t)
	if t == "" || strings.Contains(t, "`") {
		return "?"
	}
	return fact.Expr("`" + t + "`")
}

// typeText folds a type to one line and takes off what introduces it.
func typeText(t string) string {
	if len(t) > 2000 {
		return ""
	}
	t = fold(t)
	t = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(t, "->"), ":"))
	if i := strings.Index(t, " {"); i > 0 { // struct s { … } x;
		t = t[:i]
	}
	if len(t) >= 2 && (t[0] == '"' || t[0] == '\'') && t[len(t)-1] == t[0] { // Python's forward references
		t = t[1 : len(t)-1]
	}
	if len(t) > 200 {
		return ""
	}
	return t
}

// fold replaces runs of white space by one blank.
func fold(s string) string {
	blank := true // so far: at the start, or behind a blank
	for i := range len(s) {
		c := s[i]
		if c == ' ' && blank || c < ' ' && c != 0 || c >= 0x80 {
			return foldSlow(s)
		}
		blank = c == ' '
	}
	return strings.TrimSuffix(s, " ")
}

func foldSlow(s string) string {
	if !strings.ContainsAny(s, "\n\t\r") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.Fields(s), " ")
}

// cleanName takes off what a grammar keeps with a name: quotes of property names, Rust's r#, Markdown's marks.
func cleanName(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		s = s[1 : len(s)-1]
	}
	s = strings.TrimPrefix(s, "r#")
	if len(s) > 1 && s[0] == ':' && fact.IsWordByte(s[1]) { // a symbol
		s = s[1:]
	}
	if len(s) > 1 && s[0] != '.' { // Haskell's qualifiers
		s = strings.TrimSuffix(s, ".")
	}
	return fold(s)
}
