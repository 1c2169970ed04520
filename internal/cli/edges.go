package cli

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/bug"
)

// inParallel is Graph.Edges on all processors. Batches are yielded in order; what is ahead waits in memory.
func inParallel(ctx context.Context, g *graph.Graph, x graph.Filter, yield func(graph.Edge) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := slices.Collect(slices.Chunk(g.SortedFiles(), graph.EdgeBatch))
	results := make([]chan []graph.Edge, len(batches))
	for i := range results {
		results[i] = make(chan []graph.Edge, 1)
	}
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0) + 1) // and the one that starts them
	workers.Go(func() error {
		for i, batch := range batches {
			workers.Go(func() (err error) {
				defer bug.Recover(&err)
				edges, err := g.EdgesOf(ctx, batch, x)
				if err == nil {
					results[i] <- edges
				}
				return err
			})
		}
		return nil
	})
	for _, result := range results {
		select {
		case edges := <-result:
			for _, e := range edges {
				if !yield(e) {
					cancel()
					workers.Wait()
					return nil
				}
			}
		case <-ctx.Done():
			return workers.Wait()
		}
	}
	return workers.Wait()
}
