package indexer

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// segments is bleve's segment format zap, in which we write the segment of a batch ourselves: the documents have one field without positions,
// and their terms are numbers already, so that a list of occurrences takes no look-up in a map. zap's own writer, which is made for all that bleve
// can index, took four times as long. Reading and merging are zap's; TestSegmentAgreesWithZap compares the two.
//
// Documents are in order of their IDs (scorch keeps a batch in a map): chunks of one file, which share most of their words, stand together.
type segments struct{ zap.ZapPlugin }

// The layout below is that of this version. Another one does not compile.
const _ = uint(zap.Version-17) + uint(17-zap.Version)

func init() {
	scorch.RegisterSegmentPlugin(&segments{}, true)
}

func (s *segments) New(documents []index.Document) (segmentapi.Segment, uint64, error) {
	return s.NewUsing(documents, nil)
}

func (s *segments) NewUsing(documents []index.Document, config map[string]any) (segmentapi.Segment, uint64, error) {
	chunks := make([]*chunkDocument, len(documents))
	for i, d := range documents {
		c, ok := d.(*chunkDocument)
		if !ok {
			return nil, 0, fmt.Errorf("write a segment: %T is no chunk", d)
		}
		chunks[i] = c
	}
	slices.SortFunc(chunks, func(a, b *chunkDocument) int { return cmp.Compare(a.id, b.id) })
	stats, _ := config[segmentapi.StatsKey].(*segmentapi.Stats)
	if stats == nil {
		stats = &segmentapi.Stats{}
	}
	w := newSegmentWriter(chunks)
	stored, sections, err := w.write()
	if err != nil {
		return nil, 0, fmt.Errorf("write a segment: %w", err)
	}
	seg, err := zap.InitSegmentBase(w.b, crc32.ChecksumIEEE(w.b), zap.DefaultChunkMode, uint64(len(chunks)), stored, sections, config, stats)
	return seg, uint64(len(w.b)), err
}

// segmentWriter writes a segment to b.
type segmentWriter struct {
	b         []byte
	documents []*chunkDocument
	terms     *segmentTerms

	// memory for one list
	ends       []uint64
	data       []byte
	containers [][]occurrence
}

func newSegmentWriter(documents []*chunkDocument) *segmentWriter {
	t := newSegmentTerms(documents)
	return &segmentWriter{b: make([]byte, 0, 40*len(documents)+5*len(t.occurrences)+30*len(t.names)+1000), documents: documents, terms: t}
}

// write returns where the table of stored fields begins, and that of the fields.
func (w *segmentWriter) write() (stored, sections uint64, err error) {
	stored = w.stored()
	ids, err := w.ids()
	if err != nil {
		return 0, 0, err
	}
	terms, err := w.lists()
	if err != nil {
		return 0, 0, err
	}
	a := w.field("_id", index.IndexField|index.StoreField, ids)
	b := w.field(fieldTerms, index.IndexField, terms)
	sections = uint64(len(w.b))
	w.uint(2)
	w.fixed(a)
	w.fixed(b)
	return stored, sections, nil
}

func (w *segmentWriter) uint(n uint64)  { w.b = binary.AppendUvarint(w.b, n) }
func (w *segmentWriter) fixed(n uint64) { w.b = binary.BigEndian.AppendUint64(w.b, n) }

// stored writes the stored fields: of each document the length of what says where they are, their length, the first (that of the ID), the ID, and
// the others, compressed: none.
func (w *segmentWriter) stored() uint64 {
	offsets := make([]uint64, len(w.documents))
	for i, d := range w.documents {
		offsets[i] = uint64(len(w.b))
		length := binary.AppendUvarint(nil, uint64(len(d.id)))
		w.uint(uint64(len(length)))
		w.uint(uint64(len(d.id) + 1))
		w.b = append(append(append(w.b, length...), d.id...), 0) // snappy's encoding of nothing
	}
	table := uint64(len(w.b))
	for _, o := range offsets {
		w.fixed(o)
	}
	w.uint(0) // nested documents
	return table
}

// field writes what is known of a field, whose dictionary is at address, and returns where.
func (w *segmentWriter) field(name string, options index.FieldIndexingOptions, address uint64) uint64 {
	at := uint64(len(w.b))
	w.uint(uint64(len(name)))
	w.b = append(w.b, name...)
	w.uint(uint64(options))
	w.uint(1) // number of its indexes
	w.b = binary.BigEndian.AppendUint16(w.b, zap.SectionInvertedTextIndex)
	w.fixed(address)
	return at
}
