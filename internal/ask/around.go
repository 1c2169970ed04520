package ask

import (
	"context"
	"path"
	"slices"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// neighbours adds what is one step from the first symbols: callers, callees, types, and documents that mention them.
func (c *collection) neighbours(ctx context.Context) error {
	first := c.seen
	c.seen = len(c.snippets)
	for _, s := range slices.Clone(c.snippets[first:]) {
		d := s.id.Def()
		if s.id.File == nil || d == nil || d.Kind == fact.Section || s.part > found {
			continue
		}
		if c.centres++; c.centres > aroundTop {
			return nil
		}
		limit := maxNeighbours
		if s.why == whySelected {
			limit = maxSelected
		}
		if err := c.calls(ctx, s.id, limit); err != nil {
			return err
		}
		if s.part == about {
			c.types(s.id)
		}
		c.mentions(s.id)
	}
	return nil
}

// calls adds the callers and callees of a symbol.
func (c *collection) calls(ctx context.Context, id graph.ID, limit int) error {
	if !id.Def().Kind.Callable() {
		return nil
	}
	in, out, err := c.w.around(ctx, id, limit)
	if err != nil {
		return err
	}
	for _, e := range in {
		start, _ := lines(e.Caller.File.Facts, e.Sites[0])
		s := whole(e.Caller, "calls "+qualified(id), around)
		if e.Caller.Symbol < 0 || s.end-s.start > 2*headLines { // the lines around the call
			s.start, s.end = max(s.start, start-headLines/2), start+headLines/2
		}
		c.add(s)
	}
	for _, e := range out {
		c.add(head(e.Callee, "called by "+qualified(id), around))
	}
	return nil
}

// types adds the definitions of the types that a definition names.
func (c *collection) types(id graph.ID) {
	added := 0
	for i := range id.File.Facts.References {
		u := &id.File.Facts.References[i]
		if u.Kind != fact.TypeUse && u.Kind != fact.New || !id.Def().Range.Encloses(u.Range()) {
			continue
		}
		targets, _ := c.w.graph.DefinitionAt(id.File, u.Start)
		for _, t := range targets {
			if d := t.ID.Def(); d != nil && d.Kind.IsType() && t.Tier >= graph.Likely && t.ID != id && added < maxTypes && c.add(head(t.ID, "type used by "+qualified(id), around)) {
				added++
			}
		}
	}
}

// mentions adds the sections of documents that mention a symbol.
func (c *collection) mentions(id graph.ID) {
	added := 0
	for _, m := range c.w.graph.Mentions(id) {
		section := m.File.Facts.SymbolAt(m.Range.Start)
		if section < 0 || m.File.Facts.Symbols[section].Kind != fact.Section || added == maxDescribed {
			continue
		}
		line, _ := lines(m.File.Facts, m.Range)
		s := whole(graph.ID{File: m.File, Symbol: section}, "mentions "+qualified(id), documents)
		s.start, s.end = max(s.start, line-headLines), min(s.end, line+headLines)
		if c.add(s) {
			added++
		}
	}
}

// described adds the code that a section of a document mentions: it tells how what is described is done.
func (c *collection) described(f *graph.File, start, end int) {
	if i := f.Facts.SymbolAt(f.Facts.Lines[min(max(start, 1), len(f.Facts.Lines))-1]); i < 0 || f.Facts.Symbols[i].Kind != fact.Section {
		return
	}
	added := 0
	for i := range f.Facts.Mentions {
		m := &f.Facts.Mentions[i]
		if line := f.Facts.Line(m.Start) + 1; line < start || line > end {
			continue
		}
		targets, _, _ := c.w.graph.MentionAt(f, m.Start)
		for _, t := range targets {
			if t.Tier >= graph.Likely && added < maxDescribed && c.add(whole(t.ID, "described in "+c.w.rel(f), found)) {
				added++
			}
		}
	}
}

func qualified(id graph.ID) string { return id.File.Facts.Qualified(id.Symbol) }

// around returns at most limit callers and callees, those of the same module first.
func (w *workspace) around(ctx context.Context, id graph.ID, limit int) (in, out []graph.Edge, err error) {
	f := graph.Filter{Tier: graph.Likely, NoTests: true, NoVendored: true}
	incoming, err := w.graph.Incoming(ctx, id, f)
	if err != nil {
		return nil, nil, err
	}
	outgoing, err := w.graph.Outgoing(ctx, id, f)
	if err != nil {
		return nil, nil, err
	}
	far := func(other graph.ID) int {
		switch {
		case other.File == id.File:
			return 0
		case path.Dir(other.File.Path) == path.Dir(id.File.Path):
			return 1
		}
		return 2
	}
	in = nearest(incoming.Edges, limit, func(e graph.Edge) int { return far(e.Caller) })
	out = nearest(outgoing.Edges, limit, func(e graph.Edge) int { return far(e.Callee) })
	return in, out, nil
}

// nearest returns the first edges in the order of far, self-calls left out.
func nearest(edges []graph.Edge, limit int, far func(graph.Edge) int) (out []graph.Edge) {
	for _, e := range edges {
		if len(e.Sites) > 0 && e.Caller != e.Callee {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b graph.Edge) int { return far(a) - far(b) })
	return out[:min(len(out), limit)]
}
