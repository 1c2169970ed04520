package indexer

import (
	"slices"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// BenchmarkCallers asks for the callers of functions whose names stand in about 5,000 places, each time in a new graph, as after an edit:
// nothing that an earlier question found helps. It also reports how long loading the graph takes.
func BenchmarkCallers(b *testing.B) {
	w := benchWorkspace(b)
	base := loaded(b, w)
	ids := often(graph.New(base, nil), 5000)
	var took []time.Duration
	sites := 0
	cpu := processorTime()
	for i := 0; b.Loop(); i++ {
		g := graph.New(base, nil)
		start := time.Now()
		calls, err := g.Incoming(b.Context(), ids[i%len(ids)], graph.Filter{Tier: graph.Likely})
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
		for _, e := range calls.Edges {
			sites += len(e.Sites)
		}
	}
	b.ReportMetric(float64(sites)/float64(b.N), "sites/op")
	percentile(b, "p50-ms", took, 50)
	percentile(b, "p95-ms", took, 95)
	b.ReportMetric((processorTime()-cpu).Seconds()*1000/float64(b.N), "cpu-ms")
}

// BenchmarkEdges resolves every reference of the workspace, each time in a new graph, in one goroutine; cpu-s is the processor time of that.
func BenchmarkEdges(b *testing.B) {
	w := benchWorkspace(b)
	base := loaded(b, w)
	edges := 0
	start := processorTime()
	for b.Loop() {
		err := graph.New(base, nil).Edges(b.Context(), graph.Filter{Tier: graph.Likely}, func(graph.Edge) bool { edges++; return true })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(edges)/float64(b.N), "edges/op")
	b.ReportMetric((processorTime()-start).Seconds()/float64(b.N), "cpu-s")
}

func loaded(b *testing.B, w *Workspace) *graph.Base {
	s := w.Snapshot()
	start, cpu := time.Now(), processorTime()
	shards, err := s.state.graphShards(b.Context(), w.languages, w.options.Workers)
	if err != nil {
		b.Fatal(err)
	}
	base := graph.NewBase(shards, nil)
	b.Logf("the graph is loaded in %v, %v of processor time", time.Since(start).Round(time.Millisecond), (processorTime() - cpu).Round(time.Millisecond))
	return base
}

// often returns the callables whose names are called in about n places, the nearest first, at most 40.
func often(g *graph.Graph, n int) []graph.ID {
	calls := map[string]int{}
	var files []*graph.File
	g.Files(func(f *graph.File) bool { files = append(files, f); return true })
	slices.SortFunc(files, func(x, y *graph.File) int { return compare(x.Path, y.Path) })
	for _, f := range files {
		for i := range f.Facts.References {
			if r := &f.Facts.References[i]; r.Kind == fact.Call {
				calls[r.Name]++
			}
		}
	}
	var ids []graph.ID
	seen := map[string]bool{}
	for _, f := range files {
		for i := range f.Facts.Symbols {
			if s := &f.Facts.Symbols[i]; s.Kind.Callable() && s.Exported && !seen[s.Name] && calls[s.Name] > n/2 {
				seen[s.Name] = true
				ids = append(ids, graph.ID{File: f, Symbol: int32(i)})
			}
		}
	}
	away := func(id graph.ID) int { c := calls[id.Def().Name]; return max(c-n, n-c) }
	slices.SortStableFunc(ids, func(x, y graph.ID) int { return away(x) - away(y) })
	return ids[:min(len(ids), 40)]
}
