package syntax

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// imports collects import clauses.
func (a *assembler) imports() {
	for i := range a.all {
		m := &a.all[i]
		if m.pattern.main != roleImport {
			continue
		}
		props := m.pattern.props
		imp := fact.Import{Path: importPath(a.part(m, partPath)), Name: strings.TrimSuffix(cleanName(a.part(m, partName)), ":"), Alias: cleanName(a.part(m, partAlias)),
			Start: a.clause(m), Scope: a.scope[m.node], ReExport: props["reexport"] != "", Static: props["static"] != ""}
		if props["joined"] != "" { // the path is several nodes
			path, first := a.joined(m.get(partPath))
			if !first {
				continue
			}
			imp.Path = importPath(path)
		}
		if v, ok := props["name"]; ok {
			imp.Name = v
		}
		if v, ok := props["alias"]; ok {
			imp.Alias = v
		}
		if m.get(partStar) >= 0 {
			imp.Name = "*"
		}
		imp.Path = a.prefix(m.node, props["prefix"]+imp.Path)
		if props["split"] != "" { // the last part of the path is the name (Rust, Java)
			separator := a.l.Rules.Separator
			if props["split"] != "1" {
				separator = props["split"]
			}
			imp.Path, imp.Name = splitLast(imp.Path, imp.Name, separator)
		}
		if props["reexport"] == "" && a.l.Rules.ReExportWord != "" && a.reExported(m.node) {
			imp.ReExport = true
		}
		imp.ReExport = imp.ReExport || imp.Name == "*" && slices.Contains(a.exports, imp.Path)
		a.file.Imports = append(a.file.Imports, imp)
		for _, r := range []role{partName, partAlias, partPath} {
			m.all(r, func(n int32) { a.usedBelow(n) })
		}
	}
}

// joined returns the text of node n and its siblings of the same field; first is false when n is not the first of them.
func (a *assembler) joined(n int32) (text string, first bool) {
	if n < 0 {
		return "", false
	}
	c := a.firstChild(a.nodes[n].parent)
	for c >= 0 && a.nodes[c].field != a.nodes[n].field {
		c = a.sibling(c)
	}
	end := a.nodes[n].end
	for s := n; s >= 0 && a.nodes[s].field == a.nodes[n].field; s = a.sibling(s) {
		end = a.nodes[s].end
	}
	return string(a.src[a.nodes[n].start:end]), c == n
}

// clause returns where an import clause starts: at its path, where one node holds several.
func (a *assembler) clause(m *match) uint32 {
	if n := m.get(partPath); n >= 0 && m.pattern.props["split"] != "" {
		return a.nodes[n].start
	}
	return a.nodes[m.node].start
}

func (a *assembler) usedBelow(n int32) {
	for i := n; i < a.nodes[n].next; i++ {
		a.used[i] = true
	}
}

// skipBelow marks what stands below n as no use of anything.
func (a *assembler) skipBelow(n int32) {
	for i := n; i < a.nodes[n].next; i++ {
		a.used[i] = true
		a.flags[i] |= flagSkipped
	}
}

// prefix puts the paths of the clauses around n before path.
func (a *assembler) prefix(n int32, path string) string {
	for p := a.nodes[n].parent; p >= 0; p = a.nodes[p].parent {
		i, ok := slices.BinarySearchFunc(a.all, p, func(m match, p int32) int { return int(m.node - p) })
		for ; ok && i < len(a.all) && a.all[i].node == p; i++ {
			if m := &a.all[i]; m.pattern.main == rolePrefix {
				outer := importPath(a.part(m, partPath))
				if path == "" {
					path = outer
				} else {
					path = outer + a.l.Rules.Separator + path
				}
				a.usedBelow(m.get(partPath))
				break
			}
		}
	}
	return path
}

// reExported reports whether the statement around n starts with the word that re-exports (Rust's pub use).
func (a *assembler) reExported(n int32) bool {
	word := a.l.Rules.ReExportWord
	for p := n; p > 0 && a.flags[p]&(flagDef|flagOpens) == 0; p = a.nodes[p].parent {
		start, end := int(a.nodes[p].start), int(a.nodes[p].start)+len(word)
		if end < int(a.nodes[p].end) && string(a.src[start:end]) == word && !fact.IsWordByte(a.src[end]) {
			return true
		}
	}
	return false
}

func importPath(s string) string {
	s = strings.Join(strings.Fields(s), "")
	return strings.Trim(s, "\"'`<>")
}

func splitLast(path, name, separator string) (string, string) {
	if name != "" {
		return path, name
	}
	if i := strings.LastIndex(path, separator); i >= 0 {
		return path[:i], path[i+len(separator):]
	}
	return path, ""
}

// refer collects the uses of names.
func (a *assembler) refer() {
	called := int32(-1)
	for i := range a.all {
		m := &a.all[i]
		switch m.pattern.main {
		case roleCall:
			if m.node != called && a.flags[m.node]&flagSkipped == 0 { // the first of several patterns about one call counts
				a.call(m)
				a.decorates(m)
			}
			called = m.node
		case roleTokens:
			a.tokens(m)
		case roleEach:
			a.iterates(m)
		case roleNew:
			if t := m.get(partType); t >= 0 {
				if n := a.typeName(t); n >= 0 && m.pattern.props["implicit"] == "" {
					if a.reference(n, a.typeRecv(t, n), fact.New, a.arguments(m)) {
						a.pass(m)
					}
				} else if n >= 0 {
					a.implicit(m, n)
				}
			}
		}
	}
	for i := range a.all {
		m := &a.all[i]
		n := m.node
		switch m.pattern.main {
		case roleMember:
			a.qualifiedReads(m)
		case roleIdent, roleShort:
			if !a.used[n] && a.role[n] == int32(i)+1 {
				a.reference(n, "", fact.Read, -1)
			}
		case roleTypeRef:
			if !a.used[n] {
				recv := fact.Expr("")
				if of := m.get(partOf); of >= 0 {
					recv = fact.Expr(strings.ReplaceAll(fold(a.text(of)), "::", "."))
				}
				if name := m.get(partName); name >= 0 {
					if a.used[name] {
						continue
					}
					n = name
				}
				a.reference(n, recv, fact.TypeUse, -1)
			}
		}
	}
}

// implicit emits a reference for a variable's declaration that makes an object without saying so: T x; in a function. The type's name
// is a use of the type as well.
func (a *assembler) implicit(m *match, n int32) {
	args := int16(0)
	if m.pattern.props["implicit"] == "args" {
		args = a.arguments(m)
	}
	if a.flags[m.node]&flagInside == 0 || a.used[n] {
		return
	}
	if a.reference(n, a.typeRecv(m.get(partType), n), fact.New, args) && args != 0 {
		a.pass(m)
	}
	a.used[n] = false
}

// qualifiedReads emits references for a member and for the names between that are no expressions of their own.
func (a *assembler) qualifiedReads(m *match) {
	of, depth := a.chain(m.get(partOf), 1), 1
	for n := m.get(partProperty); a.isRole(n, roleMember) && depth < maxExpr; depth++ { // in a::b::c, b is no expression of its own
		inner := &a.all[a.role[n]-1]
		b := inner.get(partOf)
		if a.isRole(b, roleIdent) {
			a.reference(b, known(of), fact.Read, -1)
		}
		of, n = of+"."+a.chain(b, depth), inner.get(partProperty)
	}
	recv, last := a.qualified(m, 0)
	if last < 0 || a.used[last] {
		return
	}
	kind := fact.Read
	if a.isRole(last, roleTypeRef) {
		kind = fact.TypeUse
	}
	a.reference(last, known(recv), kind, -1)
}

// known is "?" for an expression of which nothing is known.
func known(e fact.Expr) fact.Expr {
	if strings.HasPrefix(string(e), "?") || len(e) > 400 {
		return "?"
	}
	return e
}

// call emits a reference for the callee of m.
func (a *assembler) call(m *match) {
	if m.pattern.props["first"] != "" && a.nextNamed(a.firstChild(a.nodes[m.node].parent)) != m.node && a.firstChild(a.nodes[m.node].parent) != m.node {
		return
	}
	args := a.arguments(m)
	if n := m.get(partName); n >= 0 {
		recv := fact.Expr("")
		if of := m.get(partOf); of >= 0 {
			recv = a.expr(of)
			if m.pattern.props["operator"] != "" && (recv == "?" || a.isRole(of, roleLiteral)) {
				return
			}
			if m.pattern.props["element"] != "" && recv != "?" {
				recv += "[]"
			}
		}
		if a.reference(n, recv, fact.Call, args) {
			a.pass(m)
		}
		return
	}
	a.callOf(m.get(partCallee), m, args)
}

// callOf emits a reference for the call m of the expression at node callee.
func (a *assembler) callOf(callee int32, m *match, args int16) {
	whole, value := callee, false // value: what the name gives is called, not what it names
	for callee >= 0 && a.role[callee] != 0 {
		c := &a.all[a.role[callee]-1]
		switch c.pattern.main {
		case roleIdent, roleTypeRef:
			recv := fact.Expr("")
			if name := c.get(partName); name >= 0 { // a function that looks like a type: p.f[T](x) is parsed as a conversion
				recv, callee = a.typeRecv(callee, name), name
			}
			if value {
				a.valueCall(callee, a.expr(whole), m, args)
				return
			}
			if a.reference(callee, recv, fact.Call, args) {
				a.pass(m)
			}
			return
		case roleMember:
			recv, p := a.qualified(c, 0)
			switch {
			case p < 0:
			case value:
				a.valueCall(p, a.expr(whole), m, args)
			default:
				if a.reference(p, known(recv), fact.Call, args) {
					a.pass(m)
				}
			}
			return
		case roleSame, roleEither:
			value = value || c.pattern.main == roleEither
			callee = c.get(partInner)
		case roleIndex:
			callee, value = c.get(partOf), true
		case roleCall:
			if name := c.get(partName); name >= 0 {
				a.valueCall(name, a.expr(whole), m, args)
				return
			}
			callee, value = c.get(partCallee), true
		default:
			return
		}
	}
}

// valueCall emits a reference for a call of what expression e, which ends in the name at node n, gives.
func (a *assembler) valueCall(n int32, e fact.Expr, m *match, args int16) {
	name := a.text(n)
	if e == "" || e[0] == '?' || name == "" || len(name) > 200 {
		return
	}
	a.references = append(a.references, fact.Reference{Name: name, Start: a.nodes[n].start, Symbol: a.referrer(n), Args: args, Kind: fact.Call,
		Lambda: a.flags[n]&flagInLambda != 0, Value: true})
	a.passed = append(a.passed, passed{len(a.references) - 1, fact.Pass{Arg: fact.Called, Value: e}})
	if m != nil {
		a.pass(m)
	}
}

// arguments counts the arguments of a call; -1 when a spread hides how many there are.
func (a *assembler) arguments(m *match) int16 {
	list := m.get(partArgs)
	if list < 0 {
		switch m.pattern.props["arguments"] {
		case "none":
			return a.piped(m)
		case "block":
			return a.piped(m) + 1
		}
		return -1
	}
	n := int16(0)
	if n = a.piped(m); m.pattern.props["block"] != "" {
		n++
	}
	if a.firstChild(list) < 0 {
		if v, err := strconv.ParseInt(a.text(list), 10, 8); err == nil { // the number itself: &f/2
			return int16(v)
		}
	}
	for c := a.firstChild(list); c >= 0; c = a.sibling(c) {
		kind := a.nodes[c].kind
		if !a.g.isNamed(kind) || a.g.is(kind, traitComment) {
			continue
		}
		if a.g.is(kind, traitSpread) {
			return -1
		}
		n++
	}
	return n
}

// piped returns how many arguments stand in front of a call (x |> f).
func (a *assembler) piped(m *match) int16 {
	if m.pattern.props["piped"] != "" {
		return 1
	}
	return 0
}

// typeName returns the node of the last name in a type, -1 when there is none: the type identifier before type arguments.
func (a *assembler) typeName(t int32) int32 {
	last := int32(-1)
	for i := t; i < a.nodes[t].next; i++ {
		if a.role[i] == 0 {
			if a.flags[i]&flagDef != 0 { // defined here without a name
				return -1
			}
			continue
		}
		switch m := &a.all[a.role[i]-1]; m.pattern.main {
		case roleIdent:
			last = i
		case roleMember:
			_, last := a.qualified(m, 0)
			return last
		case roleTypeRef:
			if name := m.get(partName); name >= 0 {
				return name
			}
			return i
		}
		if last >= 0 {
			return last
		}
	}
	return last
}

// typeRecv returns what stands before name n in type t: the package or outer class.
func (a *assembler) typeRecv(t, n int32) fact.Expr {
	before := a.str[a.nodes[t].start:max(a.nodes[n].start, a.nodes[t].start)]
	before = strings.TrimLeft(strings.ReplaceAll(fold(before), "::", "."), "*& ")
	before = before[strings.LastIndexByte(before, ' ')+1:] // struct s
	before = strings.TrimSuffix(before, ".")
	if a.l.Rules.GlobalSpace {
		return a.namesBefore(before)
	}
	if before == "" || strings.ContainsAny(before, "[](){}<> ") {
		return ""
	}
	return fact.Expr(before)
}

// reference adds a use of the name at node n; false: it is none.
func (a *assembler) reference(n int32, recv fact.Expr, kind fact.RefKind, args int16) bool {
	name := a.text(n)
	if a.used[n] && kind != fact.Call && kind != fact.New || name == "" || len(name) > 200 || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	if kind == fact.Read && recv == "" && (slices.Contains(a.l.Rules.Self, name) || slices.Contains(a.l.Rules.Super, name)) {
		return false
	}
	a.used[n] = true
	a.references = append(a.references, fact.Reference{Name: name, Recv: recv, Start: a.nodes[n].start, Symbol: a.referrer(n), Args: args, Kind: kind,
		Lambda: a.flags[n]&flagInLambda != 0})
	return true
}

// referrer returns the symbol that a reference in node n belongs to.
func (a *assembler) referrer(n int32) int32 {
	s := a.symbol[n]
	for s >= 0 && !a.file.Symbols[s].Kind.Callable() && !a.file.Symbols[s].Kind.IsType() {
		if p := a.file.Symbols[s].Parent; p >= 0 || a.file.Symbols[s].Kind != fact.Module {
			s = p
			continue
		}
		s = -1
	}
	if s < 0 && a.component != nil {
		return a.symbol[a.component.node]
	}
	return s
}
