package graph

import (
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// spaces returns the packages whose names are visible in f without an import: its own and, where a language says so, those around it.
func (f *File) spaces() []string {
	own := f.Facts.Package
	out := []string{own}
	if f.Rules.GlobalSpace && own != "" {
		return append(out, "")
	}
	if !f.Rules.OuterPackages || own == "" {
		return out
	}
	for {
		i := strings.LastIndex(own, f.Rules.Separator)
		if i < 0 {
			return append(out, "")
		}
		own = own[:i]
		out = append(out, own)
	}
}

// packageNamed returns the package that a name stands for, relative to those around f where they are visible: the first part of
// com.shop.Cart, or of Models.User in the namespace Shop. nil when there is none.
func (r *resolver) packageNamed(f *File, name string) *module {
	spaces := []string{""}
	if f.Rules.OuterPackages {
		spaces = f.spaces()
	}
	for _, around := range spaces {
		full := name
		if around != "" {
			full = around + f.Rules.Separator + name
		}
		if m := r.packageModule(f, full); m != nil {
			return m
		}
	}
	return nil
}

// packageModule returns the module of a declared package, also when only packages below it have files.
func (r *resolver) packageModule(f *File, p string) *module {
	var files []*File
	for _, o := range r.g.inPackage(p) {
		if o.Rules.Family == f.Rules.Family {
			files = append(files, o)
		}
	}
	if len(files) == 0 && !r.g.isPackagePrefix(p) {
		return nil
	}
	return &module{files: files, path: p, from: f, scope: -1}
}

// typeModule returns the module of a type's members, for imports of all of them (import static, import Object._).
func (r *resolver) typeModule(f *File, p string) *module {
	i := strings.LastIndex(p, f.Rules.Separator)
	if i < 0 {
		return nil
	}
	v := r.importMember(f, &fact.Import{Path: p[:i], Name: p[i+len(f.Rules.Separator):]})
	if m := r.importModule(f, p[:i]); m != nil {
		v = r.export(m, p[i+len(f.Rules.Separator):], 1)
	}
	if v.kind != isType {
		return nil
	}
	return &module{files: []*File{v.ids[0].File}, path: p, from: f, scope: v.ids[0].Symbol}
}

// isPackagePrefix reports whether packages below p are declared.
func (g *Graph) isPackagePrefix(p string) bool {
	found := false
	g.each(func(s *Shard, _ func(*File) bool) bool {
		found = s.prefixes[p]
		return !found
	})
	return found
}

// prefixesOf calls yield for every package around p.
func prefixesOf(p, separator string, yield func(string)) {
	for i := strings.LastIndex(p, separator); i > 0 && separator != ""; i = strings.LastIndex(p[:i], separator) {
		yield(p[:i])
	}
}
