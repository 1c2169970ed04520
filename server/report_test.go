package server_test

import (
	"encoding/json"
	"fmt"
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

const mostHits = 20

// searches returns the hits of some queries, best first, with their scores.
func searches(c *testkit.Client) []string {
	var out []string
	for _, q := range append([]string{"f1", "f12", "C f3", "token", "関数", "how are order totals computed", "door"}, prose...) {
		var list []struct {
			Path, Symbol string
			Start, End   int
			Score        float64
		}
		c.Call("sibyl/search", map[string]any{"query": q, "limit": mostHits}, &list)
		for i, x := range list {
			out = append(out, fmt.Sprintf("%q, hit %d: %s:%d-%d %s %v", q, i, x.Path, x.Start, x.End, x.Symbol, x.Score))
		}
	}
	return out
}
