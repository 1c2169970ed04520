// Package css describes style sheets.
package css

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/css"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is CSS.
var Language = &lang.Language{
	Name:       "css",
	Extensions: []string{".css"},
	Grammar:    css.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{Family: "css", Unit: fact.UnitFile, Separator: "/", Extensions: []string{".css"}, RelativePaths: true, Globals: true},
}
