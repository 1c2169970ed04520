package graph

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// A base that follows another finds what one of its own finds, however many shards are new.
func TestBaseFollows(t *testing.T) {
	shard := func(n, version int) *Shard {
		f := &fact.File{}
		for i := range 3 {
			f.Symbols = append(f.Symbols, fact.Symbol{Name: fmt.Sprint("f", (n+i*version)%7), Kind: fact.Function, Parent: -1})
		}
		return NewShard([]*File{{Path: fmt.Sprintf("/w/d%d/f%d", n%5, n), Root: "/w", Facts: f, Rules: &fact.Rules{}}})
	}
	var shards []*Shard
	for n := range 2 * maxChanged {
		shards = append(shards, shard(n, 1))
	}
	base := NewBase(shards, nil)
	for step := range 3 * maxChanged {
		shards = slices.Clone(shards)
		n := step * 5 % len(shards)
		shards[n] = shard(n, step+2)
		if step%7 == 0 {
			shards = append(shards, shard(len(shards), 1))
		}
		base = NewBase(shards, base)
		got, want := New(base, nil), New(NewBase(shards, nil), nil)
		for i := range 7 {
			if name := fmt.Sprint("f", i); len(want.Named(name)) == 0 || !slices.Equal(got.Named(name), want.Named(name)) {
				t.Fatalf("step %d: %s is %v, want %v", step, name, got.Named(name), want.Named(name))
			}
		}
		for i := range 5 {
			if dir := fmt.Sprint("/w/d", i); !slices.Equal(got.inFolder(dir), want.inFolder(dir)) {
				t.Fatalf("step %d: %s has %v, want %v", step, dir, got.inFolder(dir), want.inFolder(dir))
			}
		}
	}
}
