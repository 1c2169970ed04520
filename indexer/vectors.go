package indexer

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// vector is an embedding in one byte a dimension: value i is q[i]*scale. A unit vector loses less than 1 % of its direction.
type vector struct {
	scale float32
	q     []int8
}

// quantize returns the vector of v; that of zeros when a number of v is not finite, which would make every score that it touches none. It does without
// branches: which numbers are negative, nothing can predict.
func quantize(v []float32) vector {
	const sign, infinite, smallest = 1 << 31, 0xff << 23, 1 << 23
	top := uint32(0) // the largest without its sign, whose bits are in the order of the numbers
	for _, x := range v {
		top = max(top, math.Float32bits(x)&^sign)
	}
	out := vector{q: make([]int8, len(v))}
	if top < smallest || top >= infinite {
		return out
	}
	out.scale = math.Float32frombits(top) / 127
	for i, x := range v {
		x /= out.scale
		half := math.Float32frombits(math.Float32bits(0.5) | math.Float32bits(x)&sign)
		out.q[i] = int8(float64(x) + float64(half))
	}
	return out
}

// dot returns the inner product of a unit vector and a stored one, to the last digit as sibyl_products does: the conversions forbid a processor to fuse a
// product with its sum. Four sums, since an addition waits for the one before.
func dot(query []float32, scale float32, q []int8) float64 {
	var a, b, c, d float32
	for len(q) >= 4 && len(query) >= 4 {
		a += float32(query[0] * float32(q[0]))
		b += float32(query[1] * float32(q[1]))
		c += float32(query[2] * float32(q[2]))
		d += float32(query[3] * float32(q[3]))
		query, q = query[4:], q[4:]
	}
	for i, x := range q {
		a += float32(query[i] * float32(x))
	}
	return float64((a + b + c + d) * scale)
}

// sketch returns the signs of a vector, one bit a dimension: whether it is above zero.
func sketch(v []float32, dst []uint64) {
	for i, x := range v {
		if x > 0 {
			dst[i>>6] |= 1 << (i & 63)
		}
	}
}

// sketchBytes is sketch for a stored vector, eight dimensions at a time: the first search does this for all chunks.
func sketchBytes(b []byte, dst []uint64) {
	const high, low = 0x8080808080808080, 0x7f7f7f7f7f7f7f7f
	for i := 0; i < len(b); i += 8 {
		var word [8]byte
		copy(word[:], b[i:])
		x := binary.LittleEndian.Uint64(word[:])
		above := (x&low + low) & ^x & high // not zero and not negative
		bits := above >> 7 * 0x0102040810204080 >> 56
		dst[i>>6] |= bits << (i & 63)
	}
}

// vectorLog holds the vectors of chunk texts: the hash of the text, the scale, the bytes. All records have one length, so that a vector is
// named by its number, its slot.
type vectorLog struct {
	log        *appendLog
	dimensions int

	mu       sync.RWMutex
	slots    map[fact.Hash]uint32 // by the hash of the text
	hashes   uint32               // slots given out, those not flushed included
	data     []byte               // the log's bytes, read at the first search; nil before
	sketches []uint64
}

const vectorHead = len(fact.Hash{}) + 4

func newVectorLog(log *appendLog, dimensions int) *vectorLog {
	return &vectorLog{log: log, dimensions: dimensions, slots: map[fact.Hash]uint32{}}
}

func (v *vectorLog) stride() int { return frameSize + vectorHead + v.dimensions }
func (v *vectorLog) words() int  { return (v.dimensions + 63) / 64 }
func (v *vectorLog) len() uint32 {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.hashes
}

// load reads the hashes and checks the records.
func (v *vectorLog) load() error {
	return v.log.scan(func(_ span, b []byte) error {
		if len(b) != vectorHead+v.dimensions {
			return errCorrupt
		}
		v.slots[fact.Hash(b[:len(fact.Hash{})])] = v.hashes
		v.hashes++
		return nil
	})
}

// find returns the slot of a text's vector.
func (v *vectorLog) find(text fact.Hash) (uint32, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	slot, ok := v.slots[text]
	return slot, ok
}

// append adds the vector of a text and returns its slot. It becomes searchable with the next flush.
func (v *vectorLog) append(text fact.Hash, x vector) (uint32, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.dimensions == 0 {
		v.dimensions = len(x.q)
	}
	if len(x.q) != v.dimensions {
		return noVector, fmt.Errorf("the embedder returned %d dimensions after %d", len(x.q), v.dimensions)
	}
	if slot, ok := v.slots[text]; ok {
		return slot, nil
	}
	b := make([]byte, 0, vectorHead+v.dimensions)
	b = append(b, text[:]...)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x.scale))
	for _, q := range x.q {
		b = append(b, byte(q))
	}
	v.log.append(b)
	slot := v.hashes
	v.slots[text] = slot
	v.hashes++
	return slot, nil
}

// flush writes what was appended. On an error the slots that it was given are taken back.
func (v *vectorLog) flush() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	var added []byte
	if v.data != nil {
		added = slices.Clone(v.log.pending)
	}
	before := v.log.size
	if err := v.log.flush(); err != nil {
		v.hashes = uint32(before / int64(max(v.stride(), 1)))
		for h, slot := range v.slots {
			if slot >= v.hashes {
				delete(v.slots, h)
			}
		}
		return err
	}
	if v.data != nil {
		v.extend(added)
	}
	return nil
}

// extend adds records to the data in memory. Views handed out before keep their length.
func (v *vectorLog) extend(b []byte) {
	v.data = append(v.data, b...)
	stride, words := v.stride(), v.words()
	for n := len(v.sketches) / max(words, 1); words > 0 && (n+1)*stride <= len(v.data); n++ {
		v.sketches = append(v.sketches, make([]uint64, words)...)
		sketchBytes(v.data[n*stride+frameSize+vectorHead:(n+1)*stride], v.sketches[n*words:])
	}
}

// vectorView is the vectors of one moment.
type vectorView struct {
	stride, words, dimensions int
	data                      []byte
	sketches                  []uint64
}

// view returns all flushed vectors, which it reads into memory when it is called for the first time.
func (v *vectorLog) view() (vectorView, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.data == nil {
		b, err := v.log.bytes()
		if err != nil {
			return vectorView{}, err
		}
		v.data = make([]byte, 0, len(b)+1)
		v.extend(b)
	}
	return vectorView{v.stride(), v.words(), v.dimensions, v.data, v.sketches}, nil
}

func (v vectorView) sketch(slot uint32) []uint64 {
	if at := (int(slot) + 1) * v.words; at <= len(v.sketches) {
		return v.sketches[at-v.words : at]
	}
	return nil
}

// at returns the vector in a slot and the hash of its text.
func (v vectorView) at(slot uint32) (fact.Hash, vector) {
	b := v.data[int(slot)*v.stride : (int(slot)+1)*v.stride][frameSize:]
	n := len(fact.Hash{})
	return fact.Hash(b[:n]), vector{math.Float32frombits(binary.LittleEndian.Uint32(b[n:])), int8s(b[vectorHead:])}
}
