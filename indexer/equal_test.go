package indexer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// session makes random changes to a folder and to open documents, and tells a workspace of them.
type session struct {
	*tree
	w       *Workspace
	r       *rand.Rand
	open    []string // paths
	version int32
}

func (s *session) rel() string {
	dir := []string{"pkg0", "pkg1", "py", "new/deep", "docs"}[s.r.IntN(5)]
	return fmt.Sprintf("%s/f%d%s", dir, s.r.IntN(8), []string{".go", ".py", ".md", ".txt"}[s.r.IntN(4)])
}

func (s *session) content(rel string) string {
	switch n := s.r.IntN(50); filepath.Ext(rel) {
	case ".go":
		return goFile(n)
	case ".py":
		return pyFile(n)
	default:
		return fmt.Sprintf("# Title %d\n\nThe quick brown fox %d; process payment 解析配置.\n", n, n)
	}
}

// step makes one change.
func (s *session) step() {
	rel := s.rel()
	p := s.path(rel)
	switch s.r.IntN(8) {
	case 0, 1, 2: // save
		s.write(rel, s.content(rel))
		s.w.FilesChanged([]string{p})
	case 3: // delete
		s.remove(rel)
		s.w.FilesChanged([]string{p})
	case 4: // rename, without telling which
		to := s.path(s.rel())
		os.MkdirAll(filepath.Dir(to), 0o755)
		if os.Rename(p, to) == nil {
			s.w.FilesChanged([]string{p, to})
		}
	case 5: // a folder goes, or is another one; a watcher may tell of the folders alone
		switch s.r.IntN(10) {
		case 0, 1:
			s.remove(filepath.Dir(rel))
			s.w.FilesChanged([]string{filepath.Dir(p)})
		case 2, 3:
			from, to := filepath.Dir(p), s.path(fmt.Sprintf("moved%d/deep", s.r.IntN(3)))
			os.MkdirAll(filepath.Dir(to), 0o755)
			if os.Rename(from, to) == nil {
				s.w.FilesChanged([]string{from, filepath.Dir(to)})
			}
		case 4: // the whole workspace, for a while
			away := s.root + ".away"
			os.Rename(s.root, away)
			s.w.FilesChanged([]string{s.root})
			if s.r.IntN(2) == 0 {
				idle(s.t, s.w)
			}
			os.Rename(away, s.root)
			s.w.FilesChanged([]string{s.root})
		}
	default:
		s.edit(p, rel)
	}
}

// edit opens, types into, or closes a document.
func (s *session) edit(p, rel string) {
	s.version++
	if len(s.open) < 3 && !slices.Contains(s.open, p) {
		s.open = append(s.open, p)
		b, err := os.ReadFile(p)
		if err != nil {
			b = []byte(s.content(rel))
		}
		s.w.OpenDocument(p, "", s.version, string(b))
		return
	}
	i := s.r.IntN(len(s.open))
	if s.r.IntN(6) == 0 {
		s.w.CloseDocument(s.open[i])
		s.open = slices.Delete(s.open, i, i+1)
		return
	}
	s.w.ChangeDocument(s.open[i], s.version, func(d text.Doc) []text.Edit {
		var edits []text.Edit
		n := uint32(len(d.Bytes))
		for range 1 + s.r.IntN(3) {
			at := s.r.Uint32N(n + 1)
			e := text.Edit{Range: text.Range{Start: at, End: min(at+s.r.Uint32N(8), n)}, New: []string{"x", "\n", "def q():\n", "func Z() {}\n", "解", ""}[s.r.IntN(6)]}
			n += uint32(len(e.New)) - (e.Range.End - e.Range.Start)
			edits = append(edits, e)
		}
		return edits
	})
}

// TestEqualsRebuild: whatever happened, the workspace is the same as one that starts with the files and documents as they are.
func TestEqualsRebuild(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tr := sample(t)
			s := &session{tree: tr, w: open(t, Options{Roots: []string{tr.root}}), r: rand.New(rand.NewPCG(seed, 1))}
			for i := range 120 {
				s.step()
				switch {
				case i%7 == 0:
					if _, err := s.w.Snapshot().Graph(t.Context()); err != nil {
						t.Fatal(err)
					}
				case i%11 == 0:
					must(s.w.Snapshot().Search(t.Context(), Query{Text: "load"}))
				case i%40 == 0:
					idle(t, s.w)
					mustEqual(t, s.w.Snapshot(), fresh(t, s.w))
				}
			}
			idle(t, s.w)
			mustEqual(t, s.w.Snapshot(), fresh(t, s.w))
			for _, p := range s.open {
				s.w.CloseDocument(p)
			}
			idle(t, s.w)
			mustEqual(t, s.w.Snapshot(), fresh(t, s.w))
		})
	}
}

// TestCompaction: rewriting the logs changes nothing, in memory or after a restart.
func TestCompaction(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	w := open(t, tr.options(t, dir))
	for i := range 10 {
		tr.write("pkg0/load.go", goFile(100+i))
		w.FilesChanged([]string{tr.path("pkg0/load.go")})
		idle(t, w)
	}
	want := fresh(t, w)
	old := w.Snapshot()
	s := w.storeOf(filepath.ToSlash(tr.root))
	before := s.facts.size
	w.ask(func() { w.committer.compact(s, true) })
	if s.facts.size >= before {
		t.Errorf("%d bytes of facts after, %d before", s.facts.size, before)
	}
	mustEqual(t, w.Snapshot(), want)
	mustEqual(t, old, want)
	tr.write("pkg1/load.go", goFile(200))
	w.FilesChanged([]string{tr.path("pkg1/load.go")})
	idle(t, w)
	w.Close()
	w = open(t, tr.options(t, dir))
	if n := w.Status().Notes; len(n) > 0 {
		t.Errorf("notes %q", n)
	}
	mustEqual(t, w.Snapshot(), fresh(t, w))
}

func TestRoots(t *testing.T) {
	a, b := sample(t), newTree(t, "x.py", "def handler():\n    parse_error()\n", "load.go", goFile(1))
	inner := filepath.Join(a.root, "py")
	w := open(t, Options{Roots: []string{a.root}})
	set := func(roots ...string) {
		t.Helper()
		if err := w.SetRoots(roots); err != nil {
			t.Fatal(err)
		}
	}
	for _, roots := range [][]string{{a.root, b.root}, {b.root}, {b.root, a.root, inner}, {inner, b.root}, {a.root}, {}, {a.root, b.root}} {
		set(roots...)
		for r := range w.Snapshot().state.records {
			if !slices.Contains(roots, r.root) {
				t.Fatalf("%s is still there without its root", r.path)
			}
		}
		idle(t, w)
		mustEqual(t, w.Snapshot(), fresh(t, w))
	}
	for range 20 { // faster than they can be opened
		set(a.root)
		set(b.root, inner)
		set()
		set(b.root, a.root)
	}
	idle(t, w)
	mustEqual(t, w.Snapshot(), fresh(t, w))
	if err := w.SetRoots([]string{a.path("go.mod")}); err == nil {
		t.Error("a root that is a file is accepted")
	}
	s := w.Snapshot()
	if got := s.Rel(filepath.ToSlash(a.path("py/m1.py"))); got != filepath.Base(a.root)+"~1/py/m1.py" && got != filepath.Base(a.root)+"/py/m1.py" {
		t.Errorf("Rel: %s", got)
	}
}

// TestRootGoes: a folder that is deleted, and another one at its place later, by whatever a client tells of it.
func TestRootGoes(t *testing.T) {
	told := map[string]func(tr *tree) []string{
		"the folder":        func(tr *tree) []string { return []string{tr.root} },
		"the one around it": func(tr *tree) []string { return []string{filepath.Dir(tr.root)} },
		"a file":            func(tr *tree) []string { return []string{tr.path("py/m1.py")} },
		"nothing":           func(tr *tree) []string { return nil },
	}
	for name, paths := range told {
		t.Run(name, func(t *testing.T) {
			tr, stays := sample(t), newTree(t, "x.py", "def handler():\n    parse_error()\n")
			o := tr.options(t, t.TempDir())
			o.Roots = append(o.Roots, stays.root)
			w := open(t, o)
			w.OpenDocument(tr.path("py/m2.py"), "", 1, "def unsaved(): pass\n")
			tell := func() {
				w.FilesChanged(paths(tr))
				idle(t, w)
			}
			facts := w.storeOf(filepath.ToSlash(tr.root)).facts.size

			os.RemoveAll(tr.root)
			tell()
			mustEqual(t, w.Snapshot(), fresh(t, w))
			if n := w.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "does not exist") {
				t.Errorf("without the folder: notes %q", n)
			}
			if w.Status().Files != 1 || !w.Snapshot().Complete() {
				t.Errorf("without the folder: %d files, complete: %t", w.Status().Files, w.Snapshot().Complete())
			}

			os.CopyFS(tr.root, os.DirFS(sample(t).root))
			tell()
			mustEqual(t, w.Snapshot(), fresh(t, w))
			if n := w.Status().Notes; len(n) > 0 {
				t.Errorf("with the folder again: notes %q", n)
			}
			if now := w.storeOf(filepath.ToSlash(tr.root)).facts.size; now != facts {
				t.Errorf("what came back was parsed again: %d bytes of facts, before %d", now, facts)
			}

			os.RemoveAll(tr.root) // and another one before anybody looks
			tr.write("py/m1.py", pyFile(77))
			w.FilesChanged(nil)
			idle(t, w)
			mustEqual(t, w.Snapshot(), fresh(t, w))
		})
	}
}

// TestRootComes: a folder that did not exist when the workspace was opened, and one that cannot be read for a while.
func TestRootComes(t *testing.T) {
	tr := newTree(t)
	root := tr.path("later")
	w := open(t, Options{Roots: []string{root}})
	if n := w.Status().Notes; len(n) != 1 || !w.Snapshot().Complete() {
		t.Errorf("notes %q", n)
	}
	tr.write("later/a.go", goFile(1))
	w.OpenDocument(filepath.Join(root, "a.go"), "", 1, goFile(2)) // the only sign of it
	idle(t, w)
	mustEqual(t, w.Snapshot(), fresh(t, w))
	if n := w.Status().Notes; len(n) > 0 {
		t.Errorf("notes %q", n)
	}
	if os.Geteuid() == 0 {
		return // may read everything
	}
	os.Chmod(root, 0)
	w.FilesChanged(nil)
	idle(t, w)
	os.Chmod(root, 0o755)
	if n := w.Status().Notes; len(n) != 1 || w.Status().Files != 1 {
		t.Errorf("%d files, notes %q", w.Status().Files, n)
	}
	w.FilesChanged([]string{filepath.Join(root, "a.go")})
	idle(t, w)
	if n := w.Status().Notes; len(n) > 0 {
		t.Errorf("notes %q", n)
	}
}

func git1(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestBranchSwitch: another branch and back again; the second time nothing is parsed.
func TestBranchSwitch(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	git1(t, tr.root, "init", "-q", "-b", "main")
	git1(t, tr.root, "add", ".")
	git1(t, tr.root, "commit", "-q", "-m", "one")
	git1(t, tr.root, "checkout", "-q", "-b", "other")
	tr.write("pkg0/load.go", goFile(500))
	tr.write("fresh.py", pyFile(500))
	tr.remove("py/m3.py")
	git1(t, tr.root, "add", "-A")
	git1(t, tr.root, "commit", "-q", "-m", "two")
	w := open(t, tr.options(t, dir))
	head := w.Status().Head
	s := w.storeOf(filepath.ToSlash(tr.root))
	var sizes []int64
	for _, branch := range []string{"main", "other", "main"} {
		git1(t, tr.root, "checkout", "-q", branch)
		w.FilesChanged(nil)
		idle(t, w)
		mustEqual(t, w.Snapshot(), fresh(t, w))
		sizes = append(sizes, s.facts.size)
	}
	if sizes[2] != sizes[0] || sizes[1] != sizes[0] {
		t.Errorf("the facts log grew: %v", sizes)
	}
	if w.Status().Head == head || head == "" {
		t.Errorf("head %q, then %q", head, w.Status().Head)
	}
}

// flaky is an embedder elsewhere that fails after some batches until it is repaired.
type flaky struct {
	embed.Embedder
	left  atomic.Int32 // texts until it fails
	asked atomic.Int32 // texts
}

func (f *flaky) Local() bool { return false }
func (f *flaky) ID() string  { return "flaky" }
func (f *flaky) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	n := min(len(texts), int(max(f.left.Load(), 0)))
	f.left.Add(int32(-n))
	f.asked.Add(int32(n))
	v, err := f.Embedder.Documents(ctx, texts[:n])
	if err == nil && n < len(texts) {
		err = errors.New("the endpoint is gone")
	}
	return v, err
}

func TestRemoteEmbedder(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	f := &flaky{Embedder: embed.Builtin()}
	f.left.Store(20)
	o := tr.options(t, dir)
	o.Embedder = f
	w := open(t, o)
	if n := w.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "the endpoint is gone") {
		t.Errorf("notes %q", n)
	}
	if hits := must(w.Snapshot().Search(t.Context(), Query{Text: "Load9"})); len(hits) == 0 || hits[0].Symbol != "Load9" {
		t.Errorf("text search: %v", hits)
	}
	w.Close()
	f.left.Store(1 << 20)
	w = open(t, o)
	if n := w.Status().Notes; len(n) != 0 {
		t.Errorf("notes %q", n)
	}
	vectors := int32(w.storeOf(filepath.ToSlash(tr.root)).vectors.len())
	if f.asked.Load() != vectors {
		t.Errorf("%d texts were embedded for %d vectors", f.asked.Load(), vectors)
	}
	n := f.asked.Load()
	w.Close()
	w = open(t, o)
	if f.asked.Load() != n {
		t.Error("vectors are made again after a restart")
	}
	fine := &flaky{Embedder: embed.Builtin()}
	fine.left.Store(1 << 20)
	mustEqual(t, w.Snapshot(), open(t, Options{Roots: []string{tr.root}, Embedder: fine}).Snapshot())
}

func TestCloseWhileIndexing(t *testing.T) {
	tr := sample(t)
	for i := range 300 {
		tr.write(fmt.Sprintf("many/f%d.go", i), goFile(i))
	}
	for range 5 {
		w, err := Open(t.Context(), Options{Roots: []string{tr.root}, DataDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		w.OpenDocument(tr.path("pkg0/load.go"), "go", 1, goFile(3))
		w.Snapshot().Graph(t.Context())
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if err := w.Idle(t.Context()); err == nil && w.pending.value() > 0 {
			t.Error("Idle returns nil on a closed workspace with work left")
		}
	}
}
