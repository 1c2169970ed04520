package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// lookup returns what a name that stands alone means at a place in f: scopes from the inside out, then the package, what is imported
// whole, and the language's own names.
func (r *resolver) lookup(f *File, name string, at uint32) value {
	return r.lookupWhere(f, name, at, nil)
}

// rebound reports whether the code around a place gives the receiver's name to one of its members, as cls = self.kind, or to an import.
func (f *File) rebound(name string, at uint32) bool {
	e := f.named(name)
	if len(e.imports()) == 0 && !slices.ContainsFunc(e.bindings(), func(i int32) bool { return f.Facts.Bindings[i].Kind == fact.Local }) {
		return false
	}
	for s := f.Facts.ScopeAt(at); s > 0 && !f.Facts.Scopes[s].Class; s = f.Facts.Scopes[s].Parent {
		if slices.ContainsFunc(e.imports(), func(i int32) bool { return f.Facts.Imports[i].Scope == s }) || slices.ContainsFunc(e.bound(s), func(i int32) bool {
			b := &f.Facts.Bindings[i]
			return b.Kind == fact.Local && b.Start < at && slices.ContainsFunc(f.Rules.Self, func(self string) bool { return strings.HasPrefix(string(b.Value), self+".") })
		}) {
			return true
		}
	}
	return false
}

// lookupWhere is lookup restricted to symbols whose kind is wanted (nil: all); then bindings count only as a last resort.
func (r *resolver) lookupWhere(f *File, name string, at uint32, want func(fact.Kind) bool) value {
	if slices.Contains(f.Rules.Self, name) {
		if f.rebound(name, at) {
			if v := r.lookupBound(f, name, at, want); v.kind != external && v.kind != none {
				return v
			}
		}
		if v, ok := r.self(f, name, at); ok {
			return v
		}
	}
	return r.lookupBound(f, name, at, want)
}

// lookupBound is lookupWhere for names that do not stand for the receiver.
func (r *resolver) lookupBound(f *File, name string, at uint32, want func(fact.Kind) bool) value {
	if f.Rules.Separator == "::" {
		if m := r.importModuleName(f, name, at); m != nil {
			return value{kind: isModule, mod: m}
		}
	}
	crossed := false
	first := int32(-1)
	e := f.named(name)
	if f.Rules.ImplicitThis || e.slot >= 0 { // else no scope knows it
		first = f.Facts.ScopeAt(at)
	}
	for s := first; s >= 0; s = f.Facts.Scopes[s].Parent {
		sc := &f.Facts.Scopes[s]
		if !sc.Class || !crossed || f.Rules.NestedClassScope || f.Rules.ImplicitThis {
			if v, ok := r.inScope(e, s, name, at, want); ok {
				if sc.Class && v.kind == isFunc && f.Rules.Overloads && f.Rules.ImplicitThis { // bases may have overloads
					if all := r.implicit(f, sc, name, at, want); all.kind == isFunc {
						return all
					}
				}
				return v
			}
		}
		if v := r.onReceiver(f, s, name, want); v.kind != unknown && v.kind != none && v.kind != external {
			return v
		}
		if f.Rules.ImplicitThis && sc.Symbol >= 0 && (sc.Parent < 0 || f.Facts.Scopes[sc.Parent].Symbol != sc.Symbol) { // behind its parameters and variables
			if v := r.implicit(f, sc, name, at, want); v.kind != unknown && v.kind != none {
				return v
			}
		}
		crossed = crossed || !sc.Class
	}
	if v, ok := r.inPackage(f, name, at, want); ok {
		return v
	}
	open := false
	for _, i := range f.names().stars {
		m := r.starModule(f, &f.Facts.Imports[i])
		if m == nil {
			open = true
			continue
		}
		if f.hides(&f.Facts.Imports[i], name) || !f.sees(&f.Facts.Imports[i], at) {
			continue
		}
		if v := r.public(f, r.export(m, name, 0)); v.kind != none && v.kind != unknown && (want == nil || v.kind == isType || v.kind == isModule) {
			return v
		}
	}
	if v := r.sharedName(f, name, want); v.kind != none && v.kind != unknown {
		return v
	}
	if v, ok := r.fullType(f, name); ok {
		return v
	}
	if want == nil {
		if v := r.injectedHere(f, name, at); v.kind == isFunc || v.kind == isType {
			return v
		}
	}
	if f.Rules.Unit == fact.UnitDeclared && name != "" {
		if m := r.packageNamed(f, name, at); m != nil {
			return value{kind: isModule, mod: m}
		}
	}
	if f.Rules.Separator == "::" && f.Rules.Unit == fact.UnitFile {
		if m := r.otherCrate(f, name); m != nil {
			return value{kind: isModule, mod: m}
		}
	}
	if m := r.stemModule(f, name); m != nil {
		return value{kind: isModule, mod: m}
	}
	switch {
	case slices.Contains(f.Rules.Exports, name):
		return value{kind: isModule, mod: &module{files: []*File{f}, from: f, scope: -1}}
	case slices.Contains(f.Rules.Builtins, name):
		return value{kind: external}
	case f.Rules.Globals:
		return r.global(f, name, want)
	case open: // an unknown library may bring it
		return value{kind: external}
	}
	return value{kind: none}
}

// global finds a name that nothing binds among the top-level names of all files.
func (r *resolver) global(f *File, name string, want func(fact.Kind) bool) value {
	var ids []ID
	for _, id := range r.g.Named(name) {
		if id.File != f && id.File.Rules.Family == f.Rules.Family && id.File.top(id.Symbol) && id.Def().Exported && (want == nil || want(id.Def().Kind)) {
			ids = append(ids, id)
		}
	}
	if f.Rules.Includes { // what is loaded together, else names that no program of the system has
		if near := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return !r.together(f, id.File) }); len(near) > 0 {
			ids = near
		} else if !strings.ContainsAny(strings.Trim(name, "_"), "_:") {
			return value{kind: none}
		}
	}
	if len(ids) != 1 {
		return value{kind: none}
	}
	v := r.symbolValue(ids...)
	v.weak = true
	return v
}

// sameAlias adds the other modules that a file imports under one name (Haskell). Where types have names of their own, a module goes before
// a type when no type is asked for.
func (r *resolver) sameAlias(f *File, name string, v value, any bool) value {
	imports := f.named(name).imports()
	if f.Rules.Unit != fact.UnitDeclared || len(imports) < 2 || v.kind != isModule && v.kind != external && !(v.kind == isType && f.Rules.FlatTypes && any) {
		return v
	}
	var files []*File
	for _, i := range imports {
		if imp := &f.Facts.Imports[i]; imp.Name == "" {
			if w := r.importValue(f, imp, 0); w.kind == isModule {
				files = append(files, w.mod.files...)
			}
		}
	}
	if len(files) == 0 {
		return v
	}
	return value{kind: isModule, mod: &module{files: files, from: f, scope: -1}}
}

// hides reports whether an import of everything leaves a name out (Haskell's hiding).
func (f *File) hides(star *fact.Import, name string) bool {
	return slices.ContainsFunc(f.Facts.Imports, func(imp fact.Import) bool {
		return imp.Alias == "_" && imp.Name == name && imp.Path == star.Path
	})
}

// inScope returns what scope s itself says about a name, of which its file has e.
func (r *resolver) inScope(e entry, s int32, name string, at uint32, want func(fact.Kind) bool) (value, bool) {
	f := e.f
	var ids, variables []ID
	for _, i := range e.symbols() {
		k := f.Facts.Symbols[i].Kind
		if f.Facts.Symbols[i].Owner != "" || k == fact.Constructor || want != nil && !want(k) || f.scopeOf(i) != s {
			continue
		}
		if k.Callable() || k.IsType() || k == fact.Module {
			ids = append(ids, ID{f, i})
		} else {
			variables = append(variables, ID{f, i})
		}
	}
	if f.Facts.Scopes[s].Class && s > 0 && !f.Rules.NestedClassScope && !f.Rules.ImplicitThis {
		ids = slices.DeleteFunc(ids, func(id ID) bool { return id.Symbol == f.Facts.SymbolAt(at) })
	}
	best := int32(-1)
	for _, i := range e.bound(s) {
		b := &f.Facts.Bindings[i]
		if b.Kind == fact.Member || b.Kind == fact.Element || b.Kind == fact.Narrow && b.Start > at {
			continue
		}
		if b.Kind == fact.Global {
			return r.lookupGlobal(f, name, want)
		}
		if f.Rules.Sequential && b.Kind == fact.Local && max(b.Seen, b.Start) > at {
			continue
		}
		if best < 0 || b.Start <= at {
			best = i
		}
	}
	if s == 0 {
		ids = f.ofSpace(ids, at)
	}
	if len(ids) > 0 && (best < 0 || f.Facts.Bindings[best].Start < ids[len(ids)-1].Def().NameRange.Start || want != nil) {
		return r.symbolValue(preferFunc(ids)...), true
	}
	for _, i := range e.imports() {
		if imp := &f.Facts.Imports[i]; imp.Scope == s && f.sees(imp, at) {
			if imp.Path == forwardPath {
				if v := r.forward(f, imp); v.kind == isType {
					return v, true
				}
				continue
			}
			if v := r.importValue(f, imp, 0); v.kind != none || best < 0 && len(variables) == 0 {
				return r.sameAlias(f, name, v, want == nil), true
			}
		}
	}
	if want != nil {
		return value{}, false
	}
	if best >= 0 {
		if b := &f.Facts.Bindings[best]; b.Type == "" && (b.Value == "" || b.Value == "?") && len(variables) > 0 {
			best = -1
		}
	}
	if best >= 0 {
		return r.withElements(r.bindingValue(f, best), f, s, name), true
	}
	if len(variables) > 0 {
		return r.withElements(r.symbolValue(variables[0]), f, s, name), true
	}
	return value{}, false
}

// preferFunc keeps the symbols of the kind of the last one: a later definition replaces an earlier one.
func preferFunc(ids []ID) []ID {
	if bodies := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return id.Def().Abstract }); len(bodies) > 0 && ids[0].File.Rules.FlatTypes {
		ids = bodies // what a module's signature declares, the module defines
	}
	last := ids[len(ids)-1].Def().Kind
	return slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return id.Def().Kind.IsType() != last.IsType() })
}

func (r *resolver) lookupGlobal(f *File, name string, want func(fact.Kind) bool) (value, bool) {
	return r.inScope(f.named(name), 0, name, uint32(f.Facts.Size), want)
}

// self returns the receiver inside a method.
func (r *resolver) self(f *File, name string, at uint32) (value, bool) {
	if f.Rules.Separator == "::" && name == "self" && f.Facts.SymbolAt(at) < 0 {
		return value{}, false
	}
	e := f.named(name)
	for s := f.Facts.ScopeAt(at); len(e.bindings()) > 0 && s >= 0 && !f.Facts.Scopes[s].Class; s = f.Facts.Scopes[s].Parent {
		for _, i := range e.bound(s) {
			if b := &f.Facts.Bindings[i]; b.Kind == fact.Narrow && b.Start <= at {
				if v := r.bindingValue(f, i); v.kind != unknown || !strings.HasSuffix(string(b.Value), "[<]") { // not every function is called on something
					return v, true
				}
			}
		}
	}
	ids := r.enclosingTypes(f, at)
	if len(ids) == 0 && f.Rules.Components {
		return value{kind: isModule, mod: &module{files: []*File{f}, from: f, scope: -1}}, true
	}
	if len(ids) == 0 {
		return value{}, false
	}
	k := f.receiverKind(at)
	if name == "cls" || name == "Self" {
		k = isType
	}
	return value{kind: k, ids: ids}, true
}

// enclosingTypes returns the type whose member the code at a place belongs to.
func (r *resolver) enclosingTypes(f *File, at uint32) []ID {
	for s := f.Facts.SymbolAt(at); s >= 0; s = f.Facts.Symbols[s].Parent {
		sym := &f.Facts.Symbols[s]
		if sym.Kind.IsType() && (sym.Kind != fact.Type || sym.Type == "") {
			return []ID{{f, s}}
		}
		if sym.Owner != "" && !f.Facts.InStaticType(s) {
			if ids := r.ownerTypes(f, s); len(ids) > 0 {
				return ids
			}
		}
		if f.constructs(f.names(), s) {
			return []ID{{f, s}}
		}
	}
	return nil
}

// ownerTypes resolves the type that symbol s names as its owner.
func (r *resolver) ownerTypes(f *File, s int32) []ID {
	sym := &f.Facts.Symbols[s]
	t := parseType(sym.Owner, f.Rules)
	at := sym.Range.Start
	if at > 0 {
		at--
	}
	v := r.typeNamed(f, t.name, at)
	if v.kind == isType {
		return v.ids
	}
	if i := strings.LastIndexByte(t.name, '.'); i >= 0 {
		if v := r.typeNamed(f, t.name[i+1:], at); v.kind == isType {
			return v.ids
		}
	}
	if v := r.lookup(f, t.name, at); v.kind == isFunc { // JavaScript: methods of a function or an object
		return v.ids
	}
	for _, i := range f.named(fact.TypeName(sym.Owner)).symbols() { // an object literal's variable
		if f.top(i) {
			return []ID{{f, i}}
		}
	}
	return nil
}

// super returns the bases of the enclosing type.
func (r *resolver) super(f *File, at uint32) value {
	for _, id := range r.enclosingTypes(f, at) {
		if bases, open := r.bases(id); len(bases) > 0 {
			return value{kind: instance, ids: bases}
		} else if open {
			return value{kind: external}
		}
	}
	return value{}
}

// onReceiver finds members of what an anonymous function is called on (Kotlin's x.apply { … }): scope s binds the receiver's name.
func (r *resolver) onReceiver(f *File, s int32, name string, want func(fact.Kind) bool) value {
	if !f.Rules.ImplicitThis || len(f.Rules.Self) == 0 || want != nil || name == f.Rules.Self[0] {
		return value{}
	}
	for _, i := range f.named(f.Rules.Self[0]).bound(s) {
		if v := r.bindingValue(f, i); v.kind != unknown {
			return r.member(v, name, f)
		}
	}
	return value{}
}

// implicit finds members of the enclosing class by bare name.
func (r *resolver) implicit(f *File, sc *fact.Scope, name string, at uint32, want func(fact.Kind) bool) value {
	sym := &f.Facts.Symbols[sc.Symbol]
	var ids []ID
	switch {
	case sc.Class && sym.Kind.IsType():
		ids = []ID{{f, sc.Symbol}}
	case sym.Owner != "" && !f.Facts.InStaticType(sc.Symbol):
		ids = r.ownerTypes(f, sc.Symbol)
	}
	if len(ids) == 0 {
		return value{}
	}
	v := r.member(value{kind: f.receiverKind(at), ids: ids}, name, f)
	if want != nil && v.kind != isType {
		return value{}
	}
	if v.kind == external || v.extends && v.ids[0].Def().Owner == "" { // an unknown base may have it, and so may the file; the receiver that is not written is not converted
		return value{}
	}
	if v.kind == isFunc && v.ids[0].Def().Kind == fact.Constructor { // a base's name, not what makes one
		if p := v.ids[0].File.Facts.Container(v.ids[0].Symbol); p >= 0 {
			return value{kind: isType, ids: []ID{{v.ids[0].File, p}}}
		}
	}
	return v
}

// inPackage looks in the other files of f's package.
func (r *resolver) inPackage(f *File, name string, at uint32, want func(fact.Kind) bool) (value, bool) {
	if !f.Rules.SamePackage {
		return value{}, false
	}
	for _, space := range f.spaces(at) {
		if ids := r.inSpace(f, space, name, want); len(ids) > 0 {
			return r.symbolValue(ids...), true
		}
	}
	return value{}, false
}

// inSpace returns what other files declare in one of the packages that f sees.
func (r *resolver) inSpace(f *File, space, name string, want func(fact.Kind) bool) []ID {
	key := packageKey{family: f.Rules.Family, name: space, symbol: name}
	if f.Rules.Unit == fact.UnitFolder {
		key.folder = folderOf(f)
	}
	declared, ok := r.packages[key]
	if !ok {
		declared = r.declaredIn(key)
		r.packages[key] = declared
	}
	var ids []ID
	for _, id := range declared {
		if id.File == f || want != nil && !want(id.Def().Kind) || id.File.Marks.Test && !f.Marks.Test && key.folder != "" {
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// nearestType keeps of the types that several files declare under one full name (source sets, examples) the one that shares most of its path
// with f.
func nearestType(f *File, ids []ID) []ID {
	best := -1
	var out []ID
	for _, id := range ids {
		if !id.Def().Kind.IsType() || id.File.Rules.OpenTypes {
			return ids
		}
		switch n := common(id.File.Path, f.Path); {
		case n > best:
			best, out = n, []ID{id}
		case n == best:
			out = append(out, id)
		}
	}
	return out
}

// packageKey names a top-level name of a package.
type packageKey struct {
	family, folder string // folder "": the package's files may stand anywhere
	name, symbol   string
}

// declaredIn returns the top-level symbols of a package that have one name.
func (r *resolver) declaredIn(key packageKey) []ID {
	files := r.g.inPackage(key.name)
	if key.folder != "" {
		files = r.g.inFolder(key.folder)
	}
	var ids []ID
	for _, id := range r.g.namedIn(files, key.symbol) {
		f := id.File
		if f.Rules.Family == key.family && f.top(id.Symbol) && packageOf(id) == key.name && (f.Rules.Unit != fact.UnitDeclared || f.scopeOf(id.Symbol) == 0) { // not what a block defines
			ids = append(ids, id)
		}
	}
	return ids
}

// importValue returns what an import binds.
func (r *resolver) importValue(f *File, imp *fact.Import, hops int) value {
	if hops > 12 {
		return value{}
	}
	switch {
	case imp.Path == forwardPath:
		return r.forward(f, imp)
	case f.Rules.Includes && imp.Static:
		return r.using(f, imp)
	}
	if f.Rules.Unit == fact.UnitType {
		return r.importedType(f, imp)
	}
	m := r.importModuleAt(f, imp.Path, imp.Start)
	if m == nil && f.Rules.OuterPackages {
		m = r.packageNamed(f, imp.Path, imp.Start)
	}
	if m == nil && f.Rules.GlobalSpace {
		m = r.packageModule(f, imp.Path)
	}
	if imp.Name == "" || imp.Name == "*" {
		if m == nil {
			return value{kind: external}
		}
		if imp.Alias == "" && f.Rules.Unit == fact.UnitFile && f.Rules.Separator == "." {
			if first, _, dotted := strings.Cut(imp.Path, "."); dotted && first != "" {
				if top := r.importModule(f, first); top != nil {
					return value{kind: isModule, mod: top}
				}
			}
		}
		return value{kind: isModule, mod: m}
	}
	if m == nil {
		return r.importMember(f, imp)
	}
	v := r.export(m, imp.Name, hops+1)
	if v.kind == none || v.kind == unknown && len(m.files) == 0 {
		if sub := r.submodule(m, imp.Name); sub != nil {
			return value{kind: isModule, mod: sub}
		}
		if imp.Name == "default" {
			return value{kind: isModule, mod: m}
		}
	}
	return v
}

// forwardPath is the path of an import that stands for a forward declaration (C++'s class T;): T is defined somewhere in the same namespace.
const forwardPath = "?"

// forward returns the type that a forward declaration announces.
func (r *resolver) forward(f *File, imp *fact.Import) value {
	at := f.spaceAt(imp.Start)
	var ids, own []ID
	for _, id := range r.g.Named(imp.Name) {
		if id.Def().Kind.IsType() && id.File.Rules.Family == f.Rules.Family && space(id) == at {
			if id.File == f {
				own = append(own, id)
			}
			ids = append(ids, id)
		}
	}
	if len(own) > 0 {
		ids = own
	}
	if len(ids) != 1 { // several files have one of their own
		return value{kind: none}
	}
	return value{kind: isType, ids: ids}
}

// using returns what a using declaration or a namespace alias of C++ names: a namespace, or a member of one.
func (r *resolver) using(f *File, imp *fact.Import) value {
	leave, ok := r.enter(busyKey{file: f, kind: 'u', i: int32(imp.Start)})
	if !ok {
		return value{kind: none}
	}
	defer leave()
	parts := strings.Split(strings.TrimPrefix(imp.Path, "::"), "::")
	v := r.lookup(f, parts[0], imp.Start)
	for _, part := range parts[1:] {
		v = r.member(v, part, f)
	}
	if imp.Name != "" && imp.Name != "*" {
		v = r.member(v, imp.Name, f)
	}
	return v
}

// starModule returns the module whose names an import brings in whole: a file, or a namespace that is used.
func (r *resolver) starModule(f *File, imp *fact.Import) *module {
	if f.Rules.Unit == fact.UnitType {
		if v := r.importedType(f, &fact.Import{Path: imp.Path, Start: imp.Start}); v.kind == isType {
			return &module{files: []*File{v.ids[0].File}, path: imp.Path, from: f, scope: v.ids[0].Symbol}
		}
		return nil
	}
	if !f.Rules.Includes || !imp.Static {
		m := r.importModuleAt(f, imp.Path, imp.Start)
		if m == nil && f.Rules.OuterPackages { // relative to the packages around it
			m = r.packageNamed(f, imp.Path, imp.Start)
		}
		if m == nil && f.Rules.Unit == fact.UnitDeclared {
			return r.typeModule(f, imp.Path)
		}
		return m
	}
	if v := r.using(f, imp); v.kind == isModule {
		return v.mod
	}
	return nil
}

// importMember resolves imports of members of types: Java's a.b.Outer.Inner and static imports, Rust's use Enum::Variant.
func (r *resolver) importMember(f *File, imp *fact.Import) value {
	sep := f.Rules.Separator
	i := strings.LastIndex(imp.Path, sep)
	if i < 0 {
		leave, ok := r.enter(busyKey{file: f, kind: 'm', i: int32(imp.Start)}) // use T::f may be what brings in a T
		if !ok {
			return value{kind: external}
		}
		defer leave()
		if sep == "::" && imp.Path != "" {
			if v := r.lookupType(f, imp.Path, uint32(0)); v.kind == isType {
				return r.member(v, imp.Name, f)
			}
		}
		return value{kind: external}
	}
	m := r.importModule(f, imp.Path[:i])
	if m == nil {
		return value{kind: external}
	}
	v := r.export(m, imp.Path[i+len(sep):], 1)
	if v.kind != isType {
		return value{kind: external}
	}
	return r.member(v, imp.Name, f)
}

// submodule returns the module called name below m.
func (r *resolver) submodule(m *module, name string) *module {
	if m.from == nil {
		return nil
	}
	if m.library {
		return r.inLibrary(m, name)
	}
	if m.from.Rules.Unit == fact.UnitDeclared && m.path != "" {
		return r.packageModule(m.from, m.path+m.from.Rules.Separator+name)
	}
	switch m.from.Rules.Separator {
	case ".":
		if m.path == "" || m.from.Rules.Unit != fact.UnitFile {
			return nil
		}
		if strings.HasSuffix(m.path, ".") {
			return r.importModule(m.from, m.path+name)
		}
		return r.importModule(m.from, m.path+"."+name)
	case "::":
		return r.childModule(m, name)
	}
	return nil
}

// export returns what a module calls name.
func (r *resolver) export(m *module, name string, hops int) value {
	v, known := r.exportHere(m, name, hops)
	if v.kind != none {
		return v
	}
	// Modules that pass on everything of others: each is looked at once, the nearest first, however many ways lead to it.
	seen := map[moduleKey]bool{keyOf(m): true}
	for queue := r.stars(m); len(queue) > 0 && len(seen) < maxStars; queue = queue[1:] {
		sub := queue[0]
		if k := keyOf(sub); len(sub.files) == 0 || seen[k] {
			continue
		} else {
			seen[k] = true
		}
		if v, _ := r.exportHere(sub, name, hops+1); v.kind != none && v.kind != unknown {
			return v
		}
		queue = append(queue, r.stars(sub)...)
	}
	if known || len(m.files) == 0 {
		return value{}
	}
	return value{kind: none}
}

// maxStars is how many modules one name is looked for in.
const maxStars = 256

// moduleKey is a module whoever imports it.
type moduleKey struct {
	file  *File
	scope int32
}

func keyOf(m *module) moduleKey {
	if len(m.files) == 0 {
		return moduleKey{}
	}
	return moduleKey{m.files[0], m.scope}
}

// exportHere is export without what others pass on; known is true when a definition there has the name, whatever it is.
func (r *resolver) exportHere(m *module, name string, hops int) (v value, known bool) {
	if hops > 12 {
		return value{}, false
	}
	var ids []ID
	for _, id := range r.g.namedIn(m.files, name) {
		f := id.File
		if id.Def().Owner == "" && (f.holder(id.Symbol) == m.scope || f.Rules.Includes && m.scope < 0 && f.inNamespace(id.Symbol)) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 && m.scope >= 0 && m.files[0].Rules.Includes {
		ids = r.inNamespaces(m, name)
	}
	if m.scope < 0 && m.path != "" && m.from != nil && m.from.Rules.Unit == fact.UnitDeclared { // files may declare other packages as well
		ids = slices.DeleteFunc(ids, func(id ID) bool { return len(id.File.Facts.Spaces) > 0 && packageOf(id) != m.path })
	}
	if len(ids) > 1 && m.from != nil && m.from.Rules.Unit == fact.UnitDeclared {
		ids = nearestType(m.from, ids)
	}
	if len(ids) > 0 {
		if v := r.symbolValue(preferFunc(ids)...); v.kind != unknown {
			return v, true
		}
	}
	for _, f := range m.files {
		if v := r.reExport(f, m, name, hops); v.kind != none {
			return v, len(ids) > 0
		}
	}
	return value{kind: none}, len(ids) > 0
}

// stars returns the modules of which m passes on everything.
func (r *resolver) stars(m *module) (out []*module) {
	for _, f := range m.files {
		key := moduleKey{f, m.scope}
		subs, ok := r.starred[key]
		if !ok {
			leave, ok := r.enter(busyKey{file: f, kind: '*', i: m.scope})
			if !ok {
				continue
			}
			for _, i := range f.names().stars {
				imp := &f.Facts.Imports[i]
				if !imp.ReExport && (f.Rules.Separator == "/" && !f.Rules.Includes || f.Rules.FlatTypes) || f.Rules.Unit == fact.UnitDeclared && !f.Rules.FlatTypes ||
					f.Rules.FlatTypes && f.Facts.Scopes[imp.Scope].Symbol != m.scope {
					continue
				}
				if sub := r.starModule(f, imp); sub != nil {
					subs = append(subs, sub)
				}
			}
			leave()
			r.starred[key] = subs
		}
		out = append(out, subs...)
	}
	return out
}

// inNamespace reports whether only namespaces stand around symbol i.
func (f *File) inNamespace(i int32) bool {
	for p := f.Facts.Symbols[i].Parent; p >= 0; p = f.Facts.Symbols[p].Parent {
		if f.Facts.Symbols[p].Kind != fact.Module {
			return false
		}
	}
	return true
}

// inNamespaces finds a name in the other parts of a namespace, which may stand in any file (C++).
func (r *resolver) inNamespaces(m *module, name string) []ID {
	space := m.files[0].Facts.Symbols[m.scope].Name
	var ids []ID
	for _, id := range r.g.Named(name) {
		p := id.Def().Parent
		if p >= 0 && id.Def().Owner == "" && id.File.Facts.Symbols[p].Kind == fact.Module && id.File.Facts.Symbols[p].Name == space && id.File.Rules.Family == m.files[0].Rules.Family {
			ids = append(ids, id)
		}
	}
	return ids
}

// reExport looks for name among what f imports and passes on.
func (r *resolver) reExport(f *File, m *module, name string, hops int) value {
	e := f.named(name)
	if e.slot < 0 {
		return value{kind: none}
	}
	leave, ok := r.enter(busyKey{file: f, kind: 'x', i: m.scope, name: name})
	if !ok {
		return value{kind: none}
	}
	defer leave()
	for _, i := range e.exports() {
		imp := &f.Facts.Imports[i]
		if f.Rules.Separator == "::" && f.blockModule(imp.Start) != m.scope {
			continue
		}
		if imp.Path == "" {
			if imp.Name == name && !f.Rules.FlatTypes && len(e.imports()) == 0 {
				continue
			}
			return r.lookup(f, imp.Name, 0)
		}
		return r.importValue(f, imp, hops+1)
	}
	if f.Rules.Unit == fact.UnitDeclared && !f.Rules.FlatTypes { // what a file imports is its own
		return value{kind: none}
	}
	if f.Rules.Separator != "/" {
		for _, i := range e.imports() {
			if f.Facts.Scopes[f.Facts.Imports[i].Scope].Symbol == m.scope {
				return r.importValue(f, &f.Facts.Imports[i], hops+1)
			}
		}
	}
	if m.scope < 0 {
		for _, i := range e.bound(0) {
			if b := &f.Facts.Bindings[i]; b.Kind != fact.Element {
				return r.bindingValue(f, i)
			}
		}
	}
	return value{kind: none}
}

// importModuleName resolves the first name of a Rust path: crate, self, super, a child module.
func (r *resolver) importModuleName(f *File, name string, at uint32) *module {
	if name == "crate" || name == "super" {
		return r.importModuleAt(f, name, at)
	}
	return nil
}
