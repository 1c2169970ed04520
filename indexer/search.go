package indexer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/fusion"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Query is a search.
type Query struct {
	Text      string
	Limit     int      // 0: 10
	Words     bool     // nothing is sent: no search by meaning where the embedder is an endpoint
	Paths     []string // gitignore-style globs, any must match; empty: all
	Languages []string
	Kinds     []fact.Kind

	NoTests, NoVendored, NoGenerated bool
}

// Hit is one place.
type Hit struct {
	File       *graph.File
	Range      fact.Range
	Start, End int    // lines, 1-based, inclusive
	Symbol     string // qualified name, "" for code outside definitions
	ID         graph.ID
	Kind       fact.Kind
	Score      float64
	Why        []string // "name", "text: token, verify", "meaning 0.62", "path"
}

const (
	window     = 200 // candidates of each kind that are ranked
	textWeight = 1.0 // of words against meaning, in the fusion of relative scores
	nearWeight = 0.6
)

// candidate is a chunk that may be a hit.
type candidate struct {
	file  *graph.File
	chunk int
	score float64
	match textMatch // without words: found by meaning only
	near  float64   // cosine; 0: found by words only
	exact int       // how well its name is the query: see nameMatch
}

// Search returns the best places for a query, best first. Unsaved text of open documents counts as what it is now. Without a query text nothing
// is found. The error is the context's or the store's.
func (s *Snapshot) Search(ctx context.Context, q Query) ([]Hit, error) {
	if q.Limit <= 0 {
		q.Limit = 10
	}
	if strings.TrimSpace(q.Text) == "" {
		return nil, ctx.Err()
	}
	var hits []Hit
	err := s.withReader(func(r *searchReader, views []*rootState) error {
		x := &searching{s: s, q: q, reader: r, views: views, accept: s.filter(q)}
		candidates, err := x.run(ctx)
		if err == nil {
			hits = x.hits(candidates)
		}
		return err
	})
	return hits, err
}

// withReader calls f with a reader over all roots and changed documents.
func (s *Snapshot) withReader(f func(*searchReader, []*rootState) error) error {
	s.mu.Lock()
	r := &searchReader{overlay: s.overlayIndex()}
	changed := s.differing()
	s.mu.Unlock()
	views := s.state.roots
	var open func(i int) error
	open = func(i int) error {
		if i == len(views) {
			return f(r, views)
		}
		return views[i].store.read(func(p index.IndexReader) error {
			hidden, err := hiddenDocuments(p, s.state, views[i].root, changed)
			if err != nil {
				return err
			}
			r.parts, r.hidden = append(r.parts, p), append(r.hidden, hidden)
			return open(i + 1)
		})
	}
	return open(0)
}

// hiddenDocuments returns the numbers of the chunks that changed documents have in a root's text index.
func hiddenDocuments(p index.IndexReader, st *state, root string, changed []*documentState) ([]uint64, error) {
	var ids []string
	for _, d := range changed {
		if r := st.find(d.document.path); r != nil && r.root == root {
			for i := range r.vectors {
				ids = append(ids, chunkID(r.number, i))
			}
		}
	}
	return documentNumbers(p, ids)
}

// searching is one search.
type searching struct {
	s      *Snapshot
	q      Query
	reader *searchReader
	views  []*rootState
	accept func(f *fileFacts, kind fact.Kind) bool // nil: all
	words  []string

	written map[string]string // what the query has for a word
}

func (x *searching) run(ctx context.Context) ([]*candidate, error) {
	ctx = context.WithValue(ctx, search.GetScoringModelCallbackKey, search.GetScoringModelCallbackFn(func() string { return index.BM25Scoring }))
	ctx = context.WithValue(ctx, search.BM25StatsKey, x.stats())
	name := nameQuery(x.q.Text)
	x.words, x.written = newAnalyzer().query(x.q.Text)
	if name != "" {
		x.words = append(x.words, exactTerm(name))
	}
	text := &textQuery{words: x.words}
	if x.accept == nil {
		text.limit = 2 * window // chunks that are not part of the snapshot any more fall out
	}
	defer func() {
		if text.found != nil {
			text.found.release()
		}
	}()
	near, err := x.near(ctx)
	if err != nil {
		return nil, err
	}
	if near != nil {
		near.start(ctx)
		defer near.wait()
	}
	found := map[uint64]*candidate{}
	hits, err := x.collect(ctx, text, found, func(c *candidate, h scoredDocument) {
		c.match = *text.found.at(h.document)
	})
	if err != nil {
		return nil, err
	}
	if near != nil {
		more, err := x.collect(ctx, near, found, func(c *candidate, h scoredDocument) {
			c.near = h.score
			c.match = *text.found.at(h.document)
		})
		if err != nil {
			return nil, err
		}
		hits = append(hits, more...)
	}
	return x.fuse(hits, found, name), nil
}

// stats returns the sizes that BM25 wants: the number of chunks and the number of terms in each field.
func (x *searching) stats() *search.BM25Stats {
	n, lengths := len(x.reader.overlay.chunks), x.reader.overlay.lengths
	for i, v := range x.views {
		n += v.stats.chunks - len(x.reader.hidden[i])
		for k := range lengths {
			lengths[k] += v.stats.lengths[k]
		}
	}
	for _, d := range x.s.changed {
		if r := x.s.state.find(d.document.path); r != nil {
			for k := range lengths {
				lengths[k] -= r.lengths[k]
			}
		}
	}
	st := &search.BM25Stats{DocCount: float64(max(n, 1)), FieldCardinality: map[string]int{}}
	for k, name := range fieldNames {
		st.FieldCardinality[name] = max(lengths[k], 1)
	}
	return st
}

// collect runs a bleve query and turns the best documents into candidates: window of them, and all with the score of the last.
// set tells a candidate why it was found.
func (x *searching) collect(ctx context.Context, q query.Query, found map[uint64]*candidate, set func(*candidate, scoredDocument)) ([]uint64, error) {
	s, err := q.Searcher(ctx, x.reader, nil, search.SearcherOptions{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	sc := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize(), 0), IndexReader: x.reader}
	all := make([]scoredDocument, 0, s.Count())
	for {
		d, err := s.Next(sc)
		if err != nil {
			return nil, err
		}
		if d == nil {
			break
		}
		all = append(all, scoredDocument{d.IndexInternalID.Value(), d.Score})
		sc.DocumentMatchPool.Put(d)
	}
	var out []uint64
	last := 0.0
	best := newSelection(all)
	for {
		h, ok := best.next()
		if !ok || len(out) >= window && h.score < last {
			return out, ctx.Err()
		}
		c := found[h.document]
		if c == nil {
			if c, err = x.candidate(h.document); err != nil {
				return nil, err
			}
			if c == nil {
				continue
			}
			found[h.document] = c
			out = append(out, h.document)
		}
		set(c, h)
		last = h.score
	}
}

// candidate returns the chunk of a document; nil when it is filtered out or not part of the snapshot.
func (x *searching) candidate(document uint64) (*candidate, error) {
	part, number, chunk, err := x.reader.chunk(document)
	if err != nil {
		return nil, err
	}
	if part == len(x.views) {
		o := &x.reader.overlay.chunks[number]
		if x.accept != nil && !x.accept(&fileFacts{o.rel, o.file.Facts.Language, o.file.Marks}, kindOf(o.file.Facts, o.i)) {
			return nil, nil
		}
		return &candidate{file: o.file, chunk: o.i}, nil
	}
	r := x.views[part].record(number)
	if r == nil || chunk >= len(r.vectors) || x.accept != nil && !x.accept(&fileFacts{r.rel, r.language, r.marks}, r.kind(chunk)) {
		return nil, nil
	}
	f, err := r.file(x.s.w.languages)
	if err != nil {
		return nil, err
	}
	return &candidate{file: f, chunk: chunk}, nil
}

// near returns the query for chunks of similar meaning, nil when there is no embedder to ask.
func (x *searching) near(ctx context.Context) (*nearQuery, error) {
	e := x.s.w.options.Embedder
	if x.q.Words && !e.Local() {
		return nil, nil
	}
	v, err := e.Query(ctx, x.q.Text)
	if err != nil || len(v) == 0 {
		if ctx.Err() == nil && err != nil {
			x.s.w.options.Log.Warn("embed the query", "err", err)
		}
		return nil, ctx.Err()
	}
	q := &nearQuery{vector: v, limit: window}
	hidden := map[*record]bool{}
	for _, d := range x.s.changed {
		hidden[x.s.state.find(d.document.path)] = true
	}
	for _, view := range x.views {
		p := nearPart{}
		if p.vectors, err = view.vectors.view(); err != nil {
			return nil, err
		}
		p.records = view.chunked()
		if len(hidden) > 0 || x.accept != nil {
			p.records = slices.DeleteFunc(slices.Clone(p.records), func(r *record) bool {
				return hidden[r] || x.accept != nil && !x.accept(&fileFacts{r.rel, r.language, r.marks}, "")
			})
		}
		q.parts = append(q.parts, p)
	}
	return q, x.nearOverlay(ctx, q)
}

// nearOverlay adds the chunks of changed documents. Those that the index knows have their vectors there; others are embedded now, if
// nothing leaves the process for that.
func (x *searching) nearOverlay(ctx context.Context, q *nearQuery) error {
	var missing []string
	var at []int
	for i := range x.reader.overlay.chunks {
		c := &x.reader.overlay.chunks[i]
		if c.text == "" {
			continue
		}
		if s, ok := x.similarity(q, c.hash); ok {
			q.ids, q.scores = append(q.ids, externalID(len(x.views), chunkID(uint32(i), 0))), append(q.scores, s)
			continue
		}
		missing, at = append(missing, c.text), append(at, i)
	}
	if len(missing) == 0 || !x.s.w.options.Embedder.Local() {
		return nil
	}
	vectors, err := x.s.w.options.Embedder.Documents(ctx, missing)
	for i, v := range vectors {
		if len(v) != len(q.vector) {
			continue
		}
		stored := quantize(v)
		q.ids = append(q.ids, externalID(len(x.views), chunkID(uint32(at[i]), 0)))
		q.scores = append(q.scores, dot(q.vector, stored.scale, stored.q))
	}
	if ctx.Err() == nil && err != nil {
		x.s.w.options.Log.Warn("embed open documents", "err", err)
	}
	return ctx.Err()
}

func (x *searching) similarity(q *nearQuery, text fact.Hash) (float64, bool) {
	for i, v := range x.views {
		view := q.parts[i].vectors
		if slot, ok := v.vectors.find(text); ok && view.sketch(slot) != nil && view.dimensions == len(q.vector) {
			return view.similarity(q.vector, slot), true
		}
	}
	return 0, false
}

// fuse ranks candidates by words and meaning together.
func (x *searching) fuse(documents []uint64, found map[uint64]*candidate, name string) []*candidate {
	list := make([]*candidate, len(documents))
	for i, d := range documents {
		list[i] = found[d]
	}
	slices.SortFunc(list, byPlace) // bleve's fusion breaks ties by the order of hits
	matches := make(search.DocumentMatchCollection, len(list))
	for i, c := range list {
		matches[i] = &search.DocumentMatch{HitNumber: uint64(i)}
		if c.match.words != 0 {
			matches[i].Score = c.match.score
		}
		if c.near > 0 {
			matches[i].ScoreBreakdown = map[int]float64{0: c.near}
		}
	}
	result := fusion.RelativeScoreFusion(matches, []float64{textWeight, nearWeight}, len(matches), 1, false)
	out := make([]*candidate, 0, len(list))
	for _, m := range result.Hits {
		c := list[m.HitNumber]
		c.score = m.Score
		x.signals(c, name)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b *candidate) int {
		if d := cmp.Compare(b.score, a.score); d != 0 {
			return d
		}
		return byPlace(a, b)
	})
	return out
}

func byPlace(a, b *candidate) int {
	if d := cmp.Compare(a.file.Path, b.file.Path); d != 0 {
		return d
	}
	return cmp.Compare(a.chunk, b.chunk)
}
