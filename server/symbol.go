package server

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// symbolData names a symbol across requests: hierarchy items, code lenses and lazy symbols carry it. It survives edits that
// move the symbol.
type symbolData struct {
	Path   string `json:"path"`             // absolute
	Symbol string `json:"symbol,omitempty"` // qualified name; "" is the file's top-level code
	Nth    int    `json:"nth,omitempty"`    // among symbols of that name in the file, from 0

	Document uri.URI `json:"document,omitempty"` // of one that has no file

	Tier     string `json:"tier,omitempty"`     // of the call that led here
	Dispatch bool   `json:"dispatch,omitempty"` // the call goes through an interface or a base class
}

func dataOf(id graph.ID) symbolData {
	d := symbolData{Path: id.File.Path, Document: uri.URI(id.File.Document)}
	if id.Symbol < 0 {
		return d
	}
	d.Symbol = id.File.Facts.Qualified(id.Symbol)
	each(id.File.Facts, d.Symbol, func(i int32) bool {
		if i == id.Symbol {
			return false
		}
		d.Nth++
		return true
	})
	return d
}

// each yields the symbols of f with a qualified name.
func each(f *fact.File, qualified string, yield func(int32) bool) {
	for i := range f.Symbols {
		if strings.HasSuffix(qualified, f.Symbols[i].Name) && f.Qualified(int32(i)) == qualified && !yield(int32(i)) {
			return
		}
	}
}

// find is the inverse of dataOf. ok is false when the symbol is not there any more.
func (d symbolData) find(g *graph.Graph) (id graph.ID, ok bool) {
	if g == nil {
		return graph.ID{}, false
	}
	f := g.File(d.Path)
	if f == nil {
		return graph.ID{}, false
	}
	id = graph.ID{File: f, Symbol: -1}
	if d.Symbol == "" {
		return id, true
	}
	n := 0
	each(f.Facts, d.Symbol, func(i int32) bool {
		id.Symbol = i // when one of several was deleted, the last that is left
		n++
		return n <= d.Nth
	})
	return id, id.Symbol >= 0
}

func (d symbolData) encode() protocol.LSPAny {
	b, _ := json.Marshal(d) // strings and numbers only: cannot fail
	return b
}

// symbolOf finds the symbol of an item that the client gives back: by its data or, from clients that drop it, by its place. It returns the graph, too.
func (v *view) symbolOf(ctx context.Context, data protocol.LSPAny, u uri.URI, at protocol.Position) (*graph.Graph, graph.ID, error) {
	p, ok := v.about(u)
	g, err := v.graph(ctx)
	if err != nil {
		return nil, graph.ID{}, err
	}
	var d symbolData
	if json.Unmarshal(data, &d) == nil && d.Path != "" {
		if id, ok := d.find(g); ok {
			return g, id, nil
		}
		return nil, graph.ID{}, failed("%s is not in %s any more", d.Symbol, path.Base(d.Path))
	}
	if !ok || g == nil || g.File(p) == nil {
		return nil, graph.ID{}, failed("%s is not part of the workspace", u)
	}
	id, _ := g.SymbolAt(g.File(p), v.offset(g.File(p), at))
	return g, id, nil
}

// title is how lists show a symbol; a module is shown as its file.
func title(id graph.ID) string {
	return id.Title()
}

func kindOf(id graph.ID) protocol.SymbolKind {
	if d := id.Def(); d != nil {
		return symbolKind(d.Kind)
	}
	return protocol.SymbolKindFile
}

// symbolsAt returns what the name at a place stands for, surest first, or else the definition around it.
func (v *view) symbolsAt(g *graph.Graph, f *graph.File, offset uint32, want func(graph.ID) bool) []graph.ID {
	var ids []graph.ID
	targets, local := v.definitionAt(g, f, offset)
	for _, t := range surest(targets) {
		if len(local) == 0 && want(t.ID) {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		if id, _ := g.SymbolAt(f, offset); want(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// surest returns the targets of the highest tier among targets.
func surest(targets []graph.Target) []graph.Target {
	var out []graph.Target
	for _, t := range targets {
		switch {
		case len(out) == 0 || t.Tier > out[0].Tier:
			out = append(out[:0:0], t)
		case t.Tier == out[0].Tier:
			out = append(out, t)
		}
	}
	return out
}
