package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// dispatch returns the implementations that a call of an abstract or overridden method, which is no constructor, may run.
func (r *resolver) dispatch(id ID) []Target {
	s := id.Def()
	if s == nil || s.Kind != fact.Method || !s.Abstract && lastOwner(id) == "" || slices.Contains(id.File.Rules.Constructors, s.Name) {
		return nil
	}
	var out []Target
	for _, m := range append(r.overrides(id), r.structural(id)...) {
		out = append(out, Target{ID: m, Tier: Possible, Dispatch: true})
		if len(out) == maxCandidates {
			break
		}
	}
	return out
}

// libraryDispatch returns the methods that a call on a value of a library's type may run because a type of the workspace implements it.
func (r *resolver) libraryDispatch(f *File, u *fact.Reference, recv value) []Target {
	if recv.text == "" {
		return nil
	}
	name := parseType(recv.text, recv.file.Rules).name
	if name == "" || strings.HasPrefix(recv.text, "func") || slices.Contains(recv.file.Rules.Concrete, name) {
		return nil
	}
	var out []Target
	for _, id := range r.libraryMethods(f, recv, name, u.Name) {
		if len(out) < maxCandidates && (u.Args < 0 || takes(id, int(u.Args))) {
			out = append(out, Target{ID: id, Tier: Possible, Dispatch: true})
		}
	}
	return out
}

func (r *resolver) libraryMethods(f *File, recv value, typ, name string) []ID {
	var out []ID
	if f.Rules.DuckTyped {
		if strings.HasPrefix(recv.text, "*") { // no interface
			return nil
		}
		for _, id := range r.g.Named(name) {
			if id.Def().Kind == fact.Method && id.Def().Owner != "" && id.File.Rules.Family == f.Rules.Family {
				out = append(out, id)
			}
		}
		return out
	}
	for _, t := range r.libraryTypes(f, fact.TypeName(typ)) {
		for _, m := range r.ownMembers(t, name) {
			if m.Def().Kind.Callable() && !m.Def().Abstract && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// libraryTypes returns the types whose bases lead to a library type of that name.
func (r *resolver) libraryTypes(f *File, name string) []ID {
	var out []ID
	for _, t := range r.subtypesOf(name) {
		if t.File.Rules.Family != f.Rules.Family {
			continue
		}
		if bases, _ := r.bases(t); slices.ContainsFunc(bases, func(b ID) bool { return b.Def().Name == name }) {
			continue // the workspace has one of that name
		}
		out = appendNew(out, append([]ID{t}, r.allSubtypes(t)...))
	}
	return out
}

// structural returns the methods of object literals that may stand in for member id of an interface (TypeScript).
func (r *resolver) structural(id ID) []ID {
	if p := id.File.Facts.Container(id.Symbol); !id.File.Rules.Structural || p < 0 || id.File.Facts.Symbols[p].Kind == fact.Class {
		return nil
	}
	return r.literals(id)
}

// otherObjects returns what a call may run beside id, the method of an object literal that is known to reach it, where an interface
// has a method of that name: of what is passed there, the places that are followed are but some (TypeScript).
func (r *resolver) otherObjects(id ID) []Target {
	if !id.File.Rules.Structural || !inLiteral(id) || !r.inInterface(id) {
		return nil
	}
	var out []Target
	for _, m := range r.literals(id) {
		if m != id && len(out) < maxCandidates {
			out = append(out, Target{ID: m, Tier: Possible, Dispatch: true})
		}
	}
	return out
}

// inInterface reports whether an interface declares a member of id's name.
func (r *resolver) inInterface(id ID) bool {
	return slices.ContainsFunc(r.g.Named(id.Def().Name), func(m ID) bool {
		p := m.File.Facts.Container(m.Symbol)
		return p >= 0 && m.File.Facts.Symbols[p].Kind == fact.Interface && m.File.Rules.Family == id.File.Rules.Family
	})
}

// literals returns the methods of object literals that have id's name.
func (r *resolver) literals(id ID) []ID {
	var out []ID
	for _, m := range r.g.Named(id.Def().Name) {
		if m.File.Rules.Family == id.File.Rules.Family && inLiteral(m) {
			out = append(out, m)
		}
	}
	return out
}

func inLiteral(id ID) bool {
	return id.Def().Kind == fact.Method && !id.Def().Abstract && id.File.Facts.Container(id.Symbol) < 0
}
