package graph

import (
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
