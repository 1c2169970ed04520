package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/sibyl-ls/sibyl/indexer"
)

// hit is a search result in JSON.
type hit struct {
	Path   string   `json:"path"`
	Start  int      `json:"start"`
	End    int      `json:"end"`
	Symbol string   `json:"symbol"`
	Kind   string   `json:"kind"`
	Score  float64  `json:"score"`
	Why    []string `json:"why"`
}

func search(ctx context.Context, c *call) (bool, error) {
	query := strings.TrimSpace(strings.Join(c.args, " "))
	switch {
	case c.opts.queries != "" && query != "":
		return false, usageError{"search", errors.New("search takes a query or --queries, not both")}
	case c.opts.queries == "" && query == "":
		return false, usageError{"search", errors.New("search needs QUERY")}
	}
	var many io.ReadCloser
	if c.opts.queries != "" {
		var err error
		if many, err = c.openInput(c.opts.queries); err != nil {
			return false, err
		}
		defer many.Close()
	}
	w, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	defer w.Close()
	if many != nil {
		return c.searchMany(ctx, w, many)
	}
	hits, err := c.searchOne(ctx, w, query)
	if err != nil {
		return false, err
	}
	if c.opts.json {
		return len(hits) > 0, c.printJSON(hits)
	}
	if len(hits) == 0 {
		c.notef("nothing found for %q in %d files", query, w.Status().Files)
		return false, nil
	}
	t := table{}
	for _, h := range hits {
		t.add(fmt.Sprintf("%s:%d-%d", h.Path, h.Start, h.End), h.Symbol, h.Kind, fmt.Sprintf("%.2f", h.Score), strings.Join(h.Why, "; "))
	}
	t.print(c.out)
	return true, nil
}

// openInput opens a file, or standard input for "-".
func (c *call) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.in), nil
	}
	return os.Open(name)
}

// searchMany answers one query a line with one JSON line each, so that answers and queries can be paired by number.
func (c *call) searchMany(ctx context.Context, w *workspace, queries io.Reader) (found bool, err error) {
	out := c.lines()
	in := bufio.NewScanner(queries)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		query := strings.TrimSpace(in.Text())
		hits, err := c.searchOne(ctx, w, query)
		if err != nil {
			return false, err
		}
		if err := out.Encode(struct {
			Query   string `json:"query"`
			Results []hit  `json:"results"`
		}{query, hits}); err != nil {
			return false, err
		}
		found = found || len(hits) > 0
	}
	return found, in.Err()
}

func (c *call) searchOne(ctx context.Context, w *workspace, query string) ([]hit, error) {
	if query == "" {
		return []hit{}, nil
	}
	q := indexer.Query{
		Text: query, Limit: c.opts.limit, Paths: c.opts.paths, Languages: c.opts.languages,
		NoTests: c.opts.noTests, NoVendored: c.opts.noVend, NoGenerated: c.opts.noGener,
	}
	q.Kinds = texts(q.Kinds, c.opts.kinds)
	found, err := w.snapshot.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", query, err)
	}
	hits := make([]hit, len(found))
	for i, h := range found {
		hits[i] = hit{w.rel(h.File.Path), h.Start, h.End, h.Symbol, string(h.Kind), math.Round(h.Score*1e4) / 1e4, append([]string{}, h.Why...)}
	}
	return hits, nil
}

// texts appends plain texts to a list of a type of texts.
func texts[K ~string](list []K, from []string) []K {
	for _, s := range from {
		list = append(list, K(s))
	}
	return list
}
