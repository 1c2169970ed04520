package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// documentSymbol lists the definitions of a file, as a tree where the client can show one.
func documentSymbol(ctx context.Context, v *view, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	f, err := v.file(ctx, "documentSymbol", p.TextDocument.URI)
	if f == nil {
		return protocol.DocumentSymbolSlice{}, err
	}
	if !v.client.tree {
		return v.flatSymbols(f), nil
	}
	children := make([][]int32, len(f.Facts.Symbols)+1) // of the symbol before; children[0] are those at the top
	for i := range f.Facts.Symbols {
		parent := f.Facts.Symbols[i].Parent
		children[parent+1] = append(children[parent+1], int32(i))
	}
	return v.symbolTree(f, children, -1, 0), nil
}

// maxNesting bounds the depth of the tree; deeper symbols are left out. Generated code nests by the thousand.
const maxNesting = 200

func (v *view) symbolTree(f *graph.File, children [][]int32, parent int32, depth int) protocol.DocumentSymbolSlice {
	out := make(protocol.DocumentSymbolSlice, 0, len(children[parent+1]))
	for _, i := range children[parent+1] {
		d := &f.Facts.Symbols[i]
		id := graph.ID{File: f, Symbol: i}
		s := protocol.DocumentSymbol{
			Name: shortTitle(id), Kind: symbolKind(d.Kind),
			Range: v.rangeIn(f, wholeRange(id)), SelectionRange: v.rangeIn(f, d.NameRange),
		}
		if d.Signature != "" {
			s.Detail = &d.Signature
		}
		if len(children[i+1]) > 0 && depth < maxNesting {
			s.Children = v.symbolTree(f, children, i, depth+1)
		}
		out = append(out, s)
	}
	return out
}

// shortTitle is the name in a tree: with the type that it belongs to only where that is written elsewhere (Go, Rust, C++).
func shortTitle(id graph.ID) string {
	d := id.Def()
	switch {
	case d.Owner != "":
		return id.File.Facts.Qualified(id.Symbol)
	case d.StandsForFile():
		return id.Title()
	case d.Name == "":
		return "(no name)" // clients refuse an empty one
	}
	return d.Name
}

func (v *view) flatSymbols(f *graph.File) protocol.SymbolInformationSlice {
	out := make(protocol.SymbolInformationSlice, 0, len(f.Facts.Symbols))
	for i := range f.Facts.Symbols {
		id := graph.ID{File: f, Symbol: int32(i)}
		d := id.Def()
		s := protocol.SymbolInformation{BaseSymbolInformation: protocol.BaseSymbolInformation{Name: shortTitle(id), Kind: symbolKind(d.Kind)}, Location: v.location(f, wholeRange(id))}
		if d.Parent >= 0 {
			s.ContainerName = ptr(f.Facts.Qualified(d.Parent))
		}
		out = append(out, s)
	}
	return out
}
