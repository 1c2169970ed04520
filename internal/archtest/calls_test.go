package archtest

import (
	"go/ast"
	"strings"
	"testing"
)

// mayUseStdout are the places that know whether standard output is a person's or the protocol's. Everywhere else a print would break
// the stream of the server.
var mayUseStdout = map[string]bool{
	"main.go":           true,
	"internal/cli":      true,
	"training/pairs":    true, // commands of their own
	"training/features": true,
	"server/server.go":  true, // takes it for the protocol and puts standard error in its place
}

func TestNobodyPrints(t *testing.T) {
	eachSource(t, func(s *source) {
		if s.test || mayUseStdout[s.path] || mayUseStdout[s.folder()] {
			return
		}
		s.uses("fmt", func(n ast.Node, name string) {
			if strings.HasPrefix(name, "Print") {
				t.Errorf("%s: fmt.%s", s.at(n), name)
			}
		})
		s.uses("os", func(n ast.Node, name string) {
			if name == "Stdout" {
				t.Errorf("%s: os.Stdout", s.at(n))
			}
		})
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
					t.Errorf("%s: %s", s.at(n), f.Name)
				}
			}
			return true
		})
	})
}

// TestNobodySleeps: code that waits for a time is wrong on a slower machine; it waits for what it needs.
func TestNobodySleeps(t *testing.T) {
	eachSource(t, func(s *source) {
		s.uses("time", func(n ast.Node, name string) {
			if name == "Sleep" {
				t.Errorf("%s: time.Sleep", s.at(n))
			}
		})
	})
}

// TestPackagesSayWhatTheyAre: each opens with a paragraph of documentation.
func TestPackagesSayWhatTheyAre(t *testing.T) {
	docs := map[string]string{}
	eachSource(t, func(s *source) {
		if !s.test {
			docs[s.folder()] += s.syntax.Doc.Text()
		}
	})
	for folder, doc := range docs {
		if doc == "" {
			t.Errorf("package %s has no documentation", folder)
		}
	}
}
