package graph

import (
	"math/bits"
	"slices"
)

// Base is the shards of the files on disk, with the directories that tell which of them have a name. It is immutable; the next one shares what
// is the same.
type Base struct {
	shards      []*Shard
	directories *[tables]directory
	changed     []uint16 // shards that took the place of those in the directories, in order: they are always looked into
}

// directory says in which shards postings have keys of one beginning.
type directory struct {
	shards []uint16
	first  []uint32 // where those of one beginning start, by the keys' upper bits
	shift  uint8
}

// maxChanged is how many shards may be new before the directories are made anew.
const maxChanged = 16

// NewBase returns the base of shards; last, which may be nil, is what was before.
func NewBase(shards []*Shard, last *Base) *Base {
	b := &Base{shards: shards}
	if last != nil && len(last.shards) == len(shards) {
		for i, s := range shards {
			if _, ok := slices.BinarySearch(last.changed, uint16(i)); ok || s != last.shards[i] {
				b.changed = append(b.changed, uint16(i))
			}
		}
		if len(b.changed) <= maxChanged {
			b.directories = last.directories
			return b
		}
		b.changed = nil
	}
	b.directories = new([tables]directory)
	for t := range tables {
		b.directories[t] = newDirectory(shards, t)
	}
	return b
}

func newDirectory(shards []*Shard, t table) directory {
	total := 0
	for _, s := range shards {
		total += len(s.tables[t].keys)
	}
	width := max(bits.Len(uint(total))-1, 1)
	d := directory{first: make([]uint32, 1<<width+1), shift: uint8(32 - width)}
	each := func(yield func(shard int, beginning uint32)) { // once for each
		for n, s := range shards {
			last := ^uint32(0)
			for _, k := range s.tables[t].keys {
				if k >>= d.shift; k != last {
					last = k
					yield(n, k)
				}
			}
		}
	}
	each(func(_ int, k uint32) { d.first[k+1]++ })
	for i := 1; i < len(d.first); i++ {
		d.first[i] += d.first[i-1]
	}
	d.shards = make([]uint16, d.first[len(d.first)-1])
	next := slices.Clone(d.first)
	each(func(n int, k uint32) {
		d.shards[next[k]] = uint16(n)
		next[k]++
	})
	return d
}

// having returns the numbers of the shards that may have a key in a table, in order.
func (b *Base) having(t table, key uint32) []uint16 {
	d := &b.directories[t]
	k := key >> d.shift
	out := d.shards[d.first[k]:d.first[k+1]]
	if len(b.changed) == 0 {
		return out
	}
	out = append(slices.Clone(out), b.changed...)
	slices.Sort(out)
	return slices.Compact(out)
}
