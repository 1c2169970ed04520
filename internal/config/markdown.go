package config

import (
	"fmt"
	"strings"
)

// Markdown returns the documentation of every setting as a Markdown table.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| Setting | Environment | Type | Default | Meaning |\n|---|---|---|---|---|\n")
	c := Default()
	for _, s := range table(&c) {
		fmt.Fprintf(&b, "| `sibyl.%s` | %s | %s | %s | %s |\n", s.key, code(s.env), s.kind(), code(s.initial), strings.ReplaceAll(s.doc, "|", `\|`))
	}
	return b.String()
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
