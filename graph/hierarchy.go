package graph

import (
	"context"
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Supertypes returns the types that id names as its bases, and for duck-typed languages the interfaces whose methods it has.
func (g *Graph) Supertypes(id ID) []Target {
	r := newResolver(g)
	bases, _ := r.bases(id)
	var out []Target
	for _, b := range bases {
		out = append(out, Target{ID: b, Tier: Exact})
	}
	if s := id.Def(); s != nil && id.File.Rules.DuckTyped && s.Kind != fact.Interface {
		for _, i := range r.interfacesOf(id) {
			if !slices.Contains(bases, i) {
				out = append(out, Target{ID: i, Tier: Likely})
			}
		}
	}
	sortTargets(out)
	return out
}

// Subtypes returns the types that name id as a base, or, for an interface of a duck-typed language, those that have its methods.
func (g *Graph) Subtypes(ctx context.Context, id ID) []Target {
	r := newResolver(g)
	var out []Target
	for _, t := range r.directSubtypes(id) {
		out = append(out, Target{ID: t, Tier: Exact})
	}
	if s := id.Def(); s != nil && id.File.Rules.DuckTyped && s.Kind == fact.Interface {
		for _, t := range r.implementers(id) {
			if !slices.ContainsFunc(out, func(o Target) bool { return o.ID == t }) {
				out = append(out, Target{ID: t, Tier: Likely})
			}
		}
	}
	sortTargets(out)
	return out
}

// Implementations returns the methods that override or implement method id, or the subtypes of type id, transitively.
func (g *Graph) Implementations(ctx context.Context, id ID) []Target {
	s := id.Def()
	if s == nil {
		return nil
	}
	r := newResolver(g)
	var out []Target
	if s.Kind.IsType() {
		for _, t := range r.allSubtypes(id) {
			out = append(out, Target{ID: t, Tier: Exact})
		}
	} else {
		for _, m := range r.overrides(id) {
			out = append(out, Target{ID: m, Tier: Exact, Dispatch: true})
		}
	}
	sortTargets(out)
	return out
}

// directSubtypes finds the types with a clause that names id.
func (r *resolver) directSubtypes(id ID) []ID {
	s := id.Def()
	if s == nil {
		return nil
	}
	var out []ID
	n := &names{id: id, has: map[otherName]bool{}}
	n.add(otherName{name: fact.TypeName(s.Name)}, maxNames)
	for i := 0; i < len(n.list); i++ {
		r.expand(n, i)
	}
	for _, name := range n.list {
		for _, t := range r.subtypesOf(name.name) {
			if name.far > 0 || t == id || t.File.Rules.Family != id.File.Rules.Family || slices.Contains(out, t) {
				continue
			}
			if bases, _ := r.bases(t); slices.Contains(bases, id) {
				out = append(out, t)
			}
		}
	}
	return out
}

// subtypesOf returns the types with a clause whose last name is name.
func (r *resolver) subtypesOf(name string) []ID {
	var out []ID
	r.g.posted(bySuper, hashName(name), func(f *File, i int32) bool {
		switch {
		case i >= 0:
			out = append(out, ID{f, i})
		default:
			h := &f.Facts.Inherits[-1-i]
			v := r.typeNamed(f, parseType(h.Type, f.Rules).name, h.Start)
			if v.kind == isType {
				out = append(out, v.ids...)
			}
		}
		return true
	})
	out = slices.DeleteFunc(out, func(id ID) bool { return !id.Def().Kind.IsType() })
	sortIDs(out)
	return slices.Compact(out)
}

func (r *resolver) allSubtypes(id ID) []ID {
	var out []ID
	todo := []ID{id}
	for len(todo) > 0 && len(out) < 1000 {
		t := todo[0]
		todo = todo[1:]
		next := r.directSubtypes(t)
		if t.Def().Kind == fact.Interface && t.File.Rules.DuckTyped {
			next = append(next, r.implementers(t)...)
		}
		for _, n := range next {
			if n != id && !slices.Contains(out, n) {
				out, todo = append(out, n), append(todo, n)
			}
		}
	}
	return out
}

// overrides returns the methods of subtypes that stand in for method id.
func (r *resolver) overrides(id ID) []ID {
	f, s := id.File, id.Def()
	var types []ID
	if p := f.Facts.Container(id.Symbol); p >= 0 {
		types = []ID{{f, p}}
	} else if s.Owner != "" {
		types = r.ownerTypes(f, id.Symbol)
	}
	var out []ID
	for _, t := range types {
		if !t.Def().Kind.IsType() || t.File.Rules.DuckTyped && t.Def().Kind != fact.Interface {
			continue
		}
		for _, sub := range r.allSubtypes(t) {
			for _, m := range r.ownMembers(sub, s.Name) {
				if m != id && m.Def().Kind.Callable() && !m.Def().Abstract && !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
		}
	}
	return r.foreignOverrides(id, types, out)
}

// foreignOverrides adds the methods that implement id for types that the workspace does not define.
func (r *resolver) foreignOverrides(id ID, types, out []ID) []ID {
	for _, m := range r.g.Named(id.Def().Name) {
		trait := m.Def().Trait
		if trait == "" || m.File.Rules.Family != id.File.Rules.Family || m == id || slices.Contains(out, m) {
			continue
		}
		if slices.ContainsFunc(types, func(t ID) bool { return t.Def().Name == fact.TypeName(trait) }) {
			if v := r.typeNamed(m.File, parseType(m.Def().Owner, m.File.Rules).name, m.Def().Range.Start); v.kind != isType {
				out = append(out, m)
			}
		}
	}
	return out
}

// methodNames returns the names of an interface's methods, embedded ones too; ok is false when some are not known.
func (r *resolver) methodNames(id ID, hops int) (names []string, ok bool) {
	if hops > 8 {
		return nil, false
	}
	f := id.File
	for i := id.Symbol + 1; int(i) < len(f.Facts.Symbols) && f.Facts.Symbols[i].Range.Start < id.Def().Range.End; i++ {
		if s := &f.Facts.Symbols[i]; s.Parent == id.Symbol && s.Kind == fact.Method {
			names = append(names, s.Name)
		}
	}
	bases, open := r.bases(id)
	for _, b := range bases {
		more, ok := r.methodNames(b, hops+1)
		open = open || !ok
		names = append(names, more...)
	}
	return names, !open
}

// implementers returns the types that have all methods of a duck-typed interface.
func (r *resolver) implementers(id ID) []ID {
	names, _ := r.methodNames(id, 0) // those of embedded interfaces of libraries are not known
	if len(names) == 0 {
		return nil
	}
	rarest := slices.MinFunc(names, func(a, b string) int { return len(r.g.Named(a)) - len(r.g.Named(b)) })
	var out []ID
	for _, m := range r.g.Named(rarest) {
		if m.Def().Owner == "" || m.File.Rules.Family != id.File.Rules.Family {
			continue
		}
		for _, t := range r.ownerTypes(m.File, m.Symbol) {
			if t != id && !slices.Contains(out, t) && r.hasAll(t, names) {
				out = append(out, t)
			}
		}
	}
	return out
}

func (r *resolver) hasAll(t ID, names []string) bool {
	for _, n := range names {
		if m := r.memberOf(t, n); m.kind != isFunc {
			return false
		}
	}
	return true
}

// interfacesOf returns the interfaces whose methods a type has.
func (r *resolver) interfacesOf(id ID) []ID {
	var out []ID
	seen := map[ID]bool{}
	for _, m := range r.methodsOf(id) {
		for _, o := range r.g.Named(m.Def().Name) {
			p := o.File.Facts.Container(o.Symbol)
			if p < 0 || o.File.Facts.Symbols[p].Kind != fact.Interface || o.File.Rules.Family != id.File.Rules.Family {
				continue
			}
			i := ID{o.File, p}
			if seen[i] {
				continue
			}
			seen[i] = true
			if names, ok := r.methodNames(i, 0); ok && r.hasAll(id, names) {
				out = append(out, i)
			}
		}
	}
	return out
}

// methodsOf returns the methods that name id as their owner, in its folder.
func (r *resolver) methodsOf(id ID) []ID {
	var out []ID
	files := []*File{id.File}
	if id.File.Rules.Unit == fact.UnitFolder {
		files = r.g.inFolder(folderOf(id.File))
	}
	for _, f := range files {
		for i := range f.Facts.Symbols {
			s := &f.Facts.Symbols[i]
			if s.Kind == fact.Method && (s.Owner != "" && fact.TypeName(s.Owner) == id.Def().Name || f == id.File && s.Parent == id.Symbol) {
				out = append(out, ID{f, int32(i)})
			}
		}
	}
	return out
}
