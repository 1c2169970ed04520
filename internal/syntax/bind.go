package syntax

import (
	"slices"
	"strconv"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// bind collects parameters and variables.
func (a *assembler) bind() {
	a.allParams()
	for i := range a.all {
		m := &a.all[i]
		switch m.pattern.main {
		case roleBind, roleAssign, roleEach, roleNarrow:
			n := len(a.bindings)
			a.variable(m)
			a.sequential(n, m.get(partRight))
		case roleElement:
			a.putIn(m)
		case roleGlobal:
			m.all(partName, func(n int32) { a.add(n, "", "", a.scope[m.node], fact.Global) })
		}
	}
	for i := range a.all { // definitions that turned out to be local variables
		m := &a.all[i]
		if !m.pattern.main.isDef() {
			continue
		}
		if k := a.kind(m); k != fact.Variable && k != fact.Constant && k != fact.Field {
			continue
		}
		if n := m.get(partName); n >= 0 && !a.used[n] && m.pattern.props["name"] == "" {
			value := fact.Expr("")
			first := len(a.bindings)
			if v := m.get(partValue); v >= 0 {
				value = a.valueFor(n, v)
			}
			scope := a.scope[m.node]
			if m.pattern.props["hoist"] != "" {
				scope = a.functionScope(m.node)
			}
			if t := a.typePart(m); a.isRole(n, roleTuple) {
				a.pattern(n, t, value, scope, fact.Local)
			} else {
				a.add(n, t, value, scope, fact.Local)
			}
			a.sequential(first, m.get(partValue))
		}
	}
	a.rebind()
	a.bindElements()
}

// allParams collects parameters in the order in which they stand: a pattern may be about the list around one.
func (a *assembler) allParams() {
	var all []*match
	for i := range a.all {
		if m := &a.all[i]; m.pattern.main == roleParam {
			all = append(all, m)
		}
	}
	place := func(m *match) int32 {
		if n := m.get(partName); n >= 0 {
			return n
		}
		return m.node
	}
	slices.SortStableFunc(all, func(x, y *match) int { return int(place(x) - place(y)) })
	for _, m := range all {
		a.param(m)
	}
}

// sequential notes where the variables that were added from n on become visible: behind the value that they are declared with.
func (a *assembler) sequential(n int, value int32) {
	if !a.l.Rules.Sequential || value < 0 {
		return
	}
	for i := n; i < len(a.bindings); i++ {
		if b := &a.bindings[i]; b.Start < a.nodes[value].start {
			b.Seen = a.nodes[value].end
		}
	}
}

func (a *assembler) param(m *match) {
	name := m.get(partName)
	field := name >= 0 && a.used[name]
	if field && a.flags[name]&(flagParam|flagNamed) != flagNamed { // an earlier pattern had it
		return
	}
	nameless := name < 0 && m.get(partType) >= 0
	if name < 0 {
		name = m.node
	}
	p := fact.Param{Name: cleanName(a.text(name)), Type: a.paramType(m, name),
		Optional: m.pattern.props["optional"] != "" || m.get(partValue) >= 0, Variadic: m.pattern.props["variadic"] != "", Named: m.pattern.props["variadic"] == "named"}
	if word := m.pattern.props["default"]; word != "" { // Kotlin: the default is no part of the parameter
		p.Optional = a.before(m.node, word)
	}
	if word := m.pattern.props["modifier"]; word != "" {
		p.Variadic = a.behind(m.node, word)
	}
	if nameless {
		p.Name = ""
	}
	if label := a.part(m, partKey); label != "" && label != "_" { // Swift: what callers call it
		p.Name = label
	}
	a.flags[name] |= flagParam
	number, given, own := -1, fact.Expr("?"), true
	if m.pattern.props["receiver"] == "" {
		number, given, own = a.listed(m.node, name, p)
	}
	if !own || nameless || field { // a parameter that is a field has its definition
		return
	}
	if a.role[name] != 0 && a.all[a.role[name]-1].pattern.main != roleIdent {
		value := given // a destructured parameter: its names are members of what is passed
		switch {
		case p.Type != "":
			value = typeExpr(p.Type)
		case number >= 0 && given == "?":
			value = "$" + fact.Expr(strconv.Itoa(number))
		}
		a.used[name] = true
		a.pattern(name, p.Type, value, a.scope[name], fact.Parameter)
		return
	}
	value := fact.Expr("")
	if v := m.get(partValue); v >= 0 && p.Type == "" {
		value = a.expr(v)
	} else if given != "?" && p.Type == "" {
		value = given
	}
	t := p.Type
	if t == "" {
		t = m.pattern.props["type"]
	}
	if p.Variadic && t != "" && m.pattern.props["variadic"] != "list" {
		t = "[]" + t
	}
	a.add(name, t, value, a.scope[name], fact.Parameter)
	if s := a.classScope(a.scope[name]); m.pattern.props["member"] != "" && s >= 0 { // a parameter that declares a field
		if inner := m.get(partInner); inner >= 0 { // PHP: without the dollar
			name = inner
		}
		a.add(name, t, value, s, fact.Member)
	}
}

// listed adds p to the parameters of the function whose list it stands in and returns its number there, -1 for none, and what is passed
// for it where an anonymous function is called on the spot. own is false when it is that of a function type.
func (a *assembler) listed(node, name int32, p fact.Param) (number int, given fact.Expr, own bool) {
	list := node
	if s, own := a.parameters(name); own { // a lone parameter without a list
		return a.addParam(s, p), "?", true
	}
	for up := 0; list >= 0 && up < maxExpr; list, up = a.nodes[list].parent, up+1 {
		if s, ok := a.parameters(list); ok {
			return a.addParam(s, p), "?", true
		}
		if a.flags[list]&flagLambda != 0 {
			number = len(a.lambdaParams[list])
			a.lambdaParams[list] = append(a.lambdaParams[list], p.Name)
			return number, a.given(list, number), true
		}
		if a.flags[list]&(flagAnonymous|flagNamedFn) != 0 {
			break
		}
		if a.isRole(list, roleDeclarator) && a.all[a.role[list]-1].get(partParams) >= 0 { // of a parameter or field that is a function pointer
			return -1, "?", false
		}
	}
	return -1, "?", true
}

// parameters returns the symbol whose parameter list n is.
func (a *assembler) parameters(n int32) (int32, bool) {
	if a.flags[n]&flagParams == 0 {
		return 0, false
	}
	return a.params[n], true
}

func (a *assembler) addParam(symbol int32, p fact.Param) int {
	if symbol < 0 { // of a further clause
		return -1
	}
	a.file.Symbols[symbol].Params = append(a.file.Symbols[symbol].Params, p)
	return len(a.file.Symbols[symbol].Params) - 1
}

// variable handles declarations, assignments, loops and narrowing.
func (a *assembler) variable(m *match) {
	left, right := m.get(partLeft), m.get(partRight)
	if left < 0 {
		left = m.get(partName)
	}
	if left < 0 {
		return
	}
	if right < 0 {
		right = m.get(partValue)
	}
	if m.pattern.props["adjacent"] != "" && (m.pattern.main != roleEach && a.nextNamed(left) != right || m.pattern.main == roleEach && a.nextNamed(right) != left) {
		return
	}
	t := a.typePart(m)
	kind := fact.Local
	value := fact.Expr("")
	if right >= 0 {
		value = a.expr(right)
	}
	scope := a.scope[left]
	if m.pattern.props["hoist"] != "" {
		scope = a.functionScope(left)
	}
	if m.pattern.main == roleEach {
		value += "[]"
	}
	if m.pattern.props["receives"] != "" && value != "?" {
		value += "[<]"
	}
	if name := m.pattern.props["name"]; name != "" {
		a.implicitly(m, name, value, scope)
		return
	}
	switch m.pattern.main {
	case roleEach:
		if m.pattern.props["kv"] != "" && a.isRole(left, roleTuple) { // Go: key, value
			a.components(left, func(i int, n int32) {
				if i == 1 {
					a.pattern(n, "", value, scope, kind)
				} else {
					a.pattern(n, "", "?", scope, kind)
				}
			})
			return
		}
	case roleNarrow:
		kind = fact.Narrow
		if body := m.get(partBody); body >= 0 {
			a.add(left, t, "", a.scope[body], kind)
			a.bindings[len(a.bindings)-1].Start = a.nodes[body].start
			return
		}
	case roleAssign:
		a.assign(m, left, value)
		return
	}
	if right >= 0 && a.isRole(left, roleTuple) && a.isRole(right, roleTuple) {
		a.pairwise(left, right, t, scope, kind)
		return
	}
	if a.isRole(right, roleTuple) && !a.isRole(left, roleTuple) {
		if only := a.only(right); only >= 0 {
			value = a.expr(only)
		}
	}
	a.pattern(left, t, value, scope, kind)
}

// implicitly binds a name that the language gives what an anonymous function is called with or on (Kotlin's it and this), unless the
// function has parameters of its own.
func (a *assembler) implicitly(m *match, name string, value fact.Expr, scope int32) {
	if kind := m.pattern.props["unless"]; kind != "" {
		for c := a.firstChild(m.node); c >= 0; c = a.sibling(c) {
			if slices.Contains(a.g.kinds[kind], a.nodes[c].kind) {
				return
			}
		}
	}
	if value != "" && value[0] != '?' {
		a.bindings = append(a.bindings, fact.Binding{Name: name, Value: value, Start: a.nodes[m.node].start, Scope: scope, Kind: fact.Narrow})
	}
}

// nextNamed returns the named sibling behind n, -1 when there is none.
func (a *assembler) nextNamed(n int32) int32 {
	for n = a.sibling(n); n >= 0 && !a.g.isNamed(a.nodes[n].kind); {
		n = a.sibling(n)
	}
	return n
}

// before reports whether the sibling behind n is the token word.
func (a *assembler) before(n int32, word string) bool {
	next := a.sibling(n)
	return next >= 0 && a.text(next) == word
}

// behind reports whether the sibling before n has the word.
func (a *assembler) behind(n int32, word string) bool {
	last := int32(-1)
	for c := a.firstChild(a.nodes[n].parent); c >= 0 && c < n; c = a.sibling(c) {
		last = c
	}
	return last >= 0 && fact.HasWord(a.text(last), word)
}

// assigned is an assignment of a value to a name that is declared somewhere else.
type assigned struct {
	n     int32
	value fact.Expr
}

// rebind binds assigned values in the scopes that declare the names.
func (a *assembler) rebind() {
	if len(a.assigned) == 0 {
		return
	}
	type key struct {
		scope int32
		name  string
	}
	declared := map[key]bool{}
	for i := range a.bindings {
		if b := &a.bindings[i]; b.Kind == fact.Local || b.Kind == fact.Parameter {
			declared[key{b.Scope, b.Name}] = true
		}
	}
	for i := range a.file.Symbols {
		if s := &a.file.Symbols[i]; s.Parent < 0 && s.Kind == fact.Variable {
			declared[key{0, s.Name}] = true
		}
	}
	for _, x := range a.assigned {
		name := a.text(x.n)
		for s := a.scope[x.n]; s >= 0; s = a.file.Scopes[s].Parent {
			if declared[key{s, name}] {
				a.add(x.n, "", x.value, s, fact.Local)
				break
			}
		}
	}
}

// functionScope returns the scope of the innermost function around node n, that of the file when there is none.
func (a *assembler) functionScope(n int32) int32 {
	for p := a.nodes[n].parent; p >= 0; p = a.nodes[p].parent {
		if a.flags[p]&flagFunction != 0 && a.flags[p]&flagOpens != 0 {
			return a.scope[p]
		}
	}
	return 0
}

// assign handles assignments that declare nothing: only members of the receiver are remembered, the rest are writes.
func (a *assembler) assign(m *match, left int32, value fact.Expr) {
	a.rebinds, a.assigns = m.pattern.props["rebind"] != "", true
	defer func() { a.assigns = false }()
	right := m.get(partRight)
	if a.isRole(left, roleTuple) && a.isRole(right, roleTuple) {
		a.pairwise(left, right, "", a.scope[m.node], fact.Local)
		return
	}
	a.pattern(left, "", value, a.scope[m.node], fact.Local)
}

func (a *assembler) isRole(n int32, r role) bool {
	return n >= 0 && a.role[n] != 0 && a.all[a.role[n]-1].pattern.main == r
}

// components calls yield for each part of a tuple, or for n itself when it is none.
func (a *assembler) components(n int32, yield func(i int, n int32)) {
	if !a.isRole(n, roleTuple) && !a.isRole(n, roleArray) {
		yield(0, n)
		return
	}
	i, of := 0, a.all[a.role[n]-1].get(partType)
	for c := a.firstChild(n); c >= 0; c = a.sibling(c) {
		if c != of && a.g.isNamed(a.nodes[c].kind) && !a.g.is(a.nodes[c].kind, traitComment) {
			yield(i, c)
			i++
		}
	}
}

// only returns the single component of a tuple, -1 when there are several.
func (a *assembler) only(n int32) int32 {
	one, count := int32(-1), 0
	a.components(n, func(_ int, c int32) { one = c; count++ })
	if count != 1 {
		return -1
	}
	return one
}

// pairwise binds a, b := c, d and a, b := f().
func (a *assembler) pairwise(left, right int32, t string, scope int32, kind fact.BindKind) {
	var values []int32
	a.components(right, func(_ int, n int32) { values = append(values, n) })
	lefts := 0
	a.components(left, func(int, int32) { lefts++ })
	a.components(left, func(i int, n int32) {
		value := fact.Expr("?")
		switch {
		case len(values) == 1 && lefts > 1:
			value = a.expr(values[0]) + fact.Expr("#"+strconv.Itoa(i))
		case i < len(values):
			value = a.expr(values[i])
		}
		a.pattern(n, t, value, scope, kind)
	})
}

// valueFor returns what the name at node n gets where a declaration lists names and the values at node v (Go's var a, b = c, d).
func (a *assembler) valueFor(n, v int32) fact.Expr {
	if !a.isRole(v, roleTuple) || a.all[a.role[v]-1].pattern.props["items"] != "" || a.isRole(n, roleTuple) {
		return a.expr(v)
	}
	i, names := 0, 0
	for c := a.firstChild(a.nodes[n].parent); c >= 0; c = a.sibling(c) {
		if a.nodes[c].field == a.nodes[n].field {
			if names++; c < n {
				i++
			}
		}
	}
	var values []int32
	a.components(v, func(_ int, c int32) { values = append(values, c) })
	switch {
	case len(values) == 1 && names > 1:
		return a.expr(values[0]) + fact.Expr("#"+strconv.Itoa(i))
	case i < len(values):
		return a.expr(values[i])
	}
	return "?"
}

// pattern binds the names in n to the parts of value.
func (a *assembler) pattern(n int32, t string, value fact.Expr, scope int32, kind fact.BindKind) {
	if n < 0 {
		return
	}
	if a.role[n] == 0 {
		return
	}
	m := &a.all[a.role[n]-1]
	if m.pattern.props["path"] != "" {
		return
	}
	switch m.pattern.main {
	case roleIdent, roleTypeRef:
		if m.pattern.props["member"] != "" { // the name says that it is the receiver's: @name
			if scope, kind = a.classScope(scope), fact.Member; scope < 0 {
				a.used[n] = true
				return
			}
		}
		a.add(n, t, value, scope, kind)
	case roleSame:
		a.pattern(m.get(partInner), t, value, scope, kind)
	case roleTuple:
		if of := m.get(partType); of >= 0 { // the fields of a tuple struct
			of := typeExpr(a.text(of))
			a.components(n, func(i int, c int32) { a.pattern(c, "", of+fact.Expr("."+strconv.Itoa(i)), scope, kind) })
			return
		}
		a.components(n, func(i int, c int32) { a.pattern(c, "", value+fact.Expr("#"+strconv.Itoa(i)), scope, kind) })
	case roleArray:
		a.components(n, func(i int, c int32) { a.pattern(c, "", value+fact.Expr("["+strconv.Itoa(i)+"]"), scope, kind) })
	case roleObject:
		if of := m.get(partType); of >= 0 {
			value = typeExpr(a.text(of))
		}
		for c := a.firstChild(n); c >= 0; c = a.sibling(c) {
			if c != m.get(partType) {
				a.pattern(c, "", value, scope, kind)
			}
		}
	case rolePair:
		a.used[m.get(partKey)] = true
		a.pattern(m.get(partValue), "", value+"."+fact.Expr(cleanName(a.text(m.get(partKey)))), scope, kind)
	case roleShort:
		a.add(n, "", value+"."+fact.Expr(a.text(n)), scope, kind)
	case roleMember:
		of := m.get(partOf)
		if of >= 0 && slices.Contains(a.l.Rules.Self, a.text(of)) {
			if s := a.classScope(scope); s >= 0 {
				a.add(m.get(partProperty), t, value, s, fact.Member)
			}
			return
		}
		a.element(n, value, scope)
	case roleIndex:
		a.element(n, value, scope)
	}
}

// classScope returns the class scope around a scope of a method, or that of the class of this file that the method names as its owner, which may be
// a function that makes objects (Rules.FunctionsMake), as such a function's own is; -1 when there is none.
func (a *assembler) classScope(scope int32) int32 {
	for s := scope; s >= 0; s = a.file.Scopes[s].Parent {
		if a.file.Scopes[s].Class {
			return s
		}
	}
	for s := a.file.Scopes[scope].Symbol; s >= 0; s = a.file.Symbols[s].Parent {
		if owner := a.file.Symbols[s].Owner; owner != "" {
			return a.scopeOfType(fact.TypeName(owner))
		}
		if a.constructs(s) {
			return a.scopeOfSymbol(s)
		}
	}
	return -1
}

// constructs reports whether symbol s is a function that makes objects: methods name it as their owner.
func (a *assembler) constructs(s int32) bool {
	if !a.l.Rules.FunctionsMake || a.file.Symbols[s].Kind != fact.Function {
		return false
	}
	if a.constructors == nil {
		a.constructors = map[string]bool{}
		for i := range a.file.Symbols {
			if m := &a.file.Symbols[i]; m.Owner != "" && !m.Static {
				a.constructors[m.Owner] = true
			}
		}
	}
	return a.constructors[a.file.Symbols[s].Name]
}

// scopeOfSymbol returns the scope that symbol s opens, -1 when it opens none.
func (a *assembler) scopeOfSymbol(s int32) int32 {
	return int32(slices.IndexFunc(a.file.Scopes, func(sc fact.Scope) bool { return sc.Symbol == s }))
}

// scopeOfType returns the scope of the type of that name, -1 when the file has none.
func (a *assembler) scopeOfType(name string) int32 {
	for i := range a.file.Symbols {
		if s := &a.file.Symbols[i]; s.Name == name && s.Kind.IsType() {
			return a.scope[a.defs[i].m.node]
		}
	}
	for i := range a.file.Symbols {
		if a.file.Symbols[i].Name == name && a.constructs(int32(i)) {
			return a.scopeOfSymbol(int32(i))
		}
	}
	return -1
}

func (a *assembler) add(n int32, t string, value fact.Expr, scope int32, kind fact.BindKind) {
	if a.assigns && kind == fact.Local { // declared somewhere else
		if a.rebinds && a.isRole(n, roleIdent) && value != "" && value[0] != '?' {
			a.assigned = append(a.assigned, assigned{n, value})
		}
		return
	}
	name := cleanName(a.text(n))
	if name == "_" || name == "" || name == "..." || a.flags[n]&flagImported != 0 {
		a.used[n] = true
		return
	}
	if len(value) > 0 && value[0] == '?' {
		value = "?"
	}
	a.used[n] = true
	a.bindings = append(a.bindings, fact.Binding{Name: name, Type: t, Value: value, Start: a.nodes[n].start, Scope: scope, Kind: kind})
}
