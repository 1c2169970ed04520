package graph

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestNearestUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := func() string {
		b := make([]byte, r.IntN(6))
		for i := range b {
			b[i] = "/ab"[r.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		units := make([]*unit, 1+r.IntN(8))
		for i := range units {
			units[i] = &unit{path: random()}
		}
		slices.SortFunc(units, func(a, b *unit) int { return strings.Compare(a.path, b.path) })
		p := random()
		got, most := common(nearestUnit(units, p).path, p), 0
		for _, u := range units {
			most = max(most, common(u.path, p))
		}
		if got != most {
			t.Fatalf("%q: shares %d bytes with its unit, %d with another", p, got, most)
		}
	}
}
