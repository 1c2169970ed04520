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

// chunkDocument is a chunk as bleve takes it. It is analysed already, in parallel with parsing. bleve itself sees no fields of it: it only hands
// the document on to our segment format (segments), which reads the terms. Nothing but the ID is stored.
type chunkDocument struct {
	id string // set before bleve gets it
	termFreq
}

func (d *chunkDocument) ID() string                                 { return d.id }
func (d *chunkDocument) Size() int                                  { return 0 } // a statistic of bleve's
func (d *chunkDocument) VisitFields(index.FieldVisitor)             {}
func (d *chunkDocument) VisitComposite(index.CompositeFieldVisitor) {}
func (d *chunkDocument) HasComposite() bool                         { return false }
func (d *chunkDocument) NumPlainTextBytes() uint64                  { return 0 }
func (d *chunkDocument) AddIDField()                                {}
func (d *chunkDocument) StoredFieldsBytes() uint64                  { return 0 }
func (d *chunkDocument) Indexed() bool                              { return true }
