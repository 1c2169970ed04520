// Package cue describes CUE.
package cue

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/cue"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is CUE.
var Language = &lang.Language{
	Name:       "cue",
	Extensions: []string{".cue"},
	Grammar:    cue.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{Family: "cue", Unit: fact.UnitFolder, SamePackage: true, Separator: "/", Extensions: []string{".cue"}, NestedClassScope: true, TypeSeparators: []string{"."}},
}
