package indexer

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// segmentReader reads one segment of a text index. What lies in a file is read as bleve_lists.go and zap's merges write it, a list of occurrences in one
// loop: bleve's own readers take three times as long. It lives as long as one search.
type segmentReader struct {
	segment segmentapi.Segment
	deleted *roaring.Bitmap // nil: none
	part    int             // number of the root
	first   uint32          // number of its first document among those of all roots

	terms, ids      *dictionary
	least, greatest uint64 // of IDs as numbers, see bound

	memory *listMemory
}

// listMemory is what reading one list needs.
type listMemory struct {
	set     roaring.Bitmap
	numbers []uint32
}

func newSegmentReader(s segmentapi.Segment, deleted *roaring.Bitmap, part int, first uint32, memory *listMemory) (*segmentReader, error) {
	r := &segmentReader{segment: s, deleted: deleted, part: part, first: first, memory: memory}
	var err error
	if r.terms, err = newDictionary(s, fieldTerms); err != nil {
		return nil, err
	}
	if r.ids, err = newDictionary(s, "_id"); err != nil {
		return nil, err
	}
	return r, nil
}

// dictionary tells what is known of a field's terms.
type dictionary struct {
	file   []byte // nil: the segment is in memory, where zap reads
	reader *vellum.Reader
	fst    *vellum.FST
	memory segmentapi.TermDictionary
}

func newDictionary(s segmentapi.Segment, field string) (*dictionary, error) {
	var at uint64
	f, ok := s.(*zap.Segment)
	if ok {
		var err error
		at, err = f.DictAddr(field)
		ok = err == nil // else the segment has no such field
	}
	if !ok {
		memory, err := s.Dictionary(field)
		return &dictionary{memory: memory}, err
	}
	file := f.Data()
	size, at := uvarint(file, at)
	fst, err := vellum.Load(file[at : at+size])
	if err != nil {
		return nil, err
	}
	reader, err := fst.Reader()
	return &dictionary{file: file, fst: fst, reader: reader}, err
}

// postings appends the occurrences of a term, in order of the documents.
func (r *segmentReader) postings(d *dictionary, term []byte, list []posting) ([]posting, error) {
	if d.file == nil {
		return r.inMemory(d, term, list)
	}
	at, ok, err := d.reader.Get(term)
	if err != nil || !ok {
		return list, err
	}
	if at&zap.FSTValEncodingMask == zap.FSTValEncoding1Hit {
		n, length := zap.FSTValDecode1Hit(at)
		if r.deleted == nil || !r.deleted.Contains(uint32(n)) {
			list = append(list, posting{r.first + uint32(n), uint32(length), 1})
		}
		return list, nil
	}
	frequencies, at := uvarint(d.file, at)
	_, at = uvarint(d.file, at) // positions
	size, at := uvarint(d.file, at)
	m := r.memory
	m.set.Clear()
	if _, err := m.set.FromBuffer(d.file[at : at+size]); err != nil {
		return list, fmt.Errorf("read the documents of a term: %w", err)
	}
	if m.set.GetCardinality() > r.segment.Count() { // runs of a damaged file may say that there are billions
		return list, fmt.Errorf("read the documents of a term: %w", errCorrupt)
	}
	m.numbers = resized(m.numbers, int(m.set.GetCardinality()))
	m.set.ToExistingArray(&m.numbers)
	return r.withFrequencies(d.file, frequencies, slices.Grow(list, len(m.numbers))), nil
}

// withFrequencies appends the documents memory.numbers with what is written at an address: how often they have the term, and how long they are.
func (r *segmentReader) withFrequencies(file []byte, at uint64, list []posting) []posting {
	pieces, at := uvarint(file, at) // one behind the other
	for range pieces {
		_, at = uvarint(file, at)
	}
	for _, n := range r.memory.numbers {
		var times, length uint64
		if times, at = uvarint(file, at); times > 1 {
			length, at = uvarint(file, at)
		}
		if r.deleted == nil || !r.deleted.Contains(n) {
			list = append(list, posting{r.first + n, uint32(length), uint32(times >> 1)}) // the lowest bit: positions follow
		}
	}
	return list
}

// uvarint returns the number at an address, and the address behind it. Bytes that are no number end the search, see guard: who went on would read them again
// and again.
func uvarint(b []byte, at uint64) (uint64, uint64) {
	if b[at] < 0x80 {
		return uint64(b[at]), at + 1
	}
	x, n := binary.Uvarint(b[at:])
	if n <= 0 {
		panic(errCorrupt)
	}
	return x, at + uint64(n)
}

func (r *segmentReader) inMemory(d *dictionary, term []byte, list []posting) ([]posting, error) {
	found, err := d.memory.PostingsList(term, r.deleted, nil)
	if err != nil {
		return list, err
	}
	all := found.Iterator(true, true, false, nil)
	for {
		p, err := all.Next()
		if err != nil || p == nil {
			return list, err
		}
		z, ok := p.(*zap.Posting)
		if !ok {
			return list, fmt.Errorf("read the documents of a term: %T is not zap's", p)
		}
		list = append(list, posting{r.first + uint32(z.Number()), uint32(z.NormUint64()), uint32(z.Frequency())})
	}
}

// document returns the number of the document with an ID.
func (r *segmentReader) document(file uint32, chunk int) (n uint32, ok bool, err error) {
	id := chunkID(file, chunk)
	if r.greatest == 0 {
		if err := r.bound(); err != nil {
			return 0, false, err
		}
	}
	if x := idNumber(id); x < r.least || x > r.greatest {
		return 0, false, nil
	}
	var one [1]posting
	list, err := r.postings(r.ids, []byte(id), one[:0])
	if err != nil || len(list) == 0 {
		return 0, false, err
	}
	return list[0].document, true, nil
}

// bound finds the first and the last ID: those of the segments of a first index hardly overlap.
func (r *segmentReader) bound() error {
	r.greatest = math.MaxUint64
	if r.ids.file == nil {
		return nil
	}
	least, err := r.ids.fst.GetMinKey()
	if err != nil {
		return err
	}
	greatest, err := r.ids.fst.GetMaxKey()
	if err != nil {
		return err
	}
	r.least, r.greatest = idNumber(string(least)), idNumber(string(greatest))
	return nil
}

// idNumber returns an ID as a number, in the same order.
func idNumber(id string) uint64 {
	file, chunk := parseChunkID(id)
	return uint64(file)<<32 | uint64(uint32(chunk))
}
