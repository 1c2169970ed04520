package embed

// #include "products.h"
import "C"

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"unsafe"
)

// magic starts a model file. After it come, little-endian: dimensions, words, buckets (uint32 each), the identity (16 bytes of text, padded
// with zeros); the words' keys (uint32 each); for each row, the buckets' included, its scale in documents and in queries (float32 each); and
// the rows themselves (int8 each, offset by 128).
const magic = "sibylvec1"

const headerBytes = len(magic) + 3*4 + 16

// model is a static table of token vectors: a text's vector is the weighted sum of those of its rows.
type model struct {
	dims   int
	id     string
	tokens *Tokenizer
	scales []float32 // two a row: in documents, in queries
	rows   string    // dims bytes a row
}

// readModel reads a model file. Its rows stay where they are.
func readModel(file string) (*model, error) {
	if len(file) < headerBytes || file[:len(magic)] != magic {
		return nil, fmt.Errorf("read model: it does not start with %q", magic)
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(file[at : at+4]))) }
	dims, words, buckets := number(len(magic)), number(len(magic)+4), number(len(magic)+8)
	rows := words + buckets
	if want := headerBytes + 4*words + 8*rows + dims*rows; dims == 0 || dims%8 != 0 || buckets == 0 || len(file) != want {
		return nil, fmt.Errorf("read model: it has %d bytes, its header says %d", len(file), want)
	}
	m := &model{dims: dims, id: trimZeros(file[len(magic)+12 : headerBytes])}
	keys := make([]uint32, words)
	for i := range keys {
		keys[i] = uint32(number(headerBytes + 4*i))
	}
	m.tokens = NewTokenizer(keys, buckets)
	at := headerBytes + 4*words
	m.scales = make([]float32, 2*rows)
	for i := range m.scales {
		m.scales[i] = math.Float32frombits(uint32(number(at + 4*i)))
	}
	m.rows = file[at+8*rows:]
	return m, nil
}

func trimZeros(s string) string {
	for len(s) > 0 && s[len(s)-1] == 0 {
		s = s[:len(s)-1]
	}
	return s
}

// A text is a document or a query: a word does not weigh the same in both.
const (
	asDocument = iota
	asQuery
)

// scratch is the memory of one embedding, kept for the next.
type scratch struct {
	counts  *Counts
	weights []uint32 // of the rows
	sums    []uint32
	total   []int64
}

var scratches = sync.Pool{New: func() any { return &scratch{counts: NewCounts()} }}

// embed writes the vector of text to v, which is zero. A query of unknown words alone stays zero: it is near to nothing but by chance, and
// search by words finds what holds them.
func (m *model) embed(text string, side int, v []float32) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	m.tokens.Count(text, s.counts)
	if side == asQuery && !m.tokens.knows(s.counts.Rows) {
		return
	}
	m.sum(s, side, v)
	normalise(v)
}

// unit is what a weight of one is in the sums, which are of whole numbers.
const (
	unit      = 1 << 11
	maxWeight = 1<<16 - 1
	maxTotal  = 1 << 24 // of the weights in a sum: a byte times it is below 1<<32
)

func (m *model) sum(s *scratch, side int, v []float32) {
	if len(s.sums) != m.dims {
		s.sums, s.total = make([]uint32, m.dims), make([]int64, m.dims)
	}
	clear(s.total)
	s.weights = s.weights[:0]
	total, from := uint32(0), 0
	for i, row := range s.counts.Rows {
		w := uint32(min(m.scales[2*int(row)+side]*damped(s.counts.Times[i])*unit+0.5, maxWeight))
		if total += w; total >= maxTotal {
			m.add(s, from, total-w)
			total, from = w, i
		}
		s.weights = append(s.weights, w)
	}
	m.add(s, from, total)
	for i := range v {
		v[i] = float32(s.total[i])
	}
}

// add adds the rows that have a weight to the totals, from a number on; it takes the bytes' offset off. total is that of their weights.
func (m *model) add(s *scratch, from int, total uint32) {
	rows, weights := s.counts.Rows[from:len(s.weights)], s.weights[from:]
	clear(s.sums)
	C.sibyl_add_rows((*C.uint8_t)(unsafe.StringData(m.rows)), C.int(m.dims), (*C.uint32_t)(unsafe.SliceData(rows)), (*C.uint32_t)(unsafe.SliceData(weights)),
		C.int(len(rows)), (*C.uint32_t)(unsafe.SliceData(s.sums)))
	offset := int64(total) * 128
	for i, x := range s.sums {
		s.total[i] += int64(x) - offset
	}
}

// damped is 1 + ln(count).
func damped(count uint32) float32 {
	if count < uint32(len(logs)) {
		return logs[count]
	}
	return float32(1 + math.Log(float64(count)))
}

var logs = func() (t [64]float32) {
	for i := 1; i < len(t); i++ {
		t[i] = float32(1 + math.Log(float64(i)))
	}
	return t
}()

// normalise scales v to length one and leaves zeros. What has no direction, since a number of it is not finite or all are next to nothing, becomes zero.
func normalise(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	scale := float32(1 / math.Sqrt(sum))
	if !(scale > 0 && scale <= math.MaxFloat32) {
		clear(v)
		return
	}
	for i := range v {
		v[i] *= scale
	}
}
