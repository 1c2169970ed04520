package indexer

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// fieldBoosts weigh a term by where it stands.
var fieldBoosts = [fieldCount]float64{fieldName: 2.2, fieldPath: 1.0, fieldDoc: 1.2, fieldBody: 1.0}

// maxWords is how many terms of a query count: a set of them fits a machine word.
const maxWords = 32

// textQuery is a bleve query for chunks that have any of some words in any field. The score is the sum of bleve's BM25 scores over words and
// fields, weighted by fieldBoosts, times the share of the words that the chunk has: weighted by rarity, a chunk with all words wins
// against one that repeats some. Words are added one after another into one table, which for many words is several
// times faster than bleve's disjunction, and keeps account of which word was found where.
type textQuery struct {
	words []string
	limit int          // so many of the best documents, and all with the score of the last; 0: all
	found *textMatches // filled by the searcher
}

// textMatches says for each matching document what matched. It is reused: clearing what a query touched is cheaper than memory for all
// chunks.
type textMatches struct {
	parts   [][]textMatch
	touched []uint64 // documents
}

type textMatch struct {
	score  float64
	rarity float32 // sum over the words that it has
	words  uint32  // set of indices in textQuery.words
	text   uint32  // those in documentation or body
	fields uint8   // set of fields with any
}

var matchTables = sync.Pool{New: func() any { return &textMatches{} }}

// release gives the table back. Matches must not be used any more.
func (m *textMatches) release() {
	for _, d := range m.touched {
		part, n := split(d)
		m.parts[part][n] = textMatch{}
	}
	m.touched = m.touched[:0]
	matchTables.Put(m)
}

func (m *textMatches) at(document uint64) *textMatch {
	part, n := split(document)
	for part >= len(m.parts) {
		m.parts = append(m.parts, nil)
	}
	if n >= uint64(len(m.parts[part])) {
		grown := make([]textMatch, n+n/4+1024)
		copy(grown, m.parts[part])
		m.parts[part] = grown
	}
	return &m.parts[part][n]
}

// Searcher implements bleve's query.Query.
func (q *textQuery) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, o search.SearcherOptions) (search.Searcher, error) {
	q.found = matchTables.Get().(*textMatches)
	documents, err := r.DocCount()
	if err != nil {
		return nil, err
	}
	total := 0.0
	for i, w := range q.words[:min(len(q.words), maxWords)] {
		rarity := 0.0
		for k, field := range fieldNames {
			n, err := q.add(ctx, r, o, i, w, k, field, documents)
			if err != nil {
				return nil, err
			}
			if n > 0 {
				rarity = max(rarity, rarityOf(n, documents))
			}
		}
		total += rarity
	}
	return q.found.searcher(total, q.limit), nil
}

func rarityOf(n, documents uint64) float64 { return math.Log(1 + float64(documents)/float64(n)) }

// add adds the scores of word i in one field and returns in how many documents it is.
func (q *textQuery) add(ctx context.Context, r index.IndexReader, o search.SearcherOptions, i int, word string, k int, field string, documents uint64) (uint64, error) {
	s, err := searcher.NewTermSearcher(ctx, r, word, field, 1, o)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	n := s.Count()
	if n == 0 {
		return 0, nil
	}
	sc := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize(), 0), IndexReader: r}
	rarity, bit := float32(rarityOf(n, documents)), uint32(1)<<i
	for count := 0; ; count++ {
		if count%4096 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		d, err := s.Next(sc)
		if err != nil || d == nil {
			return n, err
		}
		document := d.IndexInternalID.Value()
		m := q.found.at(document)
		if m.words == 0 {
			q.found.touched = append(q.found.touched, document)
		}
		m.score += d.Score * fieldBoosts[k]
		if m.words&bit == 0 {
			m.words |= bit
			m.rarity += rarity
		}
		if k == fieldDoc || k == fieldBody {
			m.text |= bit
		}
		m.fields |= 1 << k
		sc.DocumentMatchPool.Put(d)
	}
}

// searcher returns the best matches as bleve wants them, in order of their numbers.
func (m *textMatches) searcher(total float64, limit int) *hitSearcher {
	best := &lowest{}
	for _, d := range m.touched {
		x := m.at(d)
		x.score *= 0.3 + 0.7*min(1, float64(x.rarity)/max(total, 1e-9))
		best.offer(x.score, limit)
	}
	s := &hitSearcher{}
	for _, d := range m.touched {
		if score := m.at(d).score; limit == 0 || len(*best) < limit || score >= (*best)[0] {
			s.hits = append(s.hits, scoredDocument{d, score})
		}
	}
	slices.SortFunc(s.hits, func(a, b scoredDocument) int { return cmp.Compare(a.document, b.document) })
	return s
}

// lowest keeps the highest scores that it was offered; the lowest of them comes first.
type lowest []float64

func (l *lowest) offer(score float64, limit int) {
	switch {
	case limit == 0:
	case len(*l) < limit:
		heap.Push(l, score)
	case score > (*l)[0]:
		(*l)[0] = score
		heap.Fix(l, 0)
	}
}

func (l lowest) Len() int           { return len(l) }
func (l lowest) Less(i, j int) bool { return l[i] < l[j] }
func (l lowest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *lowest) Push(x any)        { *l = append(*l, x.(float64)) }
func (l *lowest) Pop() any          { return nil }

// scoredDocument is a document with its score.
type scoredDocument struct {
	document uint64
	score    float64
}

// hitSearcher is a bleve searcher over known hits in order of their documents.
type hitSearcher struct {
	hits []scoredDocument
	at   int
}

func (s *hitSearcher) Next(ctx *search.SearchContext) (*search.DocumentMatch, error) {
	if s.at >= len(s.hits) {
		return nil, nil
	}
	d := ctx.DocumentMatchPool.Get()
	h := s.hits[s.at]
	s.at++
	d.IndexInternalID, d.Score = index.NewIndexInternalID(d.IndexInternalID, h.document), h.score
	return d, nil
}

func (s *hitSearcher) Advance(ctx *search.SearchContext, id index.IndexInternalID) (*search.DocumentMatch, error) {
	for s.at < len(s.hits) && s.hits[s.at].document < id.Value() {
		s.at++
	}
	return s.Next(ctx)
}

func (s *hitSearcher) Close() error               { return nil }
func (s *hitSearcher) Weight() float64            { return 1 }
func (s *hitSearcher) SetQueryNorm(float64)       {}
func (s *hitSearcher) Count() uint64              { return uint64(len(s.hits)) }
func (s *hitSearcher) Min() int                   { return 0 }
func (s *hitSearcher) Size() int                  { return 0 }
func (s *hitSearcher) DocumentMatchPoolSize() int { return 1 }
