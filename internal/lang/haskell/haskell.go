// Package haskell describes Haskell.
package haskell

import (
	_ "embed" // queries.scm
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	haskell "github.com/tree-sitter/tree-sitter-haskell/bindings/go"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Haskell.
var Language = &lang.Language{
	Name:       "haskell",
	Extensions: []string{".hs", ".hs-boot", ".hsc"},
	Shebangs:   []string{"runhaskell", "runghc"},
	Grammar:    func() *sitter.Language { return sitter.NewLanguage(haskell.Language()) },
	Queries:    queries,
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, "Spec.hs") || strings.HasSuffix(base, "Test.hs") || strings.HasSuffix(base, "Tests.hs") || strings.HasPrefix(base, "Test")
	},
	TestSymbol: func(name, _ string) bool {
		return strings.HasPrefix(name, "prop_") || strings.HasPrefix(name, "test_") || name == "spec"
	},
	Rules: fact.Rules{
		Family: "haskell", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".hs"}, NestedClassScope: true, TypeSeparators: []string{"."},
		FlatTypes: true, ReadsCall: true, Attributes: []string{"signature", "pragma"},
	},
}
