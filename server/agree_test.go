package server_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// TestCallsAgree: who calls a function, what a function calls and the list of all calls are three walks over the same references; in every archive
// they say the same, with their sites and tiers.
func TestCallsAgree(t *testing.T) {
	for name, file := range archives(t) {
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			files := slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" || strings.HasSuffix(f.Name, ".edit") })
			callsAgree(t, testkit.Write(t, files).Dir, graph.Possible, graph.Likely, graph.Exact)
		})
	}
}

// TestCallsAgreeIn is TestCallsAgree on the folder that $SIBYL_FOLDER names.
func TestCallsAgreeIn(t *testing.T) {
	dir := os.Getenv("SIBYL_FOLDER")
	if dir == "" {
		t.Skip("SIBYL_FOLDER names no folder")
	}
	callsAgree(t, dir, graph.Likely)
}

func callsAgree(t *testing.T, dir string, tiers ...graph.Tier) {
	w, err := indexer.Open(t.Context(), indexer.Options{Roots: []string{dir}, DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	g, err := w.Snapshot().Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tier := range tiers {
		agree(t, g, graph.Filter{Tier: tier})
	}
}

func agree(t *testing.T, g *graph.Graph, x graph.Filter) {
	all, in, out := map[string]bool{}, map[string]bool{}, map[string]bool{}
	if err := g.Edges(t.Context(), x, func(e graph.Edge) bool { note(all, e); return true }); err != nil {
		t.Fatal(err)
	}
	for _, f := range g.SortedFiles() {
		for i := int32(-1); i < int32(len(f.Facts.Symbols)); i++ {
			id := graph.ID{File: f, Symbol: i}
			callees, err := g.Outgoing(t.Context(), id, x)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range callees.Edges {
				note(out, e)
			}
			if s := id.Def(); s == nil || s.Kind.IsType() { // the callers of a type are those of its constructors
				continue
			}
			callers, err := g.Incoming(t.Context(), id, x)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range callers.Edges {
				note(in, e)
			}
		}
	}
	differ(t, x, "outgoing", out, all)
	maps.DeleteFunc(all, func(e string, _ bool) bool { return strings.Contains(e, toType) })
	for e := range unfound {
		if all[e] && in[e] {
			t.Errorf("incoming calls have %s now: it is no exception", e)
		}
		if all[e] {
			in[e] = true
		}
	}
	differ(t, x, "incoming", in, all)
}

// unfound are edges that are known not to be among the incoming calls: what is put under a computed key is not looked for under each name.
var unfound = map[string]bool{"a.js:143 last calls a.js:143 last at 173 likely dispatch false": true}

const toType = " instantiates "

// note adds each site of an edge as a text, which holds toType when its callee is a type.
func note(edges map[string]bool, e graph.Edge) {
	verb := " calls "
	if s := e.Callee.Def(); s != nil && s.Kind.IsType() {
		verb = toType
	}
	for _, site := range e.Sites {
		edges[fmt.Sprint(placeOf(e.Caller), verb, placeOf(e.Callee), " at ", site.Start, " ", e.Tier, " dispatch ", e.Dispatch)] = true
	}
}

func placeOf(id graph.ID) string {
	path := strings.TrimPrefix(id.File.Path, id.File.Root+"/")
	if s := id.Def(); s != nil {
		return fmt.Sprint(path, ":", s.NameRange.Start, " ", s.Name)
	}
	return path
}

func differ(t *testing.T, x graph.Filter, what string, got, want map[string]bool) {
	for _, e := range slices.Sorted(maps.Keys(want)) {
		if !got[e] {
			t.Errorf("%s calls at tier %s lack %s", what, x.Tier, e)
		}
	}
	for _, e := range slices.Sorted(maps.Keys(got)) {
		if !want[e] {
			t.Errorf("the list of all calls at tier %s lacks, from %s: %s", x.Tier, what, e)
		}
	}
}
