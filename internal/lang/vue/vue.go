// Package vue describes components of Vue: a script, and a template whose expressions, directives and tags use what it declares.
package vue

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/html"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/typescript"
)

//go:embed queries.scm
var queries string

// Language is Vue.
var Language = &lang.Language{
	Name:       "vue",
	Extensions: []string{".vue"},
	Grammar:    html.GetLanguage,
	Queries:    queries + typescript.Language.Queries,
	Embeds:     &lang.Embedded{Language: typescript.Language, Kinds: kinds, Find: find},
	Exported:   typescript.Language.Exported,
	TestFile:   typescript.Language.TestFile,
	Rules:      typescript.Language.Rules,
}
