package server

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// codeLens puts a lens on each function and type that has a name; the callers are counted when the lens comes into sight.
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
		data := symbolData{Path: f.Path, Symbol: name, Nth: seen[name]}
		seen[name]++
		if countsCallers(id) && id.Def().Name != "" {
			out = append(out, protocol.CodeLens{Range: v.rangeIn(f, nameRange(id)), Data: data.encode()})
		}
	}
	return out, nil
}

// codeLensResolve names the callers. Its command shows them as a tree in clients that know sibyl.callTree.
func codeLensResolve(ctx context.Context, v *view, p *protocol.CodeLens) (*protocol.CodeLens, error) {
	var d symbolData
	if json.Unmarshal(p.Data, &d) != nil {
		return p, nil
	}
	g, err := v.graph(ctx)
	if err != nil {
		return nil, err
	}
	id, ok := d.find(g)
	if !ok {
		p.Command = protocol.Command{Title: "no longer here", Command: "sibyl.status"}
		return p, nil
	}
	callers, err := v.countCallers(ctx, g, id)
	if err != nil {
		return nil, err
	}
	at := v.position(id.File, nameRange(id).Start)
	argument, err := json.Marshal(map[string]any{
		"textDocument": map[string]any{"uri": uriOf(id.File)},
		"position":     map[string]any{"line": at.Line, "character": at.Character}, "direction": "incoming",
	})
	p.Command = protocol.Command{Title: callers, Command: "sibyl.callTree", Arguments: []protocol.LSPAny{argument}}
	return p, err
}
