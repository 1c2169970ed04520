package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// stemModule returns the file that is known by a name with a capital (OCaml): the one in f's folder, else the nearest.
func (r *resolver) stemModule(f *File, name string) *module {
	if !f.Rules.StemModules || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	for _, ext := range f.Rules.Extensions {
		var best *File
		for _, stem := range []string{strings.ToLower(name[:1]) + name[1:], name} {
			for _, o := range r.g.withSuffix(stem + ext) {
				if o != f && (best == nil || nearness(o, f) > nearness(best, f)) {
					best = o
				}
			}
		}
		if best != nil {
			return &module{files: []*File{best}, from: f, scope: -1}
		}
	}
	if r.isLibrary(strings.ToLower(name)) {
		return &module{path: name, from: f, scope: -1, library: true}
	}
	return nil
}

// isLibrary reports whether a folder is called like a library, whose files the build makes modules of the library's own.
func (r *resolver) isLibrary(name string) bool {
	if r.libraries == nil {
		r.libraries = map[string]bool{}
		r.g.Files(func(o *File) bool {
			if o.Rules.StemModules {
				for _, folder := range librariesOf(o) {
					r.libraries[folder] = true
				}
			}
			return true
		})
	}
	return r.libraries[name]
}

// librariesOf returns the name of the folder of a file, and of the one around it where that is one for sources: libraries are called after them.
func librariesOf(f *File) []string {
	dir := folderOf(f)
	names := []string{path.Base(dir)}
	if names[0] == "src" || names[0] == "lib" {
		names = append(names, path.Base(path.Dir(dir)))
	}
	for i, name := range names {
		names[i] = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	}
	return names
}

// inLibrary returns the file that is known by a name in a library.
func (r *resolver) inLibrary(m *module, name string) *module {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return nil
	}
	for _, ext := range m.from.Rules.Extensions {
		for _, stem := range []string{strings.ToLower(name[:1]) + name[1:], name} {
			for _, o := range r.g.withSuffix(stem + ext) {
				if slices.Contains(librariesOf(o), strings.ToLower(m.path)) {
					return &module{files: []*File{o}, from: m.from, scope: -1}
				}
			}
		}
	}
	return nil
}

func nearness(a, b *File) int {
	if folderOf(a) == folderOf(b) {
		return len(a.Path) + len(b.Path)
	}
	return common(a.Path, b.Path)
}

// stemPath resolves a path of modules, of which the first may be a file's.
func (r *resolver) stemPath(f *File, p string) *module {
	if v := r.eval(f, fact.Expr(p), 0); v.kind == isModule {
		return v.mod
	}
	return nil
}
