// Package c describes C.
package c

import (
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/c"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var static = regexp.MustCompile(`\bstatic\b`)

// Language is C.
var Language = &lang.Language{
	Name:            "c",
	Extensions:      []string{".c", ".h"},
	Grammar:         c.GetLanguage,
	Queries:         queries,
	AttributeMacros: true,
	Exported: func(_, modifiers string) bool {
		return !strings.Contains(modifiers, "static") || !static.MatchString(modifiers)
	},
	TestFile: func(base string) bool {
		return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.c") || strings.HasSuffix(base, "_tests.c")
	},
	TestSymbol: func(name, _ string) bool { return strings.HasPrefix(name, "test_") },
	Rules: fact.Rules{
		Family: "c", Unit: fact.UnitFile, Separator: "/", SourceRoots: []string{"include", "src", "lib"}, Includes: true,
		NestedClassScope: true, TypeSeparators: []string{"::"},
		Builtins: strings.Fields(`sizeof offsetof va_start va_end va_arg va_copy defined assert
			void char short int long float double signed unsigned bool size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
			intptr_t uintptr_t FILE NULL true false`),
	},
}
