package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// definition goes to what the name under the cursor stands for; of several candidates only the surest are shown.
func definition(ctx context.Context, v *view, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	g, f, err := v.fileIn(ctx, "definition", p.TextDocument.URI)
	if f == nil {
		return protocol.LocationSlice{}, err
	}
	at := v.offset(f, p.Position)
	targets, local := v.definitionAt(g, f, at)
	var places []place
	for _, r := range local {
		places = append(places, place{f, r, r})
	}
	for _, t := range surest(targets) {
		places = append(places, place{t.ID.File, nameRange(t.ID), wholeRange(t.ID)})
	}
	return v.definitions(places, v.wordAt(f, at)), nil
}

// place is something to go to: the name and everything that belongs to it.
type place struct {
	file        *graph.File
	name, whole fact.Range
}

func (v *view) definitions(places []place, origin *protocol.Range) protocol.DefinitionResult {
	if !v.client.links {
		out := protocol.LocationSlice{}
		for _, p := range places {
			out = append(out, v.location(p.file, p.name))
		}
		return out
	}
	out := protocol.DefinitionLinkSlice{}
	for _, p := range places {
		out = append(out, protocol.DefinitionLink{
			OriginSelectionRange: origin, TargetURI: uriOf(p.file),
			TargetRange: v.rangeIn(p.file, p.whole), TargetSelectionRange: v.rangeIn(p.file, p.name),
		})
	}
	return out
}
