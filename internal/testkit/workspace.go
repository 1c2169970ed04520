package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// Workspace is a folder of files that a test wrote, with the places that it marked in them.
type Workspace struct {
	Dir   string            // absolute, slashes
	Files map[string]string // by path within Dir, without markers
	Marks map[string]Mark   // by name
}

// Mark is a place that a test marked with «name|text».
type Mark struct {
	File       string
	Start, End int // byte offsets
}

// Parse takes the markers out of the files of an archive.
func Parse(t testing.TB, files []txtar.File) *Workspace {
	t.Helper()
	w := &Workspace{Files: map[string]string{}, Marks: map[string]Mark{}}
	for _, f := range files {
		w.Files[f.Name] = w.unmark(t, f.Name, string(f.Data))
	}
	return w
}

// Write is Parse, with the files written below a new temporary folder.
func Write(t testing.TB, files []txtar.File) *Workspace {
	t.Helper()
	w := Parse(t, files)
	w.Dir = TempDir(t)
	for name, content := range w.Files {
		w.WriteFile(t, name, content)
	}
	return w
}

// TempDir is t.TempDir with symbolic links resolved, as the index sees it.
func TempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(dir)
}

// WriteFile writes one file of the folder.
func (w *Workspace) WriteFile(t testing.TB, name, content string) {
	t.Helper()
	path := w.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Path returns the absolute path of a file.
func (w *Workspace) Path(name string) string { return w.Dir + "/" + name }

// URI returns the URI of a file.
func (w *Workspace) URI(name string) string { return text.URIFromPath(w.Path(name)) }

// Name is the inverse of URI.
func (w *Workspace) Name(uri string) string {
	path, _ := text.PathFromURI(uri)
	return strings.TrimPrefix(path, w.Dir+"/")
}

// unmark removes «name|text» from a text, keeps text and notes its place.
func (w *Workspace) unmark(t testing.TB, file, s string) string {
	t.Helper()
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "«")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		inside, after, closed := strings.Cut(rest, "»")
		name, content, named := strings.Cut(inside, "|")
		if !closed || !named {
			t.Fatalf("%s: marker «%s is not of the form «name|text»", file, inside)
		}
		if _, twice := w.Marks[name]; twice {
			t.Fatalf("%s: marker %q is there twice", file, name)
		}
		w.Marks[name] = Mark{file, out.Len(), out.Len() + len(content)}
		out.WriteString(content)
		s = after
	}
}
