package server_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite the right-hand sides of the want sections")

// archives returns every archive of this package and of the languages, by the name of its test; testdata/README.md says how they are written.
func archives(t *testing.T) map[string]string {
	files := map[string]string{}
	for _, pattern := range []string{"testdata/*.txtar", "../internal/lang/*/*.txtar", "../internal/lang/*/testdata/*.txtar"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			files[strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(file), ".txtar"), "../internal/")] = file
		}
	}
	if len(files) == 0 {
		t.Fatal("no archives")
	}
	return files
}

// TestTxtar runs every archive.
func TestTxtar(t *testing.T) {
	for name, file := range archives(t) {
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Run("disk", func(t *testing.T) { runArchive(t, file, archive, false) })
			if !*update {
				t.Run("open", func(t *testing.T) { runArchive(t, file, archive, true) })
			}
		})
	}
}

// runArchive asks each line of the want section and compares, or rewrites them.
func runArchive(t *testing.T, file string, archive *txtar.Archive, opened bool) {
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
	if i < 0 {
		t.Fatal("no want section")
	}
	s := newScript(t, slices.Delete(slices.Clone(archive.Files), i, i+1), opened)
	var out bytes.Buffer
	for line := range strings.Lines(string(archive.Files[i].Data)) {
		line = strings.TrimSpace(line)
		question, want, asks := strings.Cut(line, " = ")
		question = strings.TrimSpace(strings.TrimSuffix(question, " ="))
		if line == "" || strings.HasPrefix(line, "#") {
			out.WriteString(line + "\n")
			continue
		}
		got := s.ask(t, question)
		switch {
		case got == "":
			out.WriteString(question + "\n")
		case *update:
			out.WriteString(question + " = " + got + "\n")
		case !asks || got != strings.TrimSpace(want):
			t.Errorf("%s\n got: %s\nwant: %s", question, got, want)
		}
	}
	if *update && !t.Failed() {
		archive.Files[i].Data = out.Bytes()
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// script is a workspace and a client that is asked about it.
type script struct {
	t     *testing.T
	c     *testkit.Client
	w     *testkit.Workspace
	utf8  bool
	now   map[string]string // texts as they are at the moment, by file
	stage map[string]string // the section whose text a file has at the moment
	open  map[string]int    // versions of open documents
	saved map[string]bool
}

const utf8Client = `{"general": {"positionEncodings": ["utf-8"]}, "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
	"hover": {"contentFormat": ["markdown"]}}}`

func newScript(t *testing.T, files []txtar.File, opened bool) *script {
	s := &script{t: t, w: testkit.Parse(t, files), utf8: opened, now: map[string]string{}, stage: map[string]string{}, open: map[string]int{}, saved: map[string]bool{}}
	s.w.Dir = testkit.TempDir(t)
	for name, content := range s.w.Files {
		if strings.HasSuffix(name, ".edit") {
			continue
		}
		s.now[name], s.stage[name] = content, name
		if opened && !isManifest(name) {
			content = ""
		}
		s.w.WriteFile(t, name, content)
	}
	setup := testkit.Setup{Roots: []string{s.w.Dir}}
	if opened {
		setup.Capabilities = utf8Client
	}
	s.c = testkit.Start(t, setup)
	if opened {
		for name := range s.now {
			s.didOpen(name)
		}
	}
	s.c.Idle()
	return s
}

// isManifest reports whether a file is read by the index for what it says about others, so that it must be on disk.
func isManifest(name string) bool {
	base := filepath.Base(name)
	return strings.HasPrefix(base, ".git")
}
