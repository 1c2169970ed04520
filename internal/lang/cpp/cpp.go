// Package cpp describes C++.
package cpp

import (
	"bytes"
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/cpp"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var (
	hidden  = regexp.MustCompile(`\b(?:static|private|protected)\b`)
	access  = regexp.MustCompile(`\b(?:public|private|protected)\b`)
	include = regexp.MustCompile(`(?m)^\s*#\s*include\s*<\w+>`)
	mark    = regexp.MustCompile(`(?m)^\s*(?:class\s+\w|(?:inline\s+)?namespace\b|template\s*<|using\s+\w|(?:public|private|protected)\s*:|constexpr\b|#\s*include\s*<\w+>)|\w::\w|\boperator\s*[=<>+\-*/(\[]`)
)

// widens is what literals are passed as most often.
var widens = map[string][]string{
	"char": strings.Fields("string string_view int"), "int": strings.Fields("long unsigned size_t int64_t uint64_t uint32_t double float bool"), "bool": {"int"},
}

// Language is C++. A .h file is C++ when its head has what C has not: classes, namespaces, templates, ::, headers of the standard library.
var Language = &lang.Language{
	Name:            "cpp",
	IDs:             []string{"c++", "cuda-cpp", "objective-cpp"},
	Extensions:      []string{".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cu", ".cuh"},
	Claims:          []lang.Claim{{Extension: ".h", Head: isHeader}},
	Grammar:         cpp.GetLanguage,
	Queries:         queries,
	AttributeMacros: true,
	Exported: func(_, modifiers string) bool {
		if !strings.Contains(modifiers, "static") && !strings.Contains(modifiers, "pr") {
			return true
		}
		m := hidden.FindAllString(modifiers, -1)
		return len(m) == 0 || len(m) == 1 && m[0] == "static" && access.MatchString(modifiers) // a static member of a public section
	},
	TestFile: func(base string) bool {
		stem, _, _ := strings.Cut(base, ".")
		return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_tests") || strings.HasSuffix(stem, "_unittest") || strings.HasSuffix(stem, "Test")
	},
	TestSymbol: func(name, _ string) bool {
		return name == "TEST" || name == "TEST_F" || name == "TEST_P" || name == "TEST_CASE" || strings.HasPrefix(name, "test_")
	},
	Rules: fact.Rules{
		Family: "c", Unit: fact.UnitFile, Separator: "/", SourceRoots: []string{"include", "src", "lib"}, Includes: true,
		Self: []string{"this"}, ImplicitThis: true, Overloads: true, Converts: true, Widens: widens, NestedClassScope: true, Constructors: []string{"="}, TypeSeparators: []string{"::", "."},
		Wrappers:  []string{"unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic", "future", "shared_future", "scoped_refptr", "intrusive_ptr", "not_null", "StatusOr", "expected"},
		Elements:  []string{"vector", "array", "deque", "list", "forward_list", "set", "multiset", "unordered_set", "map", "multimap", "unordered_map", "span", "queue", "stack", "initializer_list", "flat_hash_map"},
		Iterators: []string{"iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator"}, Entries: []string{"first", "second"},
		Picks: []string{"begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "front", "back", "at", "top", "data", "lower_bound", "upper_bound"}, Exact: []string{"va_list"},
		Builtins: strings.Fields(`sizeof alignof typeid decltype static_cast dynamic_cast const_cast reinterpret_cast static_assert offsetof va_start va_end va_arg va_copy defined assert
			void char short int long float double signed unsigned bool size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
			intptr_t uintptr_t wchar_t FILE NULL nullptr true false std`),
	},
}

// isHeader reports whether the head of a .h file is C++. Most C headers have none of the words, so that the expression, which costs some
// 0.3 ms, is seldom tried.
func isHeader(head []byte) bool {
	for _, w := range []string{"::", "class", "namespace", "template", "using", "public", "private", "constexpr", "operator"} {
		if bytes.Contains(head, []byte(w)) {
			return mark.Match(head)
		}
	}
	return include.Match(head)
}
