package server_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// report is everything that a server says about a workspace, a line for each fact, without the workspace's own path.
func report(c *testkit.Client, w *testkit.Workspace, files []string) []string {
	r := &reporter{c: c, w: w}
	for _, f := range files {
		var tree []symbolNode
		c.Call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": w.URI(f)}}, &tree)
		r.outline(f, tree)
	}
	for _, q := range []string{"f1", "f12", "c", "About"} {
		r.names(q)
	}
	return r.lines
}

type symbolNode struct {
	Name                  string
	Range, SelectionRange span
	Children              []symbolNode
}

type reporter struct {
	c     *testkit.Client
	w     *testkit.Workspace
	lines []string
}

func (r *reporter) add(what string, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	line := what + " " + string(b)
	line = strings.ReplaceAll(line, strings.TrimSuffix(r.w.URI("x"), "/x"), "")
	r.lines = append(r.lines, strings.ReplaceAll(line, r.w.Dir, ""))
}

func (r *reporter) outline(file string, tree []symbolNode) {
	for _, n := range tree {
		r.add(file, []any{n.Name, n.Range, n.SelectionRange})
		for _, direction := range []string{"incoming", "outgoing"} {
			var answer any
			r.c.Call("sibyl/callTree", map[string]any{
				"textDocument": map[string]any{"uri": r.w.URI(file)}, "position": n.SelectionRange.Start,
				"direction": direction, "depth": 1, "tier": "possible",
			}, &answer)
			r.add(fmt.Sprintf("%s %s %s", file, n.Name, direction), answer)
		}
		r.outline(file, n.Children)
	}
}

func (r *reporter) names(query string) {
	var names []struct{ Name, ContainerName string }
	r.c.Call("workspace/symbol", map[string]any{"query": query}, &names)
	r.add("find "+query, names)
}

// hits are the results of a search: their scores by place, and the lowest score when there were more.
type hits struct {
	score  map[string]float64
	lowest float64
}

const mostHits = 20

func searches(c *testkit.Client) map[string]hits {
	out := map[string]hits{}
	for _, q := range append([]string{"f1", "f12", "C f3", "token", "関数", "how are order totals computed", "door"}, prose...) {
		var list []struct {
			Path, Symbol string
			Start, End   int
			Score        float64
		}
		c.Call("sibyl/search", map[string]any{"query": q, "limit": mostHits}, &list)
		h := hits{score: map[string]float64{}}
		for _, x := range list {
			h.score[fmt.Sprintf("%s:%d-%d %s", x.Path, x.Start, x.End, x.Symbol)] = x.Score
			if len(list) == mostHits {
				h.lowest = x.Score
			}
		}
		out[q] = h
	}
	return out
}

// missing returns a hit of h that o does not have. Scores may differ by a hundredth, and a hit that is hardly better than the last one may
// be cut off: the store's statistics count what was deleted until its segments are merged.
func (h hits) missing(o hits) string {
	const little = 0.01
	for key, score := range h.score {
		there, found := o.score[key]
		if found && math.Abs(score-there) > little*score || !found && score > o.lowest*(1+little) {
			return fmt.Sprintf("%s (%f, there %f, found %v)", key, score, there, found)
		}
	}
	return ""
}
