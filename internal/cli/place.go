package cli

import (
	"path/filepath"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

// place is a symbol in JSON.
type place struct {
	Name string `json:"name"` // qualified; "<module>" for top-level code
	Kind string `json:"kind"`
	File string `json:"file"`
	Line int    `json:"line"` // where the name stands in the definition; 1 for a module
}

// site is a place where a call stands.
type site struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

const moduleName = "<module>"

// place returns where a symbol is defined.
func (w *workspace) place(id graph.ID) place {
	s := id.Def()
	if s == nil {
		return place{moduleName, "module", w.rel(id.File.Path), 1}
	}
	return place{id.Title(), string(s.Kind), w.rel(id.File.Path), id.File.Facts.Line(s.NameRange.Start) + 1}
}

// sites returns where the calls of an edge stand.
func (w *workspace) sites(e *graph.Edge) []site {
	out := make([]site, len(e.Sites))
	for i, r := range e.Sites {
		out[i] = site{w.rel(e.Caller.File.Path), e.Caller.File.Facts.Line(r.Start) + 1}
	}
	return out
}

// rel returns a path relative to the workspace root, with slashes.
func (w *workspace) rel(path string) string { return w.snapshot.Rel(path) }

// lookupText turns what a person typed into what graph.Lookup reads: the path of PATH:LINE becomes relative to the workspace
// root, whether it was absolute, relative to the root or began with "./".
func (w *workspace) lookupText(arg string) string {
	i := strings.LastIndexByte(arg, ':')
	if i <= 0 || !strings.ContainsAny(arg[:i], "./\\") {
		return arg
	}
	path := filepath.ToSlash(arg[:i])
	if filepath.IsAbs(arg[:i]) {
		if rel, err := filepath.Rel(w.root, arg[:i]); err == nil && filepath.IsLocal(rel) {
			path = filepath.ToSlash(rel)
		}
	}
	return strings.TrimPrefix(path, "./") + arg[i:]
}
