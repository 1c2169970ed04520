package cli

import (
	"context"
	"fmt"
	"sort"
	"strings"

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
	Unused     []place        `json:"unused"`       // private callables that nothing uses; at most --limit
	UnusedAll  int            `json:"unused_total"` // how many there are
	Cycles     []cycle        `json:"cycles"`       // of modules that call each other
}

type cycle struct {
	Modules []string `json:"modules"`
	Calls   []hop    `json:"calls"` // one for each step of a shortest way round
}

type counted struct {
	place
	Count int `json:"count"`
}

func stats(ctx context.Context, c *call) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (bool, error) {
		s := w.Status()
		r := statsReport{Files: s.Files, Bytes: s.Bytes, Chunks: s.Chunks, Languages: byName(s.Languages), Symbols: byName(s.Kinds), Edges: map[string]int{}}
		all, err := g.Stats(ctx, c.opts.filter())
		if err != nil {
			return false, err
		}
		for tier, n := range all.Edges {
			r.Edges[tier.String()] = n
		}
		r.MostCalled, r.Widest = w.top(all.Callers, c.opts.limit), w.top(all.Callees, c.opts.limit)
		r.Unused, r.UnusedAll, r.Cycles = []place{}, len(all.Unused), []cycle{}
		for _, id := range all.Unused[:min(len(all.Unused), c.opts.limit)] {
			r.Unused = append(r.Unused, w.place(id))
		}
		for _, x := range all.Cycles[:min(len(all.Cycles), c.opts.limit)] {
			r.Cycles = append(r.Cycles, w.cycle(x))
		}
		if c.opts.json {
			return r.Files > 0, c.printJSON(r)
		}
		c.printStats(r)
		return r.Files > 0, nil
	})
}

func (w *workspace) cycle(x graph.Cycle) cycle {
	out := cycle{Modules: []string{}, Calls: []hop{}}
	for _, m := range x.Modules {
		out.Modules = append(out.Modules, w.rel(m))
	}
	for _, e := range x.Calls {
		out.Calls = append(out.Calls, w.hops(&e)[0])
	}
	return out
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
	c.printUnused(r)
	c.printCycles(r)
}

func (c *call) printUnused(r statsReport) {
	if r.UnusedAll == 0 {
		return
	}
	fmt.Fprintf(c.out, "\nunused (private, no caller, no other use): %d\n", r.UnusedAll)
	t := table{}
	for _, p := range r.Unused {
		t.add("      ", p.Name, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	t.print(c.out)
}

func (c *call) printCycles(r statsReport) {
	for _, x := range r.Cycles {
		fmt.Fprintf(c.out, "\ncycle of %d modules: %s\n", len(x.Modules), firstOf(x.Modules, 8))
		t := table{}
		for _, e := range x.Calls {
			t.add("      ", e.Caller.Name+" calls "+e.Callee.Name, fmt.Sprintf("%s:%d", e.Site.File, e.Site.Line))
		}
		t.print(c.out)
	}
}

// firstOf joins at most n of the names.
func firstOf(names []string, n int) string {
	text := strings.Join(names[:min(len(names), n)], ", ")
	if more := len(names) - n; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
