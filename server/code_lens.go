package server

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
)

// lensData is what a lens keeps until it comes into sight.
type lensData struct {
	symbolData
	Ask bool `json:"ask,omitempty"` // about the symbol; else its callers are shown
}

func (d lensData) encode() protocol.LSPAny {
	b, _ := json.Marshal(d) // strings and numbers only: cannot fail
	return b
}

// codeLens puts two lenses on each function and type that has a name: its callers, which are counted when the lens comes into sight, and
// "Ask".
func codeLens(ctx context.Context, v *view, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	out := []protocol.CodeLens{}
	f, err := v.file(ctx, "codeLens", p.TextDocument.URI)
	if f == nil {
		return out, err
	}
	seen := map[string]int{} // as dataOf counts, but once for the file: generated ones have symbols by the ten thousand
	for i := range f.Facts.Symbols {
		id := graph.ID{File: f, Symbol: int32(i)}
		name := f.Facts.Qualified(id.Symbol)
		data := symbolData{Path: f.Path, Symbol: name, Nth: seen[name], Document: uri.URI(f.Document)}
		seen[name]++
		if countsCallers(id) && id.Def().Name != "" {
			at := v.rangeIn(f, nameRange(id))
			out = append(out, protocol.CodeLens{Range: at, Data: lensData{data, false}.encode()}, protocol.CodeLens{Range: at, Data: lensData{data, true}.encode()})
		}
	}
	return out, nil
}

// codeLensResolve names the callers. Its command shows them as a tree: in clients that know sibyl.callTree in a place of theirs, in others as a document.
func codeLensResolve(ctx context.Context, v *view, p *protocol.CodeLens) (*protocol.CodeLens, error) {
	var d lensData
	if json.Unmarshal(p.Data, &d) != nil {
		return p, nil
	}
	v.about(d.Document)
	g, err := v.graph(ctx)
	if err != nil {
		return nil, err
	}
	id, ok := d.find(g)
	if !ok {
		p.Command = protocol.Command{Title: "no longer here", Command: "sibyl.status"}
		return p, nil
	}
	if d.Ask {
		p.Command, err = askCommand("Ask", uriOf(id.File), v.rangeIn(id.File, wholeRange(id)))
		return p, err
	}
	callers, err := v.countCallers(ctx, g, id)
	if err != nil {
		return nil, err
	}
	at := v.position(id.File, nameRange(id).Start)
	argument, err := json.Marshal(map[string]any{
		"textDocument": map[string]any{"uri": uriOf(id.File)},
		"position":     map[string]any{"line": at.Line, "character": at.Character}, "direction": "incoming", "show": true,
	})
	p.Command = protocol.Command{Title: callers, Command: "sibyl.callTree", Arguments: []protocol.LSPAny{argument}}
	return p, err
}
