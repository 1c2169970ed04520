// Package ocaml describes OCaml.
package ocaml

import (
	_ "embed" // queries.scm
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	ocaml "github.com/tree-sitter/tree-sitter-ocaml/bindings/go"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

//go:embed interface.scm
var interfaceQueries string

var rules = fact.Rules{
	Family: "ocaml", Unit: fact.UnitFile, Separator: ".", Extensions: []string{".ml", ".mli"}, StemModules: true, NestedClassScope: true, ReadsCall: true, FlatTypes: true,
	Self: []string{"self"}, TypeSeparators: []string{"."},
}

// Language is OCaml.
var Language = &lang.Language{
	Name:       "ocaml",
	Extensions: []string{".ml", ".eliom"},
	Shebangs:   []string{"ocaml"},
	Grammar:    func() *sitter.Language { return sitter.NewLanguage(ocaml.LanguageOCaml()) },
	Queries:    queries,
	TestFile: func(base string) bool {
		return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.ml") || strings.HasSuffix(base, "_tests.ml") || base == "test.ml" || base == "tests.ml"
	},
	TestSymbol: func(name, _ string) bool { return strings.HasPrefix(name, "test_") },
	Rules:      rules,
}

// Interface is the language of OCaml's interface files.
var Interface = &lang.Language{
	Name:       "ocaml.interface",
	Extensions: []string{".mli", ".eliomi"},
	Grammar:    func() *sitter.Language { return sitter.NewLanguage(ocaml.LanguageOCamlInterface()) },
	Queries:    interfaceQueries,
	Rules:      rules,
}
