package indexer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// tree is a folder of files for a test.
type tree struct {
	t    testing.TB
	root string
}

// newTree makes a folder with files: path, content, path, content …
func newTree(t testing.TB, files ...string) *tree {
	tr := &tree{t, t.TempDir()}
	for i := 0; i < len(files); i += 2 {
		tr.write(files[i], files[i+1])
	}
	return tr
}

func (tr *tree) path(rel string) string { return filepath.Join(tr.root, filepath.FromSlash(rel)) }

// write writes a file that looks old, so that nobody has to read it again for being recent.
func (tr *tree) write(rel, content string) {
	tr.t.Helper()
	p := tr.path(rel)
	old := time.Now().Add(-time.Hour)
	for _, err := range []error{os.MkdirAll(filepath.Dir(p), 0o755), os.WriteFile(p, []byte(content), 0o644), os.Chtimes(p, old, old)} {
		if err != nil {
			tr.t.Fatal(err)
		}
	}
}

func (tr *tree) remove(rel string) {
	tr.t.Helper()
	if err := os.RemoveAll(tr.path(rel)); err != nil {
		tr.t.Fatal(err)
	}
}

// open opens a workspace that is closed at the test's end, and waits until it is idle.
func open(t testing.TB, o Options) *Workspace {
	t.Helper()
	if o.DataDir == "" {
		o.DataDir = t.TempDir()
	}
	w, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	idle(t, w)
	return w
}

func idle(t testing.TB, w *Workspace) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := w.Idle(ctx); err != nil {
		t.Fatal(err)
	}
}

// queries are asked when two workspaces are compared.
var queries = []string{"parse", "Load", "load config file", "handler", "the quick brown fox", "解析配置", "user_name", "error", "save", "process payment"}

// dump returns all that a snapshot knows in a form that can be compared: facts by path, results by query.
func dump(t testing.TB, s *Snapshot) (files map[string]*graph.File, results map[string][]string) {
	t.Helper()
	files, results = map[string]*graph.File{}, map[string][]string{}
	for r := range s.state.records {
		f, err := s.File(t.Context(), r.path)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil {
			files[r.path] = f
		}
	}
	for _, d := range s.overlay.documents {
		f, err := s.File(t.Context(), d.document.path)
		if err != nil {
			t.Fatal(err)
		}
		files[d.document.path] = f
	}
	for _, q := range queries {
		hits, err := s.Search(t.Context(), Query{Text: q, Limit: 15})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			results[q] = append(results[q], fmt.Sprintf("%s:%d-%d %s %.9f %v", h.File.Path, h.Start, h.End, h.Symbol, h.Score, h.Why))
		}
	}
	return files, results
}

// mustEqual compares what two snapshots know.
func mustEqual(t testing.TB, got, want *Snapshot) {
	t.Helper()
	gotFiles, gotResults := dump(t, got)
	wantFiles, wantResults := dump(t, want)
	for p, f := range wantFiles {
		g := gotFiles[p]
		if g == nil {
			t.Fatalf("%s is missing", p)
		}
		if g.Root != f.Root || g.Marks != f.Marks || !sameFacts(g.Facts, f.Facts) {
			t.Fatalf("%s differs:\ngot  %+v %+v\nwant %+v %+v", p, g.Marks, g.Facts, f.Marks, f.Facts)
		}
		delete(gotFiles, p)
	}
	for p := range gotFiles {
		t.Fatalf("%s should not be there", p)
	}
	for _, q := range queries {
		if !slices.Equal(gotResults[q], wantResults[q]) {
			t.Fatalf("search %q differs:\ngot\n%s\nwant\n%s", q, strings.Join(gotResults[q], "\n"), strings.Join(wantResults[q], "\n"))
		}
	}
}

// sameFacts compares facts; an empty list is as good as none.
func sameFacts(a, b *fact.File) bool {
	e := newEncoder()
	x, y := e.facts(nil, a), e.facts(nil, b)
	return reflect.DeepEqual(x, y)
}

// fresh returns a snapshot of a new workspace over the same roots, with the same documents open.
func fresh(t testing.TB, w *Workspace) *Snapshot {
	t.Helper()
	n := open(t, Options{Roots: w.Snapshot().Roots()})
	w.mu.Lock()
	o := w.overlay
	w.mu.Unlock()
	for _, d := range o.documents {
		n.OpenDocument(d.document.path, "", d.version, string(d.text.Bytes))
	}
	return n.Snapshot()
}

func TestWorkspace(t *testing.T) {
	tr := newTree(t, "a.go", "package a\n\n// Load reads the config file.\nfunc Load(name string) error { return parse(name) }\n",
		"b.py", "def parse(text):\n    return text\n\nclass Handler:\n    def save(self):\n        pass\n", "docs/x.md", "# Parse\n\nThe quick brown fox.\n", "bin.dat", "\x00\x01\x02\x00")
	w := open(t, Options{Roots: []string{tr.root}})
	s := w.Snapshot()
	if !s.Complete() {
		t.Error("not complete after Idle")
	}
	st := w.Status()
	if st.Files != 3 || st.Indexing || st.Kinds[fact.Function] < 2 || st.Languages["go"] != 1 || len(st.Skipped) != 1 {
		t.Errorf("status %+v", st)
	}
	hits, err := s.Search(t.Context(), Query{Text: "Load"})
	if err != nil || len(hits) == 0 || hits[0].Symbol != "Load" || hits[0].Start != 3 || hits[0].End != 4 {
		t.Fatalf("%+v, %v", hits, err)
	}
	w.OpenDocument(tr.path("a.go"), "go", 1, "package a\n\nfunc Store() {}\n")
	w.ChangeDocument(tr.path("a.go"), 2, func(d text.Doc) []text.Edit {
		return []text.Edit{{Range: text.Range{Start: 16, End: 21}, New: "Save"}, {Range: text.Range{Start: 0, End: 0}, New: "// x\n"}}
	})
	if hits, err = w.Snapshot().Search(t.Context(), Query{Text: "Save"}); err != nil || len(hits) == 0 || hits[0].Symbol != "Save" {
		t.Fatalf("%+v, %v", hits, err)
	}
	for _, h := range must(w.Snapshot().Search(t.Context(), Query{Text: "Load"})) {
		if h.Symbol == "Load" {
			t.Error("deleted function is found")
		}
	}
	w.CloseDocument(tr.path("a.go"))
	idle(t, w)
	mustEqual(t, w.Snapshot(), s)
}

// TestOldSnapshot parses a document for a snapshot that is older than the document's last edit.
func TestOldSnapshot(t *testing.T) {
	tr := newTree(t, "a.go", "package a\n")
	w := open(t, Options{Roots: []string{tr.root}})
	w.OpenDocument(tr.path("a.go"), "go", 1, "package a // not saved\n")
	old := w.Snapshot()
	add := func(version int32, line string) {
		w.ChangeDocument(tr.path("a.go"), version, func(d text.Doc) []text.Edit {
			return []text.Edit{{Range: text.Range{Start: uint32(len(d.Bytes)), End: uint32(len(d.Bytes))}, New: line}}
		})
	}
	add(2, "func f() {}\n")
	must(old.Graph(t.Context()))
	add(3, "func g() {}\n")
	f := must(w.Snapshot().Graph(t.Context())).File(filepath.ToSlash(tr.path("a.go")))
	if n := len(f.Facts.Symbols); n != 2 {
		t.Errorf("%d functions, want 2", n)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestNoHome: without a folder for the index there is one in memory, and the status says so.
func TestNoHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	w, err := Open(t.Context(), Options{Roots: []string{newTree(t, "a.go", "package a\n\nfunc F() {}\n").root}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	idle(t, w)
	if st := w.Status(); st.Files != 1 || len(st.Notes) != 1 || !strings.Contains(st.Notes[0], "index in memory") {
		t.Errorf("%d files, notes %q", st.Files, st.Notes)
	}
	if _, err := Purge("", []string{t.TempDir()}); err == nil {
		t.Error("nothing was purged without a word")
	}
}

// TestLargeBuilt: what a build leaves is read whatever its size, but not for search.
func TestLargeBuilt(t *testing.T) {
	runs := `[{"directory": "/b", "file": "a.c", "command": "cc -Ifolderofheaders a.c"}` + strings.Repeat(" ", DefaultMaxBytes) + "]"
	w := open(t, Options{Roots: []string{newTree(t, "a.c", "int a;\n", "build/compile_commands.json", runs).root}})
	if st := w.Status(); st.Files != 2 || len(st.Skipped) > 0 {
		t.Errorf("%d files, skipped %v", st.Files, st.Skipped)
	}
	for _, h := range must(w.Snapshot().Search(t.Context(), Query{Text: "folderofheaders"})) {
		if strings.HasSuffix(h.File.Path, ".json") {
			t.Errorf("found %+v", h)
		}
	}
}

// TestMisreadIsTold: a project file that is broken is listed with the reason, until it is mended, and what it says as far as it goes counts.
func TestMisreadIsTold(t *testing.T) {
	tr := newTree(t, "build/compile_commands.json", `[{"directory": "/b", "file": "a.c", "command": "cc"},`, "x.bin", "\x00")
	w := open(t, Options{Roots: []string{tr.root}})
	told := func() (list []string) {
		for _, s := range w.Status().Skipped {
			if s.Partly {
				list = append(list, w.Snapshot().Rel(s.Path)+": "+s.Reason)
			}
		}
		return list
	}
	if got := fmt.Sprint(told()); got != "[build/compile_commands.json: read with errors: line 1: the end is missing]" {
		t.Error(got)
	}
	if f := must(w.Snapshot().File(t.Context(), tr.path("build/compile_commands.json"))); len(f.Facts.Imports) != 1 {
		t.Errorf("imports %v", f.Facts.Imports)
	}
	tr.write("build/compile_commands.json", "[]")
	w.FilesChanged([]string{tr.path("build/compile_commands.json")})
	idle(t, w)
	if got := told(); len(got) > 0 {
		t.Error(got)
	}
}
