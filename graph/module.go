package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// module is what an import path leads to: the files whose top-level names are its members, and where modules below it are found.
type module struct {
	files   []*File
	path    string // as imported, for what is below
	from    *File  // the importer
	library bool   // a library that wraps the files in folders of its name: path (OCaml)
	scope   int32  // an inline module of files[0] (Rust mod, C++ namespace): the symbol; -1: the files themselves
}

// modulePath is what an import says, and where: a file, or a folder when all its files mean the same.
type modulePath struct{ family, at, path string }

// cutting stands in resolver.modules for a module that is being looked for: cycles end there.
var cutting = new(module)

// importModule returns the module that a path means in f; nil: not in the workspace.
func (r *resolver) importModule(f *File, p string) *module {
	key := modulePath{f.Rules.Family, f.Path, p}
	if f.Rules.Unit == fact.UnitFolder && p != "" { // the same for all files of a folder
		key.at = folderOf(f)
	}
	if m, ok := r.modules[key]; ok {
		if m == cutting {
			r.cuts++
			return nil
		}
		return m
	}
	r.modules[key] = cutting
	var m *module
	switch rules := f.Rules; {
	case p == "":
		m = &module{files: []*File{f}, from: f, scope: -1}
	case rules.StemModules:
		m = r.stemPath(f, p)
	case rules.Unit == fact.UnitFolder:
		m = r.folderModule(f, p)
	case rules.Unit == fact.UnitDeclared:
		if files := r.g.inPackage(p); len(files) > 0 {
			m = &module{files: files, path: p, from: f, scope: -1}
		}
	case rules.Separator == "::":
		m = r.crateModule(f, p)
	case rules.Separator == ".":
		m = r.dottedModule(f, p)
	default:
		m = r.pathModule(f, p)
	}
	r.modules[key] = m
	return m
}

// folderModule resolves an import of a folder through the manifests above it (Go's modules).
func (r *resolver) folderModule(f *File, p string) *module {
	manifests := r.manifestsOf(fact.ManifestModule)
	for _, m := range manifests {
		dir := folderOf(m)
		rest, ok := strings.CutPrefix(p, m.Facts.ModulePath)
		switch {
		case ok && (rest == "" || rest[0] == '/'):
		case m.Facts.ModulePath == "std" && strings.HasPrefix(f.Path, dir+"/"): // Go's own library
			rest = "/" + p
		default:
			continue
		}
		if files := r.sourceFiles(f, dir+rest); len(files) > 0 {
			return &module{files: files, path: p, from: f, scope: -1}
		}
	}
	if len(manifests) > 0 {
		return nil
	}
	if files := r.sourceFiles(f, f.Root+"/"+p); len(files) > 0 { // no manifest: a path below the root
		return &module{files: files, path: p, from: f, scope: -1}
	}
	return nil
}

// sourceFiles returns the files of a folder that belong to f's language and are no tests, unless f stands there or all are (a package for tests).
func (r *resolver) sourceFiles(f *File, dir string) []*File {
	var out, tests []*File
	for _, o := range r.g.inFolder(dir) {
		switch {
		case o.Rules.Family != f.Rules.Family:
		case o.Marks.Test && folderOf(f) != dir:
			tests = append(tests, o)
		default:
			out = append(out, o)
		}
	}
	if len(out) == 0 {
		return tests
	}
	return out
}

// dottedModule resolves Python's module names: relative ones by their dots, others from each folder that can be on the path.
func (r *resolver) dottedModule(f *File, p string) *module {
	dir := folderOf(f)
	if strings.HasPrefix(p, ".") {
		rest := strings.TrimLeft(p, ".")
		for range len(p) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		return r.moduleAt(f, dir, strings.ReplaceAll(rest, ".", "/"), p)
	}
	below := strings.ReplaceAll(p, ".", "/")
	for ; ; dir = path.Dir(dir) {
		if !r.isPackage(f, dir) || dir == f.Root {
			for _, sub := range append([]string{""}, f.Rules.SourceRoots...) {
				if m := r.moduleAt(f, path.Join(dir, sub), below, p); m != nil {
					return m
				}
			}
		}
		if dir == f.Root || len(dir) <= len(f.Root) {
			return nil
		}
	}
}

func (r *resolver) isPackage(f *File, dir string) bool {
	for _, stem := range f.Rules.Index {
		for _, ext := range f.Rules.Extensions {
			if r.g.File(dir+"/"+stem+ext) != nil {
				return true
			}
		}
	}
	return false
}

// moduleAt returns the module at dir/below: a file, a folder with an index file, or a folder that has files of the language below it.
func (r *resolver) moduleAt(f *File, dir, below, p string) *module {
	target := path.Join(dir, below)
	if found := r.fileModule(f, target); found != nil && below != "" {
		return &module{files: []*File{found}, path: p, from: f, scope: -1}
	}
	for _, stem := range f.Rules.Index {
		for _, ext := range f.Rules.Extensions {
			if x := r.g.File(target + "/" + stem + ext); x != nil {
				return &module{files: []*File{x}, path: p, from: f, scope: -1}
			}
		}
	}
	if f.Rules.Separator == "." {
		for _, x := range r.g.inFolder(target) { // a namespace package
			if x.Rules.Family == f.Rules.Family && (below != "" || strings.HasPrefix(p, ".")) {
				return &module{path: p, from: f, scope: -1}
			}
		}
	}
	return nil
}

func (r *resolver) fileModule(f *File, target string) *File {
	for _, ext := range f.Rules.Extensions {
		if x := r.g.File(target + ext); x != nil {
			return x
		}
	}
	return nil
}

// pathModule resolves paths of files: relative to the importer (JavaScript, C), below the roots, or by suffix (C headers).
func (r *resolver) pathModule(f *File, p string) *module {
	at := func(target string) *module {
		if x := r.g.File(target); x != nil && x != f {
			return &module{files: []*File{x}, path: p, from: f, scope: -1}
		}
		if ext := path.Ext(target); ext != "" && len(f.Rules.Extensions) > 0 { // ./a.js may be a.ts
			if x := r.fileModule(f, strings.TrimSuffix(target, ext)); x != nil {
				return &module{files: []*File{x}, path: p, from: f, scope: -1}
			}
		}
		return r.moduleAt(f, target, "", p)
	}
	try := func(target string) *module {
		if x := r.fileModule(f, target); x != nil {
			return &module{files: []*File{x}, path: p, from: f, scope: -1}
		}
		return at(target)
	}
	dir := folderOf(f)
	if f.Rules.RelativePaths {
		p, _, _ = strings.Cut(p, "?") // a version behind a page's script
		if m := at(path.Join(dir, p)); m != nil {
			return m
		}
		for ; strings.HasPrefix(p, "/") && len(dir) > len(f.Root); dir = path.Dir(dir) { // below what is served, which may be any folder above
			if m := at(path.Join(path.Dir(dir), p)); m != nil {
				return m
			}
		}
		if found := r.g.withSuffix(p + f.Rules.Extensions[0]); len(found) == 1 && path.Ext(p) == "" { // a module that the build knows by name
			return &module{files: found, path: p, from: f, scope: -1}
		}
		return nil
	}
	if strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") || p == "." || p == ".." || f.Rules.Includes {
		if m := try(path.Join(dir, p)); m != nil {
			return m
		}
		if !f.Rules.Includes {
			return nil
		}
	}
	if f.Rules.Includes {
		if m := r.built(f, at, p); m != nil {
			return m
		}
	}
	for _, sub := range append([]string{""}, f.Rules.SourceRoots...) {
		if f.Rules.Includes {
			if m := at(path.Join(f.Root, sub, p)); m != nil {
				return m
			}
		}
	}
	if f.Rules.Includes {
		found := r.g.withSuffix(p)
		if len(found) == 1 {
			return &module{files: found, path: p, from: f, scope: -1}
		}
		var best *File
		for _, x := range found { // the one that shares most of the path
			if best == nil || common(x.Path, f.Path) > common(best.Path, f.Path) {
				best = x
			}
		}
		if best != nil {
			return &module{files: []*File{best}, path: p, from: f, scope: -1}
		}
	}
	if !f.Rules.Includes && f.Rules.FunctionsMake {
		return r.nodeModule(f, p)
	}
	return nil
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// crateModule resolves Rust's paths: crate, self, super, then names from module to module.
func (r *resolver) crateModule(f *File, p string) *module {
	parts := strings.Split(p, "::")
	var m *module
	switch parts[0] {
	case "crate":
		m = r.crateRoot(f)
		parts = parts[1:]
	case "self":
		m = &module{files: []*File{f}, from: f, scope: -1}
		parts = parts[1:]
	case "super":
		m = &module{files: []*File{f}, from: f, scope: -1}
		for len(parts) > 0 && parts[0] == "super" {
			if m = r.parentModule(m); m == nil {
				return nil
			}
			parts = parts[1:]
		}
	default:
		m = &module{files: []*File{f}, from: f, scope: -1}
		if r.childModule(m, parts[0]) == nil {
			if m = r.crateNamed(f, parts[0]); m == nil {
				return nil
			}
			parts = parts[1:]
		}
	}
	for _, part := range parts {
		if m == nil {
			return nil
		}
		m = r.childModule(m, part)
	}
	return m
}

// importModuleAt is importModule for a path that stands at a place of f: in a module that is a block (Rust's mod name { … }), it starts there.
func (r *resolver) importModuleAt(f *File, p string, at uint32) *module {
	m := &module{files: []*File{f}, from: f, scope: f.blockModule(at)}
	if m.scope < 0 {
		return r.importModule(f, p)
	}
	parts := strings.Split(p, "::")
	switch parts[0] {
	case "self":
		parts = parts[1:]
	case "super":
		for ; m != nil && len(parts) > 0 && parts[0] == "super"; parts = parts[1:] {
			m = r.parentModule(m)
		}
	default:
		if r.childModule(m, parts[0]) == nil {
			return r.importModule(f, p)
		}
	}
	for _, part := range parts {
		if m == nil {
			return nil
		}
		m = r.childModule(m, part)
	}
	return m
}

// blockModule returns the module around a place of a file whose modules may be blocks, -1 when that is the file's own.
func (f *File) blockModule(at uint32) int32 {
	if f.Rules.Separator != "::" || f.Rules.Unit != fact.UnitFile || f.Rules.Includes {
		return -1
	}
	return f.moduleOf(f.Facts.SymbolAt(at))
}

// moduleOf returns s or the nearest symbol around it that is a module, -1 when none is.
func (f *File) moduleOf(s int32) int32 {
	for s >= 0 && f.Facts.Symbols[s].Kind != fact.Module {
		s = f.Facts.Symbols[s].Parent
	}
	return s
}

// crateRoot returns the module of the crate that f belongs to: lib.rs or main.rs of the nearest folder above that has one.
func (r *resolver) crateRoot(f *File) *module {
	for dir := folderOf(f); ; dir = path.Dir(dir) {
		for _, stem := range []string{"lib", "main"} {
			for _, ext := range f.Rules.Extensions {
				if x := r.g.File(dir + "/" + stem + ext); x != nil {
					return &module{files: []*File{x}, from: f, scope: -1}
				}
			}
		}
		if dir == f.Root || len(dir) <= len(f.Root) {
			return &module{files: []*File{f}, from: f, scope: -1}
		}
	}
}

// crateNamed finds another crate of the workspace by its folder's name: NAME/src/lib.rs.
func (r *resolver) crateNamed(f *File, name string) *module {
	if m := r.crateOf(f, name); m != nil {
		return m
	}
	for _, n := range []string{name, strings.ReplaceAll(name, "_", "-")} {
		for _, ext := range f.Rules.Extensions {
			if found := r.g.withSuffix(n + "/src/lib" + ext); len(found) == 1 {
				return &module{files: found, from: f, scope: -1}
			}
		}
	}
	return nil
}

// moduleFolder returns where the child modules of a file stand: beside an index file, else in the folder named like it.
func moduleFolder(f *File) string {
	stem := strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
	if slices.Contains(f.Rules.Index, stem) || stem == "lib" || stem == "main" {
		return folderOf(f)
	}
	return folderOf(f) + "/" + stem
}

func (r *resolver) parentModule(m *module) *module {
	f := m.files[0]
	if m.scope >= 0 {
		return &module{files: m.files, from: m.from, scope: f.moduleOf(f.Facts.Symbols[m.scope].Parent)}
	}
	dir := path.Dir(moduleFolder(f))
	for _, stem := range append([]string{"lib", "main"}, f.Rules.Index...) {
		for _, ext := range f.Rules.Extensions {
			if x := r.g.File(dir + "/" + stem + ext); x != nil && x != f {
				return &module{files: []*File{x}, from: f, scope: -1}
			}
		}
	}
	if x := r.fileModule(f, dir); x != nil {
		return &module{files: []*File{x}, from: f, scope: -1}
	}
	return nil
}

// childModule returns the module of that name inside m: declared inline, a file below, or re-exported.
func (r *resolver) childModule(m *module, name string) *module {
	if len(m.files) == 0 {
		return nil
	}
	f := m.files[0]
	if m.scope < 0 { // where a file and a block have the name, the build decides: the file is the usual one
		dir := moduleFolder(f)
		if x := r.fileModule(f, dir+"/"+name); x != nil && x != f {
			return &module{files: []*File{x}, from: m.from, scope: -1}
		}
		for _, stem := range f.Rules.Index {
			if x := r.fileModule(f, dir+"/"+name+"/"+stem); x != nil {
				return &module{files: []*File{x}, from: m.from, scope: -1}
			}
		}
	}
	for _, i := range f.named(name).symbols() {
		if s := &f.Facts.Symbols[i]; s.Kind == fact.Module && s.Parent == m.scope {
			return &module{files: []*File{f}, from: m.from, scope: i}
		}
	}
	return nil
}
