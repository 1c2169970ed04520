package indexer

import (
	"context"
	"math"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// fieldBoosts weigh a term by where it stands.
var fieldBoosts = [fieldCount]float64{fieldName: 2.2, fieldPath: 1.0, fieldDoc: 1.2, fieldBody: 1.0}

// maxWords is how many terms of a query count: a set of them fits a machine word.
const maxWords = 64

// textQuery is a bleve query for chunks that have any of some words in any field. The score is the sum of bleve's BM25 scores over words and
// fields, weighted by fieldBoosts, times the share of the words that the chunk has: weighted by rarity, a chunk with all words wins
// against one that repeats some. Words are added one after another into one table, which for many words is several
// times faster than bleve's disjunction, and keeps account of which word was found where.
type textQuery struct {
	words []string
	found *textMatches // filled by the searcher
}

// textMatches says for each matching document what matched.
type textMatches struct{ parts [][]textMatch }

type textMatch struct {
	score  float64
	rarity float64 // sum over the words that it has
	words  uint64  // set of indices in textQuery.words
	fields [fieldCount]uint64
}

func (m *textMatches) at(document uint64) *textMatch {
	part, n := split(document)
	for part >= len(m.parts) {
		m.parts = append(m.parts, nil)
	}
	if n >= uint64(len(m.parts[part])) {
		p := m.parts[part]
		m.parts[part] = slices.Grow(p, int(n)+1-len(p))[:max(int(n)+1, min(cap(p), 2*len(p)))]
	}
	return &m.parts[part][n]
}

// Searcher implements bleve's query.Query.
func (q *textQuery) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, o search.SearcherOptions) (search.Searcher, error) {
	q.found = &textMatches{}
	documents, err := r.DocCount()
	if err != nil {
		return nil, err
	}
	total := 0.0
	for i, w := range q.words[:min(len(q.words), maxWords)] {
		rarity := 0.0
		for k, field := range fieldNames {
			n, err := q.add(ctx, r, o, i, w, k, field)
			if err != nil {
				return nil, err
			}
			if n > 0 {
				rarity = max(rarity, math.Log(1+float64(documents)/float64(n)))
			}
		}
		total += rarity
	}
	return q.found.searcher(total), nil
}

// add adds the scores of word i in one field and returns in how many documents it is.
func (q *textQuery) add(ctx context.Context, r index.IndexReader, o search.SearcherOptions, i int, word string, k int, field string) (uint64, error) {
	s, err := searcher.NewTermSearcher(ctx, r, word, field, 1, o)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	sc := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(s.DocumentMatchPoolSize(), 0), IndexReader: r}
	documents, err := r.DocCount()
	if err != nil {
		return 0, err
	}
	n := s.Count()
	rarity := math.Log(1 + float64(documents)/float64(max(n, 1)))
	for count := 0; ; count++ {
		if count%4096 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		d, err := s.Next(sc)
		if err != nil || d == nil {
			return n, err
		}
		m := q.found.at(d.IndexInternalID.Value())
		m.score += d.Score * fieldBoosts[k]
		if bit := uint64(1) << i; m.words&bit == 0 {
			m.words |= bit
			m.rarity += rarity
		}
		m.fields[k] |= 1 << i
		sc.DocumentMatchPool.Put(d)
	}
}

// searcher returns the matches as bleve wants them, in order of their numbers.
func (m *textMatches) searcher(total float64) *hitSearcher {
	s := &hitSearcher{}
	for part, p := range m.parts {
		for n := range p {
			if x := &p[n]; x.words != 0 {
				x.score *= 0.3 + 0.7*min(1, x.rarity/max(total, 1e-9))
				s.hits = append(s.hits, scoredDocument{uint64(part)<<partShift | uint64(n), x.score})
			}
		}
	}
	return s
}

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
