package indexer

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// TestNearest compares what the scan in C finds with plain Go, for vectors of many lengths: to the last digit.
func TestNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, dimensions := range []int{1, 3, 4, 64, 67, 256, 384} {
		log := must(openLog("", "vectors", 0))
		vectors := newVectorLog(log, dimensions)
		value := func() []float32 {
			v := make([]float32, dimensions)
			for i := range v {
				v[i] = random.Float32() - 0.5
			}
			return v
		}
		var records []*record
		for n := range 60 {
			r := &record{number: uint32(n + 1)}
			for i := range n % 7 {
				slot := []uint32{noVector, withoutVector}[i%2]
				if i != 2 {
					slot = must(vectors.append(fact.Sum([]byte{byte(n), byte(i)}), quantize(value())))
				}
				r.vectors = append(r.vectors, slot)
			}
			records = append(records, r)
		}
		if err := vectors.flush(); err != nil {
			t.Fatal(err)
		}
		view := must(vectors.view())
		q := &nearQuery{vector: value(), limit: 8, parts: []nearPart{{view, newChunkList(records[:30])}, {view, newChunkList(records[30:])}}, open: []vector{{}, quantize(value())}, memory: &nearScan{}}
		order := func(a, b nearHit) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.place.number, b.place.number), cmp.Compare(a.place.chunk, b.place.chunk))
		}
		got, want := q.nearest(t.Context()), plainNearest(q)
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) || len(got) < 3 {
			t.Errorf("%d dimensions: got %v, want %v", dimensions, got, want)
		}
		q.found = slices.Clone(got)
		all := q.hits()
		for i := range got {
			if h, ok := all.next(); !ok || h.score != got[i].score {
				t.Fatalf("%d dimensions: hit %d is %v, want %v", dimensions, i, h, got[i])
			}
		}
	}
}

func plainNearest(q *nearQuery) (out []nearHit) {
	type distant struct {
		nearHit
		distance int
	}
	var all []distant
	for part, p := range q.parts {
		mine := make([]uint64, p.vectors.words)
		sketch(q.vector, mine)
		for _, r := range p.chunks.records {
			for chunk, slot := range r.vectors {
				if slot >= withoutVector {
					continue
				}
				d := 0
				for i, w := range p.vectors.sketch(slot) {
					d += bits.OnesCount64(w ^ mine[i])
				}
				_, v := p.vectors.at(slot)
				all = append(all, distant{nearHit{chunkPlace{part, r.number, chunk}, dot(q.vector, v.scale, v.q)}, d})
			}
		}
	}
	slices.SortFunc(all, func(a, b distant) int { return cmp.Compare(a.distance, b.distance) })
	for _, d := range all {
		if d.distance <= all[min(q.limit*shortlist, len(all))-1].distance && d.score > 0 {
			out = append(out, d.nearHit)
		}
	}
	for i, v := range q.open {
		if s := dot(q.vector, v.scale, v.q); len(v.q) > 0 && s > 0 {
			out = append(out, nearHit{chunkPlace{len(q.parts), uint32(i), 0}, s})
		}
	}
	return out
}

// TestScanPanics: a panic on the scan's goroutine is an error of the search.
func TestScanPanics(t *testing.T) {
	q := &nearQuery{vector: []float32{1}, parts: []nearPart{{vectors: vectorView{dimensions: 1, words: 1}}}, memory: &nearScan{}} // without a list of chunks
	q.start(t.Context())
	if q.wait(); q.err == nil {
		t.Error("no error")
	}
}
