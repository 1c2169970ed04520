package graph

import (
	"fmt"
	"strings"
)

// ExportFormats are the texts that Export writes: a Mermaid flowchart, a Markdown list, a Graphviz digraph.
var ExportFormats = []string{"mermaid", "markdown", "dot"}

// Names says how symbols are written in an export.
type Names func(ID) (name, path string, line int)

// Export writes call trees as a text for documents. Arrows lead from caller to callee, whatever the direction of the trees.
func Export(format string, trees []*Tree, names Names) (string, error) {
	switch format {
	case "markdown":
		var b strings.Builder
		for _, t := range trees {
			writeList(&b, t, names, 0)
		}
		return b.String(), nil
	case "mermaid":
		return newDiagram(trees).mermaid(names), nil
	case "dot":
		return newDiagram(trees).dot(names), nil
	}
	return "", fmt.Errorf("format is %s, not %q", strings.Join(ExportFormats, ", "), format)
}

func writeList(b *strings.Builder, t *Tree, names Names, depth int) {
	name, path, line := names(t.ID)
	remarks := strings.Join(remarks(t), ", ")
	if remarks != "" {
		remarks = " " + remarks
	}
	fmt.Fprintf(b, "%s- `%s` [%s:%d](%s#L%d)%s\n", strings.Repeat("  ", depth), name, path, line, linkPath.Replace(path), line, remarks)
	for _, c := range t.Children {
		writeList(b, c, names, depth+1)
	}
}

// linkPath escapes what would end a link's target.
var linkPath = strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "#", "%23", "?", "%3F")

// remarks say how sure a call is and why its branch ends.
func remarks(t *Tree) (out []string) {
	if t.Edge != nil {
		out = append(out, t.Edge.Tier.String())
		if t.Edge.Dispatch {
			out = append(out, "dispatch")
		}
	}
	if t.Cycle {
		out = append(out, "cycle")
	}
	if t.Cut {
		out = append(out, "more not shown here")
	}
	return out
}

// diagram is what trees say when each symbol is one node and each call one arrow, however often it stands in them.
type diagram struct {
	order    []ID
	number   map[ID]int
	roots    map[ID]bool
	expanded map[ID]bool // with children somewhere
	cut      map[ID]bool
	edges    []*Edge
	drawn    map[[2]ID]bool
}

func newDiagram(trees []*Tree) *diagram {
	d := &diagram{number: map[ID]int{}, roots: map[ID]bool{}, expanded: map[ID]bool{}, cut: map[ID]bool{}, drawn: map[[2]ID]bool{}}
	for _, t := range trees {
		d.roots[t.ID] = true
		d.add(t)
	}
	return d
}

func (d *diagram) add(t *Tree) {
	if _, seen := d.number[t.ID]; !seen {
		d.number[t.ID] = len(d.order)
		d.order = append(d.order, t.ID)
	}
	if e := t.Edge; e != nil && !d.drawn[[2]ID{e.Caller, e.Callee}] {
		d.drawn[[2]ID{e.Caller, e.Callee}] = true
		d.edges = append(d.edges, e)
	}
	if t.Cut {
		d.cut[t.ID] = true
	}
	for _, c := range t.Children {
		d.expanded[t.ID] = true
		d.add(c)
	}
}

// open reports whether calls of a node are missing in the diagram.
func (d *diagram) open(id ID) bool { return d.cut[id] && !d.expanded[id] }

// mermaidText escapes what Mermaid reads as markup in a quoted label.
var mermaidText = strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;")

func (d *diagram) mermaid(names Names) string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for i, id := range d.order {
		name, path, line := names(id)
		fmt.Fprintf(&b, "  n%d[\"%s<br>%s:%d\"]", i, mermaidText.Replace(name), mermaidText.Replace(path), line)
		switch {
		case d.roots[id]:
			b.WriteString(":::root")
		case d.open(id):
			b.WriteString(":::open")
		}
		b.WriteByte('\n')
	}
	for _, e := range d.edges {
		fmt.Fprintf(&b, "  n%d %s n%d\n", d.number[e.Caller], mermaidArrow(e), d.number[e.Callee])
	}
	b.WriteString("  classDef root stroke-width:3px\n  classDef open stroke-dasharray:4\n")
	return b.String()
}

func mermaidArrow(e *Edge) string {
	switch {
	case e.Tier == Exact && !e.Dispatch:
		return "-->"
	case e.Tier == Exact:
		return "-->|dispatch|"
	case e.Dispatch:
		return "-.->|" + e.Tier.String() + ", dispatch|"
	}
	return "-.->|" + e.Tier.String() + "|"
}

func (d *diagram) dot(names Names) string {
	var b strings.Builder
	b.WriteString("digraph calls {\n  rankdir=LR;\n  node [shape=box];\n")
	for i, id := range d.order {
		name, path, line := names(id)
		style := ""
		switch {
		case d.roots[id]:
			style = ", penwidth=2"
		case d.open(id):
			style = ", style=dashed"
		}
		fmt.Fprintf(&b, "  n%d [label=\"%s\\n%s:%d\"%s];\n", i, dotText.Replace(name), dotText.Replace(path), line, style)
	}
	for _, e := range d.edges {
		fmt.Fprintf(&b, "  n%d -> n%d%s;\n", d.number[e.Caller], d.number[e.Callee], dotArrow(e))
	}
	b.WriteString("}\n")
	return b.String()
}

var dotText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func dotArrow(e *Edge) string {
	label := e.Tier.String()
	if e.Dispatch {
		label += ", dispatch"
	}
	if label == Exact.String() {
		return ""
	}
	return fmt.Sprintf(" [label=%q, style=dashed]", label)
}
