package server

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// callPathParams are the params of sibyl/callPath.
type callPathParams struct {
	From subject `json:"from"`
	To   subject `json:"to"`
	K    int     `json:"k"`    // how many chains; 0: 1
	Show bool    `json:"show"` // open the chains as a document
	callFilter
}

// callPathResult is the answer of sibyl/callPath: chains of calls, shortest first.
type callPathResult struct {
	Paths    [][]hop `json:"paths"`
	Complete bool    `json:"complete"`
	More     bool    `json:"more,omitempty"` // a larger k has more
	Note     string  `json:"note,omitempty"` // why there is none
}

// hop is one call of a chain.
type hop struct {
	Caller   treeNode            `json:"caller"`
	Callee   treeNode            `json:"callee"`
	Tier     string              `json:"tier"`
	Dispatch bool                `json:"dispatch,omitempty"`
	Sites    []protocol.Location `json:"sites"`
}

const (
	maxPaths     = 20
	maxPathPairs = 16 // of symbols that an ambiguous name may mean
)

// callPath returns how one symbol reaches another.
func callPath(ctx context.Context, v *view, p *callPathParams) (*callPathResult, error) {
	filter, err := p.filter()
	if err != nil {
		return nil, err
	}
	g, err := v.graphAbout(ctx, p.From, p.To)
	if err != nil || g == nil {
		return &callPathResult{Paths: [][]hop{}}, err
	}
	from, err := v.symbols(ctx, g, p.From)
	if err != nil {
		return nil, err
	}
	to, err := v.symbols(ctx, g, p.To)
	if err != nil {
		return nil, err
	}
	k := min(max(p.K, 1), maxPaths)
	chains, err := shortest(ctx, g, from, to, k+1, filter)
	if err != nil {
		return nil, err
	}
	out := &callPathResult{Paths: [][]hop{}, Complete: v.snap.Complete(), More: len(chains) > k}
	for _, c := range chains[:min(len(chains), k)] {
		out.Paths = append(out.Paths, v.hops(c))
	}
	if len(chains) == 0 && len(from) > 0 && len(to) > 0 {
		gap, err := g.NoPath(ctx, from[0], to[0], filter)
		if err != nil {
			return nil, err
		}
		out.Note = gap.Text(title(from[0]), title(to[0])) + v.incomplete()
	}
	if p.Show {
		v.server.show(ctx, out.page())
	}
	return out, nil
}

// shortest returns the k shortest chains from any of from to any of to.
func shortest(ctx context.Context, g *graph.Graph, from, to []graph.ID, k int, f graph.Filter) (all [][]graph.Edge, err error) {
	pairs := 0
	for _, a := range from {
		for _, b := range to {
			if pairs++; pairs > maxPathPairs {
				break
			}
			chains, err := g.Paths(ctx, a, b, k, f)
			if err != nil {
				return nil, err
			}
			all = append(all, chains...)
		}
	}
	slices.SortStableFunc(all, func(a, b []graph.Edge) int { return len(a) - len(b) })
	return all[:min(len(all), k)], nil
}

func (v *view) hops(chain []graph.Edge) []hop {
	out := make([]hop, 0, len(chain))
	for _, e := range chain {
		out = append(out, hop{
			Caller: v.node(e.Caller), Callee: v.node(e.Callee), Tier: e.Tier.String(), Dispatch: e.Dispatch, Sites: v.siteLocations(e),
		})
	}
	return out
}
