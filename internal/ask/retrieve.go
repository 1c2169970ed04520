package ask

import (
	"context"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/secret"
)

// snippet is a place that may help to answer.
type snippet struct {
	file       *graph.File
	start, end int      // lines, 1-based, inclusive
	id         graph.ID // what it shows; Symbol -1: code outside definitions
	why        string   // "selected", "named in the question", "found", "calls f", "called by f"
	neighbour  bool     // it came through the graph
}

const (
	maxHits       = 12  // of the search
	maxNamed      = 6   // definitions of names in the question
	aroundTop     = 3   // symbols whose callers and callees are added
	maxNeighbours = 4   // callers, and callees, of each
	headLines     = 12  // of a neighbour
	wideLines     = 120 // of a definition that is shown whole around a selection
	marginLines   = 40  // around a selection in a longer one
)

// retrieve returns the places for a question, the most important first.
func (w *workspace) retrieve(ctx context.Context, r Request) ([]snippet, error) {
	var out []snippet
	add := func(s snippet) {
		if s.file == nil || secret.File(w.rel(s.file)) || !w.trim(&s) {
			return
		}
		for _, old := range out {
			if old.file == s.file && old.start <= s.start && s.end <= old.end {
				return
			}
		}
		out = append(out, s)
	}
	f := w.graph.File(r.Path)
	if f != nil && r.Range.End > r.Range.Start {
		add(w.selected(f, r.Range))
	}
	for _, id := range w.named(r.Question) {
		start, end := definition(id)
		add(snippet{file: id.File, start: start, end: end, id: id, why: "named in the question"})
	}
	hits, err := w.search(ctx, r, f)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		id := h.ID
		if id.File == nil {
			id = graph.ID{File: h.File, Symbol: -1}
		}
		add(snippet{file: h.File, start: h.Start, end: h.End, id: id, why: "found"})
	}
	return out, w.neighbours(ctx, out, add)
}

// trim leaves out blank lines at both ends, which chunks have; false when nothing is left or the text cannot be read.
func (w *workspace) trim(s *snippet) bool {
	doc, ok := w.doc(s.file)
	if !ok {
		return false
	}
	s.start, s.end = max(s.start, 1), min(s.end, lineCount(doc))
	blank := func(n int) bool {
		r := lineRange(doc, n, n)
		return strings.TrimSpace(string(doc.Bytes[r.Start:r.End])) == ""
	}
	for s.start <= s.end && blank(s.start) {
		s.start++
	}
	for s.end >= s.start && blank(s.end) {
		s.end--
	}
	return s.start <= s.end
}

// selected widens a selection to the definition that it lies in, as far as that is not too long.
func (w *workspace) selected(f *graph.File, r fact.Range) snippet {
	s := snippet{file: f, id: graph.ID{File: f, Symbol: -1}, why: "selected"}
	s.start, s.end = lines(f.Facts, r)
	if doc, ok := w.doc(f); ok && s.end <= len(doc.Lines) {
		if i := enclosing(f.Facts, doc, r); i >= 0 {
			s.id.Symbol = i
			start, end := definition(s.id)
			if end-start >= wideLines { // the prompt may cut the end off, where the selection could be
				start, end = max(start, s.start-marginLines), min(end, s.end+marginLines)
			}
			s.start, s.end = start, end
		}
	}
	return s
}

// named returns the definitions that the question names: in backquotes, or by words that only names look like.
func (w *workspace) named(question string) (out []graph.ID) {
	var names []string
	for _, m := range codeSpan.FindAllStringSubmatch(question, -1) {
		names = append(names, strings.TrimSuffix(m[1], "()"))
	}
	for _, word := range wordLike.FindAllString(codeSpan.ReplaceAllString(question, " "), -1) {
		if name := strings.TrimSuffix(word, "()"); name != word || isName(name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		ids := w.graph.Lookup(name)
		out = append(out, ids[:min(len(ids), 3)]...)
	}
	return out[:min(len(out), maxNamed)]
}

// search asks the index, first within the document that the question is about. A later question of a conversation
// ("and who closes it?") is searched for together with the one before.
func (w *workspace) search(ctx context.Context, r Request, f *graph.File) ([]indexer.Hit, error) {
	q := indexer.Query{Text: r.Question, Limit: maxHits}
	if n := len(r.History); n > 0 {
		q.Text += "\n" + clip(r.History[n-1].Question, 500)
	}
	hits, err := w.snap.Search(ctx, q)
	if err != nil || f == nil {
		return hits, err
	}
	q.Paths, q.Limit = []string{escapeGlob(w.rel(f))}, 4
	here, err := w.snap.Search(ctx, q)
	return append(here, hits...), err
}

func escapeGlob(s string) string {
	return "/" + strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, "!", `\!`).Replace(s)
}

// neighbours adds the callers and callees of the first symbols.
func (w *workspace) neighbours(ctx context.Context, found []snippet, add func(snippet)) error {
	n := 0
	for _, s := range found {
		if d := s.id.Def(); s.id.File == nil || d == nil || !d.Kind.Callable() {
			continue
		}
		if n++; n > aroundTop {
			return nil
		}
		in, out, err := w.around(ctx, s.id)
		if err != nil {
			return err
		}
		for _, e := range in {
			start, _ := lines(e.Caller.File.Facts, e.Sites[0])
			first, last := definition(e.Caller)
			if e.Caller.Symbol < 0 || last-first > 2*headLines { // the lines around the call
				first, last = max(first, start-headLines/2), start+headLines/2
			}
			add(snippet{file: e.Caller.File, start: first, end: last, id: e.Caller, why: "calls " + qualified(s.id), neighbour: true})
		}
		for _, e := range out {
			start, end := definition(e.Callee)
			add(snippet{file: e.Callee.File, start: start, end: min(end, start+headLines), id: e.Callee, why: "called by " + qualified(s.id), neighbour: true})
		}
	}
	return nil
}

func qualified(id graph.ID) string { return id.File.Facts.Qualified(id.Symbol) }

// around returns some callers and callees, not of tests if there are others.
func (w *workspace) around(ctx context.Context, id graph.ID) (in, out []graph.Edge, err error) {
	f := graph.Filter{Tier: graph.Likely, NoTests: true, NoVendored: true}
	incoming, err := w.graph.Incoming(ctx, id, f)
	if err != nil {
		return nil, nil, err
	}
	outgoing, err := w.graph.Outgoing(ctx, id, f)
	if err != nil {
		return nil, nil, err
	}
	return firstEdges(incoming.Edges), firstEdges(outgoing.Edges), nil
}

func firstEdges(edges []graph.Edge) (out []graph.Edge) {
	for _, e := range edges {
		if len(e.Sites) > 0 && e.Caller != e.Callee && len(out) < maxNeighbours {
			out = append(out, e)
		}
	}
	return out
}
