package cli

import (
	"context"
	"fmt"

	"github.com/sibyl-ls/sibyl/graph"
)

// hop is a call in JSON: an edge at one of its sites.
type hop struct {
	Caller place  `json:"caller"`
	Callee place  `json:"callee"`
	Tier   string `json:"tier"`
	Site   site   `json:"site"`
}

// hops returns an edge once for each of its sites.
func (w *workspace) hops(e *graph.Edge) []hop {
	caller, callee := w.place(e.Caller), w.place(e.Callee)
	sites := w.sites(e)
	out := make([]hop, len(sites))
	for i, s := range sites {
		out[i] = hop{caller, callee, e.Tier.String(), s}
	}
	return out
}

func path(ctx context.Context, c *call) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (bool, error) {
		from, to := c.lookup(ctx, w, g, c.args[0]), c.lookup(ctx, w, g, c.args[1])
		chain, err := shortest(ctx, g, from, to, c.opts.filter())
		if err != nil {
			return false, err
		}
		if len(chain) == 0 && len(from) > 0 && len(to) > 0 {
			gap, err := g.NoPath(ctx, from[0], to[0], c.opts.filter())
			if err != nil {
				return false, err
			}
			c.notef("%s", gap.Text(w.place(from[0]).Name, w.place(to[0]).Name))
		}
		hops := make([]hop, 0, len(chain))
		for i := range chain {
			hops = append(hops, w.hops(&chain[i])[:1]...)
		}
		if c.opts.json {
			return len(hops) > 0, c.printJSON(hops)
		}
		t := table{}
		for i, h := range hops {
			if i == 0 {
				t.add(h.Caller.Name, fmt.Sprintf("%s:%d", h.Caller.File, h.Caller.Line))
			}
			t.add("→ "+h.Callee.Name, fmt.Sprintf("%s:%d", h.Callee.File, h.Callee.Line), h.Tier, fmt.Sprintf("called at %s:%d", h.Site.File, h.Site.Line))
		}
		t.print(c.out)
		return len(hops) > 0, nil
	})
}

// shortest returns the shortest chain from any of from to any of to.
func shortest(ctx context.Context, g *graph.Graph, from, to []graph.ID, f graph.Filter) (best []graph.Edge, err error) {
	for _, a := range from {
		for _, b := range to {
			chains, err := g.Paths(ctx, a, b, 1, f)
			if err != nil {
				return nil, err
			}
			if len(chains) > 0 && len(chains[0]) > 0 && (best == nil || len(chains[0]) < len(best)) {
				best = chains[0]
			}
		}
	}
	return best, nil
}
