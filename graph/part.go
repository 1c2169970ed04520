package graph

import (
	"slices"
	"strings"
)

// parts returns the declarations that together are one type: C#'s partial classes, Ruby's classes and modules that are opened again.
// id is the first.
func (r *resolver) parts(id ID) []ID {
	if !id.File.Rules.OpenTypes || id.Def() == nil || !id.Def().Kind.IsType() {
		return []ID{id}
	}
	if ids, ok := r.whole[id]; ok {
		return ids
	}
	ids := []ID{id}
	if isPart(id) {
		full := containers(id)
		for _, o := range r.g.Named(id.Def().Name) {
			s := o.Def()
			if o != id && s.Kind.IsType() && o.File.Rules.Family == id.File.Rules.Family && packageOf(o) == packageOf(id) &&
				(id.File.Rules.PartWord == "" || len(s.TypeParams) == len(id.Def().TypeParams)) && isPart(o) && slices.Equal(containers(o), full) {
				ids = append(ids, o)
			}
		}
	}
	r.whole[id] = ids
	return ids
}

// wholes keeps one part of each type.
func (r *resolver) wholes(ids []ID) []ID {
	if len(ids) < 2 || !ids[0].File.Rules.OpenTypes {
		return ids
	}
	var out []ID
	for _, id := range ids {
		if !slices.ContainsFunc(out, func(o ID) bool { return slices.Contains(r.parts(o), id) }) {
			out = append(out, id)
		}
	}
	return out
}

// isPart reports whether a declaration may be one of several of its type.
func isPart(id ID) bool {
	word := id.File.Rules.PartWord
	return word == "" || slices.Contains(strings.Fields(id.Def().Signature), word)
}

// containers returns the names of the types and modules around a symbol, from the outside in, also those written in front of a name.
func containers(id ID) []string {
	var out []string
	for s := id.Def(); ; {
		if s.Owner != "" {
			parts := strings.FieldsFunc(s.Owner, func(c rune) bool { return c == '.' || c == ':' || c == '\\' })
			out = append(parts, out...)
		}
		if s.Parent < 0 {
			return out
		}
		s = &id.File.Facts.Symbols[s.Parent]
		out = append([]string{s.Name}, out...)
	}
}
