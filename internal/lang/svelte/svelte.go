// Package svelte describes components of Svelte: a script, and markup whose expressions, blocks and tags use what it declares.
package svelte

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/html"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/typescript"
)

//go:embed queries.scm
var queries string

// Language is Svelte.
var Language = language()

func language() *lang.Language {
	return &lang.Language{
		Name:       "svelte",
		Extensions: []string{".svelte"},
		Grammar:    html.GetLanguage,
		Queries:    queries + typescript.Language.Queries,
		Embeds:     &lang.Embedded{Language: typescript.Language, Kinds: kinds, Find: find},
		Exported:   typescript.Language.Exported,
		TestFile:   typescript.Language.TestFile,
		Rules:      typescript.Language.Rules,
	}
}
