package syntax

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// assembler turns the matches of a language's query into facts. It knows roles, not languages.
type assembler struct {
	constructors map[string]bool // what methods name as their owner

	exports []string // what the file says that it exports; none: everything
	*tree
	g    *grammar
	l    *lang.Language
	file *fact.File
	all  []match

	*scratch

	params           map[int32]int32 // parameter list node → symbol
	docstrings       []int32         // literals that document
	impls            bool            // there are impl blocks
	nameless         bool            // there are types without a name
	assigned         []assigned
	containers       []fact.Expr           // see compiled
	put              []assigned            // what is put into containers
	assigns, rebinds bool                  // an assignment is being handled; it may be to a variable that is declared further out
	accesses         map[int32]int32       // node → the access specifier that holds for it
	attributed       map[int32]uint32      // definition's outer node → where the attributes before it start
	values           map[int32][]fact.Expr // symbol → what it returns
	spaces           []*match              // package declarations
	sigils           []*match              // about nodes that start behind a mark
	docClasses       []docClass
	docParams        map[int32]map[string]string // symbol → parameter → the type that its documentation gives
	component        *match                      // the definition that stands for the file: what runs the code outside functions; nil: none

	lambdas      []int32               // anonymous functions
	lambdaParams map[int32][]string    // of anonymous functions, by node
	lambdaValues map[int32][]fact.Expr // what they return
	lambdaTypes  map[int32]string      // what they declare to return
}

// scratch is memory that one file after the other uses. Its slices have an element for each node.
type scratch struct {
	matcher matcher
	role    []int32  // index+1 into all of the match that says what the node is as an expression
	scope   []int32  // the scope that it stands in (its own, when it opens one)
	symbol  []int32  // the innermost definition that it stands in (its own, when it is one), -1
	used    []bool   // its name has been taken care of
	wrap    []bool   // belongs to the definition inside it
	flags   []uint16 // see flagFunction and the others

	defs       []def
	comments   []int32
	scopeList  []fact.Scope     // before pruning
	references []fact.Reference // in the order in which they were found
	bindings   []fact.Binding
	passed     []passed
	order      []uint64
	locals     map[uint64]struct{} // see dropLocals
	names      map[string]uint32
}

// scratches are those that nobody uses. A sync.Pool would lose them at each collection, and an editor's next keystroke would make them anew.
var scratches = make(chan *scratch, 4)

// maxScratch is for how many nodes memory is kept.
const maxScratch = 1 << 17

func newScratch() *scratch {
	select {
	case s := <-scratches:
		return s
	default:
		return &scratch{locals: map[uint64]struct{}{}, names: map[string]uint32{}}
	}
}

// release gives s back. It keeps nothing of the file's text alive.
func (s *scratch) release() {
	if cap(s.role) > maxScratch {
		return
	}
	s.references, s.bindings, s.passed, s.defs = emptied(s.references), emptied(s.bindings), emptied(s.passed), emptied(s.defs)
	s.comments, s.scopeList = s.comments[:0], s.scopeList[:0]
	s.matcher.forget()
	if len(s.locals) > 1<<12 { // clearing costs what the largest file made it
		s.locals, s.names = map[uint64]struct{}{}, map[string]uint32{}
	}
	clear(s.locals)
	clear(s.names)
	select {
	case scratches <- s:
	default:
	}
}

// emptied returns s without elements; its memory holds nothing.
func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}

// zeroed returns s with n elements that are zero.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// def is a definition on its way to a Symbol.
type def struct {
	m       *match
	name    int32 // node
	clauses []def // further clauses of the same function; see clause.go
	outer   int32 // the node with what belongs to it: export, decorators
	first   uint32
}

// assemble returns the facts of t.
func assemble(l *lang.Language, c *compiled, t *tree) *fact.File {
	s := newScratch()
	defer s.release()
	s.matcher.reset(t, c.grammar)
	a := &assembler{tree: t, g: c.grammar, l: l, containers: c.containers, all: s.matcher.run(c.query), scratch: s, params: map[int32]int32{}, values: map[int32][]fact.Expr{},
		lambdaParams: map[int32][]string{}, lambdaValues: map[int32][]fact.Expr{}, lambdaTypes: map[int32]string{}}
	a.file = newFile(l.Name, t.src)
	a.file.Errors = t.errors
	a.classify()
	a.spread()
	a.scopes()
	a.attributes()
	a.accessed()
	a.define()
	a.returns()
	a.bind()
	a.documentedVariables()
	a.documentedMembers()
	a.imports()
	a.refer()
	a.finish()
	for _, m := range a.sigils { // the next tree may share these nodes
		a.nodes[m.node].start -= uint32(len(m.pattern.props["sigil"]))
	}
	return a.file
}

func newFile(language string, src []byte) *fact.File {
	f := &fact.File{Language: language, Hash: fact.Sum(src), Size: len(src), Lines: text.LineStarts(src), ASCII: text.IsASCII(src)}
	f.Scopes = []fact.Scope{fileScope(src)}
	return f
}

func fileScope(src []byte) fact.Scope {
	return fact.Scope{Range: fact.Range{End: uint32(len(src))}, Parent: -1, Symbol: -1}
}

// classify sorts the matches by what they are about.
func (a *assembler) classify() {
	n := len(a.nodes)
	a.role, a.scope, a.symbol = zeroed(a.role, n), zeroed(a.scope, n), zeroed(a.symbol, n)
	a.used, a.wrap, a.flags = zeroed(a.used, n), zeroed(a.wrap, n), zeroed(a.flags, n)
	a.declarators()
	a.promote()
	for i := range a.all {
		m := &a.all[i]
		switch r := m.pattern.main; {
		case r.isDef():
			name := m.get(partName)
			if name < 0 || a.flags[name]&flagNamed != 0 || a.isRole(name, roleTuple) || cleanName(a.text(name)) == "" {
				continue
			}
			if m.pattern.props["component"] != "" {
				if a.component != nil {
					continue
				}
				a.component = m
			}
			if m.pattern.props["once"] != "" {
				if a.flags[m.node]&flagOnce != 0 {
					continue
				}
				a.flags[m.node] |= flagOnce
			}
			a.flags[name] |= flagNamed
			if a.flags[m.node]&flagHeld != 0 { // the variable that holds it names it
				continue
			}
			if k := a.kind(m); k.IsType() {
				a.flags[m.node] |= flagType
			}
			a.defs = append(a.defs, def{m: m, name: name})
			if fn := m.get(partFn); fn >= 0 {
				a.flags[fn] |= flagHeld
				if a.kind(m).Callable() {
					a.flags[fn] |= flagNamedFn
				}
			}
		case r == roleLambda:
			a.flags[m.node] |= flagAnonymous
			if t := a.typePart(m); t != "" {
				a.lambdaTypes[m.node] = t
			}
		case r == roleImport && m.pattern.props["reexport"] == "": // a variable that an import binds is no definition
			n := m.get(partAlias)
			if n < 0 {
				n = m.get(partName)
			}
			if n >= 0 {
				a.flags[n] |= flagNamed | flagImported
			}
		case r == roleComment:
			a.comments = append(a.comments, m.node)
		case r == roleWrap:
			a.wrap[m.node] = true
		case r == roleSkip:
			a.used[m.node] = true
			m.all(partName, func(n int32) { a.used[n] = true })
			m.all(partInner, a.skipBelow)
		case r == rolePackage:
			if a.file.Package != "" && m.pattern.props["nested"] != "" { // package a; package b
				a.file.Package += a.l.Rules.Separator + strings.Join(strings.Fields(a.text(m.get(partName))), "")
				continue
			}
			a.spaces = append(a.spaces, m)
			if a.file.Package == "" {
				a.file.Package = strings.Join(strings.Fields(a.text(m.get(partName))), "")
			}
		case r == roleExport:
			n := m.get(partName)
			a.used[n] = true
			a.exports = append(a.exports, a.text(n))
		case r == roleManifest:
			a.file.ModulePath = strings.Trim(a.text(m.get(partName)), "\"' ")
		case r >= roleCall && r < roleDeclarator && a.role[m.node] == 0:
			a.role[m.node] = int32(i) + 1
			if sigil := m.pattern.props["sigil"]; strings.HasPrefix(a.text(m.node), sigil) {
				a.nodes[m.node].start += uint32(len(sigil))
				if sigil != "" {
					a.sigils = append(a.sigils, m)
				}
			}
		}
	}
	a.documentedClasses()
	a.overloads()
	slices.SortStableFunc(a.defs, func(x, y def) int {
		if x.m.node != y.m.node {
			return int(x.m.node - y.m.node)
		}
		return int(x.name - y.name)
	})
	a.localVariables()
	a.clauses()
}

// promote makes types of variables that own members, where a type is just a value that functions are put into (Lua's tables).
func (a *assembler) promote() {
	owners := map[string]bool{}
	for i := range a.all {
		if m := &a.all[i]; m.pattern.main.isDef() {
			if o := m.get(partOwner); o >= 0 && kinds[m.pattern.main-roleDef].Callable() {
				owners[fact.TypeName(a.text(o))] = true
			}
		}
	}
	a.documentedOwners(owners)
	for i := range a.all {
		if m := &a.all[i]; m.pattern.main.isDef() && m.pattern.props["promote"] != "" && m.get(partName) >= 0 && owners[a.text(m.get(partName))] {
			m.as = fact.Kind(m.pattern.props["promote"])
		}
	}
}

// overloads removes the signatures that precede an implementation of the same name (TypeScript).
func (a *assembler) overloads() {
	type key struct {
		parent int32
		name   string
	}
	keyOf := func(d def) key {
		p := a.nodes[d.m.node].parent
		for p >= 0 && a.wrap[p] {
			p = a.nodes[p].parent
		}
		return key{p, a.text(d.name)}
	}
	implemented := map[key]bool{}
	signatures := 0
	for _, d := range a.defs {
		if d.m.pattern.props["overload"] != "" {
			signatures++
		}
	}
	if signatures == 0 {
		return
	}
	for _, d := range a.defs {
		if a.kind(d.m).Callable() && d.m.pattern.props["overload"] == "" {
			implemented[keyOf(d)] = true
		}
	}
	a.defs = slices.DeleteFunc(a.defs, func(d def) bool {
		if d.m.pattern.props["overload"] == "" || !implemented[keyOf(d)] {
			return false
		}
		for n := d.m.node; n < a.nodes[d.m.node].next; n++ { // its name and parameters are nobody's; the types that it names stay
			a.used[n] = a.used[n] || n == d.name || a.isRole(n, roleIdent)
		}
		return true
	})
}

// localVariables removes the definitions of variables inside functions: they become bindings. Of several assignments to one variable
// outside functions, the first is its definition.
func (a *assembler) localVariables() {
	for _, d := range a.defs {
		if a.kind(d.m).Callable() {
			a.flags[d.m.node] = a.flags[d.m.node]&^flagAnonymous | flagFunction // a function expression may have a name
		}
	}
	for i := range a.nodes {
		if a.flags[i]&flagNamedFn != 0 {
			a.flags[i] |= flagFunction
		} else if a.flags[i]&flagAnonymous != 0 {
			a.flags[i] |= flagFunction | flagLambda
			a.lambdas = append(a.lambdas, int32(i))
		}
		if p := a.nodes[i].parent; p >= 0 && (a.flags[p]&flagFunction != 0 || a.flags[p]&(flagInside|flagType) == flagInside) {
			a.flags[i] |= flagInside
		}
	}
	type variable struct {
		parent int32
		name   string
	}
	seen := map[variable]bool{}
	a.defs = slices.DeleteFunc(a.defs, func(d def) bool {
		k := kinds[d.m.pattern.main-roleDef]
		if k != fact.Variable && k != fact.Constant && k != fact.Field || d.m.get(partFn) >= 0 {
			return false
		}
		if a.flags[d.m.node]&flagInside != 0 { // Foo x(a); in a function looks like a prototype
			d.m.as = ""
			return true
		}
		if d.m.as != "" {
			return false
		}
		if d.m.pattern.props["name"] == "index" {
			return false
		}
		v := variable{a.nodes[d.m.node].parent, a.text(d.name)}
		for p := v.parent; p > 0 && k == fact.Variable; p = a.nodes[p].parent { // statements and blocks between do not matter
			v.parent = p
			if a.flags[p]&flagType != 0 {
				break
			}
			v.parent = 0
		}
		again := seen[v]
		seen[v] = true
		return again
	})
}

func (a *assembler) kind(m *match) fact.Kind {
	if m.as != "" {
		return m.as
	}
	return kinds[m.pattern.main-roleDef]
}

// What the nodes are; bits of assembler.flags.
const (
	flagFunction  = 1 << iota // a definition or an anonymous function
	flagLambda                // an anonymous function
	flagInside                // stands in a function
	flagOpens                 // opens a scope
	flagType                  // its scope is a class's
	flagDef                   // is a definition; a.symbol has its number
	flagInLambda              // stands in an anonymous function of its symbol
	flagNamed                 // a name that has been given to a definition or an import
	flagImported              // a name that an import binds
	flagHeld                  // a value that is named by the variable that holds it
	flagNamedFn               // a function of which that is true
	flagAnonymous             // a function that has no name of its own
	flagParams                // a parameter list; assembler.params has its symbol
	flagSkipped               // nothing in it is used
	flagParam                 // the name of a parameter that has been taken care of
	flagOnce                  // has the one definition that it can have
)

// spread notes which part of the file each of several package declarations is for: its node, or all up to the next where the node holds no
// more than the name.
func (a *assembler) spread() {
	if len(a.spaces) < 2 {
		return
	}
	for i, m := range a.spaces {
		name := strings.Join(strings.Fields(a.text(m.get(partName))), "")
		n := a.nodes[m.node]
		r := fact.Range{Start: n.start, End: n.end}
		if last := m.get(partName); n.next-1 == last || a.nodes[last].next == n.next || strings.TrimSpace(a.str[a.nodes[last].end:n.end]) == ";" {
			r.End = uint32(len(a.src))
			if i+1 < len(a.spaces) {
				r.End = a.nodes[a.spaces[i+1].node].start
			}
		}
		if around := a.file.SpaceAt(n.start); around >= 0 {
			name = a.file.Spaces[around].Name + a.l.Rules.Separator + name
		}
		a.file.Spaces = append(a.file.Spaces, fact.Space{Name: name, Range: r})
	}
}

// scopes lays out scopes and symbols over the nodes.
func (a *assembler) scopes() {
	for i := range a.all {
		switch m := &a.all[i]; m.pattern.main {
		case roleScope, roleLambda:
			a.flags[m.node] |= flagOpens
		case roleImpl:
			a.impls = true
			a.flags[m.node] |= flagOpens | flagType
		}
	}
	for i, d := range a.defs {
		n := d.m.node
		a.nameless = a.nameless || d.m.pattern.props["anonymous"] != ""
		if a.flags[n]&flagDef == 0 || a.kind(d.m) == fact.Module { // namespace a::b holds two, of which the second is in the first
			a.flags[n] |= flagDef
			a.symbol[n] = int32(i)
		}
		if k := a.kind(d.m); k.Callable() || k.IsType() || k == fact.Module {
			a.flags[n] |= flagOpens
		}
		for _, c := range d.clauses {
			a.flags[c.m.node] |= flagDef | flagOpens
			a.symbol[c.m.node] = int32(i)
		}
	}
	a.scopeList = append(a.scopeList, fileScope(a.src))
	for i := range a.nodes {
		p, flags := a.nodes[i].parent, a.flags[i]
		scope, symbol := int32(0), int32(-1)
		if p >= 0 {
			scope, symbol = a.scope[p], a.symbol[p]
		}
		if flags&flagDef != 0 {
			symbol = a.symbol[i]
		} else if p >= 0 && a.flags[p]&(flagLambda|flagInLambda) != 0 {
			a.flags[i] |= flagInLambda
		}
		if flags&flagOpens != 0 {
			a.scopeList = append(a.scopeList, fact.Scope{Range: fact.Range{Start: a.nodes[i].start, End: a.nodes[i].end}, Parent: scope, Symbol: symbol, Class: flags&flagType != 0})
			scope = int32(len(a.scopeList) - 1)
		}
		a.scope[i], a.symbol[i] = scope, symbol
	}
	a.file.Scopes = a.scopeList
}

// define makes the symbols.
func (a *assembler) define() {
	f := a.file
	f.Symbols = make([]fact.Symbol, len(a.defs))
	for i := range a.defs {
		d := &a.defs[i]
		a.extend(d)
		if i > 0 && a.nodes[d.outer].start < f.Symbols[i-1].Range.Start { // text that does not parse stands between
			d.outer, d.first = d.m.node, a.nodes[d.m.node].start
		}
		m, s := d.m, &f.Symbols[i]
		a.used[d.name] = true
		s.Name, s.Kind, s.Parent = cleanName(a.text(d.name)), a.kind(m), -1
		if p := a.nodes[m.node].parent; p >= 0 {
			s.Parent = a.symbol[p]
		}
		for s.Kind.IsType() && s.Parent >= 0 && a.holds(s.Parent) { // struct s { … } x; declares s beside x
			s.Parent = f.Symbols[s.Parent].Parent
		}
		if i > 0 && s.Kind == fact.Module && a.defs[i-1].m.node == m.node {
			s.Parent = int32(i - 1)
		}
		s.Range = fact.Range{Start: a.nodes[d.outer].start, End: max(a.nodes[d.outer].end, a.nodes[m.node].end)}
		s.NameRange = fact.Range{Start: a.nodes[d.name].start, End: a.nodes[d.name].end}
		s.Owner, s.Trait, s.Type = m.owner+a.part(m, partOwner), a.part(m, partTrait), a.typePart(m)
		if s.Owner == "" && a.impls {
			a.impl(m.node, s)
		}
		a.name(s, m)
		if prefix := m.pattern.props["value"]; prefix != "" && prefix != "name" {
			s.Value = fact.Expr(prefix + s.Name)
		}
		if v := m.get(partValue); v >= 0 {
			s.Value = a.valueFor(d.name, v)
		}
		a.named(s, m)
		if s.Kind.IsType() || m.pattern.props["promote"] == "" {
			m.all(partBase, func(n int32) { s.Bases = append(s.Bases, fold(a.text(n))); a.typeName(n) })
		}
		m.all(partTypeParam, func(n int32) { s.TypeParams, a.used[n] = append(s.TypeParams, a.text(n)), true })
		m.all(partParams, func(n int32) { a.params[n] = int32(i); a.flags[n] |= flagParams })
		a.adjust(s, m)
		body := m.get(partBody)
		end := s.Range.End
		if body >= 0 {
			end = a.beforeComments(a.nodes[body].start)
		}
		s.Signature = signature(a.str[a.nodes[m.node].start:max(end, a.nodes[m.node].start)])
		s.Abstract = m.pattern.props["abstract"] == "1" || body < 0 && s.Kind.Callable() && m.get(partFn) < 0 && m.pattern.props["abstract"] != "never"
		modifiers := a.access(d, s) + a.str[d.first:max(a.nodes[d.name].start, d.first)]
		s.Static = a.static(m, s, modifiers)
		if m.pattern.props["name"] == "index" {
			a.numbered(d, s)
			modifiers = modifiers[strings.LastIndexAny(modifiers, "(,")+1:]
		}
		s.Exported = (a.l.Exported == nil || a.l.Exported(s.Name, modifiers)) && a.exported(s)
		s.Test = s.Parent >= 0 && f.Symbols[s.Parent].Test || a.l.TestSymbol != nil && a.l.TestSymbol(s.Name, modifiers)
		s.Doc = a.doc(d)
		a.documented(int32(i), s, a.str[min(d.first, a.nodes[m.node].start):a.nodes[m.node].start])
		a.mergeClauses(d, int32(i))
	}
}

// named gives a definition the value and the type that names in it stand for.
func (a *assembler) named(s *fact.Symbol, m *match) {
	if m.pattern.props["value"] == "name" {
		s.Value = fact.Expr(cleanName(cmp.Or(a.part(m, partValue), s.Name)))
		if of := strings.TrimPrefix(cmp.Or(a.part(m, partOf), m.pattern.props["of"]), ":"); of != "" {
			s.Value = fact.Expr(of) + "." + s.Value
		}
	}
	if t := m.pattern.props["typed"]; t != "" {
		name := strings.Trim(a.part(m, partType), "\"'")
		if name == "" && strings.Contains(t, "%") {
			name = a.l.TypeNamed(s.Name)
		}
		s.Type = strings.ReplaceAll(t, "%", name)
	}
}

// exported reports whether the file's list of exports, if it has one, holds a symbol or the type that it belongs to.
func (a *assembler) exported(s *fact.Symbol) bool {
	if len(a.exports) == 0 || slices.Contains(a.exports, s.Name) || slices.Contains(a.exports, a.file.Package) {
		return true
	}
	return s.Parent >= 0 && !a.file.Symbols[s.Parent].Kind.Callable() && a.file.Symbols[s.Parent].Exported
}

// numbered gives a definition without a name of its own (a field of a tuple struct) its number among its siblings. Its node is that of
// its type, which stays a use of that type; hence the empty name range.
func (a *assembler) numbered(d *def, s *fact.Symbol) {
	n, field := 0, a.nodes[d.name].field
	for c := a.firstChild(a.nodes[d.name].parent); c >= 0 && c < d.name; c = a.sibling(c) {
		if a.nodes[c].field == field && a.g.isNamed(a.nodes[c].kind) {
			n++
		}
	}
	s.Name, s.Signature = strconv.Itoa(n), a.text(d.name)
	s.Range, s.NameRange.End = s.NameRange, s.NameRange.Start
	a.used[d.name] = false
}

// static reports whether a member belongs to its type itself: the query says so, always or for want of a receiver, or a modifier does.
func (a *assembler) static(m *match, s *fact.Symbol, modifiers string) bool {
	if !a.member(s) {
		return false
	}
	if m.pattern.props["static"] == "no receiver" {
		return m.get(partReceiver) < 0 && s.Kind.Callable()
	}
	return m.pattern.props["static"] != "" || fact.HasWord(modifiers, "static") || strings.Contains(modifiers, "@staticmethod") || strings.Contains(modifiers, "@classmethod")
}

func (a *assembler) member(s *fact.Symbol) bool {
	return s.Owner != "" || s.Parent >= 0 && a.file.Symbols[s.Parent].Kind.IsType()
}

// name settles names and owners that the syntax does not spell out.
func (a *assembler) name(s *fact.Symbol, m *match) {
	props := m.pattern.props
	if v := props["rename"]; v != "" {
		s.Name = v
	}
	s.Name = props["before"] + s.Name
	if props["named"] == "around" && s.Parent >= 0 {
		s.Name = a.file.Symbols[s.Parent].Name
	}
	if v := props["anonymous"]; v != "" { // a class without a name: new Base
		s.Name = strings.TrimSpace(v + " " + fact.TypeName(a.part(m, partBase)))
	}
	if props["owner"] == "" && (s.Owner == "" || !slices.Contains(a.l.Rules.Self, s.Owner)) {
		return
	}
	s.Owner = "" // this.f = function: a member of the class, or of the outermost function, which constructs
	for p := s.Parent; p >= 0; p = a.file.Symbols[p].Parent {
		around := &a.file.Symbols[p]
		if around.Kind.Callable() && around.Owner != "" {
			s.Owner = around.Owner
			return
		}
		s.Owner = around.Name
		if around.Kind.IsType() || props["owner"] != "" {
			return
		}
	}
}

// adjust settles kinds that depend on where a definition stands.
func (a *assembler) adjust(s *fact.Symbol, m *match) {
	member := a.member(s)
	switch {
	case s.Kind == fact.Function && member:
		s.Kind = fact.Method
	case s.Kind == fact.Method && !member && m.pattern.props["free"] == "":
		s.Kind = fact.Function
	case s.Kind == fact.Variable && member:
		s.Kind = fact.Field
	}
	if s.Kind == fact.Method && slices.Contains(a.l.Rules.Constructors, "=") && s.Name == a.typeOf(s) {
		s.Kind = fact.Constructor
	}
	if s.Kind == fact.Method && s.Owner == "" && slices.Contains(a.l.Rules.Constructors, s.Name) {
		s.Kind = fact.Constructor
		if s.Name == "new" || s.Name == "__init__" { // found by their own names, as methods are
			s.Kind = fact.Method
		}
	}
}

// holds reports whether symbol i is a variable, field or alias, which may have a type's definition in its declaration.
func (a *assembler) holds(i int32) bool {
	switch a.file.Symbols[i].Kind {
	case fact.Variable, fact.Field, fact.Constant, fact.Type:
		return true
	}
	return false
}

// typeOf returns the name of the type that s is a member of.
func (a *assembler) typeOf(s *fact.Symbol) string {
	if s.Owner != "" {
		return fact.TypeName(s.Owner)
	}
	return a.file.Symbols[s.Parent].Name
}

// impl gives a definition directly inside an impl block its owner.
func (a *assembler) impl(n int32, s *fact.Symbol) {
	for p := a.nodes[n].parent; p >= 0; p = a.nodes[p].parent {
		if a.flags[p]&flagFunction != 0 || a.symbol[p] >= 0 && a.kind(a.defs[a.symbol[p]].m) != fact.Module {
			return
		}
		if i := a.implAt(p); i >= 0 {
			s.Owner, s.Trait = fold(a.part(&a.all[i], partType)), fold(a.part(&a.all[i], partTrait))
			return
		}
	}
}

func (a *assembler) implAt(n int32) int {
	i, ok := slices.BinarySearchFunc(a.all, n, func(m match, n int32) int { return int(m.node - n) })
	for ; ok && i < len(a.all) && a.all[i].node == n; i++ {
		if a.all[i].pattern.main == roleImpl {
			return i
		}
	}
	return -1
}

func (a *assembler) part(m *match, r role) string {
	if n := m.get(r); n >= 0 {
		return a.text(n)
	}
	return ""
}

// alone reports whether n is the only child of its kind.
func (a *assembler) alone(parent, n int32) bool {
	for c := a.firstChild(parent); c >= 0; c = a.sibling(c) {
		if c != n && a.nodes[c].kind == a.nodes[n].kind {
			return false
		}
	}
	return true
}

// extend finds what belongs to a definition outside its own node: wrappers around it, attributes before it.
func (a *assembler) extend(d *def) {
	d.outer = d.m.node
	if p := a.nodes[d.outer].parent; p >= 0 && a.wrap[p] && !a.alone(p, d.outer) { // the statement belongs to none of them
		d.first = a.nodes[d.outer].start
		return
	}
	for p := a.nodes[d.outer].parent; p >= 0 && a.wrap[p]; p = a.nodes[p].parent {
		d.outer = p
	}
	d.first = a.nodes[d.outer].start
	if first, ok := a.attributed[d.outer]; ok {
		d.first = first
	}
}

// accessed notes which access specifier (public:) holds for the siblings behind it.
func (a *assembler) accessed() {
	for i := range a.all {
		m := &a.all[i]
		if m.pattern.main != roleAccess {
			continue
		}
		if a.accesses == nil {
			a.accesses = map[int32]int32{}
		}
		for c := a.sibling(m.node); c >= 0 && a.nodes[c].kind != a.nodes[m.node].kind; c = a.sibling(c) {
			a.accesses[c] = m.node
		}
	}
}

// access returns the modifiers that a definition has from an access specifier before it or from its container's default.
func (a *assembler) access(d *def, s *fact.Symbol) string {
	if n, ok := a.accesses[d.outer]; ok {
		return a.text(n) + " "
	}
	if s.Parent >= 0 && s.Owner == "" {
		if word := a.defs[s.Parent].m.pattern.props["access"]; word != "" {
			return word + " "
		}
	}
	return ""
}

// attributes notes for each node that attributes stand before where the first of them starts.
func (a *assembler) attributes() {
	if len(a.l.Rules.Attributes) == 0 {
		return
	}
	a.attributed = map[int32]uint32{}
	var isAttribute, isBetween [1 << 16]bool
	for k, name := range a.g.names {
		isAttribute[k] = a.g.named[k] && slices.Contains(a.l.Rules.Attributes, name)
		isBetween[k] = isAttribute[k] || !a.g.named[k] || a.g.is(uint16(k), traitComment)
	}
	done := int32(-1)
	for i := range a.nodes {
		if !isAttribute[a.nodes[i].kind] || int32(i) < done {
			continue
		}
		n := int32(i)
		for n >= 0 && isBetween[a.nodes[n].kind] {
			n = a.sibling(n)
		}
		if n >= 0 {
			a.attributed[n], done = a.nodes[i].start, n
		}
	}
}

// nothing is what functions return beside their real results.
var nothing = map[fact.Expr]bool{"`nil`": true, "`None`": true, "`null`": true, "`undefined`": true}

// last reports whether no named node but comments stands behind n.
func (a *assembler) last(n int32) bool {
	for c := a.sibling(n); c >= 0; c = a.sibling(c) {
		if kind := a.nodes[c].kind; a.g.isNamed(kind) && !a.g.is(kind, traitComment) {
			return false
		}
	}
	return true
}

// returns collects the expression that a function returns when there is just one and no type is declared.
func (a *assembler) returns() {
	for i := range a.all {
		m := &a.all[i]
		if m.pattern.main != roleReturn {
			continue
		}
		s := a.symbol[m.node]
		inner := m.get(partInner)
		if inner < 0 || m.pattern.props["last"] != "" && !a.last(inner) {
			continue
		}
		if !a.isRole(inner, roleTuple) || a.all[a.role[inner]-1].pattern.props["items"] == "" {
			a.components(inner, func(i int, n int32) { // of several results, the first
				if i == 0 {
					inner = n
				}
			})
		}
		e := a.expr(inner)
		if a.flags[inner]&flagInLambda != 0 {
			a.lambdaReturns(inner, e)
			continue
		}
		if nothing[e] {
			continue
		}
		if s < 0 {
			continue
		}
		if m.pattern.props["owner"] != "" { // an object whose methods are listed under the function that makes it
			if e[0] != '{' {
				e = "{}"
			}
			e = typeExpr(a.file.Symbols[s].Name) + e
		}
		if m.pattern.props["yield"] != "" {
			e = "{*" + e + "}"
			if m.pattern.props["yield"] == "item" {
				e = "{?:" + e[2:]
			}
		}
		a.values[s] = append(a.values[s], e)
	}
	for s, all := range a.values {
		if sym := &a.file.Symbols[s]; sym.Kind.Callable() && sym.Type == "" {
			if e := union(all); e != "?" && len(e) <= 2*maxContainer {
				sym.Value = e
			}
		}
	}
}

// finish sorts, prunes and adds what needs all the rest.
func (a *assembler) finish() {
	f := a.file
	for i := range a.all {
		if m := &a.all[i]; m.pattern.main == roleImpl && m.get(partTrait) >= 0 || m.pattern.main == roleInherit {
			f.Inherits = append(f.Inherits, fact.Inherit{Type: fold(a.part(m, partType)), Base: fold(a.part(m, partTrait) + a.part(m, partBase)), Start: a.nodes[m.node].start})
		}
	}
	slices.SortStableFunc(f.Imports, func(x, y fact.Import) int { return int(x.Start) - int(y.Start) })
	a.findLocals()
	f.Bindings, a.order = byStart(a.bindings, a.order, func(b *fact.Binding) (uint32, bool) { return b.Start, true })
	f.References, a.order = byStart(a.references, a.order, func(r *fact.Reference) (uint32, bool) { return r.Start, !a.isLocal(r) })
	a.passes()
	a.allLambdas()
	pruneScopes(f, a.l.Rules.Unit == fact.UnitDeclared)
	f.Generated = generatedMarker(a.src)
	f.Chunks = a.chunks()
	f.Mentions = a.mentions()
}

// pruneScopes removes scopes that bind nothing and belong to no definition; with blocks, those stay in which a function is defined.
func pruneScopes(f *fact.File, blocks bool) {
	keep := make([]bool, len(f.Scopes))
	keep[0] = true
	for _, b := range f.Bindings {
		keep[b.Scope] = true
	}
	for _, i := range f.Imports {
		keep[i.Scope] = true
	}
	for i := 0; blocks && i < len(f.Symbols); i++ { // those in which something is defined tell where it is visible
		if s := &f.Symbols[i]; s.Parent < 0 && s.Kind.Callable() {
			in := f.ScopeAt(s.Range.Start)
			if in > 0 && f.Scopes[in].Range.Start == s.Range.Start {
				in = f.Scopes[in].Parent
			}
			keep[in] = true
		}
	}
	starts := map[uint32]bool{}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Kind.Callable() || s.Kind.IsType() || s.Kind == fact.Module {
			starts[s.Range.Start] = true
		}
	}
	to := make([]int32, len(f.Scopes))
	kept := f.Scopes[:0] // memory of the scratch
	for i, s := range f.Scopes {
		if s.Parent >= 0 {
			s.Parent = to[s.Parent]
		}
		own := s.Symbol >= 0 && (i == 0 || s.Symbol != f.Scopes[s.Parent].Symbol)
		if keep[i] || own || s.Class || starts[s.Range.Start] {
			to[i] = int32(len(kept))
			kept = append(kept, s)
		} else {
			to[i] = s.Parent
		}
	}
	f.Scopes = slices.Clone(kept)
	for i := range f.Bindings {
		f.Bindings[i].Scope = to[f.Bindings[i].Scope]
	}
	for i := range f.Imports {
		f.Imports[i].Scope = to[f.Imports[i].Scope]
	}
}

// byStart returns those of list that keep wants, in order of where they start; it sorts numbers, since moving the values around costs
// several times as much. order is scratch memory.
func byStart[T any](list []T, order []uint64, start func(*T) (at uint32, keep bool)) ([]T, []uint64) {
	order = orderOf(list, order, start)
	if len(order) == 0 {
		return nil, order
	}
	out := make([]T, len(order))
	for i, o := range order {
		out[i] = list[uint32(o)]
	}
	return out, order
}

// orderOf returns the order of byStart; the lower half of each number is an index of list.
func orderOf[T any](list []T, order []uint64, start func(*T) (at uint32, keep bool)) []uint64 {
	order = order[:0]
	for i := range list {
		if at, keep := start(&list[i]); keep {
			order = append(order, uint64(at)<<32|uint64(i))
		}
	}
	slices.Sort(order)
	return order
}

// findLocals notes which names are plain local variables of which scopes.
func (a *assembler) findLocals() {
	for i := range a.bindings {
		b := &a.bindings[i]
		if b.Kind != fact.Local && b.Kind != fact.Parameter {
			continue
		}
		n, ok := a.names[b.Name]
		if !ok {
			n = uint32(len(a.names))
			a.names[b.Name] = n
		}
		a.locals[uint64(b.Scope)<<32|uint64(n)] = struct{}{}
	}
}

// isLocal reports whether r reads or writes a plain local variable: such uses say nothing to other files and are most of all names.
func (a *assembler) isLocal(r *fact.Reference) bool {
	if r.Recv != "" || r.Kind == fact.Call || r.Kind == fact.New {
		return false
	}
	n, ok := a.names[r.Name]
	if !ok {
		return false
	}
	for s := a.file.ScopeAt(r.Start); s > 0; s = a.file.Scopes[s].Parent {
		if _, ok := a.locals[uint64(s)<<32|uint64(n)]; ok {
			return true
		}
	}
	return false
}
