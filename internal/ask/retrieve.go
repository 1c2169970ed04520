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
	part       part
}

// part is what a snippet is to the question; each has its share of a prompt.
type part uint8

const (
	about     part = iota // selected, or named in the question
	found                 // by the search, or described by a document that was found
	around                // callers, callees and types of these
	documents             // that mention them
	partCount
)

const whySelected = "selected"

const (
	maxHits       = 12  // of the search
	maxNamed      = 6   // definitions of names in the question
	aroundTop     = 3   // symbols whose callers and callees are added
	maxNeighbours = 4   // callers, and callees, of each
	maxSelected   = 8   // callers, and callees, of a selection
	maxTypes      = 4   // that a definition uses
	maxDescribed  = 3   // symbols that a section mentions, and sections that mention a symbol
	headLines     = 12  // of a neighbour
	wideLines     = 120 // of a definition that is shown whole around a selection
	marginLines   = 40  // around a selection in a longer one
)

// retrieve returns the places for a question, the most important first.
func (w *workspace) retrieve(ctx context.Context, r Request) ([]snippet, error) {
	c := &collection{w: w}
	f := w.graph.File(r.Path)
	if f != nil && r.Range.End > r.Range.Start {
		c.add(w.selected(f, r.Range))
	}
	for _, id := range w.named(r.Question) {
		c.add(whole(id, "named in the question", about))
	}
	if err := c.neighbours(ctx); err != nil {
		return nil, err
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
		if c.add(snippet{file: h.File, start: h.Start, end: h.End, id: id, why: "found", part: found}) {
			c.described(h.File, h.Start, h.End)
		}
	}
	return c.snippets, c.neighbours(ctx)
}

// collection is what was retrieved, each place once.
type collection struct {
	w        *workspace
	snippets []snippet
	centres  int // how many of them neighbours were added to
	seen     int // how many of them were considered for that
}

// add reports whether s is new, can be read and may be used.
func (c *collection) add(s snippet) bool {
	if s.file == nil || secret.File(c.w.rel(s.file)) || c.w.sends && !c.w.snap.MaySend(s.file.Path) || !c.w.trim(&s) {
		return false
	}
	for _, old := range c.snippets {
		if old.file == s.file && old.start <= s.start && s.end <= old.end {
			return false
		}
	}
	c.snippets = append(c.snippets, s)
	return true
}

// whole is a snippet of a definition.
func whole(id graph.ID, why string, p part) snippet {
	start, end := definition(id)
	return snippet{file: id.File, start: start, end: end, id: id, why: why, part: p}
}

// head is a snippet of a definition's first lines.
func head(id graph.ID, why string, p part) snippet {
	s := whole(id, why, p)
	s.end = min(s.end, s.start+headLines)
	return s
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
	s := snippet{file: f, id: graph.ID{File: f, Symbol: -1}, why: whySelected, part: about}
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
	q := indexer.Query{Text: r.Question, Limit: maxHits, Words: r.DryRun || r.Written != nil}
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
