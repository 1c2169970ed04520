package indexer

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// segmentTerms are the terms of a batch with where they occur.
type segmentTerms struct {
	names       []string         // by number in the segment
	numbers     map[string]int32 // nil while one vocabulary is known: each of its terms is another one
	known       map[*vocabulary]*segmentVocabulary
	ends        []int32      // by number: where its occurrences end
	occurrences []occurrence // by number, then by document
}

// segmentVocabulary is a vocabulary with the numbers in a segment.
type segmentVocabulary struct {
	names   []string
	numbers []int32 // one more than the number in the segment; 0: it has none yet
}

type occurrence struct{ document, times int32 }

func newSegmentTerms(documents []*chunkDocument) *segmentTerms {
	total := 0
	t := &segmentTerms{known: map[*vocabulary]*segmentVocabulary{}}
	for _, d := range documents {
		total += len(d.counts)
		v := t.of(d.vocabulary)
		for _, c := range d.counts {
			n := v.numbers[c.term]
			if n == 0 {
				n = t.add(v.names[c.term]) + 1
				v.numbers[c.term] = n
			}
			t.ends[n-1]++
		}
	}
	t.place(documents, total)
	return t
}

func (t *segmentTerms) of(vocabulary *vocabulary) *segmentVocabulary {
	v := t.known[vocabulary]
	if v == nil {
		names := vocabulary.all()
		v = &segmentVocabulary{names, make([]int32, len(names))}
		t.known[vocabulary] = v
		if len(t.known) == 2 {
			t.numbers = make(map[string]int32, 2*len(t.names))
			for n, name := range t.names {
				t.numbers[name] = int32(n)
			}
		}
	}
	return v
}

func (t *segmentTerms) add(name string) int32 {
	n, ok := t.numbers[name]
	if !ok {
		n = int32(len(t.names))
		if t.numbers != nil {
			t.numbers[name] = n
		}
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
		numbers := t.known[d.vocabulary].numbers
		for _, c := range d.counts {
			at := &t.ends[numbers[c.term]-1]
			t.occurrences[*at] = occurrence{int32(i), c.times}
			*at++
		}
	}
}

// list returns a term's occurrences.
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
