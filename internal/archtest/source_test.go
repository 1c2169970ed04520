package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/sibyl-ls/sibyl"
)

// source is one of our Go files.
type source struct {
	path   string // relative to the root, with slashes
	test   bool
	syntax *ast.File
	set    *token.FileSet
}

// folder is that of the file; "." is main's.
func (s *source) folder() string { return path.Dir(s.path) }

// at is where a node stands, for messages.
func (s *source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.set.Position(n.Pos()).Line)
}

// imports calls yield for each import with its path and the name that it has in the file.
func (s *source) imports(yield func(spec *ast.ImportSpec, importPath, name string)) {
	for _, spec := range s.syntax.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		yield(spec, p, name)
	}
}

// uses calls yield for each selector pkg.name on an import of importPath.
func (s *source) uses(importPath string, yield func(n ast.Node, name string)) {
	s.imports(func(_ *ast.ImportSpec, p, local string) {
		if p != importPath {
			return
		}
		if local == "go-tree-sitter" {
			local = "sitter" // the package is not called like its folder
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == local {
					yield(n, sel.Sel.Name)
				}
			}
			return true
		})
	})
}

// sources returns all our Go files: not those that are written by a program, nor those that tests use as sample text.
var sources = sync.OnceValues(func() ([]*source, error) {
	var all []*source
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && p != root && (name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasSuffix(p, "/test/workspace")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, p, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if rel, _ := filepath.Rel(root, p); !ast.IsGenerated(f) {
			all = append(all, &source{filepath.ToSlash(rel), strings.HasSuffix(name, "_test.go"), f, set})
		}
		return nil
	})
	return all, err
})

// eachSource calls check for every file.
func eachSource(t *testing.T, check func(s *source)) {
	t.Helper()
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("only %d files in %s", len(all), root)
	}
	for _, s := range all {
		check(s)
	}
}

// read returns a document's text; ok is false when there is none.
func read(t *testing.T, name string) (text string, ok bool) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b), err == nil
}
