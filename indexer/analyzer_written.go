package indexer

import "math"

// maxWritten is how many identifiers a table holds, some 8 MB; it starts again when it is full.
const maxWritten = 1 << 17

// noTerm stands for the number of a term that there is none of.
const noTerm = math.MinInt32

// written is an identifier as it stands in a text, with its terms.
type written struct {
	hash  uint32
	at    uint32 // in writtenTable.text
	first uint32 // in writtenTable.parts
	whole int32  // the term of all of it; noTerm where it has one part
	size  uint8  // bytes
	parts uint8
}

// writtenTable finds the terms of an identifier without taking it apart again. It holds no pointers that the garbage collector would follow.
type writtenTable struct {
	slots []uint32 // by hash: one more than the index in known; a power of two
	known []written
	text  []byte
	parts []int32 // term numbers; complements count in names only
}

func (t *writtenTable) find(s string, hash uint32) *written {
	if len(t.slots) == 0 {
		return nil
	}
	mask := uint32(len(t.slots) - 1)
	for i := slotOf(hash) & mask; t.slots[i] != 0; i = (i + 1) & mask {
		if w := &t.known[t.slots[i]-1]; w.hash == hash && int(w.size) == len(s) && string(t.text[w.at:][:w.size]) == s {
			return w
		}
	}
	return nil
}

func slotOf(hash uint32) uint32 { return hash ^ hash>>15 }

// add adds an identifier of at most maxToken bytes that the table lacks.
func (t *writtenTable) add(s string, hash uint32, parts []int32, whole int32) *written {
	if len(t.known) >= maxWritten {
		clear(t.slots)
		t.known, t.text, t.parts = t.known[:0], t.text[:0], t.parts[:0]
	}
	if 2*len(t.known) >= len(t.slots) {
		t.grow()
	}
	t.known = append(t.known, written{hash, uint32(len(t.text)), uint32(len(t.parts)), whole, uint8(len(s)), uint8(len(parts))})
	t.text, t.parts = append(t.text, s...), append(t.parts, parts...)
	t.place(len(t.known) - 1)
	return &t.known[len(t.known)-1]
}

func (t *writtenTable) grow() {
	t.slots = make([]uint32, max(64, 4*len(t.slots)))
	for n := range t.known {
		t.place(n)
	}
}

func (t *writtenTable) place(n int) {
	mask := uint32(len(t.slots) - 1)
	i := slotOf(t.known[n].hash) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = uint32(n) + 1
}

func (t *writtenTable) partsOf(w *written) []int32 { return t.parts[w.first:][:w.parts] }
