package indexer

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// dictionaryOptions are zap's: no sharing of suffixes, which takes long and saves little.
var dictionaryOptions = &vellum.BuilderOpts{Encoder: 1, RegistryTableSize: 0, RegistryMRUSize: 1}

// ids writes the dictionary of the IDs, each of which has one document: no list is needed then.
func (w *segmentWriter) ids() (uint64, error) {
	var buf bytes.Buffer
	dictionary, err := vellum.New(&buf, dictionaryOptions)
	if err != nil {
		return 0, err
	}
	for i, d := range w.documents {
		if err := dictionary.Insert([]byte(d.id), zap.FSTValEncode1Hit(uint64(i), zap.NormBits1Hit)); err != nil {
			return 0, err
		}
	}
	return w.dictionary(dictionary, &buf)
}

// lists writes the occurrences of each term and the dictionary of the terms.
func (w *segmentWriter) lists() (uint64, error) {
	var buf bytes.Buffer
	dictionary, err := vellum.New(&buf, dictionaryOptions)
	if err != nil {
		return 0, err
	}
	for _, n := range w.terms.sorted() {
		if err := dictionary.Insert([]byte(w.terms.names[n]), w.list(w.terms.list(n))); err != nil {
			return 0, err
		}
	}
	return w.dictionary(dictionary, &buf)
}

// dictionary writes a dictionary and returns the address of the field that it is of.
func (w *segmentWriter) dictionary(d *vellum.Builder, buf *bytes.Buffer) (uint64, error) {
	if err := d.Close(); err != nil {
		return 0, err
	}
	at := uint64(len(w.b))
	w.uint(uint64(buf.Len()))
	w.b = append(w.b, buf.Bytes()...)
	address := uint64(len(w.b))
	w.uint(math.MaxUint64) // no values by document: where they begin, where they end
	w.uint(math.MaxUint64)
	w.uint(at)
	return address, nil
}

// list writes a term's occurrences: the frequencies with the documents' lengths, then the documents. It returns where the documents are.
func (w *segmentWriter) list(o []occurrence) uint64 {
	frequencies := uint64(len(w.b))
	w.frequencies(o)
	at := uint64(len(w.b))
	w.uint(frequencies)
	w.uint(0) // no positions
	w.set(o)
	return at
}

// frequencies writes how often a term occurs in documents and how long these are, in pieces of about 1,024 documents, and before these where they end.
func (w *segmentWriter) frequencies(o []occurrence) {
	piece := len(w.documents) / (len(o)/1024 + 1) // documents; those without the term count as well
	w.ends, w.data = w.ends[:0], w.data[:0]
	for _, x := range o {
		for int(x.document)/piece > len(w.ends) {
			w.ends = append(w.ends, uint64(len(w.data)))
		}
		w.data = binary.AppendUvarint(w.data, uint64(x.times)<<1) // the lowest bit: positions follow
		w.data = binary.AppendUvarint(w.data, uint64(w.documents[x.document].length))
	}
	for total := (len(w.documents)-1)/piece + 1; len(w.ends) < total; {
		w.ends = append(w.ends, uint64(len(w.data)))
	}
	w.uint(uint64(len(w.ends)))
	for _, end := range w.ends {
		w.uint(end)
	}
	w.b = append(w.b, w.data...)
}

// A set of documents is written as a roaring bitmap (github.com/RoaringBitmap/RoaringFormatSpec): containers of the numbers that share their upper
// 16 bits, sorted lists of the lower 16 bits or, where these are many, one bit for each.
const (
	roaringCookie = 12346 // no container of runs
	roaringMany   = 4096
	roaringBits   = 1 << 16 / 8 // bytes
)

// set writes the documents of o after the length of what it writes.
func (w *segmentWriter) set(o []occurrence) {
	containers := w.containers[:0]
	size := 0
	for start := 0; start < len(o); {
		end := start + 1
		for end < len(o) && o[end].document>>16 == o[start].document>>16 {
			end++
		}
		containers = append(containers, o[start:end])
		size += containerSize(end - start)
		start = end
	}
	w.containers = containers
	header := 8 + 8*len(containers)
	w.uint(uint64(header + size))
	w.b = binary.LittleEndian.AppendUint32(w.b, roaringCookie)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(len(containers)))
	for _, c := range containers {
		w.b = binary.LittleEndian.AppendUint16(w.b, uint16(c[0].document>>16))
		w.b = binary.LittleEndian.AppendUint16(w.b, uint16(len(c)-1))
	}
	for _, c := range containers {
		w.b = binary.LittleEndian.AppendUint32(w.b, uint32(header))
		header += containerSize(len(c))
	}
	for _, c := range containers {
		w.container(c)
	}
}

func containerSize(documents int) int {
	if documents > roaringMany {
		return roaringBits
	}
	return 2 * documents
}

func (w *segmentWriter) container(o []occurrence) {
	if len(o) <= roaringMany {
		for _, x := range o {
			w.b = binary.LittleEndian.AppendUint16(w.b, uint16(x.document))
		}
		return
	}
	start := len(w.b)
	w.b = append(w.b, make([]byte, roaringBits)...)
	for _, x := range o {
		w.b[start+int(uint16(x.document)>>3)] |= 1 << (x.document & 7)
	}
}
