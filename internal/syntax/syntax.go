// Package syntax runs tree-sitter over the bytes of a file and returns its facts.
//
// Invariant: C memory (parsers, trees) never leaves this package and is freed by hand. Parsing cannot fail: whatever the bytes are,
// facts come back, with chunks that cover the text. No walk is recursive over a tree's depth without a bound.
package syntax

import (
	"bytes"
	"context"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/bug"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// Version is that of the facts that this package makes; the store rebuilds when it changes.
const Version = 28

// compiled is what is made once for each language.
type compiled struct {
	language   *sitter.Language
	grammar    *grammar
	query      *query
	embedding  *embedding  // nil: its files are in one language
	containers []fact.Expr // of lists and objects of which nothing more is known
	err        error
	once       sync.Once
}

var compiledByName sync.Map // of *compiled by lang.Language

func compiledFor(l *lang.Language) *compiled {
	v, _ := compiledByName.LoadOrStore(l, &compiled{})
	c := v.(*compiled)
	c.once.Do(func() {
		c.language = l.Grammar()
		c.grammar = newGrammar(c.language)
		if l.Embeds != nil {
			c.embedding = newEmbedding(c.grammar, l.Embeds)
		}
		if c.query, c.err = compile(l.Queries, c.grammar); c.err != nil {
			bug.Errorf("%s: %v", l.Name, c.err)
			c.query = &query{}
		}
		for _, patterns := range c.query.byKind {
			for _, p := range patterns {
				if t := p.props["type"]; t != "" && p.props["items"] != "" {
					c.containers = append(c.containers, typeExpr(t))
				}
			}
		}
	})
	return c
}

// Facts returns the facts of a file. l may be nil: plain text.
func Facts(ctx context.Context, l *lang.Language, src []byte) *fact.File {
	f, t := factsOf(ctx, l, nil, nil, src, newBudget(len(src)), flatten)
	if t != nil {
		t.Close()
	}
	return f
}

// Parse only parses and throws the tree away; benchmarks measure the floor with it.
func Parse(ctx context.Context, l *lang.Language, src []byte) {
	if l == nil || l.Grammar == nil {
		return
	}
	seen, _ := shown(l, src)
	if t := parse(ctx, compiledFor(l), nil, seen, newBudget(len(src))); t != nil {
		t.Close()
	}
}

// factsOf parses and returns the facts and the tree, which the caller closes; it is nil when there is none. flatten copies it out of C.
// pieces are those of the text before, and then of this one; nil: nobody will ask for them. A text that our code fails at is read by lines: one file must
// not end the index of all others.
func factsOf(ctx context.Context, l *lang.Language, old *sitter.Tree, pieces *[]piece, src []byte, b *budget, flatten func(t *sitter.Tree, src []byte) (*tree, func(), bool)) (*fact.File, *sitter.Tree) {
	f, t, err := analysed(ctx, l, old, pieces, src, b, flatten)
	if err == nil {
		return f, t
	}
	bug.Report(err)
	if t != nil {
		t.Close()
	}
	if pieces != nil {
		closePieces(*pieces)
		*pieces = nil
	}
	return plain(l, src, "an error in Sibyl"), nil
}

// analysed is factsOf; err is a panic, t the tree as far as there is one.
func analysed(ctx context.Context, l *lang.Language, old *sitter.Tree, pieces *[]piece, src []byte, b *budget, flatten func(t *sitter.Tree, src []byte) (*tree, func(), bool)) (f *fact.File, t *sitter.Tree, err error) {
	defer bug.Recover(&err)
	if l == nil {
		return plain(nil, src, ""), nil, nil
	}
	if l.Grammar == nil {
		return plain(l, src, ""), nil, nil
	}
	if len(src) > 1<<31-1 {
		return plain(l, src, "too large to parse"), nil, nil
	}
	c := compiledFor(l)
	seen, islands := shown(l, src)
	if t = parse(ctx, c, old, seen, b); t == nil {
		return plain(l, src, "parse took too long"), nil, nil
	}
	flat, free, ok := flatten(t, src)
	defer free()
	if !ok {
		return plain(l, src, "syntax tree too large"), t, nil
	}
	if c.embedding != nil {
		flat = c.embedding.grafted(ctx, flat, islands, pieces)
	}
	return assemble(l, c, flat), t, nil
}

// shown returns what the parser is given of src, the same number of bytes, and the islands that other parsers are given.
func shown(l *lang.Language, src []byte) ([]byte, []lang.Island) {
	switch {
	case l.AttributeMacros:
		return blanked(src), nil
	case l.Embeds != nil:
		islands := l.Embeds.Find(src)
		return lang.Hide(src, islands), islands
	}
	return src, nil
}

// SettleLimit is the size in bytes up to which a text that does not parse is parsed again in full at once, which takes about 10 ms.
const SettleLimit = 32 << 10

// Document is the text of an open document with its last tree.
//
// An incremental parse gives the tree of a full one when the text parses. Where it does not, tree-sitter mends it in the cheapest way
// that it finds, and what it finds depends on the parts of the old tree that it can keep. So a tree with errors that came from an old
// one is made again in full when the text is small. Of larger ones that do not parse, facts near the error may differ from those of a full parse;
// Unsettled says so.
type Document struct {
	mu    sync.Mutex
	l     *lang.Language
	src   []byte
	tree  *sitter.Tree // of the text before the edits that tree.Edit has been told of; nil: parse in full
	facts *fact.File   // of src; nil: stale

	good  *fact.File  // the last facts that a parse or moved made; see held
	since []text.Edit // the edits since
	slow  bool        // the last parse took too long

	unsettled bool // see Unsettled

	pieces      []piece // of the last text's islands
	last, spare dumped  // last is tree before the edits, as it was copied out of C; spare is memory for the next
}

// NewDocument returns a Document. Nothing is parsed before Facts.
func NewDocument(l *lang.Language, src []byte) *Document { return &Document{l: l, src: src} }

// Edit replaces a part of the text.
func (d *Document) Edit(e text.Edit) { d.EditTo(text.Apply(d.Text(), e), e) }

// EditTo does what Edit does for a caller who has the text after it already.
func (d *Document) EditTo(after []byte, e text.Edit) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := uint32(len(d.src))
	start, end := min(e.Range.Start, n), min(max(e.Range.End, e.Range.Start), n)
	from, to := start, end
	if len(after) != len(d.src)-int(end-start)+len(e.New) || !bytes.HasPrefix(after, d.src[:start]) || !bytes.HasSuffix(after, d.src[end:]) {
		bug.Errorf("an edit does not lead to the text after it")
		d.closeTree()
		d.good = nil
	}
	if d.tree != nil {
		before, now := d.src, after
		if d.l != nil && (d.l.AttributeMacros || d.l.Embeds != nil) { // more may have changed for the parser than was edited
			before, _ = shown(d.l, before)
			now, _ = shown(d.l, now)
			start, end = changed(before, now)
		}
		newEnd := uint32(len(now) - (len(before) - int(end)))
		d.tree.Edit(sitter.EditInput{StartIndex: start, OldEndIndex: end, NewEndIndex: newEnd,
			StartPoint: point(before, start), OldEndPoint: point(before, end), NewEndPoint: point(now, newEnd)})
	}
	d.src, d.facts = after, nil
	if len(d.since) == maxSince { // nobody has asked for so long
		d.good, d.since = nil, nil
	}
	if d.good != nil {
		d.since = append(d.since, text.Edit{Range: text.Range{Start: from, End: to}, New: e.New})
	}
}

// changed returns the range of from that is not the same in to.
func changed(from, to []byte) (start, end uint32) {
	n := min(len(from), len(to))
	i := 0
	for i < n && from[i] == to[i] {
		i++
	}
	j := 0
	for j < n-i && from[len(from)-1-j] == to[len(to)-1-j] {
		j++
	}
	return uint32(i), uint32(len(from) - j)
}

// point returns tree-sitter's row and byte column of an offset.
func point(src []byte, offset uint32) sitter.Point {
	before := src[:offset]
	return sitter.Point{Row: uint32(bytes.Count(before, []byte{'\n'})), Column: offset - uint32(bytes.LastIndexByte(before, '\n')+1)}
}

// Text returns the present text, which must not be changed.
func (d *Document) Text() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.src
}

// Facts returns the facts of the present text, parsing what has changed since the last call. It is nil after ctx's end.
func (d *Document) Facts(ctx context.Context) *fact.File {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.facts != nil {
		return d.facts
	}
	old := d.tree
	f := d.parse(ctx, old)
	d.unsettled = f != nil && f.Errors && !d.slow && old != nil
	if d.unsettled && len(d.src) <= SettleLimit {
		f, d.unsettled = d.parse(ctx, nil), false
	}
	return f
}

// Unsettled reports whether the facts that were asked for last may differ from those of a Document that starts with the text.
func (d *Document) Unsettled() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.facts != nil && d.unsettled
}

// parse makes the facts and the tree, reusing the tree old, which may be d's; nil after ctx's end.
func (d *Document) parse(ctx context.Context, old *sitter.Tree) *fact.File {
	if old == nil {
		d.last = dumped{nodes: d.last.nodes[:0], keys: d.last.keys[:0]}
		closePieces(d.pieces)
		d.pieces = nil
	}
	b := newBudget(len(d.src))
	if d.slow { // somebody is typing, and the facts before are there
		b.reads /= 2
	}
	f, t := factsOf(ctx, d.l, old, &d.pieces, d.src, b, d.flatten)
	if d.tree != nil {
		d.tree.Close()
	}
	d.tree = t
	if ctx.Err() != nil {
		return nil
	}
	d.facts = d.held(f)
	return d.facts
}

// flatten copies t, which was made from d.tree, out of C.
func (d *Document) flatten(t *sitter.Tree, src []byte) (*tree, func(), bool) {
	flat, next, ok := flattenNext(t, src, &d.last, &d.spare)
	d.last, d.spare = *next, d.last
	return flat, func() {}, ok
}

// Close frees the tree. The Document parses in full when it is used again.
func (d *Document) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closeTree()
}

func (d *Document) closeTree() {
	if d.tree != nil {
		d.tree.Close()
		d.tree = nil
	}
	d.last, d.spare = dumped{}, dumped{}
	closePieces(d.pieces)
	d.pieces = nil
}
