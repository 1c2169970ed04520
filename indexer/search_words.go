package indexer

import (
	"context"
	"math"
	"slices"
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

	hits    []wordHit // by document
	touched []uint32  // documents with any word

	// memory for what follows one another
	list    []posting
	counted []counted
	sums    []float64     // by document, of words with several terms
	norms   [1024]float64 // by length, see lengthNorm
	highest []float64
	scored  []scoredDocument
}

type wordHit struct {
	score float64
	words uint32 // set of indices in wordTable.words
}

// counted is how often a word is in a document.
type counted struct {
	document  uint32
	frequency float64
}

// begin prepares an empty table for the words of a query and so many documents.
func (t *wordTable) begin(words []queryWord, documents int) {
	t.words, t.rarity, t.total, t.absent = words[:min(len(words), maxWords)], t.rarity[:0], 0, 0
	if len(t.hits) < documents {
		t.hits = make([]wordHit, documents+documents/4+1024)
	}
}

// end empties the table.
func (t *wordTable) end() {
	for _, d := range t.touched {
		t.hits[d] = wordHit{}
	}
	t.words, t.touched = nil, t.touched[:0]
}

// fill looks all words up. chunks and length are the number of chunks and their mean length.
func (t *wordTable) fill(ctx context.Context, r *searchReader, chunks, length float64) error {
	clear(t.norms[:])
	for i, w := range t.words {
		if err := t.count(ctx, r, w, length); err != nil {
			return err
		}
		rarity := 0.0
		if n := float64(len(t.counted)); n > 0 {
			rarity = w.weight * idf(chunks, n)
		} else if !w.foreign {
			t.absent += w.weight * idf(chunks, 0)
		}
		for _, c := range t.counted {
			h := &t.hits[c.document]
			if h.words == 0 {
				t.touched = append(t.touched, c.document)
			}
			h.words |= 1 << i
			h.score += rarity * c.frequency * (saturation + 1) / (c.frequency + saturation)
		}
		t.rarity = append(t.rarity, rarity)
		t.total += rarity
	}
	return ctx.Err()
}

// idf is the inverse document frequency of a word that n of so many chunks have.
func idf(chunks, n float64) float64 { return math.Log(1 + max(chunks-n+0.5, 0.5)/(n+0.5)) }

// count sets t.counted to how often a word is in each document, by any of its terms, in units of a text of mean length.
func (t *wordTable) count(ctx context.Context, r *searchReader, w queryWord, length float64) (err error) {
	t.counted = t.counted[:0]
	several := len(w.terms) > 1
	if several && len(t.sums) < len(t.hits) {
		t.sums = make([]float64, len(t.hits))
	}
	for _, term := range w.terms {
		if t.list, err = r.postings(ctx, term.text, t.list[:0]); err != nil {
			break
		}
		t.counted = slices.Grow(t.counted, len(t.list))
		for _, p := range t.list {
			frequency := term.share * float64(p.frequency) / termUnit / t.lengthNorm(p.length, length)
			if several {
				before := t.sums[p.document]
				t.sums[p.document] = before + frequency
				if before > 0 {
					continue
				}
			}
			t.counted = append(t.counted, counted{p.document, frequency})
		}
	}
	if several { // the sums are used again
		for i := range t.counted {
			c := &t.counted[i]
			c.frequency, t.sums[c.document] = t.sums[c.document], 0
		}
	}
	return err
}

// lengthNorm returns what a frequency is divided by in a chunk of so many terms, where mean is the mean of all. Those of usual lengths are kept.
func (t *wordTable) lengthNorm(terms uint32, mean float64) float64 {
	if int(terms) >= len(t.norms) {
		return 1 - lengthShare + lengthShare*lengthOf(terms)/mean
	}
	if t.norms[terms] == 0 {
		t.norms[terms] = 1 - lengthShare + lengthShare*lengthOf(terms)/mean
	}
	return t.norms[terms]
}

// best returns the documents with the highest scores, and all with the score of the last, in order of falling scores and rising numbers; limit 0: all.
func (t *wordTable) best(limit int) *selection[scoredDocument] {
	t.scored = slices.Grow(t.scored[:0], len(t.touched))
	for _, d := range t.touched {
		t.scored = append(t.scored, scoredDocument{d, t.hits[d].score})
	}
	if limit > 0 && limit < len(t.scored) {
		lowest := t.lowest(limit)
		t.scored = slices.DeleteFunc(t.scored, func(d scoredDocument) bool { return d.score < lowest })
	}
	return newSelection(t.scored, func(a, b *scoredDocument) bool {
		return a.score > b.score || a.score == b.score && a.document < b.document
	})
}

// lowest returns the limit-th highest score. The highest ones are kept in a selection of which the lowest comes first.
func (t *wordTable) lowest(limit int) float64 {
	t.highest = t.highest[:0]
	for _, d := range t.scored[:limit] {
		t.highest = append(t.highest, d.score)
	}
	s := newSelection(t.highest, func(a, b *float64) bool { return *a < *b })
	for _, d := range t.scored[limit:] {
		if d.score > s.list[0] {
			s.list[0] = d.score
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
