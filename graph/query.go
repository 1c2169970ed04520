package graph

import (
	"context"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Graph is an immutable view of the facts of a workspace.
type Graph struct{}

// Shard is an immutable part of a Graph, built once and shared by many graphs.
type Shard struct{}

// NewShard indexes files.
func NewShard(files []*File) *Shard { return &Shard{} }

// New returns the graph of base, in which the files of overlay take the place of those with the same path. hidden are further
// paths of base that do not exist any more.
func New(base []*Shard, overlay *Shard, hidden map[string]bool) *Graph { return &Graph{} }

// File returns the file at an absolute path, nil when it is not known.
func (g *Graph) File(path string) *File { return nil }

// Files calls yield for every file, in no particular order, until it returns false.
func (g *Graph) Files(yield func(*File) bool) {}

// Named returns the symbols with exactly this name.
func (g *Graph) Named(name string) []ID { return nil }

// Lookup finds symbols as a person names them: "name", "Class.name", "pkg.name", "path/to/file.py:12", "file.py:name".
func (g *Graph) Lookup(query string) []ID { return nil }

// Find returns at most limit symbols whose name matches query fuzzily (case-insensitive subsequence; word starts count more), best first.
// An empty query finds nothing.
func (g *Graph) Find(ctx context.Context, query string, limit int) []ID { return nil }

// SymbolAt returns the symbol whose name stands at offset or, failing that, the innermost callable, type or module around it.
func (g *Graph) SymbolAt(f *File, offset uint32) (id ID, onName bool) { return ID{f, -1}, false }

// Resolve returns what reference ref of f may stand for, surest first; nil: nothing in the workspace.
func (g *Graph) Resolve(f *File, ref int) []Target { return nil }

// DefinitionAt returns what the name at offset stands for: a reference's targets, the symbol itself on a definition, the binding of a local
// variable (local), the file of an import.
func (g *Graph) DefinitionAt(f *File, offset uint32) (targets []Target, local []fact.Range) {
	return nil, nil
}

// Use is one place where a symbol is named.
type Use struct {
	File  *File
	Range fact.Range
	Tier  Tier
	Kind  fact.RefKind
}

// Uses returns the places that refer to id, without its definition.
func (g *Graph) Uses(ctx context.Context, id ID, tier Tier) ([]Use, error) { return nil, nil }

// Incoming returns the callers of id. Outgoing returns what id calls; for a module, what its top-level code calls.
// Recursive calls are included. The error is the context's.
func (g *Graph) Incoming(ctx context.Context, id ID, f Filter) (Calls, error) { return Calls{}, nil }

// Outgoing: see Incoming.
func (g *Graph) Outgoing(ctx context.Context, id ID, f Filter) (Calls, error) { return Calls{}, nil }

// CallTree follows Incoming (up) or Outgoing from id to depth (≤ 0: 64), at most size nodes (≤ 0: 10,000).
func (g *Graph) CallTree(ctx context.Context, id ID, up bool, depth, size int, f Filter) (*Tree, error) {
	return nil, nil
}

// Paths returns the k shortest call chains from one symbol to another, shortest first; none when there is none.
func (g *Graph) Paths(ctx context.Context, from, to ID, k int, f Filter) ([][]Edge, error) {
	return nil, nil
}

// Edges calls yield for every edge of the workspace, file by file, until it returns false. The error is the context's.
func (g *Graph) Edges(ctx context.Context, f Filter, yield func(Edge) bool) error { return nil }

// Supertypes returns the types that id names as its bases; Subtypes those that name it (or, where the language is duck-typed, have its methods).
func (g *Graph) Supertypes(id ID) []Target { return nil }

// Subtypes: see Supertypes.
func (g *Graph) Subtypes(ctx context.Context, id ID) []Target { return nil }

// Implementations returns the methods that override or implement method id, or the subtypes of type id.
func (g *Graph) Implementations(ctx context.Context, id ID) []Target { return nil }
