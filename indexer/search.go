package indexer

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	Score      float64  // between 0 and 1; of one query, they compare
	Why        []string // "name", "text: token, verify", "meaning 0.62", "path"
}

// window is how many of the best chunks by words, and as many by meaning, are ranked.
const window = 200

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
		x := newSearching(s, q, r, views)
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
	memory := searchMemories.Get().(*searchMemory)
	overlay, changed := s.searchedOverlay()
	r := &searchReader{overlay: overlay, memory: memory}
	views := s.state.roots
	var open func(i int) error
	open = func(i int) error {
		if i == len(views) {
			return f(r, views)
		}
		return views[i].store.read(func(p index.IndexReader) error {
			if err := r.add(p); err != nil {
				return err
			}
			for _, d := range changed {
				if known := s.state.find(d.document.path); known != nil && known.root == views[i].root {
					if err := r.hide(i, known.number, len(known.vectors)); err != nil {
						return err
					}
				}
			}
			return open(i + 1)
		})
	}
	err := open(0)
	if err == nil { // else it may be half filled
		memory.release()
	}
	return err
}

// searchedOverlay returns the changed documents and their text index.
func (s *Snapshot) searchedOverlay() (*overlayIndex, []*documentState) {
	s.mu.Lock()
	defer s.mu.Unlock() // also when a document makes something panic: others search, too
	return s.overlayIndex(), s.differing()
}

// searching is one search.
type searching struct {
	s      *Snapshot
	q      Query
	asked  *asked
	reader *searchReader
	views  []*rootState
	accept func(f *fileFacts, kind fact.Kind) bool // nil: all

	words *wordTable // what the words of the query score; part of memory
	near  *nearQuery // nil: there is no embedder to ask

	memory  *searchMemory
	list    []*candidate // in the order in which they were found
	nearest float64      // the cosine of the nearest candidate
}

func newSearching(s *Snapshot, q Query, r *searchReader, views []*rootState) *searching {
	return &searching{s: s, q: q, asked: newAsked(q.Text), reader: r, views: views, accept: s.filter(q), words: &r.memory.words, memory: r.memory}
}

// run returns the ranked candidates, best first.
func (x *searching) run(ctx context.Context) ([]*candidate, error) {
	if err := x.prepareNear(ctx); err != nil {
		return nil, err
	}
	x.near.start(ctx)
	defer x.near.wait()
	x.words.begin(x.asked.words, x.reader.size())
	chunks, length := x.average()
	if err := x.words.fill(ctx, x.reader, chunks, length); err != nil {
		return nil, err
	}
	if err := x.byWords(ctx); err != nil {
		return nil, err
	}
	if err := x.byMeaning(ctx); err != nil {
		return nil, err
	}
	return x.rank(), ctx.Err()
}

// average returns the number of chunks and their mean length in terms.
func (x *searching) average() (chunks, length float64) {
	n, terms := len(x.reader.overlay.chunks)-len(x.reader.hidden), x.reader.overlay.length
	for _, v := range x.views {
		n += v.stats.chunks
		terms += v.stats.terms
	}
	for _, d := range x.s.changed {
		if r := x.s.state.find(d.document.path); r != nil {
			terms -= r.terms
		}
	}
	return float64(max(n, 1)), float64(max(terms, 1)) / float64(max(n, 1))
}

// byWords makes candidates of the best chunks by words: window of them, and all with the score of the last.
func (x *searching) byWords(ctx context.Context) error {
	limit := 0
	if x.accept == nil {
		limit = 2 * window // chunks that are not part of the snapshot any more fall out
	}
	best := x.words.best(limit)
	n, last := 0, 0.0
	for {
		h, ok := best.next()
		if !ok || n >= window && h.score < last {
			return ctx.Err()
		}
		place, err := x.reader.place(h.document)
		if err != nil {
			return err
		}
		c, err := x.candidate(place)
		if err != nil {
			return err
		}
		if c != nil {
			c.words = x.words.hits[h.document]
			n, last = n+1, h.score
		}
	}
}

// byMeaning makes candidates of the nearest chunks, and tells those found by words how near they are.
func (x *searching) byMeaning(ctx context.Context) error {
	if x.near == nil {
		return nil
	}
	byWords := len(x.list)
	n, last := 0, 0.0
	hits := x.near.hits()
	if x.near.err != nil {
		return fmt.Errorf("compare vectors: %w", x.near.err)
	}
	x.measure(x.list)
	for {
		h, ok := hits.next()
		if !ok || n >= window && h.score < last {
			break
		}
		before := len(x.list)
		c, err := x.candidate(h.place)
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		if n, last = n+1, h.score; len(x.list) > before {
			c.near = h.score
		}
	}
	if err := x.wordsOf(x.list[byWords:]); err != nil {
		return err
	}
	x.list = slices.DeleteFunc(x.list, func(c *candidate) bool { return c.words.words == 0 && c.near < nearFloor })
	return ctx.Err()
}

// wordsOf looks up what the query's words score in chunks that were found by meaning.
func (x *searching) wordsOf(list []*candidate) error {
	for _, c := range list {
		n, ok, err := x.reader.document(c.place)
		if err != nil {
			return err
		}
		if ok {
			c.words = x.words.hits[n]
		}
	}
	return nil
}
