package indexer

import (
	"encoding/binary"
	"errors"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// formatVersion is the version of everything that a store holds on disk. A store of another version is rebuilt.
const formatVersion = 6

var errCorrupt = errors.New("corrupt record")

// encoder writes values as varints; strings go to a table so that each is stored once per file.
type encoder struct {
	body    []byte
	strings map[string]uint64
	lengths []byte
	text    []byte
}

func (e *encoder) uint(v uint64) { e.body = binary.AppendUvarint(e.body, v) }
func (e *encoder) int(v int64)   { e.body = binary.AppendVarint(e.body, v) }
func (e *encoder) string(s string) {
	n, ok := e.strings[s]
	if !ok {
		n = uint64(len(e.strings))
		e.strings[s] = n
		e.lengths = binary.AppendUvarint(e.lengths, uint64(len(s)))
		e.text = append(e.text, s...)
	}
	e.uint(n)
}
func (e *encoder) list(l []string) {
	e.uint(uint64(len(l)))
	for _, s := range l {
		e.string(s)
	}
}
func (e *encoder) flags(bits ...bool) {
	var v uint64
	for i, b := range bits {
		if b {
			v |= 1 << i
		}
	}
	e.uint(v)
}
func (e *encoder) span(r fact.Range, from uint32) {
	e.int(int64(r.Start) - int64(from))
	e.int(int64(r.End) - int64(r.Start))
}

// finish appends the table and the body to dst.
func (e *encoder) finish(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(e.strings)))
	dst = binary.AppendUvarint(dst, uint64(len(e.text)))
	dst = append(dst, e.lengths...)
	dst = append(dst, e.text...)
	return append(dst, e.body...)
}

func newEncoder() *encoder { return &encoder{strings: map[string]uint64{}} }

func (e *encoder) reset() {
	if len(e.strings) > 1<<10 { // clearing costs what the largest file made it
		e.strings = map[string]uint64{}
	}
	clear(e.strings)
	e.body, e.lengths, e.text = e.body[:0], e.lengths[:0], e.text[:0]
}

// decoder reads what encoder wrote. After an error every value is zero and err is set.
type decoder struct {
	b       []byte
	strings []string // substrings of one string
	err     error
}

func newDecoder(b []byte) *decoder {
	d := &decoder{b: b}
	count, size := d.count(1), d.count(1)
	lengths := make([]int, count)
	for i := range lengths {
		lengths[i] = d.count(1)
	}
	if d.err != nil || size > len(d.b) {
		d.fail()
		return d
	}
	text := string(d.b[:size])
	d.b = d.b[size:]
	d.strings = make([]string, count)
	for i, n := range lengths {
		if n > len(text) {
			d.fail()
			return d
		}
		d.strings[i], text = text[:n], text[n:]
	}
	return d
}

func (d *decoder) fail() {
	d.err, d.b = errCorrupt, nil
}

func (d *decoder) uint() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		v := d.b[0]
		d.b = d.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) int() int64 {
	u := d.uint()
	return int64(u>>1) ^ -int64(u&1)
}

// count returns the number of elements of a list, each of which takes at least size bytes: no more than the input can hold.
func (d *decoder) count(size int) int {
	n := d.uint()
	if n > uint64(len(d.b)/size) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := d.uint()
	if n >= uint64(len(d.strings)) {
		if d.err == nil {
			d.fail()
		}
		return ""
	}
	return d.strings[n]
}

func (d *decoder) list() []string {
	n := d.count(1)
	if n == 0 {
		return nil
	}
	l := make([]string, n)
	for i := range l {
		l[i] = d.string()
	}
	return l
}

func (d *decoder) flags(bits ...*bool) {
	v := d.uint()
	for i, b := range bits {
		*b = v>>i&1 != 0
	}
}

func (d *decoder) span(from uint32) fact.Range {
	start := int64(from) + d.int()
	return fact.Range{Start: uint32(start), End: uint32(start + d.int())}
}

// makeList returns a slice for n elements, nil for none.
func makeList[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, n)
}
