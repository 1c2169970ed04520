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
var Language = lang.Around(
	lang.Language{Name: "svelte", Extensions: []string{".svelte"}, Grammar: html.GetLanguage, Queries: queries},
	lang.Embedded{Language: typescript.Language, Kinds: kinds, Find: find},
)
