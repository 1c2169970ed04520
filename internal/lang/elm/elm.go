// Package elm describes Elm.
package elm

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/elm"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Elm.
var Language = &lang.Language{
	Name:       "elm",
	Extensions: []string{".elm"},
	Grammar:    elm.GetLanguage,
	Queries:    queries,
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, "Test.elm") || strings.HasSuffix(base, "Tests.elm")
	},
	Rules: fact.Rules{Family: "elm", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".elm"}, NestedClassScope: true, TypeSeparators: []string{"."}, FlatTypes: true, ReadsCall: true, Attributes: []string{"type_annotation"}},
}
