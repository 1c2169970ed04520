package cli

import (
	"context"
	"fmt"
	"sort"

	"github.com/sibyl-ls/sibyl/graph"
)

// statsReport is the answer of "sibyl stats --json".
type statsReport struct {
	Files      int            `json:"files"`
	Bytes      int64          `json:"bytes"`
	Chunks     int            `json:"chunks"`
	Languages  map[string]int `json:"languages"`
	Symbols    map[string]int `json:"symbols"`
	Edges      map[string]int `json:"edges"`       // by tier
	MostCalled []counted      `json:"most_called"` // by number of different callers
	Widest     []counted      `json:"widest_callers"`
}

type counted struct {
	place
	Count int `json:"count"`
}

func stats(ctx context.Context, c *call) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (bool, error) {
		s := w.Status()
		r := statsReport{Files: s.Files, Bytes: s.Bytes, Chunks: s.Chunks, Languages: byName(s.Languages), Symbols: byName(s.Kinds), Edges: map[string]int{}}
		in, out := map[graph.ID]int{}, map[graph.ID]int{}
		err := g.Edges(ctx, c.opts.filter(), func(e graph.Edge) bool {
			in[e.Callee]++
			out[e.Caller]++
			r.Edges[e.Tier.String()]++
			return true
		})
		if err != nil {
			return false, err
		}
		r.MostCalled, r.Widest = w.top(in, c.opts.limit), w.top(out, c.opts.limit)
		if c.opts.json {
			return r.Files > 0, c.printJSON(r)
		}
		c.printStats(r)
		return r.Files > 0, nil
	})
}

// top returns the n largest, in a stable order.
func (w *workspace) top(m map[graph.ID]int, n int) []counted {
	all := make([]counted, 0, len(m))
	for id, count := range m {
		all = append(all, counted{w.place(id), count})
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		switch {
		case a.Count != b.Count:
			return a.Count > b.Count
		case a.File != b.File:
			return a.File < b.File
		case a.Line != b.Line:
			return a.Line < b.Line
		}
		return a.Name < b.Name
	})
	return all[:min(n, len(all))]
}

func (c *call) printStats(r statsReport) {
	fmt.Fprintf(c.out, "%d files, %s, %d chunks\n", r.Files, size(r.Bytes), r.Chunks)
	fmt.Fprintf(c.out, "languages  %s\nsymbols    %s\ncalls      %s\n", counts(r.Languages), counts(r.Symbols), counts(r.Edges))
	for _, part := range []struct {
		title string
		rows  []counted
	}{{"most called", r.MostCalled}, {"widest callers", r.Widest}} {
		if len(part.rows) == 0 {
			continue
		}
		fmt.Fprintf(c.out, "\n%s\n", part.title)
		t := table{}
		for _, row := range part.rows {
			t.add(fmt.Sprintf("%6d", row.Count), row.Name, fmt.Sprintf("%s:%d", row.File, row.Line))
		}
		t.print(c.out)
	}
}
