package embed

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
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
	counts *Counts
	sums   []uint64
	total  []int64
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

// unit is what a weight of one is in the sums, which are of whole numbers: eight products are added in about 14 instructions that way,
// two in the halves of each word.
const (
	unit      = 1 << 11
	maxWeight = 1<<16 - 1
	maxTotal  = 1 << 24 // of the weights in a half word: a byte times it is below 1<<32
)

func (m *model) sum(s *scratch, side int, v []float32) {
	if len(s.sums) != m.dims/2 {
		s.sums, s.total = make([]uint64, m.dims/2), make([]int64, m.dims)
	}
	clear(s.sums)
	clear(s.total)
	var weights uint64
	for i, row := range s.counts.Rows {
		w := uint64(min(m.scales[2*int(row)+side]*damped(s.counts.Times[i])*unit+0.5, maxWeight))
		if weights += w; weights >= maxTotal {
			s.drain(weights - w)
			weights = w
		}
		at := int(row) * m.dims
		addRow(s.sums, m.rows[at:at+m.dims], w)
	}
	s.drain(weights)
	for i := range v {
		v[i] = float32(s.total[i])
	}
}

// addRow adds w times each byte of row to the half words of sums: of each eight bytes, the word k holds those at k and k+4.
func addRow(sums []uint64, row string, w uint64) {
	const halves = 0x000000ff_000000ff
	for len(row) >= 8 && len(sums) >= 4 {
		x := uint64(row[0]) | uint64(row[1])<<8 | uint64(row[2])<<16 | uint64(row[3])<<24 |
			uint64(row[4])<<32 | uint64(row[5])<<40 | uint64(row[6])<<48 | uint64(row[7])<<56
		sums[0] += (x & halves) * w
		sums[1] += (x >> 8 & halves) * w
		sums[2] += (x >> 16 & halves) * w
		sums[3] += (x >> 24 & halves) * w
		row, sums = row[8:], sums[4:]
	}
}

// drain moves the sums, whose weights add up to weights, to the totals; it takes the bytes' offset off.
func (s *scratch) drain(weights uint64) {
	offset := int64(128 * weights)
	for i, x := range s.sums {
		at := i/4*8 + i%4
		s.total[at] += int64(x&math.MaxUint32) - offset
		s.total[at+4] += int64(x>>32) - offset
	}
	clear(s.sums)
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

// normalise scales v to length one and leaves zeros.
func normalise(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}
