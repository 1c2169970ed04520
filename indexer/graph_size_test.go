package indexer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/graph"
)

// sameNames returns a package in which each of n types has a method of one name, that is called once where its type is known and once
// where nothing is.
func sameNames(n int) string {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range n {
		fmt.Fprintf(&b, "\ntype T%d struct{}\n\nfunc (t T%d) Do(a int) {}\n\nfunc known%d() { T%d{}.Do(1) }\n\nfunc unknown%d(x any) { x.([]func() any)[0]().Do(1) }\n", i, i, i, i, i)
	}
	return b.String()
}

// parserTable returns what a parser generator writes: numbers without end and a function with a case for each rule.
func parserTable(n int) string {
	var b strings.Builder
	b.WriteString("package p\n\nvar table = [...]int16{\n")
	for i := range n {
		fmt.Fprintf(&b, "\t%d, %d, %d, %d, %d, %d, %d, %d,\n", i, i, -i, i, 2*i, i, i, -1)
	}
	b.WriteString("}\n\nfunc parse(s []value) {\n\tswitch table[0] {\n")
	for i := range n {
		fmt.Fprintf(&b, "\tcase %d:\n\t\ts[%d].node = combine(s[0].node, s[1].node)\n", i, i%7)
	}
	b.WriteString("\t}\n}\n\ntype value struct{ node int }\n\nfunc combine(a, b int) int { return a + b }\n")
	return b.String()
}

// TestSameNames resolves every call among many methods of one name. What that takes may grow with the calls, and not with calls times methods.
func TestSameNames(t *testing.T) {
	const n = 5000
	small, large := resolveAll(t, "p.go", sameNames(n/4)), resolveAll(t, "p.go", sameNames(n))
	if large.edges != n {
		t.Errorf("%d edges, want one of each call whose receiver is known: %d", large.edges, n)
	}
	if large.allocations > 8*small.allocations {
		t.Errorf("%d allocations for %d methods, %d for a quarter of them", large.allocations, n, small.allocations)
	}
	if limit := n * 70; large.possible > limit { // see graph's maxCandidates
		t.Errorf("%d possible edges, want at most %d", large.possible, limit)
	}
}

func TestParserTable(t *testing.T) {
	const n = 5000
	small, large := resolveAll(t, "y.go", parserTable(n/4)), resolveAll(t, "y.go", parserTable(n))
	if large.edges != 1 || small.edges != 1 {
		t.Errorf("%d and %d edges, want parse → combine", small.edges, large.edges)
	}
	if large.allocations > 8*small.allocations {
		t.Errorf("%d allocations for %d rules, %d for a quarter of them", large.allocations, n, small.allocations)
	}
}

type resolved struct{ edges, possible, allocations int }

// resolveAll indexes one file and counts its edges, and what finding those that are likely allocates.
func resolveAll(t *testing.T, name, content string) (out resolved) {
	tr := newTree(t, "go.mod", "module m\n", name, content)
	w := open(t, Options{Roots: []string{tr.root}})
	shards, err := w.Snapshot().state.graphShards(t.Context(), w.languages, 1)
	if err != nil {
		t.Fatal(err)
	}
	base := graph.NewBase(shards, nil)
	count := func(tier graph.Tier) (n int) {
		err := graph.New(base, nil).Edges(t.Context(), graph.Filter{Tier: tier}, func(graph.Edge) bool { n++; return true })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	out.edges = count(graph.Likely) // this also makes what files keep
	out.allocations = int(testing.AllocsPerRun(1, func() { count(graph.Likely) }))
	out.possible = count(graph.Possible)
	return out
}
