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
var Language = describe()

func describe() *lang.Language {
	l := lang.Around(
		lang.Language{Name: "vue", Extensions: []string{".vue"}, Grammar: html.GetLanguage, Queries: queries},
		lang.Embedded{Language: typescript.Language, Kinds: kinds, Find: find},
	)
	l.Rules.Components = true
	return l
}
