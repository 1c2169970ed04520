package cli

import (
	"context"
	"fmt"

	"github.com/sibyl-ls/sibyl/graph"
)

// symbol is an answer of "sibyl symbols --json".
type symbol struct {
	place
	Signature string `json:"signature"`
}

func symbols(ctx context.Context, c *call) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (bool, error) {
		ids := g.Find(ctx, c.args[0], c.opts.limit)
		if err := ctx.Err(); err != nil {
			return false, err
		}
		found := make([]symbol, 0, len(ids))
		for _, id := range ids {
			s := symbol{place: w.place(id)}
			if def := id.Def(); def != nil {
				s.Signature = def.Signature
			}
			found = append(found, s)
		}
		if c.opts.json {
			return len(found) > 0, c.printJSON(found)
		}
		if len(found) == 0 {
			c.notef("no name like %q in %d files", c.args[0], w.Status().Files)
		}
		t := table{}
		for _, s := range found {
			t.add(s.Name, s.Kind, fmt.Sprintf("%s:%d", s.File, s.Line), shorten(s.Signature, 80))
		}
		t.print(c.out)
		return len(found) > 0, nil
	})
}

// shorten cuts s after n characters.
func shorten(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}
