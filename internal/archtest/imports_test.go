package archtest

import (
	"go/ast"
	"strings"
	"testing"
)

// mayImport is the import table: which of our packages each may import, test files aside. A name that ends with "/" stands
// for the folders below it. Change a row when the design changes, with the reason in ARCHITECTURE.md.
var mayImport = map[string]string{
	".":                  "internal/cli",
	"internal/cli":       "server indexer graph internal/ask internal/llm internal/embed internal/config internal/bug",
	"server":             "indexer graph internal/ask internal/config internal/text internal/fact internal/bug",
	"indexer":            "graph internal/lang internal/lang/all internal/syntax internal/embed internal/glossary internal/text internal/fact internal/bug internal/secret",
	"graph":              "internal/fact",
	"internal/ask":       "indexer graph internal/llm internal/text internal/fact internal/secret",
	"internal/syntax":    "internal/lang internal/text internal/fact internal/bug",
	"internal/lang":      "internal/fact",
	"internal/lang/":     "internal/lang internal/fact internal/lang/javascript internal/lang/typescript", // those are embedded in others
	"internal/lang/all":  "internal/lang internal/lang/",
	"internal/embed":     "internal/llm internal/glossary internal/tokenizer",
	"internal/glossary":  "",
	"internal/llm":       "internal/secret",
	"internal/secret":    "",
	"internal/fact":      "internal/text",
	"internal/text":      "",
	"internal/config":    "",
	"internal/bug":       "",
	"internal/archtest":  "",
	"internal/testkit":   "*",
	"internal/tokenizer": "",
	"training/":          "internal/lang internal/lang/all internal/syntax internal/embed internal/glossary internal/text internal/fact",
}

func TestImportTable(t *testing.T) {
	unused := map[string]bool{}
	for folder := range mayImport {
		unused[folder] = true
	}
	eachSource(t, func(s *source) {
		row, ok := rowOf(s.folder())
		delete(unused, row)
		if s.test {
			return
		}
		if !ok {
			t.Errorf("%s: package %s has no row in the import table", s.path, s.folder())
			return
		}
		s.imports(func(spec *ast.ImportSpec, p, _ string) {
			if ours, ok := strings.CutPrefix(p, module+"/"); ok && !allows(mayImport[row], ours) {
				t.Errorf("%s: %s may not import %s", s.at(spec), s.folder(), ours)
			}
		})
	})
	for folder := range unused {
		t.Logf("no file is in %s", folder)
	}
}

func rowOf(folder string) (row string, ok bool) {
	if _, ok := mayImport[folder]; ok {
		return folder, true
	}
	if up := folder[:strings.LastIndex(folder, "/")+1]; up != "" {
		_, ok = mayImport[up]
		return up, ok
	}
	return "", false
}

func allows(row, folder string) bool {
	for name := range strings.FieldsSeq(row) {
		if name == "*" || name == folder || strings.HasSuffix(name, "/") && strings.HasPrefix(folder, name) {
			return true
		}
	}
	return false
}

// onlyIn says who may import packages of others, tests included. A folder that ends with "/" stands for those below it.
var onlyIn = map[string]string{
	"github.com/sashabaranov/go-openai": "internal/llm",
	"go.lsp.dev/":                       "server",
	"github.com/blevesearch/":           "indexer",
	"github.com/smacker/go-tree-sitter": "internal/syntax internal/lang internal/lang/",
	"github.com/tree-sitter":            "internal/lang/",
	module + "/internal/testkit":        "tests",
}

func TestForeignPackagesHaveOneUser(t *testing.T) {
	eachSource(t, func(s *source) {
		s.imports(func(spec *ast.ImportSpec, p, _ string) {
			for prefix, folders := range onlyIn {
				if strings.HasPrefix(p, prefix) && !allows(folders, s.folder()) && !(folders == "tests" && s.test) {
					t.Errorf("%s: %s may not import %s", s.at(spec), s.folder(), p)
				}
			}
		})
	})
}

// TestLanguagesOnlyNameTheirGrammar: C memory never leaves syntax, so a language uses no more of tree-sitter than a grammar's type.
func TestLanguagesOnlyNameTheirGrammar(t *testing.T) {
	eachSource(t, func(s *source) {
		if !strings.HasPrefix(s.path, "internal/lang/") {
			return
		}
		s.uses("github.com/smacker/go-tree-sitter", func(n ast.Node, name string) {
			if name != "Language" && name != "NewLanguage" {
				t.Errorf("%s: uses %s of tree-sitter", s.at(n), name)
			}
		})
	})
}

// TestGraphIsPure: no I/O, no clock, no goroutine.
func TestGraphIsPure(t *testing.T) {
	eachSource(t, func(s *source) {
		if s.folder() != "graph" || s.test {
			return
		}
		s.imports(func(spec *ast.ImportSpec, p, _ string) {
			first, _, _ := strings.Cut(p, "/")
			if strings.Contains(" os net time log io syscall testing ", " "+first+" ") || p == "path/filepath" {
				t.Errorf("%s: graph imports %s", s.at(spec), p)
			}
		})
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: graph starts a goroutine", s.at(n))
			}
			return true
		})
	})
}
