package indexer

/*
#cgo CFLAGS: -O3 -std=c11
#include "near.h"
*/
import "C"

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/sibyl-ls/sibyl/internal/bug"
	"github.com/sibyl-ls/sibyl/internal/fact"
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

	memory *nearScan
	scan   sync.WaitGroup
	found  []nearHit // when scan is done: the nearest chunks; part of memory
	err    error     // when scan is done: a panic
}

// start begins to scan on another goroutine, so that words can be looked up meanwhile; wait must follow. Both may be called on nil.
func (q *nearQuery) start(ctx context.Context) {
	if q != nil {
		q.scan.Go(func() {
			defer bug.Recover(&q.err) // nobody else could, and the process would end
			q.found = q.nearest(ctx)
		})
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
	chunks  *chunkList // those that may be found
}

// nearHit is a chunk with its cosine.
type nearHit struct {
	place chunkPlace
	score float64
}

// hits returns the nearest chunks, nearest first.
func (q *nearQuery) hits() *selection[nearHit] {
	q.wait()
	return newSelection(q.found, func(a, b *nearHit) bool { return a.score > b.score })
}

// nearScan is memory for one scan.
type nearScan struct {
	count     []int64    // chunks by distance
	distances [][]uint16 // by part, of its chunks
	near      []uint32   // the indices of the nearest chunks of one part, then their slots
	products  []float32
	hits      []nearHit
	measured  []*candidate // see measure
}

// nearest compares all sketches and returns those chunks whose cosine is positive: of the shortlist×limit with the nearest sketches and all as near as the
// last of them, and of changed documents.
func (q *nearQuery) nearest(ctx context.Context) []nearHit {
	t := q.memory
	t.count = resized(t.count, len(q.vector)+65)
	clear(t.count)
	for len(t.distances) < len(q.parts) {
		t.distances = append(t.distances, nil)
	}
	for i := range q.parts {
		if p := &q.parts[i]; p.vectors.dimensions == len(q.vector) { // else another embedder's, before its vectors are made again
			t.distances[i] = resized(t.distances[i], len(p.chunks.slots))
			p.distances(ctx, q.vector, t.distances[i], t.count)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	border, sum := 0, 0
	for border < len(t.count) && sum < q.limit*shortlist {
		sum += int(t.count[border])
		border++
	}
	hits := slices.Grow(t.hits[:0], sum+len(q.open))
	for i := range q.parts {
		if p := &q.parts[i]; p.vectors.dimensions == len(q.vector) {
			t.below(t.distances[i], border, sum)
			hits = p.compare(i, q.vector, t, hits)
		}
	}
	for i, v := range q.open {
		if len(v.q) != len(q.vector) {
			continue
		}
		if s := dot(q.vector, v.scale, v.q); s > 0 {
			hits = append(hits, nearHit{chunkPlace{len(q.parts), uint32(i), 0}, s})
		}
	}
	t.hits = hits
	return hits
}

// resized returns a list of n elements, of which the values are any, in the memory of list if there is enough.
func resized[T any](list []T, n int) []T { return slices.Grow(list[:0], n)[:n] }

// scanned is how many sketches are compared before somebody looks whether the search was cancelled.
const scanned = 1 << 16

// distances sets the distance of each chunk to v, and counts them.
func (p *nearPart) distances(ctx context.Context, v []float32, out []uint16, count []int64) {
	mine := make([]uint64, p.vectors.words)
	sketch(v, mine)
	all, words, slots := p.vectors.sketches, p.vectors.words, p.chunks.slots
	for len(slots) > 0 && ctx.Err() == nil {
		n := min(len(slots), scanned)
		C.sibyl_distances((*C.uint64_t)(unsafe.SliceData(all)), C.uint32_t(len(all)/words), C.int(words), (*C.uint64_t)(&mine[0]), (*C.uint32_t)(&slots[0]),
			C.long(n), (*C.uint16_t)(&out[0]), (*C.int64_t)(&count[0]))
		slots, out = slots[n:], out[n:]
	}
}

// below sets t.near to the indices of the distances below a border, which are at most limit.
func (t *nearScan) below(distances []uint16, border, limit int) {
	t.near = resized(t.near, limit)
	n := C.sibyl_below((*C.uint16_t)(unsafe.SliceData(distances)), C.long(len(distances)), C.uint16_t(border), (*C.uint32_t)(unsafe.SliceData(t.near)), C.long(limit))
	t.near = t.near[:n]
}

// compare compares the vectors of the chunks t.near with the query's and adds those that are near to hits. part is the number of p.
func (p *nearPart) compare(part int, v []float32, t *nearScan, hits []nearHit) []nearHit {
	if len(t.near) == 0 {
		return hits
	}
	places, r := len(hits), 0
	for n, i := range t.near {
		for p.chunks.ends[r] <= i {
			r++
		}
		record := p.chunks.records[r]
		chunk := int(i) - (int(p.chunks.ends[r]) - len(record.vectors))
		hits = append(hits, nearHit{place: chunkPlace{part, record.number, chunk}})
		t.near[n] = p.chunks.slots[i]
	}
	found := hits[places:]
	p.multiply(v, t)
	positive := hits[:places]
	for i, s := range t.products {
		if s > 0 {
			found[i].score = float64(s)
			positive = append(positive, found[i])
		}
	}
	return positive
}

// multiply sets t.products to the cosines of the vectors in the slots t.near, of which there must be some.
func (p *nearPart) multiply(v []float32, t *nearScan) {
	t.products = resized(t.products, len(t.near))
	C.sibyl_products((*C.uint8_t)(&p.vectors.data[frameSize+len(fact.Hash{})]), C.long(p.vectors.stride), (*C.uint32_t)(&t.near[0]), C.long(len(t.near)),
		(*C.float)(&v[0]), C.int(len(v)), (*C.float)(&t.products[0]))
}
