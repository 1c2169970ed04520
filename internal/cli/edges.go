package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/bug"
)

func edges(ctx context.Context, c *call) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (found bool, err error) {
		write := w.appendEdge
		if c.opts.json || !isTerminal(c.rawOut) {
			write = w.appendEdgeJSON
		}
		lines := func(edges []graph.Edge) (b []byte) {
			for i := range edges {
				b = write(b, &edges[i])
			}
			return b
		}
		err = inParallel(ctx, g, c.opts.filter(), lines, func(b []byte) error {
			found = found || len(b) > 0
			_, err := c.out.Write(b)
			return err
		})
		if err == nil && !found {
			c.notef("no calls found in %d files", w.Status().Files)
		}
		return found, err
	})
}

// appendEdge appends a line for each site of an edge, for people.
func (w *workspace) appendEdge(b []byte, e *graph.Edge) []byte {
	for _, h := range w.hops(e) {
		b = fmt.Appendf(b, "%s:%d: %s → %s (%s:%d) %s\n", h.Site.File, h.Site.Line, h.Caller.Name, h.Callee.Name, h.Callee.File, h.Callee.Line, h.Tier)
	}
	return b
}

// appendEdgeJSON appends a hop for each site of an edge as encoding/json writes it, which takes several times as long: there may be a million.
func (w *workspace) appendEdgeJSON(b []byte, e *graph.Edge) []byte {
	start := len(b)
	b = appendPlace(append(b, `{"caller":`...), w.place(e.Caller))
	b = appendPlace(append(b, `,"callee":`...), w.place(e.Callee))
	b = appendJSON(append(b, `,"tier":`...), e.Tier.String())
	b = appendJSON(append(b, `,"site":{"file":`...), w.rel(e.Caller.File.Path))
	b = append(b, `,"line":`...)
	end := len(b)
	for i, r := range e.Sites {
		if i > 0 {
			b = append(b, b[start:end]...)
		}
		b = strconv.AppendInt(b, int64(e.Caller.File.Facts.Line(r.Start)+1), 10)
		b = append(b, "}}\n"...)
	}
	return b
}

func appendPlace(b []byte, p place) []byte {
	b = appendJSON(append(b, `{"name":`...), p.Name)
	b = appendJSON(append(b, `,"kind":`...), p.Kind)
	b = appendJSON(append(b, `,"file":`...), p.File)
	return append(strconv.AppendInt(append(b, `,"line":`...), int64(p.Line), 10), '}')
}

// appendJSON appends a string as a JSON encoder writes it that does not escape for HTML.
func appendJSON(b []byte, s string) []byte {
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c > '~' }) {
		var quoted strings.Builder
		e := json.NewEncoder(&quoted)
		e.SetEscapeHTML(false)
		e.Encode(s) // of a string into memory: no error
		return append(b, strings.TrimSuffix(quoted.String(), "\n")...)
	}
	return append(append(append(b, '"'), s...), '"')
}

// maxAhead is how many batches of edges wait for one before them.
const maxAhead = 6

// inParallel is Graph.Edges on all processors: lines makes text of a batch's edges, which print is given in order.
func inParallel(ctx context.Context, g *graph.Graph, x graph.Filter, lines func([]graph.Edge) []byte, print func([]byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := slices.Collect(slices.Chunk(g.SortedFiles(), graph.EdgeBatch))
	results := make([]chan []byte, len(batches))
	for i := range results {
		results[i] = make(chan []byte, 1)
	}
	ahead := make(chan struct{}, maxAhead)
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0) + 1) // and the one that starts them
	workers.Go(func() error {
		for i, batch := range batches {
			select {
			case ahead <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			workers.Go(func() (err error) {
				defer bug.Recover(&err)
				edges, err := g.EdgesOf(ctx, batch, x)
				if err == nil {
					results[i] <- lines(edges)
				}
				return err
			})
		}
		return nil
	})
	for _, result := range results {
		select {
		case text := <-result:
			<-ahead
			if err := print(text); err != nil {
				cancel()
				workers.Wait()
				return err
			}
		case <-ctx.Done():
			return workers.Wait()
		}
	}
	return workers.Wait()
}
