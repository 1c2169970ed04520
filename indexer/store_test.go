package indexer

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/embed"
)

// sample is a folder with files of several languages.
func sample(t testing.TB) *tree {
	tr := newTree(t, "go.mod", "module example.com/shop\n\ngo 1.26\n", "README.md", "# Shop\n\nHow to process payment: see `Process`.\n\n## 配置\n\n解析配置文件。\n",
		"data.txt", "the quick brown fox\njumps over the lazy dog\n")
	for i := range 12 {
		tr.write(fmt.Sprintf("pkg%d/load.go", i%4), goFile(i))
		tr.write(fmt.Sprintf("py/m%d.py", i), pyFile(i))
	}
	return tr
}

func goFile(i int) string {
	return fmt.Sprintf("package pkg%d\n\nimport \"fmt\"\n\n// Load%d loads config file number %d.\nfunc Load%d(name string) error {\n\tfmt.Println(name)\n\treturn save%d(name)\n}\n\nfunc save%d(s string) error { return nil }\n\ntype Handler%d struct{ user_name string }\n\nfunc (h *Handler%d) Parse() {}\n", i%4, i, i, i, i, i, i, i)
}

func pyFile(i int) string {
	return fmt.Sprintf("import os\nfrom m%d import parse\n\nclass Base%d:\n    \"\"\"Handles an error of kind %d.\"\"\"\n    def save(self):\n        return process_payment_%d(self)\n\ndef process_payment_%d(x):\n    # 解析配置 and process payment\n    return x\n", i%5, i, i, i, i)
}

func (tr *tree) options(t testing.TB, dir string) Options {
	return Options{Roots: []string{tr.root}, DataDir: dir}
}

// countReads counts the files that are read until the test ends.
func countReads(t testing.TB) func() []string {
	var mu sync.Mutex
	var paths []string
	old := readHook
	readHook = func(p string) {
		mu.Lock()
		defer mu.Unlock()
		paths = append(paths, p)
	}
	t.Cleanup(func() { readHook = old })
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(paths)
	}
}

func TestRestartReadsNothing(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	w := open(t, tr.options(t, dir))
	want := w.Snapshot()
	_, results := dump(t, want)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	reads := countReads(t)
	w = open(t, tr.options(t, dir))
	if r := reads(); len(r) > 0 {
		t.Errorf("read %v", r)
	}
	if n := w.Status().Notes; len(n) > 0 {
		t.Errorf("notes %q", n)
	}
	if _, again := dump(t, w.Snapshot()); fmt.Sprint(again) != fmt.Sprint(results) {
		t.Errorf("got %v\nwant %v", again, results)
	}
	tr.write("pkg1/load.go", goFile(77))
	w.Close()
	w = open(t, tr.options(t, dir))
	if r := reads(); len(r) != 1 || !strings.HasSuffix(r[0], "pkg1/load.go") {
		t.Errorf("after a change: read %v", r)
	}
	mustEqual(t, w.Snapshot(), fresh(t, w))
}

// storeFiles returns the files of the only store in dir, the lock excepted.
func storeFiles(t testing.TB, dir string) (files []string) {
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && d.Name() != "lock" {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestDamage(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	open(t, tr.options(t, dir)).Close()
	good := map[string][]byte{}
	for _, f := range storeFiles(t, dir) {
		good[f] = must(os.ReadFile(f))
	}
	want := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	damages := map[string]func([]byte) []byte{
		"truncate": func(b []byte) []byte { return b[:len(b)/2] },
		"flip":     func(b []byte) []byte { b[len(b)/3] ^= 0x55; return b },
		"zero":     func(b []byte) []byte { return make([]byte, len(b)) },
		"delete":   func([]byte) []byte { return nil },
	}
	for f, b := range good {
		for name, damage := range damages {
			t.Run(filepath.Base(f)+" "+name, func(t *testing.T) {
				restore(t, dir, good)
				if bad := damage(bytes.Clone(b)); bad == nil {
					os.Remove(f)
				} else if err := os.WriteFile(f, bad, 0o600); err != nil {
					t.Fatal(err)
				}
				w := open(t, tr.options(t, dir))
				notes := w.Status().Notes
				// Most of bolt's pages hold nothing, some segments have been merged into others, and where the newest state is lost bleve may
				// have the one before: what is indexed counts, not whether it was told.
				if len(notes) == 0 && strings.HasSuffix(f, ".log") {
					t.Error("the damage went unnoticed")
				}
				for _, n := range notes {
					if !strings.HasPrefix(n, "rebuilt: ") {
						t.Errorf("note %q", n)
					}
				}
				mustEqual(t, w.Snapshot(), want)
				w.Close()
				if w = open(t, tr.options(t, dir)); len(w.Status().Notes) > 0 {
					t.Errorf("after the repair: %q", w.Status().Notes)
				}
				w.Close()
			})
		}
	}
}

func TestVersions(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	open(t, tr.options(t, dir)).Close()
	reads := countReads(t)
	root := filepath.ToSlash(tr.root)
	want := identity(embed.Builtin())
	want.Format++
	var notes []string
	s := openStore(t.Context(), root, dir, want, func(n string) { notes = append(notes, n) })
	if len(s.records) != 0 || len(notes) != 1 || !strings.Contains(notes[0], "rebuilt: format") {
		t.Errorf("%d records, notes %q", len(s.records), notes)
	}
	s.close()
	w := open(t, tr.options(t, dir))
	if n := w.Status().Notes; len(n) != 1 || len(reads()) == 0 {
		t.Errorf("a newer store: notes %q, %d reads", n, len(reads()))
	}
}

// otherEmbedder is the built-in embedder by another name.
type otherEmbedder struct {
	embed.Embedder
	id string
}

func (e otherEmbedder) ID() string { return e.id }

func TestEmbedderChange(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	w := open(t, tr.options(t, dir))
	_, want := dump(t, w.Snapshot())
	w.Close()
	o := tr.options(t, dir)
	o.Embedder = otherEmbedder{embed.Builtin(), "other/256"}
	w = open(t, o)
	if n := w.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "embedder") {
		t.Errorf("notes %q", n)
	}
	if w.stores[filepath.ToSlash(tr.root)].commit.Next != 1+uint32(len(w.stores[filepath.ToSlash(tr.root)].records)) {
		t.Error("files were indexed again for new vectors")
	}
	if _, got := dump(t, w.Snapshot()); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestSecondProcess(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	first := open(t, tr.options(t, dir))
	second := open(t, tr.options(t, dir)) // a lock is held by an open file, so this is as good as another process
	if n := second.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "another process") {
		t.Errorf("notes %q", n)
	}
	mustEqual(t, second.Snapshot(), first.Snapshot())
	first.Close()
	second.Close()
	if n := open(t, tr.options(t, dir)).Status().Notes; len(n) > 0 {
		t.Errorf("afterwards: %q", n)
	}
}

func TestStoreIsPrivate(t *testing.T) {
	tr, dir := sample(t), filepath.Join(t.TempDir(), "data")
	open(t, tr.options(t, dir)).Close()
	for _, f := range append(storeFiles(t, dir), filepath.Dir(storeFiles(t, dir)[0])) {
		if info := must(os.Stat(f)); info.Mode().Perm()&0o077 != 0 && !strings.HasSuffix(f, ".zap") {
			t.Errorf("%s has mode %v", f, info.Mode())
		}
	}
	if info := must(os.Stat(dir)); info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v", info.Mode())
	}
}

// TestKilled kills a process that indexes, again and again, at any moment. Then the store must open and equal a fresh one.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	tr, dir := sample(t), t.TempDir()
	for i := range 40 {
		tr.write(fmt.Sprintf("more/f%d.go", i), goFile(i))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 12 {
		tr.write(fmt.Sprintf("more/f%d.go", r.IntN(40)), goFile(1000+i))
		tr.write(fmt.Sprintf("more/g%d.py", i), pyFile(i))
		if i%3 == 0 {
			tr.remove(fmt.Sprintf("more/g%d.py", r.IntN(i+1)))
		}
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "SIBYL_TEST_INDEX="+tr.root, "SIBYL_TEST_DATA="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 1)) // it has begun
		<-time.After(time.Duration(r.IntN(120)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	}
	w := open(t, tr.options(t, dir))
	for _, n := range w.Status().Notes {
		t.Errorf("note %q", n)
	}
	mustEqual(t, w.Snapshot(), fresh(t, w))
}

func TestMain(m *testing.M) {
	if root := os.Getenv("SIBYL_TEST_INDEX"); root != "" {
		indexForEver(root, os.Getenv("SIBYL_TEST_DATA"))
	}
	os.Exit(m.Run())
}

// indexForEver is the process that TestKilled kills.
func indexForEver(root, dir string) {
	for {
		w, err := Open(context.Background(), Options{Roots: []string{root}, DataDir: dir})
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString("x")
		if err := w.Idle(context.Background()); err != nil {
			panic(err)
		}
		os.WriteFile(filepath.Join(root, "more", "f1.go"), []byte(goFile(int(time.Now().UnixNano()%1000))), 0o644)
		w.FilesChanged(nil)
		w.Idle(context.Background())
		w.Close()
	}
}
