// Package golang describes Go.
package golang

import (
	_ "embed" // queries.scm
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/smacker/go-tree-sitter/golang"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Go.
var Language = &lang.Language{
	Name:       "go",
	Extensions: []string{".go"},
	Grammar:    golang.GetLanguage,
	Queries:    queries,
	Exported: func(name, _ string) bool {
		r, _ := utf8.DecodeRuneInString(name)
		return unicode.IsUpper(r)
	},
	TestFile: func(base string) bool { return strings.HasSuffix(base, "_test.go") },
	TestSymbol: func(name, _ string) bool {
		return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Benchmark") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
	},
	Rules: fact.Rules{
		Family: "go", Unit: fact.UnitFolder, Separator: "/", Extensions: []string{".go"},
		SamePackage: true, NestedClassScope: true, Sequential: true, DuckTyped: true,
		Concrete: strings.Fields(`sync.Mutex sync.RWMutex sync.WaitGroup sync.Once sync.Map sync.Pool atomic.Bool atomic.Int32 atomic.Int64 atomic.Uint32 atomic.Uint64 atomic.Value atomic.Pointer
			bytes.Buffer strings.Builder strings.Replacer time.Time time.Duration time.Month url.URL url.Values http.Header http.Request http.Response http.Client http.Server http.Cookie http.HandlerFunc
			big.Int reflect.Value netip.Addr json.RawMessage regexp.Regexp errgroup.Group tabwriter.Writer flag.FlagSet log.Logger os.File os.FileMode`),
		TypeSeparators: []string{"."},
		Builtins: strings.Fields(`append cap clear close complex copy delete imag len make max min new panic print println real recover
			any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr
			true false nil iota`),
	},
}
