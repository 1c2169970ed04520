package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// kind says what is known of an expression.
type kind uint8

const (
	unknown  kind = iota // nothing
	none                 // certainly nothing of the workspace has this name here
	external             // comes from a library or the language
	isModule             // a module
	isType               // a type itself
	instance             // a value of a type
	isFunc               // a callable
	isLambda             // a function without a name: that which starts at value.at of value.file
	object               // a list or an object of which nothing is known but its items
	several              // any of value.parts
)

// value is what an expression stands for.
type value struct {
	kind kind
	ids  []ID    // the types or callables
	mod  *module // isModule
	weak bool    // found by a rule that is usually right, not by proof

	vague bool    // so many things are possible that none is likely
	parts []value // several
	items []item  // of a list or an object; nil: not known to be one

	recv *value // isFunc: what it was found in, where that says what its type parameters stand for

	extends bool // functions that extend a type; it is not certain that they apply

	declared *value // isLambda: what the parameter that it is given for holds by its type; nil: not known

	// For instances: the type as written, so that elements and components can be found, and where it was written.
	text string
	file *File
	at   uint32
}

// resolver looks things up in one graph for one request. It keeps what it has found; it is not safe for concurrent use.
type resolver struct {
	g          *Graph
	modules    map[modulePath]*module
	starred    map[moduleKey][]*module // see stars
	members    map[memberKey]value
	packages   map[packageKey][]ID
	whole      map[ID][]ID          // the parts of a type, by each of them
	lines      map[ID][]ID          // a type and its bases
	fullTypes  map[packageKey]value // see fullType
	loaders    map[*File][]*File    // who includes a file; see together
	owners     map[ID][]ID
	libraries  map[string]bool // names of folders with files of StemModules
	converters map[string][]ID // by the name of the type that comes out; see converted
	manifested map[fact.Manifest][]*File
	builds     map[string]*unit // by path: that of the file, or the nearest; nil: not read
	units      []*unit
	headers    []string                  // folders of all units
	shared     map[string][]sharedImport // by the project's folder; nil: not read
	types      map[typeKey]value
	cuts       int         // how often a cycle or the depth ended a search; what was found around that is not kept
	walks      int         // lookups of members that are going on, one inside the other
	passing    []memberKey // what such lookups found around a cycle: kept while they last, else bases that share bases take exponential time
	flows      map[flowKey]value
	calls      map[siteKey][]site
	callees    map[refKey]value
	homes      map[*File]home
	level      int       // how many parameters may be followed from here; see argument
	busy       []busyKey // what is being followed, one inside the other
	leave      func()    // takes the last one off busy
}

// typeKey names what a type's name means in one scope.
type typeKey struct {
	file          *File
	name          string
	scope, symbol int32
}

type memberKey struct {
	id    ID
	name  string
	level int
}

type busyKey struct {
	file *File
	kind byte
	i    int32
	name string
}

// maxDepth bounds how many bindings, results and re-exports are followed one through the other.
const maxDepth = 24

func newResolver(g *Graph) *resolver {
	r := &resolver{g: g, modules: map[modulePath]*module{}, starred: map[moduleKey][]*module{}, members: map[memberKey]value{}, packages: map[packageKey][]ID{}, fullTypes: map[packageKey]value{}, whole: map[ID][]ID{}, lines: map[ID][]ID{}, owners: map[ID][]ID{}, manifested: map[fact.Manifest][]*File{}, types: map[typeKey]value{},
		flows: map[flowKey]value{}, calls: map[siteKey][]site{}, callees: map[refKey]value{}, homes: map[*File]home{}, level: maxLevel}
	r.leave = func() { r.busy = r.busy[:len(r.busy)-1] }
	return r
}

// enter guards against cycles and depth; leave must be called when ok.
func (r *resolver) enter(k busyKey) (leave func(), ok bool) {
	if len(r.busy) >= maxDepth || slices.Contains(r.busy, k) {
		r.cuts++
		return nil, false
	}
	r.busy = append(r.busy, k)
	return r.leave, true
}

// pathMember returns the member of the module or type that a single name means in a path (Rust), where a variable has the same name.
func (r *resolver) pathMember(f *File, of, name string, at uint32) (value, bool) {
	if f.Rules.Separator != "::" || nameEnd(of, 0) != len(of) {
		return value{}, false
	}
	m := r.lookupWhere(f, of, at, func(k fact.Kind) bool { return k.IsType() || k == fact.Module })
	if of == "self" {
		m = value{kind: isModule, mod: &module{files: []*File{f}, from: f, scope: f.blockModule(at)}}
	}
	if m.kind != isModule && m.kind != isType {
		return value{}, false
	}
	v := r.member(m, name, f)
	return v, v.kind == isFunc || v.kind == isType
}

// instance returns a value of the type written as text at a place in f.
func (r *resolver) instance(f *File, text string, at uint32) value {
	v := value{kind: external, text: text, file: f, at: at}
	t := parseType(text, f.Rules)
	if len(t.list) > 0 && t.name == "" && f.Rules.Unit == fact.UnitFolder { // of several results, the first
		t = parseType(t.list[0], f.Rules)
	}
	if t.name == "" {
		return r.composed(v, t)
	}
	typ := r.typeNamed(f, t.name, at)
	if t.key != "" {
		if m := r.member(value{kind: instance, ids: typ.ids}, t.key, f); typ.kind == isType && m.kind != none && m.kind != unknown {
			return m
		}
		return v
	}
	switch typ.kind {
	case isType:
		v.kind, v.ids, v.weak = instance, typ.ids, typ.weak
	case isModule:
		if f.Rules.FileTypes {
			v.kind, v.mod = isModule, typ.mod
		}
	case unknown:
		v.kind = unknown
	}
	return v
}

// composed returns a value of the type t that has no name, v when it is none of the workspace's: that of an expression, or of any part of a union.
func (r *resolver) composed(v value, t typeText) value {
	if t.expr == "" && (len(t.either) == 0 || len(t.either) > maxFlow) {
		return v
	}
	leave, ok := r.enter(busyKey{file: v.file, kind: 'u', i: int32(v.at), name: v.text})
	if !ok {
		return v
	}
	defer leave()
	if t.expr != "" {
		if e := r.eval(v.file, t.expr, v.at); e.kind != unknown && e.kind != none {
			return e
		}
		return v
	}
	var all []value
	for _, part := range t.either {
		if p := r.instance(v.file, part, v.at); p.kind == instance || p.kind == several {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return v
	}
	return merge(all)
}

// typeNamed resolves a dotted type name.
func (r *resolver) typeNamed(f *File, name string, at uint32) value {
	if f.Rules.FunctionsMake { // what a function makes may depend on where the search came from
		return r.findType(f, name, at)
	}
	key := typeKey{f, name, f.Facts.ScopeAt(at), f.Facts.SymbolAt(at)}
	if v, ok := r.types[key]; ok {
		return v
	}
	cuts := r.cuts
	v := r.findType(f, name, at)
	if r.cuts == cuts {
		r.types[key] = v
	}
	return v
}

func (r *resolver) findType(f *File, name string, at uint32) value {
	leave, ok := r.enter(busyKey{file: f, kind: 't', i: int32(at), name: name})
	if !ok {
		return value{}
	}
	defer leave()
	for p := f.Facts.SymbolAt(at); p >= 0; p = f.Facts.Symbols[p].Parent {
		if slices.Contains(f.Facts.Symbols[p].TypeParams, name) {
			return r.bound(f, p, name)
		}
	}
	if place, ok := strings.CutPrefix(name, `\`); ok {
		start, _ := strconv.Atoi(place)
		return definedAt(f, uint32(start))
	}
	first, rest, _ := strings.Cut(name, ".")
	v := r.lookupType(f, first, at)
	if f.Rules.FunctionsMake && v.kind != isType && v.kind != isModule {
		if made := r.lookup(f, first, at); made.kind == isFunc || made.kind == isType || made.kind == isModule {
			v = value{kind: made.kind, ids: made.ids, mod: made.mod, weak: made.weak}
		}
	}
	for rest != "" && v.kind != unknown && v.kind != none {
		first, rest, _ = strings.Cut(rest, ".")
		if variant := r.variant(v, first); rest == "" && variant != nil {
			return value{kind: isType, ids: variant}
		}
		v = r.member(v, first, f)
	}
	if v.kind != isType && f.Rules.Unit == fact.UnitDeclared && strings.Contains(name, ".") { // a type may have the name of the package
		if full := r.fullName(f, name); full.kind == isType {
			return full
		}
	}
	if v.kind == isModule { // a module that is a class
		if d := r.export(v.mod, "default", 0); d.kind == isType || d.kind == isFunc {
			v = d
		}
	}
	if f.Rules.FunctionsMake && v.kind == isFunc {
		if t, ok := returned(v.ids[0]); ok {
			return value{kind: isType, ids: []ID{t}, weak: v.weak}
		}
		v.kind = isType
	}
	return v
}

// fullName returns the type that a name with its whole package before it means.
func (r *resolver) fullName(f *File, name string) value {
	i := strings.LastIndexByte(name, '.')
	m := r.packageModule(f, strings.ReplaceAll(name[:i], ".", f.Rules.Separator))
	if m == nil {
		return value{}
	}
	return r.export(m, name[i+1:], 0)
}

// returned returns the type without a name that function id returns: it is called like the function (Zig).
func returned(id ID) (ID, bool) {
	for _, i := range id.File.named(id.Def().Name).symbols() {
		if s := &id.File.Facts.Symbols[i]; s.Parent == id.Symbol && s.Kind.IsType() {
			return ID{id.File, i}, true
		}
	}
	return ID{}, false
}

// variant returns the member of an enumeration called name, which may hold values.
func (r *resolver) variant(v value, name string) []ID {
	if v.kind != isType || v.ids[0].Def().Kind != fact.Enum {
		return nil
	}
	for _, i := range v.ids[0].File.named(name).symbols() {
		if s := &v.ids[0].File.Facts.Symbols[i]; s.Kind == fact.EnumMember && s.Parent == v.ids[0].Symbol {
			return []ID{{v.ids[0].File, i}}
		}
	}
	return nil
}

// bound returns the type that a type parameter of symbol p must be a kind of.
func (r *resolver) bound(f *File, p int32, name string) value {
	within := f.Facts.Symbols[p].Range
	for _, i := range f.named(name).bindings() {
		if b := &f.Facts.Bindings[i]; b.Type != "" && b.Kind == fact.Local && within.Start <= b.Start && b.Start < within.End {
			v := r.instance(f, b.Type, b.Start)
			if v.kind == instance {
				return value{kind: isType, ids: v.ids, weak: v.weak}
			}
		}
	}
	return value{}
}

// lookupType is lookup for a name that must be a type or a module: variables of the same name do not hide it.
func (r *resolver) lookupType(f *File, name string, at uint32) value {
	if name == "Self" || name == "self" || slices.Contains(f.Rules.Self, name) {
		if ids := r.enclosingTypes(f, at); len(ids) > 0 {
			return value{kind: isType, ids: ids}
		}
		if f.Rules.FileTypes {
			return value{kind: isModule, mod: &module{files: []*File{f}, from: f, scope: -1}}
		}
	}
	v := r.lookupWhere(f, name, at, func(k fact.Kind) bool { return k.IsType() || k == fact.Module })
	if v.kind == isFunc || v.kind == instance {
		return value{}
	}
	return v
}

// symbolValue returns what a symbol stands for as an expression.
func (r *resolver) symbolValue(ids ...ID) value {
	id := ids[0]
	s := id.Def()
	switch {
	case s == nil:
		return value{kind: isModule, mod: &module{files: []*File{id.File}, from: id.File, scope: -1}}
	case s.Kind == fact.Module:
		return value{kind: isModule, mod: &module{files: []*File{id.File}, from: id.File, scope: id.Symbol}}
	case s.Kind == fact.Property:
		return r.result(value{kind: isFunc, ids: ids})
	case s.Kind.Callable():
		return value{kind: isFunc, ids: ids}
	case s.Kind.IsType():
		return value{kind: isType, ids: r.wholes(ids)}
	case s.Kind == fact.EnumMember:
		if p := id.File.Facts.Container(id.Symbol); p >= 0 {
			return value{kind: instance, ids: []ID{{id.File, p}}}
		}
		return value{}
	}
	if s.Type != "" {
		return withItems(r.instance(id.File, s.Type, s.NameRange.Start), id.File, s.Value, s.NameRange.Start)
	}
	return r.guarded(id.File, 's', id.Symbol, s.Value, s.NameRange.Start)
}

// guarded evaluates the value of a symbol or binding, once on the way.
func (r *resolver) guarded(f *File, what byte, i int32, e fact.Expr, at uint32) value {
	leave, ok := r.enter(busyKey{file: f, kind: what, i: i})
	if !ok {
		return value{}
	}
	defer leave()
	return r.eval(f, e, at)
}

// bindingValue returns what a variable holds.
func (r *resolver) bindingValue(f *File, i int32) value {
	b := &f.Facts.Bindings[i]
	if b.Kind == fact.Parameter {
		return r.parameter(f, i)
	}
	if b.Type != "" {
		return withItems(r.instance(f, b.Type, b.Start), f, b.Value, b.Start)
	}
	at := b.Start
	if at > 0 {
		at-- // the value of x = x.f() is that before
	}
	return r.guarded(f, 'b', i, b.Value, at)
}

// result returns what calling v yields.
func (r *resolver) result(v value) value {
	switch v.kind {
	case several:
		return v.each(r.result)
	case isLambda:
		return r.lambdaResult(v)
	case isType:
		return value{kind: instance, ids: v.ids, weak: v.weak}
	case isFunc:
		if t, ok := returned(v.ids[0]); ok && v.ids[0].File.Rules.FunctionsMake {
			return value{kind: isType, ids: []ID{t}, weak: v.weak}
		}
		if filled, ok := r.fill(v.ids[0], v.ids[0].Def().Type, v.recv); ok {
			return filled
		}
		if len(v.ids) == 1 || len(v.ids) > maxFlow || v.ids[0].File.Rules.Overloads {
			return r.resultOf(v.ids[0])
		}
		var all []value
		for _, id := range v.ids {
			all = append(all, r.resultOf(id))
		}
		return merge(all)
	case isModule:
		if d := r.export(v.mod, "default", 0); d.kind == isFunc || d.kind == isType {
			return r.result(d)
		}
		return value{}
	case instance, external:
		if v.text != "" {
			if t := parseType(v.text, v.file.Rules); t.call != "" {
				return r.instance(v.file, t.call, v.at)
			}
		}
		if v.kind == instance {
			if s := v.ids[0].Def(); s.Kind == fact.Type && s.Type != "" { // a named function type
				if t := parseType(s.Type, v.ids[0].File.Rules); t.call != "" {
					return r.instance(v.ids[0].File, t.call, s.NameRange.Start)
				}
			}
			return value{}
		}
		return value{kind: external}
	}
	return value{kind: v.kind}
}

// lambdaResult returns what calling an anonymous function yields: what its own expression says, behind the type of a parameter that it is given for.
func (r *resolver) lambdaResult(v value) value {
	if v.declared != nil {
		if d := r.result(*v.declared); d.kind == instance {
			return d
		}
	}
	l := v.file.lambdaAt(v.at)
	return r.guarded(v.file, 'l', int32(l), v.file.Facts.Lambdas[l].Value, v.at)
}

// resultOf returns what calling one function yields.
func (r *resolver) resultOf(id ID) value {
	s := id.Def()
	if s.Kind == fact.Constructor {
		if p := id.File.Facts.Container(id.Symbol); p >= 0 {
			return value{kind: instance, ids: []ID{{id.File, p}}}
		}
	}
	if s.Type != "" {
		return r.instance(id.File, s.Type, s.NameRange.Start)
	}
	at := s.Range.End
	if at > 0 {
		at--
	}
	v := r.guarded(id.File, 'r', id.Symbol, s.Value, at)
	if len(v.ids) > 1 && slices.ContainsFunc(s.Params, func(p fact.Param) bool { return p.Name == string(s.Value) }) {
		v.vague = true // it returns what it is given: which of all that is the caller's cannot be told
	}
	return v
}

// element returns the element of v with a constant key, any when the key is "".
func (r *resolver) element(v value, key string) value {
	if v.kind == several {
		return v.each(func(p value) value { return r.element(p, key) })
	}
	if v.items != nil {
		if key == ":" { // a part of a list: places change
			v.items = nil
			return v
		}
		if e := r.itemValue(v.items, key); e.kind != unknown || v.kind == object {
			return e
		}
	}
	if v.text != "" && isOption(v.text, v.file.Rules) {
		return r.instance(v.file, argumentOf(v.text), v.at)
	}
	if v.text != "" {
		t := parseType(v.text, v.file.Rules)
		if n, err := strconv.Atoi(key); err == nil && len(t.list) > 1 && n < len(t.list) {
			return r.instance(v.file, t.list[n], v.at)
		}
		if t.elem != "" {
			return r.instance(v.file, t.elem, v.at)
		}
	}
	if v.kind == instance {
		if s := v.ids[0].Def(); s.Kind == fact.Type && s.Type != "" {
			if t := parseType(s.Type, v.ids[0].File.Rules); t.elem != "" {
				return r.instance(v.ids[0].File, t.elem, s.NameRange.Start)
			}
		}
		if c, ok := r.collection(v); ok {
			return r.element(c, key)
		}
		if v.ids[0].File.Rules.Includes { // an array's or pointer's declarator is no part of its type's text
			if op := r.member(v, "operator[]", v.ids[0].File); op.kind == isFunc {
				return r.result(op)
			}
			return v
		}
		if op := v.ids[0].File.Rules.Operators["["]; op != "" {
			if m := r.member(v, op, v.ids[0].File); m.kind == isFunc {
				return r.result(m)
			}
		}
		if key != "" && v.ids[0].File.Rules.Keyed {
			return r.member(v, key, v.ids[0].File)
		}
		if len(v.ids[0].File.Rules.Loops) > 0 {
			return r.next(v)
		}
		return r.iterated(v)
	}
	if v.kind == external && v.text == "" {
		return value{kind: external}
	}
	return value{}
}

// isOption reports whether a type's own name is that of a wrapper whose content is handed to functions whole.
func isOption(text string, rules *fact.Rules) bool {
	if len(rules.Options) == 0 {
		return false
	}
	i := strings.IndexByte(text, '<')
	return i > 0 && slices.Contains(rules.Options, fact.TypeName(text[:i]))
}

// iterated returns what a loop over an instance of a workspace type takes.
func (r *resolver) iterated(v value) value {
	rules := v.ids[0].File.Rules
	for _, name := range rules.Iterates {
		m := r.memberOf(v.ids[0], name)
		leave, ok := r.enter(busyKey{file: v.ids[0].File, kind: 'e', i: v.ids[0].Symbol, name: name})
		if !ok {
			continue
		}
		got := m
		if m.kind == isFunc {
			got = r.result(m)
		}
		if m.kind == isFunc && got.text != "" && parseType(got.text, got.file.Rules).elem != "" || m.kind == isFunc && got.kind == instance && got.ids[0] != v.ids[0] && r.hasAny(got.ids[0], rules.Iterates) {
			got = r.element(got, "")
		}
		leave()
		if got.kind == instance {
			return got
		}
	}
	return value{}
}

func (r *resolver) hasAny(id ID, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return r.memberOf(id, n).kind == isFunc })
}

// next returns what a loop over an instance yields, by the methods that the loop runs.
func (r *resolver) next(v value) value {
	leave, ok := r.enter(busyKey{file: v.ids[0].File, kind: 'n', i: v.ids[0].Symbol}) // it may say that it loops over itself
	if !ok {
		return value{}
	}
	defer leave()
	names := v.ids[0].File.Rules.Loops
	for i, name := range names {
		m := r.member(v, name, v.ids[0].File)
		if m.kind != isFunc {
			return r.itemValue(v.items, "")
		}
		v = r.result(m)
		if v.kind == unknown || v.kind == none || v.kind == external {
			return value{}
		}
		if v.kind != instance && i+1 < len(names) {
			return r.element(v, "")
		}
	}
	return v
}

// iteration returns the methods that a loop over v runs.
func (r *resolver) iteration(v value) value {
	if v.kind == several {
		return v.each(r.iteration)
	}
	var all []value
	for v.kind == instance && len(all) < len(v.ids[0].File.Rules.Loops) {
		m := r.member(v, v.ids[0].File.Rules.Loops[len(all)], v.ids[0].File)
		if m.kind != isFunc {
			break
		}
		all = append(all, m)
		v = r.result(m)
	}
	weak := v.weak
	out := merge(all)
	out.weak = weak
	return out
}

// component returns part n of a tuple, or result n of a call.
func (r *resolver) component(v value, n int) value {
	if v.kind == several {
		return v.each(func(p value) value { return r.component(p, n) })
	}
	if v.items != nil {
		if e := r.itemValue(v.items, strconv.Itoa(n)); e.kind != unknown || v.kind == object {
			return e
		}
	}
	if v.text != "" {
		if t := parseType(v.text, v.file.Rules); len(t.list) > n {
			return r.instance(v.file, t.list[n], v.at)
		}
	}
	if v.kind == instance { // a type with a primary constructor
		if id := v.ids[0]; n < len(id.Def().Params) && id.Def().Params[n].Type != "" {
			return r.instance(id.File, id.Def().Params[n].Type, id.Def().NameRange.Start)
		}
	}
	if n == 0 {
		return v
	}
	if v.kind == external {
		return value{kind: external}
	}
	return value{}
}
