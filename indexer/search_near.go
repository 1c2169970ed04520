package indexer

import (
	"cmp"
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	index "github.com/blevesearch/bleve_index_api"
)

// shortlist is how many chunks with the nearest sketches are compared exactly, for each that is wanted.
const shortlist = 8

// nearQuery is a bleve query for the chunks whose vectors are nearest to one. All sketches (one bit a dimension) are compared with the
// query's, then the vectors of the nearest ones. The score is the cosine; those that are not positive are left out.
type nearQuery struct {
	vector []float32
	limit  int // at least so many, as far as there are
	parts  []nearPart
	ids    []string // external IDs of extra candidates
	scores []float64
}

// nearPart is the vectors of one root.
type nearPart struct {
	vectors vectorView
	records []*record // those that may be found
}

type nearChunk struct {
	part   int
	record *record
	chunk  int
	slot   uint32
}

// Searcher implements bleve's query.Query.
func (q *nearQuery) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping, _ search.SearcherOptions) (search.Searcher, error) {
	type scored struct {
		id    string
		score float64
	}
	var all []scored
	for _, c := range q.nearest(ctx) {
		if s := q.parts[c.part].vectors.similarity(q.vector, c.slot); s > 0 {
			all = append(all, scored{externalID(c.part, chunkID(c.record.number, c.chunk)), s})
		}
	}
	for i, id := range q.ids {
		if q.scores[i] > 0 {
			all = append(all, scored{id, q.scores[i]})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	n := min(q.limit, len(all))
	for n > 0 && n < len(all) && all[n].score == all[n-1].score {
		n++ // all with the same score, so that the order of files on disk decides nothing
	}
	ids, scores := make([]string, n), make(map[string]float64, n)
	for i, a := range all[:n] {
		ids[i], scores[a.id] = a.id, a.score
	}
	return numbered(r, ids, scores)
}

// numbered returns a searcher over documents that are given by their external IDs.
func numbered(r index.IndexReader, ids []string, scores map[string]float64) (search.Searcher, error) {
	d, err := r.DocIDReaderOnly(ids)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	s := &hitSearcher{}
	for {
		n, err := d.Next()
		if err != nil {
			return nil, err
		}
		if n == nil {
			return s, nil
		}
		id, err := r.ExternalID(n)
		if err != nil {
			return nil, err
		}
		s.hits = append(s.hits, scoredDocument{n.Value(), scores[id]})
	}
}

// nearest returns the chunks with the nearest sketches: shortlist×limit and all as near as the last of them.
func (q *nearQuery) nearest(ctx context.Context) []nearChunk {
	var count []int // by distance
	scan := func(yield func(c nearChunk, distance int)) {
		for part := range q.parts {
			p := &q.parts[part]
			if p.vectors.dimensions != len(q.vector) {
				continue // an index of another embedder, before its vectors are made again
			}
			mine := make([]uint64, p.vectors.words)
			sketch(q.vector, mine)
			for i, r := range p.records {
				if i%1024 == 0 && ctx.Err() != nil {
					return
				}
				for chunk, slot := range r.vectors {
					if s := p.vectors.sketch(slot); slot < withoutVector && s != nil {
						yield(nearChunk{part, r, chunk, slot}, hamming(mine, s))
					}
				}
			}
		}
	}
	count = make([]int, len(q.vector)+65)
	scan(func(_ nearChunk, d int) { count[d]++ })
	border, sum := 0, 0
	for border < len(count) && sum < q.limit*shortlist {
		sum += count[border]
		border++
	}
	out := make([]nearChunk, 0, sum)
	scan(func(c nearChunk, d int) {
		if d < border {
			out = append(out, c)
		}
	})
	return out
}
