// Package markdown describes Markdown. It has no grammar: what is asked of a document is its headings, which the block structure
// of CommonMark (sections 4.2 to 4.6 of its specification) gives in one pass over the lines.
package markdown

import (
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is Markdown.
var Language = &lang.Language{
	Name:       "markdown",
	Extensions: []string{".md", ".markdown", ".mdown", ".mkd", ".mdx"},
	Scan:       scan,
}
