// Package python describes Python.
package python

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/python"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Python.
var Language = &lang.Language{
	Name:       "python",
	Extensions: []string{".py", ".pyi", ".pyw"},
	Shebangs:   []string{"python"},
	Grammar:    python.GetLanguage,
	Queries:    queries,
	Docstring:  true,
	Exported:   func(name, _ string) bool { return !strings.HasPrefix(name, "_") || strings.HasSuffix(name, "__") },
	TestFile: func(base string) bool {
		return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "conftest.py"
	},
	TestSymbol: func(name, modifiers string) bool {
		return strings.HasPrefix(name, "test_") || strings.Contains(modifiers, "pytest.fixture")
	},
	Rules: fact.Rules{
		Family: "python", Unit: fact.UnitFile, Separator: ".", Extensions: []string{".py", ".pyi"}, Index: []string{"__init__"}, SourceRoots: []string{"src", "lib"},
		Self: []string{"self", "cls"}, Super: []string{"super()"}, Loops: []string{"__iter__", "__next__"}, Callbacks: []string{"map", "filter", "sorted", "min", "max", "reduce", "sort"}, Constructors: []string{"__init__", "__new__", "__post_init__"},
		Wrappers: []string{"Optional", "Awaitable", "Type", "type", "Annotated", "Final", "ClassVar"}, TypeSeparators: []string{"."},
		Elements: []string{"list", "List", "set", "Set", "frozenset", "tuple", "Tuple", "dict", "Dict", "Iterable", "Iterator", "Sequence", "Mapping", "Generator", "Collection", "deque", "AsyncIterator", "AsyncIterable"},
		Builtins: strings.Fields(`abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate
			eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next
			object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__
			Exception BaseException ValueError TypeError KeyError IndexError AttributeError RuntimeError NotImplementedError StopIteration OSError IOError ImportError
			None True False`),
	},
}
