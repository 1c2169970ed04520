package server

import (
	"fmt"
	"strings"

	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
)

// page is an answer as a document: its citations are links.
func (a *askResult) page() string {
	page := a.Answer
	for _, c := range a.Citations {
		label := "[" + linesOf(c.Path, c.Start, c.End) + "]"
		page = strings.ReplaceAll(page, label, fmt.Sprintf("%s(%s#L%d)", label, c.URI, c.Start))
	}
	by := "a digest: no model was asked"
	if a.Model != "" {
		by = "answered by " + a.Model
	}
	if a.Dropped > 0 {
		by += fmt.Sprintf("; %s left out", plural(a.Dropped, "wrong citation"))
	}
	if a.Error != "" {
		by += "; " + a.Error
	}
	return page + "\n\n— " + by + "\n"
}

// page is call trees as a document: nested lists of links.
func (r *callTreeResult) page() string {
	var b strings.Builder
	for _, t := range r.Trees {
		fmt.Fprintf(&b, "# `%s`: %s\n\n", t.Name, t.Note)
		t.list(&b, 0)
		b.WriteString("\n")
	}
	if len(r.Trees) == 0 {
		b.WriteString("No function or type stands there.\n")
	}
	return b.String()
}

// list writes a node and those below it.
func (t *treeNode) list(b *strings.Builder, depth int) {
	remarks := ""
	if t.Tier != "" && t.Tier != graph.Exact.String() {
		remarks += ", " + t.Tier
	}
	if t.Dispatch {
		remarks += ", dispatch"
	}
	if t.Cycle {
		remarks += ", see above"
	}
	if t.Cut {
		remarks += ", goes on"
	}
	fmt.Fprintf(b, "%s- `%s` %s%s\n", strings.Repeat("  ", depth), t.Name, link(t.Path, t.Line, t.Line, t.URI), remarks)
	for i := range t.Children {
		t.Children[i].list(b, depth+1)
	}
}

// page is chains of calls as a document.
func (r *callPathResult) page() string {
	var b strings.Builder
	for _, chain := range r.Paths {
		for i, h := range chain {
			if i == 0 {
				fmt.Fprintf(&b, "# `%s` to `%s`\n\n- `%s` %s\n", h.Caller.Name, chain[len(chain)-1].Callee.Name, h.Caller.Name, link(h.Caller.Path, h.Caller.Line, h.Caller.Line, h.Caller.URI))
			}
			fmt.Fprintf(&b, "- calls `%s` %s\n", h.Callee.Name, link(h.Callee.Path, h.Callee.Line, h.Callee.Line, h.Callee.URI))
		}
		b.WriteString("\n")
	}
	if len(r.Paths) == 0 {
		b.WriteString(r.Note + "\n")
	}
	return b.String()
}

// hitsPage is what a search found as a document.
func hitsPage(query string, hits []hit) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", query)
	for _, h := range hits {
		fmt.Fprintf(&b, "- %s `%s` %s\n", link(h.Path, h.Start, h.End, h.URI), h.Symbol, strings.Join(h.Why, "; "))
	}
	if len(hits) == 0 {
		b.WriteString("Nothing fits.\n")
	}
	return b.String()
}

// linesOf is lines of a file as citations have them.
func linesOf(path string, start, end int) string {
	if start == end {
		return fmt.Sprintf("%s:%d", path, start)
	}
	return fmt.Sprintf("%s:%d-%d", path, start, end)
}

func link(path string, start, end int, u uri.URI) string {
	return fmt.Sprintf("[%s](%s#L%d)", linesOf(path, start, end), u, start)
}
