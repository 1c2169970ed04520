package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// searchParams are the params of sibyl/search.
type searchParams struct {
	Query   string  `json:"query"`
	Limit   int     `json:"limit"` // 0: 10
	Filters filters `json:"filters"`
	Show    bool    `json:"show"` // open the hits as a document
}

// filters restrict hits. What is absent does not restrict.
type filters struct {
	Paths     []string    `json:"paths"` // globs as in a .gitignore; any must match
	Languages []string    `json:"languages"`
	Kinds     []fact.Kind `json:"kinds"`
	Tests     *bool       `json:"tests"` // false: without
	Vendored  *bool       `json:"vendored"`
	Generated *bool       `json:"generated"`
}

// hit is one answer of sibyl/search.
type hit struct {
	URI    uri.URI        `json:"uri"`
	Range  protocol.Range `json:"range"`
	Path   string         `json:"path"`  // relative to its root
	Start  int            `json:"start"` // lines, 1-based, inclusive, as the command line prints them
	End    int            `json:"end"`
	Symbol string         `json:"symbol"`
	Kind   fact.Kind      `json:"kind"`
	Score  float64        `json:"score"`
	Why    []string       `json:"why"`
}

const maxHits = 1000

// search finds code by name or meaning.
func search(ctx context.Context, v *view, p *searchParams) ([]hit, error) {
	out := []hit{}
	if p.Query == "" || v.snap == nil {
		return out, nil
	}
	off := func(b *bool) bool { return b != nil && !*b }
	hits, err := v.snap.Search(ctx, indexer.Query{
		Text: p.Query, Limit: min(p.Limit, maxHits), Paths: p.Filters.Paths, Languages: p.Filters.Languages, Kinds: p.Filters.Kinds,
		NoTests: off(p.Filters.Tests), NoVendored: off(p.Filters.Vendored), NoGenerated: off(p.Filters.Generated),
	})
	for _, h := range hits {
		out = append(out, hit{
			URI: uriOf(h.File), Range: v.rangeIn(h.File, h.Range), Path: v.snap.Rel(h.File.Path), Start: h.Start, End: h.End,
			Symbol: h.Symbol, Kind: h.Kind, Score: h.Score, Why: h.Why,
		})
	}
	if p.Show && err == nil {
		v.server.show(ctx, hitsPage(p.Query, out))
	}
	return out, err
}
