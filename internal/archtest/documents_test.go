package archtest

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pathInText matches paths of ours in a Markdown text: in backquotes, in a link's target, or at the start of a line of a code block.
var pathInText = regexp.MustCompile("(?m)(?:`|\\]\\(|^ +|^\\t+)((?:server|indexer|graph|editors|internal|docs|\\.ci)(?:/[\\w.<>*-]*)*|[\\w-]+\\.md|main\\.go|Makefile)(?:[`)#\\s]|$)")

var placeholder = regexp.MustCompile(`<[\w-]*>`)

func TestArchitectureNamesWhatExists(t *testing.T) {
	text, ok := read(t, "ARCHITECTURE.md")
	if !ok {
		t.Skip("there is no ARCHITECTURE.md yet")
	}
	if n := strings.Count(text, "\n"); n > 300 {
		t.Errorf("ARCHITECTURE.md has %d lines, more than 300", n)
	}
	found := pathInText.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		t.Error("ARCHITECTURE.md names no path")
	}
	for _, m := range found {
		if !exists(m[1]) {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", m[1])
		}
	}
}

// exists reports whether a path, in which "<name>" and "*" stand for any name, is there; a bare name of a document may be in any folder.
func exists(p string) bool {
	p = placeholder.ReplaceAllString(p, "*")
	found, _ := filepath.Glob(filepath.Join(root, p))
	if len(found) == 0 && !strings.Contains(p, "/") {
		for _, pattern := range []string{"*", "*/*", "*/*/*"} {
			more, _ := filepath.Glob(filepath.Join(root, pattern, p))
			found = append(found, more...)
		}
	}
	return len(found) > 0
}

func TestPathsInText(t *testing.T) {
	text := "See `server/hover.go`, [x](docs/a.md#top) and\n\n    internal/lang/<name>/   languages\n\nserver/client is prose, `sibyl/ask` a method.\n"
	var got []string
	for _, m := range pathInText.FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	if want := []string{"server/hover.go", "docs/a.md", "internal/lang/<name>/"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for p, want := range map[string]bool{"internal/lang/<name>/": true, "internal/text/text.go": true, "internal/nothing": false, "none.md": false} {
		if exists(p) != want {
			t.Errorf("exists(%s) = %v", p, !want)
		}
	}
}

var (
	methodInText = regexp.MustCompile("(?m)(?:^|[`\"'\\s(|])(sibyl/[a-zA-Z]+)\\b")
	methodName   = regexp.MustCompile(`^sibyl/[a-zA-Z]+$`)
)

// TestExtensionsAreDocumented: docs/lsp-extensions.md has the methods that the server knows, and no others.
func TestExtensionsAreDocumented(t *testing.T) {
	text, ok := read(t, "docs/lsp-extensions.md")
	if !ok {
		t.Skip("there is no docs/lsp-extensions.md yet")
	}
	documented := map[string]bool{}
	for _, m := range methodInText.FindAllStringSubmatch(text, -1) {
		documented[m[1]] = true
	}
	served := map[string]bool{}
	eachSource(t, func(s *source) {
		if s.folder() != "server" || s.test {
			return
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if v, _ := strconv.Unquote(lit.Value); methodName.MatchString(v) {
					served[v] = true
				}
			}
			return true
		})
	})
	if !maps.Equal(documented, served) {
		t.Errorf("documented: %v\nserved:     %v", slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(served)))
	}
}

// TestLanguagesAreListed: a folder below internal/lang is a language, and lang/all has it.
func TestLanguagesAreListed(t *testing.T) {
	listed := map[string]bool{}
	eachSource(t, func(s *source) {
		if s.folder() == "internal/lang/all" {
			s.imports(func(_ *ast.ImportSpec, p, _ string) { listed[strings.TrimPrefix(p, module+"/internal/lang/")] = true })
		}
	})
	if len(listed) == 0 {
		t.Skip("there is no lang/all yet")
	}
	folders, err := os.ReadDir(filepath.Join(root, "internal/lang"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if name := f.Name(); f.IsDir() && name != "all" && name != "testdata" && !listed[name] {
			t.Errorf("internal/lang/%s is not listed in internal/lang/all", name)
		}
	}
}
