package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// fullType returns the type of that full name, wherever it stands, or the module of the types below that name, in languages whose types
// are known everywhere by their full names (Elixir's modules).
func (r *resolver) fullType(f *File, full string) (value, bool) {
	if f.Rules.Unit != fact.UnitType {
		return value{}, false
	}
	key := packageKey{family: f.Rules.Family, folder: f.Path, name: full}
	v, ok := r.fullTypes[key]
	if !ok {
		v = r.findFullType(f, full)
		r.fullTypes[key] = v
	}
	return v, v.kind != unknown
}

func (r *resolver) findFullType(f *File, full string) value {
	var found *ID
	for _, id := range r.g.typesNamed(full) {
		if id.File.Rules.Family != f.Rules.Family || found != nil && (id.File.Marks.Test || !found.File.Marks.Test) && common(id.File.Path, f.Path) <= common(found.File.Path, f.Path) {
			continue
		}
		found = &id
	}
	if found != nil {
		return value{kind: isType, ids: []ID{*found}}
	}
	if r.g.isPackagePrefix(full) {
		return value{kind: isModule, mod: &module{path: full, from: f, scope: -1}}
	}
	return value{}
}

// typesNamed returns the types with that full name.
func (g *Graph) typesNamed(full string) []ID {
	return memo(g, g.named, "\x00type "+full, func() []ID {
		var out []ID
		g.posted(byType, hashName(full), func(f *File, i int32) bool {
			if f.Facts.Qualified(i) == full {
				out = append(out, ID{f, i})
			}
			return true
		})
		sortIDs(out)
		return out
	})
}

// importedType returns what an import of a type's full name binds; the name may start with one that the file has imported before.
func (r *resolver) importedType(f *File, imp *fact.Import) value {
	v, ok := r.fullType(f, imp.Path)
	if !ok || v.kind == isModule {
		if w := r.belowImport(f, imp); w.kind == isType {
			v = w
		}
	}
	switch {
	case v.kind != isType && v.kind != isModule:
		return value{kind: external}
	case imp.Name == "" || imp.Name == "*":
		return v
	}
	return r.member(v, imp.Name, f)
}

// belowImport resolves an import whose path starts with a name that another import binds.
func (r *resolver) belowImport(f *File, imp *fact.Import) value {
	leave, ok := r.enter(busyKey{file: f, kind: 'i', i: int32(imp.Start), name: imp.Path})
	if !ok {
		return value{}
	}
	defer leave()
	first, rest, _ := strings.Cut(imp.Path, f.Rules.Separator)
	if ids := r.enclosingTypes(f, imp.Start); slices.Contains(f.Rules.Self, first) && len(ids) > 0 {
		v, _ := r.fullType(f, ids[0].File.Facts.Qualified(ids[0].Symbol)+f.Rules.Separator+rest)
		return v
	}
	for _, i := range f.named(first).imports() {
		o := &f.Facts.Imports[i]
		if o.Start == imp.Start || o.Alias == "" && o.Path == first {
			continue
		}
		v := r.importedType(f, o)
		for rest != "" && v.kind != unknown && v.kind != none {
			first, rest, _ = strings.Cut(rest, f.Rules.Separator)
			v = r.member(v, first, f)
		}
		return v
	}
	return value{}
}

// injected finds a name among what a base puts into the types that use it: what its injecting function defines and imports, and the functions
// beside that one, to which it may leave it.
func (r *resolver) injected(base ID, name string) value {
	f := base.File
	if !slices.ContainsFunc(f.Rules.Injectors, func(injector string) bool { return len(r.ownMembers(base, injector)) > 0 }) {
		return value{kind: none}
	}
	by := func(i int32) bool { // a function of the base
		return i >= 0 && f.Facts.Symbols[i].Parent == base.Symbol && f.Facts.Symbols[i].Kind.Callable()
	}
	for _, i := range f.named(name).symbols() {
		if s := &f.Facts.Symbols[i]; by(s.Parent) && s.Kind.Callable() && !s.Test {
			return r.symbolValue(ID{f, i})
		}
	}
	for _, i := range f.named(name).imports() {
		if imp := &f.Facts.Imports[i]; by(f.Facts.SymbolAt(imp.Start)) {
			if v := r.importedType(f, imp); v.kind == isType || v.kind == isFunc {
				return v
			}
		}
	}
	for _, i := range f.names().stars {
		imp := &f.Facts.Imports[i]
		if !by(f.Facts.SymbolAt(imp.Start)) || f.hides(imp, name) {
			continue
		}
		if m := r.starModule(f, imp); m != nil {
			if v := r.public(f, r.export(m, name, 1)); v.kind == isFunc {
				return v
			}
		}
	}
	return value{kind: none}
}

// injectedHere finds a name that stands alone among what the bases of the types around a place, and theirs, put into them.
func (r *resolver) injectedHere(f *File, name string, at uint32) value {
	if len(f.Rules.Injectors) == 0 {
		return value{kind: none}
	}
	if len(r.busy) > 0 { // names of what is called, not those on the way to it
		return value{kind: none}
	}
	for _, id := range r.enclosingTypes(f, at) {
		for _, b := range r.ancestors(id)[1:] {
			if v := r.injected(b, name); v.kind == isFunc || v.kind == isType {
				v.weak = true
				return v
			}
		}
	}
	return value{kind: none}
}

// public takes the functions out of v that only their own module sees, in languages where a module is a type.
func (r *resolver) public(f *File, v value) value {
	if f.Rules.Unit != fact.UnitType && !f.Rules.FlatTypes || v.kind != isFunc {
		return v
	}
	v.ids = slices.DeleteFunc(slices.Clone(v.ids), func(id ID) bool { return !id.Def().Exported })
	if len(v.ids) == 0 {
		return value{kind: none}
	}
	return v
}

// nested returns the type or module called name below a type that may stand in another file.
func (r *resolver) nested(id ID, name string) (value, bool) {
	if id.File.Rules.Unit != fact.UnitType {
		return value{}, false
	}
	return r.fullType(id.File, id.File.Facts.Qualified(id.Symbol)+id.File.Rules.Separator+name)
}

// dotted evaluates a name with separators in it as what it names.
func (r *resolver) dotted(f *File, name string, at uint32) (value, bool) {
	if f.Rules.Unit != fact.UnitType || !strings.Contains(name, f.Rules.Separator) {
		return value{}, false
	}
	return r.eval(f, fact.Expr(name), at), true
}
