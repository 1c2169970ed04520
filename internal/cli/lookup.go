package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

// maxCandidates bounds for how many symbols of one name a question is answered.
const maxCandidates = 20

// lookup returns the symbols that arg may name, those that can take part in calls when there are any. When none does it says why.
func (c *call) lookup(ctx context.Context, w *workspace, g *graph.Graph, arg string) []graph.ID {
	all := g.Lookup(w.lookupText(arg))
	ids := callable(all)
	if len(ids) == 0 {
		ids = all
	}
	switch {
	case len(ids) == 0:
		c.notef("%s", w.whyUnknown(ctx, g, arg))
	case len(ids) > maxCandidates:
		c.notef("%d definitions are called %s, here are %d: name one as Class.name or PATH:LINE", len(ids), arg, maxCandidates)
		ids = ids[:maxCandidates]
	}
	return ids
}

// oneOf keeps the first of several definitions of a name and tells where the others are, unless --all asks for every one.
func (c *call) oneOf(w *workspace, ids []graph.ID) []graph.ID {
	if len(ids) < 2 || c.opts.all {
		return ids
	}
	var others []string
	for _, id := range ids[1:min(len(ids), 6)] {
		p := w.place(id)
		others = append(others, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	if len(ids) > 6 {
		others = append(others, "…")
	}
	first := w.place(ids[0])
	c.notef("%d definitions are called %s; this is the one at %s:%d, --all answers for every one; others: %s", len(ids), first.Name, first.File, first.Line, strings.Join(others, ", "))
	return ids[:1]
}

// callable returns those of ids that calls can start or end at.
func callable(ids []graph.ID) (out []graph.ID) {
	for _, id := range ids {
		if def := id.Def(); def == nil || def.Kind.Callable() || def.Kind.IsType() {
			out = append(out, id)
		}
	}
	return out
}

// whyUnknown says why nothing is known by a name.
func (w *workspace) whyUnknown(ctx context.Context, g *graph.Graph, arg string) string {
	name := w.lookupText(arg)
	if i := strings.LastIndexByte(name, ':'); i > 0 {
		if file := name[:i]; strings.ContainsAny(file, "./") {
			return w.whyNotIndexed(g, file, name[i+1:])
		}
	}
	var near []string
	last := name[strings.LastIndexAny(name, ".:/#")+1:]
	for _, id := range g.Find(ctx, last, 3) {
		if def := id.Def(); def != nil && def.Kind != "section" {
			p := w.place(id)
			near = append(near, fmt.Sprintf("%s (%s:%d)", p.Name, p.File, p.Line))
		}
	}
	s := fmt.Sprintf("nothing is called %q in the %d files of this workspace", arg, w.Status().Files)
	if len(near) > 0 {
		s += "; close: " + strings.Join(near, ", ")
	}
	return s
}

func (w *workspace) whyNotIndexed(g *graph.Graph, file, at string) string {
	for _, s := range w.skipped(w.Status()) {
		if s.Path == file {
			return fmt.Sprintf("%s is not indexed: %s", file, s.Reason)
		}
	}
	known := false
	g.Files(func(f *graph.File) bool {
		known = w.rel(f.Path) == file
		return !known
	})
	if known {
		return fmt.Sprintf("%s is indexed, but has no definition at %s", file, at)
	}
	return fmt.Sprintf("%s is not indexed: it is not among the workspace's files (ignored, outside the folder, or missing)", file)
}
