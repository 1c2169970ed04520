package indexer

import (
	"encoding/binary"

	index "github.com/blevesearch/bleve_index_api"
)

// fieldTerms is the one field of a chunk in bleve besides its ID. What stands in names and paths is told from the text by its frequency (see
// chunkText.terms), so that a search reads one list of occurrences for a word. The name is short because each segment repeats it.
const fieldTerms = "t"

// chunkID is a chunk's identity in bleve: the number of its file (a number is never used for two contents) and its index there.
func chunkID(file uint32, chunk int) string {
	var b [8]byte
	binary.BigEndian.PutUint32(b[:4], file)
	binary.BigEndian.PutUint32(b[4:], uint32(chunk))
	return string(b[:])
}

func parseChunkID(id string) (file uint32, chunk int) {
	if len(id) != 8 {
		return 0, -1
	}
	b := []byte(id)
	return binary.BigEndian.Uint32(b), int(binary.BigEndian.Uint32(b[4:]))
}

// chunkDocument is a chunk as bleve takes it. It is analysed already, in parallel with parsing, and nothing but the ID is stored.
type chunkDocument struct {
	id     string
	fields [2]chunkField // the terms, the ID
}

func newChunkDocument(terms termFreq) *chunkDocument {
	d := &chunkDocument{}
	d.fields[0] = chunkField{name: fieldTerms, length: terms.length, terms: terms.terms}
	return d
}

// setID must be called before bleve gets d.
func (d *chunkDocument) setID(id string) {
	d.id = id
	d.fields[1] = chunkField{name: "_id", id: []byte(id), length: 1, terms: index.TokenFrequencies{id: frequency(1)}}
}

func (d *chunkDocument) ID() string { return d.id }
func (d *chunkDocument) Size() int  { return 0 } // a statistic of bleve's
func (d *chunkDocument) VisitFields(visit index.FieldVisitor) {
	for i := range d.fields {
		if d.fields[i].length > 0 {
			visit(&d.fields[i])
		}
	}
}
func (d *chunkDocument) VisitComposite(index.CompositeFieldVisitor) {}
func (d *chunkDocument) HasComposite() bool                         { return false }
func (d *chunkDocument) NumPlainTextBytes() uint64                  { return 0 }
func (d *chunkDocument) AddIDField()                                {}
func (d *chunkDocument) StoredFieldsBytes() uint64                  { return 0 }
func (d *chunkDocument) Indexed() bool                              { return true }

type chunkField struct {
	name   string
	id     []byte // the value of _id
	length int
	terms  index.TokenFrequencies
}

func (f *chunkField) Name() string             { return f.name }
func (f *chunkField) Value() []byte            { return f.id }
func (f *chunkField) ArrayPositions() []uint64 { return nil }
func (f *chunkField) EncodedFieldType() byte   { return 't' }
func (f *chunkField) Analyze()                 {}
func (f *chunkField) Options() index.FieldIndexingOptions {
	if f.id != nil {
		return index.IndexField | index.StoreField
	}
	return index.IndexField
}
func (f *chunkField) AnalyzedLength() int                              { return f.length }
func (f *chunkField) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.terms }
func (f *chunkField) NumPlainTextBytes() uint64                        { return 0 }

// frequency returns the TokenFreq of n occurrences. The segment builder reads nothing else of it (there are no positions, and the
// term is the map's key), so that all terms with the same frequency share one.
func frequency(n int) *index.TokenFreq {
	return frequencies[min(n, len(frequencies)-1)]
}

var frequencies = func() (t [256]*index.TokenFreq) {
	for n := range t {
		t[n] = &index.TokenFreq{}
		t[n].SetFrequency(n)
	}
	return t
}()
