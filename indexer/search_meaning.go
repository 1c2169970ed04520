package indexer

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// prepareNear sets the query for chunks of similar meaning; it stays nil when there is no embedder to ask.
func (x *searching) prepareNear(ctx context.Context) error {
	e := x.s.w.options.Embedder
	if x.q.Words && !e.Local() {
		return nil
	}
	text := x.asked.meaning
	if e.Local() && x.asked.english != "" { // its sum of words is nearer to English code without those of another language (docs/ranking.md)
		text = x.asked.english
	}
	v, err := e.Query(ctx, text)
	if err == nil && !finite(v) {
		err = errors.New("its vector has numbers that are not finite")
	}
	if err != nil || len(v) == 0 {
		if ctx.Err() == nil && err != nil {
			x.s.w.options.Log.Warn("embed the query", "err", err)
		}
		return ctx.Err()
	}
	q := &nearQuery{vector: v, limit: window, memory: &x.memory.scan}
	hidden := map[*record]bool{}
	for _, d := range x.s.changed {
		hidden[x.s.state.find(d.document.path)] = true
	}
	for _, view := range x.views {
		p := nearPart{}
		if p.vectors, err = view.vectors.view(); err != nil {
			return err
		}
		p.chunks = view.chunked()
		if len(hidden) > 0 || x.accept != nil {
			p.chunks = newChunkList(slices.DeleteFunc(slices.Clone(p.chunks.records), func(r *record) bool {
				return hidden[r] || x.accept != nil && !x.accept(&fileFacts{r.rel, r.language, r.marks}, "")
			}))
		}
		q.parts = append(q.parts, p)
	}
	x.near = q
	return x.embedOpen(ctx)
}

func finite(v []float32) bool {
	return !slices.ContainsFunc(v, func(x float32) bool { return x-x != 0 })
}

// embedOpen finds the vectors of changed documents' chunks. Those that the index knows have theirs there; others are embedded now, if
// nothing leaves the process for that.
func (x *searching) embedOpen(ctx context.Context) error {
	chunks := x.reader.overlay.chunks
	x.near.open = make([]vector, len(chunks))
	var missing []string
	var at []int
	for i := range chunks {
		c := &chunks[i]
		if c.text == "" {
			continue
		}
		if v, ok := x.known(c.hash); ok {
			x.near.open[i] = v
			continue
		}
		missing, at = append(missing, c.text), append(at, i)
	}
	if len(missing) == 0 || !x.s.w.options.Embedder.Local() {
		return nil
	}
	vectors, err := x.s.w.options.Embedder.Documents(ctx, missing)
	for i, v := range vectors {
		x.near.open[at[i]] = quantize(v)
	}
	if ctx.Err() == nil && err != nil {
		x.s.w.options.Log.Warn("embed open documents", "err", err)
	}
	return ctx.Err()
}

// known returns the vector that some root has for a text.
func (x *searching) known(text fact.Hash) (vector, bool) {
	for i, v := range x.views {
		view := x.near.parts[i].vectors
		if slot, ok := v.vectors.find(text); ok && view.sketch(slot) != nil && view.dimensions == len(x.near.vector) {
			_, found := view.at(slot)
			return found, true
		}
	}
	return vector{}, false
}

// of returns the vector of a record's chunk.
func (v vectorView) of(r *record, chunk int) vector {
	slot := r.vectors[chunk]
	if slot >= withoutVector || v.sketch(slot) == nil {
		return vector{}
	}
	_, out := v.at(slot)
	return out
}

// measure sets how near the texts of candidates are to the query. The scan must have ended, whose memory it uses.
func (x *searching) measure(list []*candidate) {
	t := x.near.memory
	for part := range x.near.parts {
		p := &x.near.parts[part]
		t.near, t.measured = t.near[:0], t.measured[:0]
		for _, c := range list {
			if c.place.part != part || p.vectors.dimensions != len(x.near.vector) {
				continue
			}
			if slot := c.record.vectors[c.chunk]; slot < withoutVector && p.vectors.sketch(slot) != nil {
				t.near, t.measured = append(t.near, slot), append(t.measured, c)
			}
		}
		if len(t.near) > 0 {
			p.multiply(x.near.vector, t)
		}
		for i, c := range t.measured {
			c.near = positive(float64(t.products[i]))
		}
		clear(t.measured)
	}
	for _, c := range list {
		if c.record == nil {
			c.near = x.cosine(x.near.open[c.place.number])
		}
	}
}

func (x *searching) cosine(v vector) float64 {
	if len(v.q) != len(x.near.vector) {
		return 0
	}
	return positive(dot(x.near.vector, v.scale, v.q))
}

// positive returns a cosine that is above zero, and zero for all others: max would keep one that is no number.
func positive(cosine float64) float64 {
	if cosine > 0 {
		return cosine
	}
	return 0
}

// fileNearness returns how near a candidate's file is as a whole: the mean of its chunks.
func (x *searching) fileNearness(c *candidate) float64 {
	if c.record != nil {
		return x.cosine(c.record.meaning(x.near.parts[c.place.part].vectors))
	}
	return x.cosine(x.openMeaning(c.file))
}

func (x *searching) openMeaning(f *graph.File) vector {
	m := &mean{}
	for i := range x.reader.overlay.chunks {
		if x.reader.overlay.chunks[i].file == f {
			m.add(x.near.open[i])
		}
	}
	return m.vector()
}

// meaning returns the mean of the vectors of a record's chunks. It is kept once all chunks have theirs.
func (r *record) meaning(view vectorView) vector {
	if v := r.mean.Load(); v != nil && len(v.q) == view.dimensions {
		return *v
	}
	m := &mean{}
	for i := range r.vectors {
		m.add(view.of(r, i))
	}
	v := m.vector()
	if r.embedded() {
		r.mean.Store(&v)
	}
	return v
}

// mean adds vectors up. The order decides the last digits: that of the chunks.
type mean struct{ sum []float32 }

func (m *mean) add(v vector) {
	if len(m.sum) == 0 {
		m.sum = make([]float32, len(v.q))
	}
	if len(v.q) != len(m.sum) {
		return
	}
	for i, q := range v.q {
		m.sum[i] += v.scale * float32(q)
	}
}

// vector returns the mean with length one.
func (m *mean) vector() vector {
	length := float32(0)
	for _, x := range m.sum {
		length += x * x
	}
	v := quantize(m.sum)
	if length > 0 {
		v.scale /= float32(math.Sqrt(float64(length)))
	}
	return v
}
