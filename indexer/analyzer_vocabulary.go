package indexer

import (
	"encoding/binary"
	"math"
	"strings"
	"sync"
	"sync/atomic"
)

// maxVocabulary is how many texts a vocabulary holds, some 50 MB; analyzers start another one when it is full.
const maxVocabulary = 1 << 20

// maxAlike is how many texts of a table may have one hash; by chance, three hardly ever do.
const maxAlike = 16

// noTerm stands for the number of a term that there is none of.
const noTerm = math.MinInt32

// vocabulary gives terms numbers, and knows those of the identifiers that it has seen. Analyzers share one, so that each identifier is taken apart
// once; what is known is found without a lock.
type vocabulary struct {
	written table // an identifier as it stands in a text → its parts' terms, then that of the whole or noTerm; complements count in names only
	numbers table // a term → its number

	mu    sync.Mutex // held by who adds; for what follows, too
	words table      // part of an identifier, lower case → its term; stop words: its complement
	names []string   // by number; no element ever changes
	size  atomic.Int32
}

// vocabularies is the vocabulary that analyzers share at present.
type vocabularies struct{ atomic.Pointer[vocabulary] }

func newVocabularies() *vocabularies {
	v := &vocabularies{}
	v.Store(&vocabulary{})
	return v
}

// after returns the vocabulary to use after a text that was analysed with v.
func (s *vocabularies) after(v *vocabulary) *vocabulary {
	if v.size.Load() > maxVocabulary {
		s.CompareAndSwap(v, &vocabulary{})
	}
	return s.Load()
}

// all returns the names of all terms, by number.
func (v *vocabulary) all() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.names
}

// intern gives a term its number; v.mu is held.
func (v *vocabulary) intern(term string) int32 {
	hash := hashOf(term)
	if e := v.numbers.find(term, hash); e != nil {
		return e.number(0)
	}
	n := int32(len(v.names))
	v.names = append(v.names, strings.Clone(term))
	v.add(&v.numbers, term, hash, n)
	return n
}

// add adds to a table of the vocabulary; v.mu is held. Texts that were made to have one hash would be looked for among each other for ever: they fill the vocabulary.
func (v *vocabulary) add(t *table, s string, hash uint32, numbers ...int32) entry {
	e, alike := t.add(s, hash, numbers...)
	v.size.Add(1)
	if alike > maxAlike {
		v.size.Store(maxVocabulary + 1)
	}
	return e
}

// table finds the numbers of texts of up to 255 bytes. One goroutine at a time may add to it, while others find. It holds no pointers that the garbage
// collector would follow.
type table struct{ present atomic.Pointer[tableMemory] }

// tableMemory is the memory of a table until it is full.
type tableMemory struct {
	slots   []uint64 // by hash: the hash, and in the lower half one more than where the entry is; 0: free. A power of two
	entries []byte

	count, used int // of who adds
}

// entry is a text with its numbers: the lengths of both in a byte each, the numbers in four bytes each, the text.
type entry []byte

func (e entry) len() int           { return int(e[1]) }
func (e entry) number(i int) int32 { return int32(binary.LittleEndian.Uint32(e[2+4*i:])) }
func (e entry) text() []byte       { return e[2+4*e.len():][:e[0]] }

// find returns nil for a text that the table lacks.
func (t *table) find(s string, hash uint32) entry {
	m := t.present.Load()
	if m == nil {
		return nil
	}
	mask := uint32(len(m.slots) - 1)
	for i := slotOf(hash) & mask; ; i = (i + 1) & mask {
		slot := atomic.LoadUint64(&m.slots[i])
		if slot == 0 {
			return nil
		}
		if uint32(slot>>32) == hash {
			if e := entry(m.entries[uint32(slot)-1:]); string(e.text()) == s {
				return e
			}
		}
	}
}

// add adds a text that the table lacks; alike is how many others have its hash.
func (t *table) add(s string, hash uint32, numbers ...int32) (e entry, alike int) {
	m := t.present.Load()
	if m == nil || 4*m.count >= 3*len(m.slots) || m.used+2+4*len(numbers)+len(s) > len(m.entries) {
		m = m.larger()
		t.present.Store(m)
	}
	e = append(m.entries[m.used:m.used], byte(len(s)), byte(len(numbers)))
	for _, n := range numbers {
		e = binary.LittleEndian.AppendUint32(e, uint32(n))
	}
	e = append(e, s...)
	alike = m.place(uint64(hash)<<32 | uint64(m.used+1))
	m.count, m.used = m.count+1, m.used+len(e)
	return e, alike
}

// place makes an entry one that is found; alike is how many others have its hash.
func (m *tableMemory) place(slot uint64) (alike int) {
	mask := uint32(len(m.slots) - 1)
	i := slotOf(uint32(slot>>32)) & mask
	for m.slots[i] != 0 {
		if m.slots[i]>>32 == slot>>32 {
			alike++
		}
		i = (i + 1) & mask
	}
	atomic.StoreUint64(&m.slots[i], slot)
	return alike
}

func (m *tableMemory) larger() *tableMemory {
	if m == nil {
		return &tableMemory{slots: make([]uint64, 64), entries: make([]byte, 1<<10)}
	}
	n := &tableMemory{slots: make([]uint64, 2*len(m.slots)), entries: make([]byte, 2*len(m.entries)), count: m.count, used: m.used}
	copy(n.entries, m.entries)
	for _, slot := range m.slots {
		if slot != 0 {
			n.place(slot)
		}
	}
	return n
}

// all calls yield with each text and its first number; nobody may add meanwhile.
func (t *table) all(yield func(s string, n int32)) {
	m := t.present.Load()
	for at := 0; m != nil && at < m.used; {
		e := entry(m.entries[at:])
		yield(string(e.text()), e.number(0))
		at += 2 + 4*e.len() + int(e[0])
	}
}

func slotOf(hash uint32) uint32 { return hash ^ hash>>15 }

func hashOf(s string) uint32 {
	hash := uint32(2166136261) // FNV-1a
	for i := range len(s) {
		hash = (hash ^ uint32(s[i])) * 16777619
	}
	return hash
}
