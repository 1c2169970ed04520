// Package dockerfile describes Dockerfiles.
package dockerfile

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/dockerfile"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Dockerfiles.
var Language = &lang.Language{
	Name:       "dockerfile",
	Extensions: []string{".dockerfile"},
	Filenames:  []string{"Dockerfile", "Containerfile"},
	Grammar:    dockerfile.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{Family: "dockerfile"},
}
