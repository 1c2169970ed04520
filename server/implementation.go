package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// implementation goes to the methods that a method may really run, or to the subtypes of a type.
func implementation(ctx context.Context, v *view, p *protocol.ImplementationParams) (protocol.DefinitionResult, error) {
	g, f, err := v.fileIn(ctx, "definition", p.TextDocument.URI)
	if f == nil {
		return protocol.LocationSlice{}, err
	}
	at := v.offset(f, p.Position)
	var places []place
	seen := map[graph.ID]bool{}
	for _, id := range v.symbolsAt(g, f, at, isDefinition) {
		for _, t := range g.Implementations(ctx, id) {
			if !seen[t.ID] {
				seen[t.ID] = true
				places = append(places, place{t.ID.File, nameRange(t.ID), wholeRange(t.ID)})
			}
		}
	}
	return v.definitions(places, v.wordAt(f, at)), ctx.Err()
}

func isDefinition(id graph.ID) bool { return id.Symbol >= 0 }
