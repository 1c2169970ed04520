package server

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// subject says which symbol is meant: by name as on the command line ("f", "Class.f", "path/to/a.py:12"), or by a place.
// In JSON it may be a bare string.
type subject struct {
	Name         string                           `json:"name"`
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position               `json:"position"`
}

// UnmarshalJSON takes "name" for {"name": "name"}.
func (s *subject) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &s.Name) == nil {
		return nil
	}
	type plain subject
	return protocol.Unmarshal(b, (*plain)(s))
}

// graphAbout returns the call graph with the documents that subjects lie in.
func (v *view) graphAbout(ctx context.Context, subjects ...subject) (*graph.Graph, error) {
	for _, s := range subjects {
		if s.TextDocument != nil {
			v.about(s.TextDocument.URI)
		}
	}
	return v.graph(ctx)
}

// symbols returns what a subject means; an error says what could not be found.
func (v *view) symbols(ctx context.Context, g *graph.Graph, s subject) ([]graph.ID, error) {
	if s.TextDocument == nil || s.Position == nil {
		if s.Name == "" {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "a name, or a textDocument and a position are needed")
		}
		if ids := g.Lookup(s.Name); len(ids) > 0 {
			return ids, nil
		}
		return nil, failed("%s: no such definition%s", s.Name, v.incomplete())
	}
	_, f, err := v.fileIn(ctx, "callTree", s.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return nil, failed("%s is not indexed%s", s.TextDocument.URI, v.incomplete())
	}
	return v.symbolsAt(g, f, v.offset(f, *s.Position), callsOrModule), nil
}

// incomplete is what to add to a failure while the first index is being made.
func (v *view) incomplete() string {
	if v.snap != nil && v.snap.Complete() {
		return ""
	}
	return " (the index is not complete yet)"
}

// callFilter is the part of the params that restricts calls. What is absent does not restrict, except that tier is "likely".
type callFilter struct {
	Tier      string   `json:"tier"`
	Tests     *bool    `json:"tests"`
	Vendored  *bool    `json:"vendored"`
	Generated *bool    `json:"generated"`
	Languages []string `json:"languages"`
}

func (f callFilter) filter() (graph.Filter, error) {
	out := graph.Filter{Tier: graph.Likely, Languages: f.Languages}
	if f.Tier != "" {
		tier, ok := graph.ParseTier(f.Tier)
		if !ok {
			return out, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "tier is exact, likely or possible, not %s", f.Tier)
		}
		out.Tier = tier
	}
	off := func(b *bool) bool { return b != nil && !*b }
	out.NoTests, out.NoVendored, out.NoGenerated = off(f.Tests), off(f.Vendored), off(f.Generated)
	return out, nil
}

// callTreeParams are the params of sibyl/callTree.
type callTreeParams struct {
	Name         string                           `json:"name"`
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position               `json:"position"`
	Direction    string                           `json:"direction"` // "incoming" (default) or "outgoing"
	Depth        int                              `json:"depth"`     // 0: 64
	Size         int                              `json:"size"`      // most nodes of a tree; 0: 5,000
	Format       string                           `json:"format"`    // a text of the trees as well: one of graph.ExportFormats; "" none
	Show         bool                             `json:"show"`      // open the trees as a document
	callFilter
}

// callTreeResult is the answer of sibyl/callTree: a tree for each symbol that is meant.
type callTreeResult struct {
	Direction string     `json:"direction"`
	Trees     []treeNode `json:"trees"`
	Complete  bool       `json:"complete"`       // false: the first index is still being made
	Text      string     `json:"text,omitempty"` // in the format that was asked for
}

// treeNode is a symbol in a call tree.
type treeNode struct {
	Name       string              `json:"name"`
	Kind       fact.Kind           `json:"kind"`
	Path       string              `json:"path"` // relative to its root
	Line       int                 `json:"line"` // of the name, 1-based
	URI        uri.URI             `json:"uri"`
	Range      protocol.Range      `json:"range"` // of the name
	Tier       string              `json:"tier,omitempty"`
	Dispatch   bool                `json:"dispatch,omitempty"`
	Sites      []protocol.Location `json:"sites,omitempty"` // of the calls between this node and the one above
	Cycle      bool                `json:"cycle,omitempty"`
	Cut        bool                `json:"cut,omitempty"`
	Unresolved int                 `json:"unresolved,omitempty"`
	Note       string              `json:"note,omitempty"` // at a root: how many there are, or why none
	Children   []treeNode          `json:"children"`
}

const (
	maxTreeSize  = 10_000
	treeSize     = 5_000
	maxTreeRoots = 20
)

// callTree returns the callers of a symbol, their callers and so on, or what it calls.
func callTree(ctx context.Context, v *view, p *callTreeParams) (*callTreeResult, error) {
	up := !strings.HasPrefix(p.Direction, "out")
	filter, err := p.filter()
	if err != nil {
		return nil, err
	}
	meant := subject{p.Name, p.TextDocument, p.Position}
	g, err := v.graphAbout(ctx, meant)
	if err != nil || g == nil {
		return &callTreeResult{Trees: []treeNode{}}, err
	}
	ids, err := v.symbols(ctx, g, meant)
	if err != nil {
		return nil, err
	}
	out := &callTreeResult{Direction: "outgoing", Trees: []treeNode{}, Complete: v.snap.Complete()}
	if up {
		out.Direction = "incoming"
	}
	size := min(p.Size, maxTreeSize)
	if size <= 0 {
		size = treeSize
	}
	var trees []*graph.Tree
	for _, id := range ids[:min(len(ids), maxTreeRoots)] {
		t, err := g.CallTree(ctx, id, up, p.Depth, size, filter)
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
		root := v.treeNode(t)
		root.Note = v.rootNote(t, up)
		out.Trees = append(out.Trees, root)
	}
	if p.Format != "" {
		out.Text, err = graph.Export(p.Format, trees, v.names)
	}
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	if p.Show {
		v.server.show(ctx, out.page())
	}
	return out, nil
}

// names is how symbols are written in exports.
func (v *view) names(id graph.ID) (name, path string, line int) {
	return title(id), v.snap.Rel(id.File.Path), id.File.Facts.Line(nameRange(id).Start) + 1
}

// rootNote says how many there are below the root, or why none.
func (v *view) rootNote(t *graph.Tree, up bool) string {
	calls := graph.Calls{Unresolved: t.Unresolved}
	for _, c := range t.Children {
		calls.Edges = append(calls.Edges, *c.Edge)
	}
	note := v.calleesText(calls)
	if up {
		note = v.callersText(t.ID, calls)
	}
	if t.Cut {
		note += "; more were left out"
	}
	return note
}

func (v *view) treeNode(t *graph.Tree) treeNode {
	n := v.node(t.ID)
	n.Cycle, n.Cut, n.Unresolved = t.Cycle, t.Cut, t.Unresolved
	if e := t.Edge; e != nil {
		n.Tier, n.Dispatch, n.Sites = e.Tier.String(), e.Dispatch, v.siteLocations(*e)
	}
	for _, c := range t.Children {
		n.Children = append(n.Children, v.treeNode(c))
	}
	return n
}

func (v *view) node(id graph.ID) treeNode {
	n := treeNode{
		Name: title(id), Kind: fact.Module, Path: v.snap.Rel(id.File.Path), Line: id.File.Facts.Line(nameRange(id).Start) + 1,
		URI: uriOf(id.File), Range: v.rangeIn(id.File, nameRange(id)), Children: []treeNode{},
	}
	if d := id.Def(); d != nil {
		n.Kind = d.Kind
	}
	return n
}

func (v *view) siteLocations(e graph.Edge) []protocol.Location {
	out := make([]protocol.Location, 0, len(e.Sites))
	for _, r := range e.Sites {
		out = append(out, v.location(e.Caller.File, r))
	}
	return out
}
