package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// manifestsOf returns the manifests of one kind, longest path first.
func (r *resolver) manifestsOf(kind fact.Manifest) []*File {
	if ms, ok := r.manifested[kind]; ok {
		return ms
	}
	var out []*File
	for _, m := range r.g.manifests() {
		if m.Rules.Manifest == kind {
			out = append(out, m)
		}
	}
	r.manifested[kind] = out
	return out
}

// above calls yield with the manifests called name in the folders around f, innermost first, until it returns a module.
func (r *resolver) above(f *File, name string, yield func(m *File) *module) *module {
	for dir := folderOf(f); len(dir) >= len(f.Root); dir = path.Dir(dir) {
		if m := r.g.File(dir + "/" + name); m != nil && m.Rules.Manifest == fact.ManifestPackage {
			if found := yield(m); found != nil {
				return found
			}
		}
		if dir == f.Root || dir == "/" {
			break
		}
	}
	return nil
}

// nodeModule resolves what is no path of a file: by the files that map paths, by its own package's imports, by the packages of the workspace.
func (r *resolver) nodeModule(f *File, p string) *module {
	for _, name := range f.Rules.PathMaps {
		if m := r.above(f, name, func(m *File) *module { return r.mapped(f, m, p, 0) }); m != nil {
			return m
		}
	}
	if strings.HasPrefix(p, "#") {
		return r.above(f, f.Rules.PackageFile, func(m *File) *module { return r.entry(f, m, "imports", p) })
	}
	if m := r.conventional(f, p); m != nil {
		return m
	}
	for _, m := range r.manifestsOf(fact.ManifestPackage) {
		rest, ok := strings.CutPrefix(p, m.Facts.ModulePath)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		if found := r.entry(f, m, "exports", "."+rest); found != nil {
			return found
		}
		dir := folderOf(m)
		for _, at := range []string{dir + "/src" + rest, dir + rest, dir + "/lib" + rest} {
			if found := r.fileOrFolder(f, at, p); found != nil {
				return found
			}
		}
	}
	return nil
}

// conventional resolves what a framework's tools map without a file that says so, below the folder of f's own package.
func (r *resolver) conventional(f *File, p string) *module {
	for _, c := range f.Rules.PathNames {
		name, at, _ := strings.Cut(c, "=")
		rest, ok := strings.CutPrefix(p, name)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		if m := r.above(f, f.Rules.PackageFile, func(m *File) *module { return r.fileOrFolder(f, path.Join(folderOf(m), at, rest), p) }); m != nil {
			return m
		}
	}
	return nil
}

// mapped resolves p by the paths and the base folder of a tsconfig.json, or of those that it extends.
func (r *resolver) mapped(f, config *File, p string, hops int) *module {
	dir := folderOf(config)
	base := dir
	for i := range config.Facts.Imports {
		if imp := &config.Facts.Imports[i]; imp.Name == "base" {
			base = path.Join(dir, imp.Path)
		}
	}
	for i := range config.Facts.Imports {
		imp := &config.Facts.Imports[i]
		if imp.Name != "paths" {
			continue
		}
		if rest, ok := matchPattern(imp.Alias, p); ok {
			if m := r.fileOrFolder(f, path.Join(base, strings.Replace(imp.Path, "*", rest, 1)), p); m != nil {
				return m
			}
		}
	}
	if base != dir || slices.ContainsFunc(config.Facts.Imports, func(imp fact.Import) bool { return imp.Name == "base" }) {
		if m := r.fileOrFolder(f, path.Join(base, p), p); m != nil {
			return m
		}
	}
	for i := range config.Facts.Imports {
		imp := &config.Facts.Imports[i]
		if imp.Name != "extends" || hops > 4 {
			continue
		}
		at := path.Join(dir, imp.Path)
		for _, target := range []string{at, at + ".json"} {
			if next := r.g.File(target); next != nil && next.Rules.Manifest == fact.ManifestPackage {
				if m := r.mapped(f, next, p, hops+1); m != nil {
					return m
				}
			}
		}
	}
	return nil
}

// entry resolves a subpath by package.json's exports or imports.
func (r *resolver) entry(f, manifest *File, which, subpath string) *module {
	for i := range manifest.Facts.Imports {
		imp := &manifest.Facts.Imports[i]
		if imp.Name != which {
			continue
		}
		rest, ok := matchPattern(imp.Alias, subpath)
		if !ok {
			continue
		}
		target := strings.Replace(strings.TrimPrefix(imp.Path, "./"), "*", rest, 1)
		for _, t := range sources(target) {
			if m := r.fileOrFolder(f, path.Join(folderOf(manifest), t), subpath); m != nil {
				return m
			}
		}
	}
	return nil
}

// sources returns a path and those of the source from which it is built, as most projects lay them out.
func sources(target string) []string {
	out := []string{target}
	first, rest, ok := strings.Cut(target, "/")
	for ok && slices.Contains([]string{"dist", "build", "out", "lib", "esm", "cjs", "es", "types"}, first) {
		out = append(out, "src/"+rest, rest)
		first, rest, ok = strings.Cut(rest, "/")
	}
	return out
}

// matchPattern compares a path with a pattern that may have one "*", and returns what that stands for.
func matchPattern(pattern, p string) (rest string, ok bool) {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return "", pattern == p
	}
	if len(p) < len(before)+len(after) || !strings.HasPrefix(p, before) || !strings.HasSuffix(p, after) {
		return "", false
	}
	return p[len(before) : len(p)-len(after)], true
}

// fileOrFolder returns the module at a path without or with another extension: a file, or the index file of a folder.
func (r *resolver) fileOrFolder(f *File, target, p string) *module {
	if x := r.g.File(target); x != nil && x.Rules.Family == f.Rules.Family {
		return &module{files: []*File{x}, path: p, from: f, scope: -1}
	}
	stem := target
	for _, ext := range []string{".d.ts", ".d.mts", ".d.cts", path.Ext(target)} {
		if s, ok := strings.CutSuffix(target, ext); ok && ext != "" {
			stem = s
			break
		}
	}
	for _, at := range []string{target, stem} {
		if x := r.fileModule(f, at); x != nil {
			return &module{files: []*File{x}, path: p, from: f, scope: -1}
		}
	}
	return r.moduleAt(f, target, "", p)
}

// otherCrate is crateOf, looked up once a folder.
func (r *resolver) otherCrate(f *File, name string) *module {
	if len(r.manifestsOf(fact.ManifestCrate)) == 0 {
		return nil
	}
	key := modulePath{"crate", folderOf(f), name}
	m, ok := r.modules[key]
	if !ok {
		m = r.crateOf(f, name)
		r.modules[key] = m
	}
	return m
}

// crateOf returns the root of another crate of the workspace: one that f's own manifest gives a path for, or one that declares the name.
func (r *resolver) crateOf(f *File, name string) *module {
	for _, m := range r.manifestsOf(fact.ManifestCrate) {
		if !strings.HasPrefix(f.Path, folderOf(m)+"/") {
			continue
		}
		for i := range m.Facts.Imports {
			if imp := &m.Facts.Imports[i]; imp.Name == "path" && imp.Alias == name {
				if root := r.libraryOf(f, path.Join(folderOf(m), imp.Path)); root != nil {
					return root
				}
			}
		}
		break
	}
	for _, m := range r.manifestsOf(fact.ManifestCrate) {
		if m.Facts.ModulePath == name {
			if root := r.libraryOf(f, folderOf(m)); root != nil {
				return root
			}
		}
	}
	return nil
}

// libraryOf returns the root file of the library crate in a folder.
func (r *resolver) libraryOf(f *File, dir string) *module {
	at := "src/lib.rs"
	if m := r.g.File(dir + "/Cargo.toml"); m != nil {
		for i := range m.Facts.Imports {
			if m.Facts.Imports[i].Name == "lib" {
				at = m.Facts.Imports[i].Path
			}
		}
	}
	if x := r.g.File(path.Join(dir, at)); x != nil {
		return &module{files: []*File{x}, from: f, scope: -1}
	}
	return nil
}
