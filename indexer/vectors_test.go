package indexer

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSketchBytes: eight dimensions at a time, the signs are the same as one after the other.
func TestSketchBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	edges := []int8{0, 1, -1, 127, -127, -128}
	for n := 8; n <= 512; n += 8 {
		v, b := make([]float32, n), make([]byte, n)
		for i := range v {
			x := int8(r.IntN(256) - 128)
			if r.IntN(3) == 0 {
				x = edges[r.IntN(len(edges))]
			}
			v[i], b[i] = float32(x), byte(x)
		}
		got, want := make([]uint64, (n+63)/64), make([]uint64, (n+63)/64)
		sketch(v, want)
		sketchBytes(b, got)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: got %x, want %x", v, got, want)
		}
	}
}
