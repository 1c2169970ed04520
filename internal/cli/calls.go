package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

func callers(ctx context.Context, c *call) (bool, error) { return c.calls(ctx, true) }

func callees(ctx context.Context, c *call) (bool, error) { return c.calls(ctx, false) }

// calls answers who calls (up) or what is called by the symbols of a name.
func (c *call) calls(ctx context.Context, up bool) (bool, error) {
	return c.withGraph(ctx, func(w *workspace, g *graph.Graph) (found bool, err error) {
		ids := c.oneOf(w, c.lookup(ctx, w, g, c.args[0]))
		trees := make([]*graph.Tree, 0, len(ids))
		for _, id := range ids {
			t, err := g.CallTree(ctx, id, up, c.opts.depth, 0, c.opts.filter())
			if err != nil {
				return false, err
			}
			trees = append(trees, t)
			found = found || len(t.Children) > 0
		}
		if c.opts.format != "" && c.opts.format != "json" {
			text, err := graph.Export(c.opts.format, trees, w.names)
			fmt.Fprint(c.out, text)
			return found, err
		}
		if c.opts.json || c.opts.format == "json" {
			answers := make([]callNode, len(trees))
			for i, t := range trees {
				answers[i] = w.callNode(t, up)
			}
			return found, c.printJSON(answers)
		}
		for i, t := range trees {
			if i > 0 {
				fmt.Fprintln(c.out)
			}
			w.printTree(c, t, up)
		}
		return found, nil
	})
}

// names is how symbols are written in exports.
func (w *workspace) names(id graph.ID) (name, path string, line int) {
	p := w.place(id)
	return p.Name, p.File, p.Line
}

// callNode is a symbol of a call tree in JSON: the children stand under "callers" or "callees", which is null where they were not
// followed (depth, size, a cycle).
type callNode struct {
	place
	tier       string // "" at the root
	dispatch   bool
	sites      []site
	cycle, cut bool
	unresolved int
	up         bool
	children   []callNode
}

func (n callNode) MarshalJSON() ([]byte, error) {
	var out struct {
		place
		Tier       string      `json:"tier,omitempty"`
		Dispatch   bool        `json:"dispatch,omitempty"`
		Sites      []site      `json:"sites,omitempty"`
		Cycle      bool        `json:"cycle,omitempty"`
		Cut        bool        `json:"cut,omitempty"`
		Unresolved int         `json:"unresolved"`
		Callers    *[]callNode `json:"callers,omitempty"`
		Callees    *[]callNode `json:"callees,omitempty"`
	}
	out.place, out.Tier, out.Dispatch, out.Sites = n.place, n.tier, n.dispatch, n.sites
	out.Cycle, out.Cut, out.Unresolved = n.cycle, n.cut, n.unresolved
	if n.children != nil {
		if n.up {
			out.Callers = &n.children
		} else {
			out.Callees = &n.children
		}
	}
	return json.Marshal(out)
}

func (w *workspace) callNode(t *graph.Tree, up bool) callNode {
	n := callNode{place: w.place(t.ID), cycle: t.Cycle, cut: t.Cut, unresolved: t.Unresolved, up: up}
	if t.Edge != nil {
		n.tier, n.dispatch, n.sites = t.Edge.Tier.String(), t.Edge.Dispatch, w.sites(t.Edge)
	}
	if len(t.Children) > 0 || !t.Cycle && !t.Cut {
		n.children = make([]callNode, len(t.Children))
		for i, child := range t.Children {
			n.children[i] = w.callNode(child, up)
		}
	}
	return n
}

// printTree prints a call tree for people: name, place, tier, where the calls stand.
func (w *workspace) printTree(c *call, t *graph.Tree, up bool) {
	rows := table{}
	p := w.place(t.ID)
	rows.add(p.Name, fmt.Sprintf("%s:%d", p.File, p.Line), p.Kind)
	w.addRows(&rows, t, "", up)
	rows.print(c.out)
	if len(t.Children) == 0 {
		fmt.Fprintln(c.out, nothing(t, p.Name, up))
	} else if t.Unresolved > 0 {
		fmt.Fprintln(c.out, unresolved(t.Unresolved, p.Name, up))
	}
}

func (w *workspace) addRows(rows *table, t *graph.Tree, indent string, up bool) {
	for i, child := range t.Children {
		branch, below := "├─ ", "│  "
		if i == len(t.Children)-1 {
			branch, below = "└─ ", "   "
		}
		p := w.place(child.ID)
		rows.add(indent+branch+p.Name, fmt.Sprintf("%s:%d", p.File, p.Line), marks(child, up), "called at "+siteText(w.sites(child.Edge)))
		w.addRows(rows, child, indent+below, up)
	}
}

// marks says how sure a call is, and why its branch ends.
func marks(t *graph.Tree, up bool) string {
	m := t.Edge.Tier.String()
	if t.Edge.Dispatch {
		m += ", dispatch"
	}
	if t.Cycle {
		m += ", see above"
	}
	switch {
	case t.Cut && up:
		m += ", has callers"
	case t.Cut:
		m += ", calls more"
	}
	return m
}

// siteText lists sites of one file: "a.py:3, 7".
func siteText(sites []site) string {
	if len(sites) == 0 {
		return "?"
	}
	lines := make([]string, 0, len(sites))
	for i, s := range sites {
		if i == 0 || s.Line != sites[i-1].Line {
			lines = append(lines, strconv.Itoa(s.Line))
		}
	}
	return sites[0].File + ":" + strings.Join(lines, ", ")
}

// nothing says what an empty answer means.
func nothing(t *graph.Tree, name string, up bool) string {
	switch {
	case t.Unresolved > 0:
		return unresolved(t.Unresolved, name, up)
	case up:
		return "  no callers"
	}
	return "  calls nothing in this workspace"
}

// unresolved tells of calls that lead nobody knows where.
func unresolved(n int, name string, up bool) string {
	calls := "calls"
	if n == 1 {
		calls = "call"
	}
	if up {
		return fmt.Sprintf("  %d unresolved %s named %s", n, calls, name[strings.LastIndexByte(name, '.')+1:])
	}
	return fmt.Sprintf("  %d %s to code that is not in this workspace or could not be resolved", n, calls)
}
