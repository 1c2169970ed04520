package server

import (
	"context"
	"encoding/json"
	"strings"
	"unicode"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
)

const (
	maxNames    = 100 // symbols by name
	enoughNames = 5   // with fewer, prose is looked up by meaning too, and a name only when there are none
	maxMeanings = 20
)

// workspaceSymbol finds definitions by name and, where names do not suffice, by meaning. An empty query has an empty answer.
func workspaceSymbol(ctx context.Context, v *view, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	out := protocol.WorkspaceSymbolSlice{}
	query := strings.TrimSpace(p.Query)
	if query == "" || v.snap == nil {
		return out, nil
	}
	g, err := v.graph(ctx)
	if err != nil {
		return nil, err
	}
	seen := map[graph.ID]bool{}
	add := func(id graph.ID) {
		if id.File != nil && id.Symbol >= 0 && !seen[id] && v.serves("workspaceSymbol", id.File) {
			seen[id] = true
			out = append(out, v.workspaceSymbol(id))
		}
	}
	for _, id := range g.Find(ctx, query, maxNames) {
		add(id)
	}
	isName := !strings.ContainsFunc(query, unicode.IsSpace)
	if len(out) >= enoughNames || isName && len(out) > 0 || len(query) < 3 {
		return out, ctx.Err()
	}
	hits, err := v.snap.Search(ctx, indexer.Query{Text: query, Limit: maxMeanings})
	for _, h := range hits {
		add(h.ID)
	}
	return out, err
}

// workspaceSymbol leaves the range to resolve where it would cost reading a file and the client can wait.
func (v *view) workspaceSymbol(id graph.ID) protocol.WorkspaceSymbol {
	s := protocol.WorkspaceSymbol{BaseSymbolInformation: protocol.BaseSymbolInformation{
		Name: title(id), Kind: kindOf(id), ContainerName: ptr(v.snap.Rel(id.File.Path)),
	}}
	if v.client.lazySymbols && !id.File.Facts.ASCII {
		s.Location = &protocol.LocationUriOnly{URI: uriOf(id.File)}
		s.Data = dataOf(id).encode()
	} else {
		s.Location = ptr(v.location(id.File, nameRange(id)))
	}
	return s
}

func workspaceSymbolResolve(ctx context.Context, v *view, p *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	var d symbolData
	if json.Unmarshal(p.Data, &d) != nil || d.Path == "" {
		return p, nil
	}
	g, err := v.graph(ctx)
	if err != nil {
		return nil, err
	}
	if id, ok := d.find(g); ok {
		p.Location = ptr(v.location(id.File, nameRange(id)))
	}
	return p, nil
}
