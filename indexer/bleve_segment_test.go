package indexer

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	index "github.com/blevesearch/bleve_index_api"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// plainDocument is a chunk as any document of bleve is: with fields that zap's own writer reads.
type plainDocument struct {
	*chunkDocument
}

func (d plainDocument) VisitFields(visit index.FieldVisitor) {
	visit(&plainField{name: "_id", value: []byte(d.id), length: 1, options: index.IndexField | index.StoreField, terms: index.TokenFrequencies{d.id: timesOf(1)}})
	f := &plainField{name: fieldTerms, length: d.length, options: index.IndexField, terms: index.TokenFrequencies{}}
	for term, times := range d.all {
		f.terms[term] = timesOf(int(times))
	}
	visit(f)
}

func timesOf(n int) *index.TokenFreq {
	f := &index.TokenFreq{}
	f.SetFrequency(n)
	return f
}

type plainField struct {
	name    string
	value   []byte
	length  int
	options index.FieldIndexingOptions
	terms   index.TokenFrequencies
}

func (f *plainField) Name() string                                     { return f.name }
func (f *plainField) Value() []byte                                    { return f.value }
func (f *plainField) ArrayPositions() []uint64                         { return nil }
func (f *plainField) EncodedFieldType() byte                           { return 't' }
func (f *plainField) Analyze()                                         {}
func (f *plainField) Options() index.FieldIndexingOptions              { return f.options }
func (f *plainField) AnalyzedLength() int                              { return f.length }
func (f *plainField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.terms }
func (f *plainField) NumPlainTextBytes() uint64                        { return 0 }

// randomDocuments returns n chunks by two analyzers, which share a vocabulary or, when there are many chunks, do not; "every" is in all of them, "many" in most, other words in few.
func randomDocuments(n, words int) []index.Document {
	r := rand.New(rand.NewSource(int64(n)))
	first, second := newVocabularies(), newVocabularies()
	if n < 1000 {
		second = first
	}
	analyzers := []*analyzer{newAnalyzer(first), newAnalyzer(second)}
	out := make([]index.Document, n)
	for i := range out {
		var b strings.Builder
		b.WriteString("every ")
		if i%7 != 3 {
			b.WriteString("many ")
		}
		for range r.Intn(words) {
			fmt.Fprintf(&b, "word%d ", int(r.ExpFloat64()*100))
		}
		a := analyzers[r.Intn(2)]
		a.weight = int32(1 + r.Intn(100))
		a.add(b.String())
		out[i] = &chunkDocument{id: chunkID(uint32(1+i/300), i%300), termFreq: a.field()}
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// termsOf returns the terms that a segment has in a field.
func termsOf(t *testing.T, s segmentapi.Segment, field string) (terms []string) {
	t.Helper()
	d, err := s.Dictionary(field)
	if err != nil {
		t.Fatal(err)
	}
	it := d.AutomatonIterator(nil, nil, nil)
	for e, err := it.Next(); e != nil; e, err = it.Next() {
		if err != nil {
			t.Fatal(err)
		}
		terms = append(terms, e.Term)
	}
	return terms
}

// segmentText is what can be read from a segment.
func segmentText(t *testing.T, s segmentapi.Segment) string {
	t.Helper()
	var b strings.Builder
	for _, field := range s.Fields() {
		d, err := s.Dictionary(field)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range termsOf(t, s, field) {
			fmt.Fprintf(&b, "%s %q:", field, term)
			list, err := d.PostingsList([]byte(term), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(&b, list.Count())
			all := list.Iterator(true, true, true, nil)
			for p, err := all.Next(); p != nil || err != nil; p, err = all.Next() {
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprint(&b, " ", p.Number(), " ", p.Frequency(), " ", p.Norm(), " ", len(p.Locations()))
			}
			b.WriteByte('\n')
		}
	}
	for i := range s.Count() {
		if err := s.VisitStoredFields(i, func(field string, _ byte, value []byte, _ []uint64) bool {
			fmt.Fprintf(&b, "%d %s %q\n", i, field, value)
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestSegmentAgreesWithZap(t *testing.T) {
	for _, size := range []struct{ documents, words int }{{1, 5}, {2, 1}, {300, 40}, {5000, 10}, {70_000, 2}} {
		t.Run(fmt.Sprint(size.documents), func(t *testing.T) {
			documents := randomDocuments(size.documents, size.words)
			ours, _, err := (&segments{}).New(documents)
			if err != nil {
				t.Fatal(err)
			}
			plain := make([]index.Document, len(documents))
			for _, d := range documents {
				c := d.(*chunkDocument)
				file, chunk := parseChunkID(c.id)
				plain[int(file-1)*300+chunk] = plainDocument{c}
			}
			theirs, _, err := (&zap.ZapPlugin{}).New(plain)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := segmentText(t, ours), segmentText(t, theirs); got != want {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("at %d: ours %q, zap's %q", at, got[max(at-50, 0):min(at+200, len(got))], want[max(at-50, 0):min(at+200, len(want))])
			}
		})
	}
}
