package indexer

import (
	"context"
	"math"
	"slices"
	"sync"
)

// BM25's parameters. Occurrences are weighted by where they stand before they saturate (BM25F: Robertson, Zaragoza, Taylor 2004); only the
// text's length counts.
const (
	saturation  = 1.2 // k1
	lengthShare = 0.2 // b
)

// maxWords is how many words of a query count: a set of them fits a machine word.
const maxWords = 32

// wordTable says for each chunk what the words of a query score there. It is filled word by word, and reused: clearing what a query touched
// is cheaper than memory for all chunks.
type wordTable struct {
	words  []queryWord
	rarity []float64 // by word: its weight times its idf; 0: it is nowhere
	total  float64   // of rarity
	absent float64   // what words that are nowhere would add to it

	parts   [][]wordHit
	touched []uint64 // documents with any word

	list    []posting // memory for what follows one another
	highest []float64
	scored  []scoredDocument
}

type wordHit struct {
	score     float64
	frequency float64 // of the word at hand
	words     uint32  // set of indices in wordTable.words
}

var wordTables = sync.Pool{New: func() any { return &wordTable{} }}

func newWordTable(words []queryWord) *wordTable {
	t := wordTables.Get().(*wordTable)
	t.words, t.rarity, t.total, t.absent = words[:min(len(words), maxWords)], t.rarity[:0], 0, 0
	return t
}

// release gives the table back. Hits must not be used any more.
func (t *wordTable) release() {
	for _, d := range t.touched {
		part, n := split(d)
		t.parts[part][n] = wordHit{}
	}
	t.touched = t.touched[:0]
	wordTables.Put(t)
}

func (t *wordTable) at(document uint64) *wordHit {
	part, n := split(document)
	for part >= len(t.parts) {
		t.parts = append(t.parts, nil)
	}
	if n >= uint64(len(t.parts[part])) {
		grown := make([]wordHit, n+n/4+1024)
		copy(grown, t.parts[part])
		t.parts[part] = grown
	}
	return &t.parts[part][n]
}

// fill looks all words up. chunks and length are the number of chunks and their mean length.
func (t *wordTable) fill(ctx context.Context, r *searchReader, chunks, length float64) error {
	for i, w := range t.words {
		documents, err := t.count(ctx, r, w, length)
		if err != nil {
			for _, d := range documents { // the table is used again
				t.at(d).frequency = 0
			}
			return err
		}
		rarity := 0.0
		if n := float64(len(documents)); n > 0 {
			rarity = w.weight * idf(chunks, n)
		} else if !w.foreign {
			t.absent += w.weight * idf(chunks, 0)
		}
		for _, d := range documents {
			h := t.at(d)
			if h.words == 0 {
				t.touched = append(t.touched, d)
			}
			h.words |= 1 << i
			h.score += rarity * h.frequency * (saturation + 1) / (h.frequency + saturation)
			h.frequency = 0
		}
		t.rarity = append(t.rarity, rarity)
		t.total += rarity
	}
	return ctx.Err()
}

// idf is the inverse document frequency of a word that n of so many chunks have.
func idf(chunks, n float64) float64 { return math.Log(1 + max(chunks-n+0.5, 0.5)/(n+0.5)) }

// count adds up how often a word is in each document, by any of its terms, in units of a text of mean length. It returns the documents.
func (t *wordTable) count(ctx context.Context, r *searchReader, w queryWord, length float64) (documents []uint64, err error) {
	for _, term := range w.terms {
		if t.list, err = r.postings(ctx, term.text, t.list[:0]); err != nil {
			return documents, err
		}
		documents = slices.Grow(documents, len(t.list))
		for _, p := range t.list {
			h := t.at(p.document)
			if h.frequency == 0 {
				documents = append(documents, p.document)
			}
			h.frequency += term.share * float64(p.frequency) / termUnit / (1 - lengthShare + lengthShare*p.length/length)
		}
	}
	return documents, nil
}

// best returns the documents with the highest scores, and all with the score of the last, in order of falling scores and rising numbers; limit 0: all.
func (t *wordTable) best(limit int) *selection[scoredDocument] {
	lowest := 0.0
	if limit > 0 && limit < len(t.touched) {
		lowest = t.lowest(limit)
	}
	t.scored = t.scored[:0]
	for _, d := range t.touched {
		if score := t.at(d).score; score >= lowest {
			t.scored = append(t.scored, scoredDocument{d, score})
		}
	}
	return newSelection(t.scored, func(a, b *scoredDocument) bool {
		return a.score > b.score || a.score == b.score && a.document < b.document
	})
}

// lowest returns the limit-th highest score. The highest ones are kept in a selection of which the lowest comes first.
func (t *wordTable) lowest(limit int) float64 {
	t.highest = t.highest[:0]
	for _, d := range t.touched[:limit] {
		t.highest = append(t.highest, t.at(d).score)
	}
	s := newSelection(t.highest, func(a, b *float64) bool { return *a < *b })
	for _, d := range t.touched[limit:] {
		if score := t.at(d).score; score > s.list[0] {
			s.list[0] = score
			s.sink(0)
		}
	}
	return s.list[0]
}

// share returns how much of the query a set of words is, by rarity.
func (t *wordTable) share(words uint32) float64 {
	sum := 0.0
	for i, r := range t.rarity {
		if words>>i&1 != 0 {
			sum += r
		}
	}
	return sum / max(t.total, 1e-9)
}
