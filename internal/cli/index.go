package cli

import (
	"context"
	"fmt"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/sibyl-ls/sibyl/indexer"
)

// indexReport is the answer of "sibyl index --json".
type indexReport struct {
	Files     int            `json:"files"`
	Bytes     int64          `json:"bytes"`
	Chunks    int            `json:"chunks"`
	Symbols   map[string]int `json:"symbols"`
	Languages map[string]int `json:"languages"`
	Skipped   []skipped      `json:"skipped"`
	Seconds   float64        `json:"seconds"`
	Embedder  string         `json:"embedder"`
	Head      string         `json:"head"`
	Notes     []string       `json:"notes"`
}

type skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	partly bool
}

// index does not ask for the graph: it must stay small on large workspaces.
func index(ctx context.Context, c *call) (bool, error) {
	if c.opts.purge {
		return c.purge()
	}
	// A cold index makes much garbage and keeps little: fewer, later collections, as long as memory allows them.
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(300 << 20)
	began := time.Now()
	w, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	defer w.Close()
	s := w.Status()
	r := indexReport{
		Files: s.Files, Bytes: s.Bytes, Chunks: s.Chunks, Symbols: byName(s.Kinds), Languages: byName(s.Languages), Skipped: w.skipped(s),
		Seconds: time.Since(began).Seconds(), Embedder: s.Embedder, Head: s.Head, Notes: append([]string{}, s.Notes...),
	}
	if c.opts.json {
		return r.Files > 0, c.printJSON(r)
	}
	c.printIndex(r)
	return r.Files > 0, nil
}

// byName returns a copy of m with plain texts as keys; never nil, so that JSON has {}.
func byName[K ~string](m map[K]int) map[string]int {
	out := make(map[string]int, len(m))
	for k, n := range m {
		out[string(k)] += n
	}
	return out
}

// skipped returns the files that were left out, with paths relative to the root.
func (w *workspace) skipped(s indexer.Status) []skipped {
	out := make([]skipped, len(s.Skipped))
	for i, f := range s.Skipped {
		out[i] = skipped{w.rel(f.Path), f.Reason, f.Partly}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

func (c *call) printIndex(r indexReport) {
	fmt.Fprintf(c.out, "%d files, %s, %d chunks, %.1f s\n", r.Files, size(r.Bytes), r.Chunks, r.Seconds)
	fmt.Fprintf(c.out, "languages  %s\n", counts(r.Languages))
	fmt.Fprintf(c.out, "symbols    %s\n", counts(r.Symbols))
	var partly, whole []skipped
	for _, s := range r.Skipped {
		if s.partly {
			partly = append(partly, s)
		} else {
			whole = append(whole, s)
		}
	}
	c.printSkipped("in part", partly)
	c.printSkipped("skipped", whole)
}

func (c *call) printSkipped(title string, files []skipped) {
	const most = 20
	if len(files) > 0 {
		fmt.Fprintf(c.out, "%-9s  %d\n", title, len(files))
	}
	t := table{}
	for _, s := range files[:min(most, len(files))] {
		t.add("  "+s.Path, s.Reason)
	}
	t.print(c.out)
	if n := len(files) - most; n > 0 {
		fmt.Fprintf(c.out, "  … and %d more: --json lists all\n", n)
	}
}

// counts prints a map of numbers, the largest first.
func counts(m map[string]int) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if m[keys[i]] != m[keys[j]] {
			return m[keys[i]] > m[keys[j]]
		}
		return keys[i] < keys[j]
	})
	parts := make([]string, len(keys))
	for i, k := range keys {
		name := k
		if name == "" {
			name = "other text"
		}
		parts[i] = fmt.Sprintf("%s %d", name, m[k])
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// size prints a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d bytes", n)
}
