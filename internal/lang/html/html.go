// Package html describes web pages, with their scripts and event handlers.
package html

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/html"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/javascript"
)

//go:embed queries.scm
var queries string

// Language is HTML.
var Language = language()

func language() *lang.Language {
	l := lang.Around(
		lang.Language{Name: "html", Extensions: []string{".html", ".htm", ".xhtml"}, Grammar: html.GetLanguage, Queries: queries},
		lang.Embedded{Language: javascript.Language, Kinds: []string{"script", "handler"}, Find: find},
	)
	l.TestFile = nil
	l.Rules.RelativePaths = true // a script's path
	return l
}

// find returns the scripts and the event handlers.
func find(src []byte) (out []lang.Island) {
	m := lang.Markup{Tag: func(t *lang.Tag) {
		for _, a := range t.Attributes {
			if name := strings.ToLower(a.Name.Of(src)); strings.HasPrefix(name, "on") && a.Value.End > a.Value.Start {
				out = append(out, island("handler", a.Value))
			}
		}
		if t.Body.End > t.Body.Start && isScript(t, src) {
			out = append(out, island("script", t.Body))
		}
	}}
	m.Scan(src)
	return out
}

func island(kind string, s lang.Span) lang.Island {
	return lang.Island{Kind: kind, Start: s.Start, End: s.End, From: s.Start, To: s.End}
}

// isScript reports whether an element holds a script, not data or a template.
func isScript(t *lang.Tag, src []byte) bool {
	kind := strings.ToLower(t.Attribute(src, "type"))
	return strings.EqualFold(t.Name, "script") && (kind == "" || kind == "module" || strings.Contains(kind, "javascript") || strings.Contains(kind, "ecmascript") || kind == "text/babel" || kind == "text/jsx")
}
