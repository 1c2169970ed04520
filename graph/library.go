package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// library knows the members of library types that say what their result is made of: those that return the collection's elements in
// another collection (filter, sorted), one of them (first, get), or what a wrapper holds (Result, Value).
func (r *resolver) library(v value, name string, f *File) (value, bool) {
	if v.kind == instance && v.text == "" && len(f.Rules.Options) > 0 && slices.Contains(f.Rules.Unwraps, name) {
		return v, true
	}
	if c, ok := r.collection(v); ok && (slices.Contains(f.Rules.Picks, name) || slices.Contains(f.Rules.Keeps, name)) && r.member(v, name, f).kind == external {
		v = c
	}
	if i := slices.Index(f.Rules.Entries, name); i >= 0 {
		return r.mapEntry(v, name, i)
	}
	if v.text == "" || v.kind != external && v.kind != instance {
		return value{}, false
	}
	if slices.Contains(f.Rules.Unwraps, name) {
		if isOption(v.text, v.file.Rules) {
			return r.instance(v.file, argumentOf(v.text), v.at), true
		}
		if isWrapped(v.text, v.file.Rules) || len(f.Rules.Options) > 0 {
			return v, true
		}
	}
	if v.kind != external && parseType(v.text, v.file.Rules).name != "" {
		return value{}, false
	}
	keeps, picks := slices.Contains(f.Rules.Keeps, name), slices.Contains(f.Rules.Picks, name)
	if !keeps && !picks || parseType(v.text, v.file.Rules).elem == "" {
		return value{}, false
	}
	if picks {
		return r.element(v, ""), true
	}
	return v, true
}

// mapEntry returns the key or the value of an entry: of a pair, or of a map, whose element is the value.
func (r *resolver) mapEntry(v value, name string, i int) (value, bool) {
	switch {
	case v.kind == instance && i == 1 && r.memberOf(v.ids[0], name).kind == none:
		return v, true
	case v.kind == external && v.text != "":
		if t := parseType(v.text, v.file.Rules); len(t.args) == 2 && t.elem == "" && fact.TypeName(t.name) == "pair" {
			return r.instance(v.file, t.args[i], v.at), true
		}
	}
	return value{}, false
}

// argumentOf returns the first type argument of a type.
func argumentOf(text string) string {
	i := strings.IndexByte(text, '<')
	return splitTop(inside(text, i, match(text, i)), ',')[0]
}

// isWrapped reports whether a type is one that stands for its argument.
func isWrapped(text string, rules *fact.Rules) bool {
	i := strings.IndexAny(text, "<[(")
	return i > 0 && slices.Contains(rules.Wrappers, fact.TypeName(text[:i]))
}

// usual returns a member that has the same result on all library types.
func usual(name string, f *File) (value, bool) {
	t, ok := f.Rules.Results[name]
	return value{kind: external, text: "func() " + t, file: f}, ok
}

// collected returns what a class says of its values as a whole (Rules.Collections): all of them, some, one.
func (r *resolver) collected(v value, name string, f *File) (value, bool) {
	if !f.Rules.Collections || v.kind != isType {
		return value{}, false
	}
	s := v.ids[0].Def()
	if _, open := r.bases(v.ids[0]); !open && !slices.ContainsFunc(r.ancestors(v.ids[0]), func(a ID) bool { _, open := r.bases(a); return open }) {
		return value{}, false
	}
	switch {
	case slices.Contains(f.Rules.Picks, name):
		return value{kind: instance, ids: v.ids, weak: v.weak}, true
	case slices.Contains(f.Rules.Keeps, name):
		return value{kind: external, text: f.Rules.Elements[0] + "<" + s.Name + ">", file: v.ids[0].File, at: s.NameRange.Start, weak: v.weak}, true
	}
	return value{}, false
}

// ownConstant reports whether a member of a library's type is a constant, which most often is of that type: Modifier.PUBLIC.
func ownConstant(typ, name string, rules *fact.Rules) bool {
	return len(rules.Makes) > 0 && isTypeName(typ) && len(name) > 1 && name == strings.ToUpper(name)
}

func isTypeName(s string) bool {
	return s != "" && s[0] >= 'A' && s[0] <= 'Z' && nameEnd(s, 0) == len(s)
}

// makesOwn reports whether a function of a library's type returns a value of that type, as its name says: Duration.ofMillis.
func makesOwn(typ, name string, rules *fact.Rules) bool {
	return isTypeName(typ) && slices.ContainsFunc(rules.Makes, func(start string) bool {
		rest, ok := strings.CutPrefix(name, start)
		return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
	})
}
