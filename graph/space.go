package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// packages returns the packages that parts of f belong to.
func (f *File) packages() []string {
	if len(f.Facts.Spaces) == 0 {
		return []string{f.Facts.Package}
	}
	out := []string{""}
	for _, s := range f.Facts.Spaces {
		if !slices.Contains(out, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}

// packageOf returns the package of a symbol.
func packageOf(id ID) string {
	if len(id.File.Facts.Spaces) == 0 || id.Symbol < 0 {
		return id.File.Facts.Package
	}
	return id.File.Facts.PackageAt(id.Def().Range.Start)
}

// sees reports whether an import of f is visible at a place: those in a part of the file are so in that part.
func (f *File) sees(imp *fact.Import, at uint32) bool {
	if len(f.Facts.Spaces) == 0 {
		return true
	}
	i := f.Facts.SpaceAt(imp.Start)
	return i < 0 || f.Facts.Spaces[i].Range.Start <= at && at < f.Facts.Spaces[i].Range.End
}

// ofSpace keeps, of what f itself declares, the symbols of the innermost package around a place that has some.
func (f *File) ofSpace(ids []ID, at uint32) []ID {
	if len(f.Facts.Spaces) == 0 || len(ids) == 0 {
		return ids
	}
	for _, space := range f.spaces(at) {
		if own := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return packageOf(id) != space }); len(own) > 0 {
			return own
		}
	}
	return nil
}

// spaces returns the packages whose names are visible at a place in f without an import: its own and, where a language says so, those around it.
func (f *File) spaces(at uint32) []string {
	return f.outward(f.Facts.PackageAt(at))
}

// outward returns a package and those around it whose names it sees.
func (f *File) outward(own string) []string {
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
func (r *resolver) packageNamed(f *File, name string, at uint32) *module {
	spaces := []string{""}
	switch {
	case f.Rules.OuterPackages:
		spaces = f.spaces(at)
	case f.Rules.GlobalSpace:
		spaces[0] = f.Facts.PackageAt(at)
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
	g.each(func(s *Shard) { found = found || s.prefixes[p] })
	return found
}

// prefixesOf calls yield for every package around p.
func prefixesOf(p, separator string, yield func(string)) {
	for i := strings.LastIndex(p, separator); i > 0 && separator != ""; i = strings.LastIndex(p[:i], separator) {
		yield(p[:i])
	}
}

// sharedImport is an import that holds for all files of a project, and the file that has it.
type sharedImport struct {
	*fact.Import
	file *File
}

// sharedName looks for a name in what the project of f imports for all its files.
func (r *resolver) sharedName(f *File, name string, want func(fact.Kind) bool) value {
	for _, imp := range r.sharedBy(f) {
		v := value{}
		switch {
		case imp.Name == "*":
			if m := r.starModule(imp.file, imp.Import); m != nil {
				v = r.public(f, r.export(m, name, 0))
			}
		case imp.file.localName(imp.Import) == name:
			v = r.importValue(imp.file, imp.Import, 0)
		}
		if v.kind != none && v.kind != unknown && (want == nil || v.kind == isType || v.kind == isModule) {
			return v
		}
	}
	return value{}
}

// sharedBy returns the imports that hold for all files of the project of f, without those of f itself.
func (r *resolver) sharedBy(f *File) []sharedImport {
	if f.Rules.ProjectFile == "" {
		return nil
	}
	if r.shared == nil {
		r.shared = map[string][]sharedImport{}
		for _, o := range r.g.SortedFiles() {
			if o.Rules.Family != f.Rules.Family {
				continue
			}
			for i := range o.Facts.Imports {
				if imp := &o.Facts.Imports[i]; imp.ReExport {
					dir := r.projectOf(o)
					r.shared[dir] = append(r.shared[dir], sharedImport{imp, o})
				}
			}
		}
	}
	if len(r.shared) == 0 {
		return nil
	}
	return r.shared[r.projectOf(f)]
}

// projectOf returns the folder of the innermost project around f, its root when there is none.
func (r *resolver) projectOf(f *File) string {
	for dir := folderOf(f); len(dir) > len(f.Root); dir = path.Dir(dir) {
		if slices.ContainsFunc(r.g.inFolder(dir), func(o *File) bool { return strings.HasSuffix(o.Path, f.Rules.ProjectFile) }) {
			return dir
		}
	}
	return f.Root
}
