package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// extension finds what can be called on v though v's type does not declare it: functions that name the type as their owner where they
// stand, and that are visible in file from (C#, Kotlin, Scala).
func (r *resolver) extension(v value, name string, from *File) value {
	if !from.Rules.ExtensionMethods || v.kind != instance && v.kind != external {
		return value{}
	}
	out := value{kind: isFunc}
	best := 0
	for _, id := range r.g.Named(name) {
		s := id.Def()
		if s.Owner == "" || !s.Kind.Callable() || id.File.Rules.Family != from.Rules.Family || !r.visible(id, from) {
			continue
		}
		fit := r.extends(id, s.Owner, v)
		if fit > best {
			best, out.ids = fit, nil
		}
		if fit == best && fit > 0 {
			out.ids = append(out.ids, id)
		}
	}
	if len(out.ids) == 0 {
		return r.converted(v, name, from)
	}
	out = r.symbolValue(out.ids...)
	out.weak, out.extends = best < extendsBase, out.kind == isFunc
	return out
}

// How well an extension's owner fits a value.
const (
	extendsAny  = iota + 1 // a type parameter
	extendsKind            // a library's type whose name is not that of the value's type: it may be a base
	extendsBase            // a base
	extendsType            // the type itself
)

// extends tells how well a value of the type that function id is for fits: its owner or its parameter, as written.
func (r *resolver) extends(id ID, text string, v value) int {
	s := id.Def()
	t := parseType(text, id.File.Rules)
	owner := fact.TypeName(t.name)
	if slices.Contains(s.TypeParams, owner) || owner == "" {
		return extendsAny
	}
	if v.kind == external {
		if v.text == "" {
			return 0
		}
		name := fact.TypeName(parseType(v.text, v.file.Rules).name)
		if name == owner {
			return extendsType
		}
		if o := r.typeNamed(id.File, t.name, s.Range.Start); o.kind == isType || name == "" && parseType(v.text, v.file.Rules).elem == "" || slices.Contains(id.File.Rules.Builtins, owner) {
			return 0
		}
		return extendsKind
	}
	for _, of := range v.ids {
		if of.Def().Name == owner {
			return extendsType
		}
	}
	for _, of := range v.ids {
		if open, found := r.hasBase(of, owner); found {
			return extendsBase
		} else if open {
			if o := r.typeNamed(id.File, t.name, s.Range.Start); o.kind != isType {
				return extendsKind
			}
		}
	}
	return 0
}

// hasBase reports whether a base of id, however far, is called name; open: a base outside the workspace may have it.
func (r *resolver) hasBase(id ID, name string) (open, found bool) {
	for _, a := range r.ancestors(id) {
		if a != id && a.Def().Name == name {
			return false, true
		}
		_, unseen := r.bases(a)
		open = open || unseen
	}
	return open, false
}

// visible reports whether the top-level symbol id, or the type that holds it, is visible in f by package or import.
func (r *resolver) visible(id ID, f *File) bool {
	if id.File == f || slices.ContainsFunc(f.packages(), func(own string) bool { return slices.Contains(f.outward(own), packageOf(id)) }) {
		return true
	}
	name := id.Def().Name
	for _, i := range f.named(name).imports() {
		if imp := &f.Facts.Imports[i]; imp.Path == packageOf(id) || imp.Name == name {
			return true
		}
	}
	for _, imp := range r.sharedBy(f) {
		if imp.Path == packageOf(id) || strings.HasPrefix(imp.Path, packageOf(id)+f.Rules.Separator) {
			return true
		}
	}
	for _, imp := range f.names().stars {
		if path := f.Facts.Imports[imp].Path; path == packageOf(id) || strings.HasPrefix(path, packageOf(id)+f.Rules.Separator) {
			return true
		}
	}
	return false
}

// converted finds a member of what v may be turned into without saying so (Rules.ConvertWord), by a function that is visible in file from.
func (r *resolver) converted(v value, name string, from *File) value {
	word := from.Rules.ConvertWord
	if _, usual := from.Rules.Results[name]; word == "" || usual || !r.declaresCallable(name) {
		return value{}
	}
	if r.converters == nil {
		r.converters = map[string][]ID{}
		r.g.Files(func(f *File) bool {
			for i := range f.Facts.Symbols {
				if s := &f.Facts.Symbols[i]; f.Rules.ConvertWord != "" && s.Kind.Callable() && len(s.Params) == 1 && s.Type != "" && slices.Contains(strings.Fields(s.Signature), word) {
					to := fact.TypeName(s.Type)
					r.converters[to] = append(r.converters[to], ID{f, int32(i)})
				}
			}
			return true
		})
	}
	best, out := extendsType-1, value{} // a library's type may have the member itself
	if v.kind == instance && !slices.ContainsFunc(v.ids, func(id ID) bool { open, _ := r.hasBase(id, ""); return open }) {
		best = 0
	}
	for _, id := range r.g.Named(name) {
		for _, by := range r.converters[lastOwner(id)] {
			if !r.visible(by, from) {
				continue
			}
			if fit := r.extends(by, by.Def().Params[0].Type, v); fit > best {
				for _, to := range r.resultOf(by).ids { // nothing is turned twice
					if m := r.memberOf(to, name); m.kind == isFunc {
						best, out = fit, m
					}
				}
			}
		}
	}
	out.weak, out.extends = true, out.kind == isFunc
	return out
}
