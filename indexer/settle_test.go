package indexer

import (
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/syntax"
	"github.com/sibyl-ls/sibyl/internal/text"
)

var marker = regexp.MustCompile(`«(?:[^|»]*\|)?([^»]*)»`)

// TestSettled types what does not parse into large texts. After a pause, what is known of them is what a full parse says.
func TestSettled(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for pauses")
	}
	tr := newTree(t)
	w := open(t, Options{Roots: []string{tr.root}})
	r := rand.New(rand.NewPCG(7, 7))
	for _, name := range []string{"a.java", "a.elm", "a.c"} { // where it makes a difference
		var b strings.Builder
		archive, err := txtar.ParseFile("../internal/lang/" + path.Ext(name)[1:] + "/" + path.Ext(name)[1:] + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; b.Len() <= syntax.SettleLimit; i++ {
			if f := archive.Files[i%len(archive.Files)]; path.Ext(f.Name) == path.Ext(name) {
				b.Write(marker.ReplaceAll(f.Data, []byte("$1")))
			}
		}
		at := tr.path(name)
		w.OpenDocument(at, "", 1, b.String())
		for i := range int32(6) {
			for range 3 {
				w.ChangeDocument(at, 2+i, func(d text.Doc) []text.Edit {
					start := r.Uint32N(uint32(len(d.Bytes)))
					return []text.Edit{{Range: text.Range{Start: start, End: min(start+r.Uint32N(16), uint32(len(d.Bytes)))}, New: []string{"(", "}", "\"", "{", "", "/*", "class A ", "x.b(", ";", "*/"}[r.IntN(10)]}}
				})
				must(w.Snapshot().File(t.Context(), at))
			}
			idle(t, w)
			f := must(w.Snapshot().File(t.Context(), at)).Facts
			d := must(w.Snapshot().Text(at))
			want := syntax.Facts(t.Context(), w.languages.Detect(at, nil), d.Bytes)
			if want.Skipped == "" && !sameFacts(f, want) {
				t.Fatalf("%s, after pause %d: the facts are not those of a full parse", name, i)
			}
		}
	}
}
