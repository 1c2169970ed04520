package indexer

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// shortlist is how many chunks with the nearest sketches are compared exactly, for each that is wanted.
const shortlist = 5

// nearFloor is the similarity below which a chunk without any word of the query is no hit: what unrelated texts have.
const nearFloor = 0.05

// nearQuery finds the chunks whose vectors are nearest to one. All sketches (one bit a dimension) are compared with the
// query's, then the vectors of the nearest ones. start comes first.
type nearQuery struct {
	vector []float32
	limit  int // at least so many, as far as there are
	parts  []nearPart
	open   []vector // of the overlay's chunks; without values where there is none

	scan  sync.WaitGroup
	found []nearHit // when scan is done: the nearest chunks, nearest first
}

// start begins to scan on another goroutine, so that words can be looked up meanwhile; wait must follow. Both may be called on nil.
func (q *nearQuery) start(ctx context.Context) {
	if q != nil {
		q.scan.Go(func() { q.found = q.compare(q.nearest(ctx)) })
	}
}

// wait waits for the end of a scan.
func (q *nearQuery) wait() {
	if q != nil {
		q.scan.Wait()
	}
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

// nearHit is a chunk with its cosine.
type nearHit struct {
	place chunkPlace
	score float64
}

// hits returns the nearest chunks, nearest first; those whose cosine is not positive are left out.
func (q *nearQuery) hits() []nearHit {
	q.wait()
	return q.found
}

// compare compares the vectors of chunks and of changed documents with the query's.
func (q *nearQuery) compare(chunks []nearChunk) []nearHit {
	all := make([]nearHit, 0, len(chunks))
	for _, c := range chunks {
		if s := q.parts[c.part].vectors.similarity(q.vector, c.slot); s > 0 {
			all = append(all, nearHit{chunkPlace{c.part, c.record.number, c.chunk}, s})
		}
	}
	for i, v := range q.open {
		if len(v.q) != len(q.vector) {
			continue
		}
		if s := dot(q.vector, v.scale, v.q); s > 0 {
			all = append(all, nearHit{chunkPlace{len(q.parts), uint32(i), 0}, s})
		}
	}
	slices.SortFunc(all, func(a, b nearHit) int { return cmp.Compare(b.score, a.score) })
	return all
}

// nearest returns the chunks with the nearest sketches: shortlist×limit and all as near as the last of them.
func (q *nearQuery) nearest(ctx context.Context) []nearChunk {
	count := make([]int, len(q.vector)+65) // chunks by distance
	distances := make([][]uint16, len(q.parts))
	for i := range q.parts {
		if p := &q.parts[i]; p.vectors.dimensions == len(q.vector) { // else another embedder's, before its vectors are made again
			distances[i] = p.distances(ctx, q.vector, count)
		}
	}
	border, sum := 0, 0
	for border < len(count) && sum < q.limit*shortlist {
		sum += count[border]
		border++
	}
	out := make([]nearChunk, 0, sum)
	for part, d := range distances {
		if d == nil {
			continue
		}
		for _, r := range q.parts[part].records {
			for chunk, slot := range r.vectors {
				if chunk < len(d) && int(d[chunk]) < border {
					out = append(out, nearChunk{part, r, chunk, slot})
				}
			}
			d = d[min(len(r.vectors), len(d)):]
		}
	}
	return out
}

// far is the distance of a chunk without a vector.
const far = math.MaxUint16

// distances returns the distance of each chunk of each record to v, and counts them.
func (p *nearPart) distances(ctx context.Context, v []float32, count []int) []uint16 {
	n := 0
	for _, r := range p.records {
		n += len(r.vectors)
	}
	out := make([]uint16, n)
	mine := make([]uint64, p.vectors.words)
	sketch(v, mine)
	all, words := p.vectors.sketches, uint64(p.vectors.words)
	n = 0
	for i, r := range p.records {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil
		}
		for _, slot := range r.vectors {
			at := uint64(slot) * words
			if slot >= withoutVector || at+words > uint64(len(all)) {
				out[n] = far
				n++
				continue
			}
			d := hamming(all[at:at+words], mine)
			out[n] = uint16(d)
			count[d]++
			n++
		}
	}
	return out
}

// hamming returns the number of bits in which a differs from b, which is as long.
func hamming(a, b []uint64) int {
	if len(a) == 4 && len(b) == 4 { // 256 dimensions, the usual case, without a loop
		return bits.OnesCount64(a[0]^b[0]) + bits.OnesCount64(a[1]^b[1]) + bits.OnesCount64(a[2]^b[2]) + bits.OnesCount64(a[3]^b[3])
	}
	d := 0
	for i, w := range a {
		d += bits.OnesCount64(w ^ b[i])
	}
	return d
}
