package indexer

import (
	"os"
	"runtime"
	"testing"

	index "github.com/blevesearch/bleve_index_api"
)

// TestLateResult lets a worker find that a file has the content that is indexed, and commits other content before that result arrives.
func TestLateResult(t *testing.T) {
	tr := newTree(t, "a.go", "package a\n\nfunc first() {}\n")
	w := open(t, Options{Roots: []string{tr.root}})
	path := tr.path("a.go")
	r := w.Snapshot().state.find(path)
	j := &job{root: r.root, entry: Entry{Path: r.path, Rel: r.rel, Size: r.size, ModTime: r.modTime}}
	p := &processor{w: w, analyzer: newAnalyzer(w.terms), enc: newEncoder()}
	late := p.process(t.Context(), j, r)
	if late.documents != nil {
		t.Fatal("the content is the same, and was analysed again")
	}
	tr.write("a.go", "package a\n\nfunc second() {}\n\nfunc third() {}\n")
	w.FilesChanged([]string{path})
	idle(t, w)
	w.pending.add(1)
	w.ask(func() { w.committer.take(&outcome{job: j, add: late}) })
	w.look()
	idle(t, w)
	if now := w.Snapshot().state.find(path); now.bytes != len(readFile(t, path)) {
		t.Errorf("the index has %d bytes of %s", now.bytes, readFile(t, path))
	}
	sameChunks(t, w)
}

// TestAsk: who asks the committer for something sees what it has done. A root whose files are listed before the records of its store are published
// is read as if it were new.
func TestAsk(t *testing.T) {
	w := open(t, Options{Roots: []string{newTree(t, "a.go", "package a\n").root}})
	for range 100 {
		done := false
		w.ask(func() {
			for range 100 {
				runtime.Gosched()
			}
			done = true
		})
		if !done {
			t.Fatal("ask returned before its function did")
		}
	}
}

// sameChunks compares the number of chunks of the records with that of the text index.
func sameChunks(t *testing.T, w *Workspace) {
	t.Helper()
	s := w.Snapshot()
	for _, v := range s.state.roots {
		err := v.store.read(func(r index.IndexReader) error {
			n, err := r.DocCount()
			if n != uint64(v.stats.chunks) {
				t.Errorf("%d chunks in the text index, the records have %d", n, v.stats.chunks)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
