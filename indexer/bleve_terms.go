package indexer

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// segmentTerms are the terms of a batch with where they occur.
type segmentTerms struct {
	names       []string // by number in the segment
	numbers     map[string]int32
	known       map[*vocabulary][]int32 // by number in a vocabulary: one more than the number in the segment; 0: it has none yet
	ends        []int32                 // by number: where its occurrences end
	occurrences []occurrence            // by number, then by document
}

type occurrence struct{ document, times int32 }

func newSegmentTerms(documents []*chunkDocument) *segmentTerms {
	total := 0
	for _, d := range documents {
		total += len(d.counts)
	}
	t := &segmentTerms{numbers: make(map[string]int32, total/16), known: map[*vocabulary][]int32{}} // as many terms as source code has, about
	for _, d := range documents {
		known := t.of(&d.termFreq)
		for _, c := range d.counts {
			n := known[c.term]
			if n == 0 {
				n = t.add(d.names[c.term]) + 1
				known[c.term] = n
			}
			t.ends[n-1]++
		}
	}
	t.place(documents, total)
	return t
}

// of returns the table from f's term numbers to those of the segment.
func (t *segmentTerms) of(f *termFreq) []int32 {
	known := t.known[f.vocabulary]
	if len(known) < len(f.names) {
		known = append(known, make([]int32, len(f.names)-len(known))...)
		t.known[f.vocabulary] = known
	}
	return known
}

func (t *segmentTerms) add(name string) int32 {
	n, ok := t.numbers[name]
	if !ok {
		n = int32(len(t.names))
		t.numbers[name] = n
		t.names, t.ends = append(t.names, name), append(t.ends, 0)
	}
	return n
}

// place turns the numbers of occurrences into places and fills these.
func (t *segmentTerms) place(documents []*chunkDocument, total int) {
	next := int32(0)
	for n, count := range t.ends {
		t.ends[n] = next
		next += count
	}
	t.occurrences = make([]occurrence, total)
	for i, d := range documents {
		known := t.known[d.vocabulary]
		for _, c := range d.counts {
			at := &t.ends[known[c.term]-1]
			t.occurrences[*at] = occurrence{int32(i), c.times}
			*at++
		}
	}
}

// of returns a term's occurrences.
func (t *segmentTerms) list(n int32) []occurrence {
	start := int32(0)
	if n > 0 {
		start = t.ends[n-1]
	}
	return t.occurrences[start:t.ends[n]]
}

// sorted returns the numbers of the terms in the terms' order. Most comparisons are of the first eight bytes, as one number.
func (t *segmentTerms) sorted() []int32 {
	type item struct {
		first uint64
		n     int32
	}
	items := make([]item, len(t.names))
	for n, name := range t.names {
		var b [8]byte
		copy(b[:], name)
		items[n] = item{binary.BigEndian.Uint64(b[:]), int32(n)}
	}
	slices.SortFunc(items, func(x, y item) int {
		if x.first != y.first {
			return cmp.Compare(x.first, y.first)
		}
		return cmp.Compare(t.names[x.n], t.names[y.n])
	})
	out := make([]int32, len(items))
	for i, x := range items {
		out[i] = x.n
	}
	return out
}
