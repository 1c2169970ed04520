package ask

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

const (
	maxSame  = 5  // definitions of one name that are answered for
	maxEdges = 50 // callers or callees that are listed
	maxSites = 8  // places of one caller
)

// graphAnswer answers from the call graph. ok is false when the question's names mean nothing here and may not be names at all.
// subject is what "it" among them means.
func (w *workspace) graphAnswer(ctx context.Context, q graphQuestion, subject string, say *phrases, delta func(string)) (a Answer, ok bool, err error) {
	o := &writer{w: w, say: say, delta: delta}
	var found [][]graph.ID
	for _, name := range []string{q.name, q.to} {
		looked := name
		if name == it {
			looked = subject
		}
		ids := callable(w.graph.Lookup(looked))
		if name != "" && len(ids) == 0 {
			if !isName(name) {
				return Answer{}, false, nil
			}
			o.unknown(ctx, name)
			return o.done(), true, nil
		}
		found = append(found, ids)
	}
	if !w.snap.Complete() {
		o.printf("%s\n\n", say.incomplete)
	}
	if q.kind == chains {
		err = o.path(ctx, found[0], found[1])
	} else {
		err = o.calls(ctx, q.kind, found[0])
	}
	a = o.done()
	a.Subject = placeOf(found[0][0])
	if err != nil {
		err = fmt.Errorf("answer from the call graph: %w", err)
	}
	return a, true, err
}

// callable leaves out what no call leads to or starts in, unless that is all there is.
func callable(ids []graph.ID) (out []graph.ID) {
	for _, id := range ids {
		if d := id.Def(); d == nil || d.Kind.Callable() || d.Kind.IsType() {
			out = append(out, id)
		}
	}
	if out == nil {
		return ids
	}
	return out
}

// unknown says that there is no such symbol, and which ones there are.
func (o *writer) unknown(ctx context.Context, name string) {
	o.printf(o.say.unknown+"\n", "`"+strings.ReplaceAll(name, "`", "")+"`")
	if !o.w.snap.Complete() {
		o.printf("\n%s\n", o.say.incomplete)
	}
	last := name[strings.LastIndexAny(name, ".:#/")+1:]
	ids := o.w.graph.Find(ctx, last, 5)
	if len(ids) == 0 {
		return
	}
	o.printf("\n%s\n\n", o.say.similar)
	for _, id := range ids {
		o.printf("- `%s`%s\n", o.w.name(id), o.defined(id, false))
	}
}

func (o *writer) calls(ctx context.Context, kind graphKind, ids []graph.ID) error {
	if len(ids) > maxSame {
		o.printf(o.say.several+"\n\n", len(ids))
		ids = ids[:maxSame]
	}
	for n, id := range ids {
		title, none, ask := o.say.callers, o.say.noCallers, o.w.graph.Incoming
		if kind == callees {
			title, none, ask = o.say.callees, o.say.noCallees, o.w.graph.Outgoing
		}
		c, err := ask(ctx, id, graph.Filter{Tier: graph.Likely})
		if err != nil {
			return err
		}
		o.printf("### "+title+"\n\n", "`"+o.w.name(id)+"`")
		if d := o.defined(id, false); d != "" {
			o.printf("`%s`%s\n\n", o.w.name(id), d)
		}
		if len(c.Edges) == 0 {
			o.printf("%s\n", none)
		} else {
			o.edges(kind, c.Edges)
		}
		if c.Unresolved > 0 && kind == callers {
			o.printf("\n"+o.say.unresolved+"\n", c.Unresolved, "`"+lastName(id)+"`")
		}
		if n < len(ids)-1 {
			o.printf("\n")
		}
		o.flush()
	}
	return nil
}

func lastName(id graph.ID) string {
	if d := id.Def(); d != nil {
		return d.Name
	}
	return "<module>"
}

func (o *writer) edges(kind graphKind, edges []graph.Edge) {
	sort.SliceStable(edges, func(i, j int) bool { return edges[i].Tier > edges[j].Tier })
	sites := 0
	for _, e := range edges {
		sites += len(e.Sites)
	}
	o.printf(o.say.counted+"\n\n", len(edges), sites)
	for i, e := range edges {
		if i == maxEdges {
			o.printf("- "+o.say.more+"\n", len(edges)-i)
			break
		}
		other := e.Caller
		if kind == callees {
			other = e.Callee
		}
		o.printf("- %s%s: %s\n", o.title(other), o.how(e), o.sites(e))
	}
}

// title names a symbol; a module by its file.
func (o *writer) title(id graph.ID) string {
	if id.Symbol < 0 {
		return fmt.Sprintf("`%s` (%s)", o.w.rel(id.File), o.say.topLevel)
	}
	return "`" + o.w.name(id) + "`"
}

// how tells of an edge that is not certain.
func (o *writer) how(e graph.Edge) string {
	var notes []string
	switch e.Tier {
	case graph.Likely:
		notes = append(notes, o.say.likely)
	case graph.Possible:
		notes = append(notes, o.say.possible)
	}
	if e.Dispatch {
		notes = append(notes, o.say.dispatch)
	}
	if notes == nil {
		return ""
	}
	return " (" + strings.Join(notes, o.say.separator) + ")"
}

// sites cites the places of an edge, each line once.
func (o *writer) sites(e graph.Edge) string {
	var out []string
	last := -1
	for i, site := range e.Sites {
		line := e.Caller.File.Facts.Line(site.Start)
		if line == last {
			continue
		}
		if last = line; len(out) == maxSites {
			out = append(out, fmt.Sprintf(o.say.more, len(e.Sites)-i))
			break
		}
		out = append(out, o.site(e, site))
	}
	return strings.Join(out, " ")
}

// site cites one place. A call may use an alias, so the name that must stand there is the one that does.
func (o *writer) site(e graph.Edge, site fact.Range) string {
	start, _ := lines(e.Caller.File.Facts, site)
	name := lastName(e.Callee)
	if doc, ok := o.w.doc(e.Caller.File); ok && int(site.End) <= len(doc.Bytes) {
		name = string(doc.Bytes[site.Start:site.End])
	}
	return o.cite(e.Caller.File, start, start, name)
}

// path shows the shortest chain between any of two sets of symbols, with uncertain edges only if there is no other.
func (o *writer) path(ctx context.Context, from, to []graph.ID) error {
	o.printf("### "+o.say.path+"\n\n", "`"+o.w.name(from[0])+"`", "`"+o.w.name(to[0])+"`")
	for _, tier := range []graph.Tier{graph.Likely, graph.Possible} {
		best, err := o.shortest(ctx, from, to, tier)
		if err != nil {
			return err
		}
		if best == nil {
			continue
		}
		for i, e := range best {
			o.printf("%d. %s %s %s%s: %s\n", i+1, o.title(e.Caller), o.say.callsAt, o.title(e.Callee), o.how(e), o.sites(e))
		}
		return nil
	}
	o.printf(o.say.noPath+"\n", "`"+o.w.name(from[0])+"`", "`"+o.w.name(to[0])+"`")
	return nil
}

func (o *writer) shortest(ctx context.Context, from, to []graph.ID, tier graph.Tier) (best []graph.Edge, err error) {
	for _, a := range from[:min(len(from), maxSame)] {
		for _, b := range to[:min(len(to), maxSame)] {
			chains, err := o.w.graph.Paths(ctx, a, b, 1, graph.Filter{Tier: tier})
			if err != nil {
				return nil, err
			}
			if len(chains) > 0 && (best == nil || len(chains[0]) < len(best)) {
				best = chains[0]
			}
		}
	}
	return best, nil
}
