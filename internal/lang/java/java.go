// Package java describes Java.
package java

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/java"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Java.
var Language = &lang.Language{
	Name:       "java",
	Extensions: []string{".java"},
	Grammar:    java.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !strings.Contains(modifiers, "private ") },
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".java")
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "TestCase") || strings.HasSuffix(stem, "IT") || strings.HasPrefix(stem, "Test")
	},
	TestSymbol: func(_, modifiers string) bool {
		return strings.Contains(modifiers, "@Test") || strings.Contains(modifiers, "@ParameterizedTest") || strings.Contains(modifiers, "@RepeatedTest")
	},
	Rules: fact.Rules{
		Family: "java", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".java"}, SourceRoots: []string{"src/main/java", "src/test/java", "src"},
		SamePackage: true, Self: []string{"this"}, Super: []string{"super"}, ImplicitThis: true, Overloads: true, NestedClassScope: true,
		Constructors: []string{"="}, TypeSeparators: []string{"."},
		Elements: []string{"List", "ArrayList", "LinkedList", "Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "Collection", "Iterable", "Iterator", "Queue", "Deque", "ArrayDeque",
			"PriorityQueue", "Stream", "Map", "HashMap", "LinkedHashMap", "TreeMap", "ConcurrentHashMap", "ConcurrentMap", "Vector", "Stack"},
		Builtins: strings.Fields(`Object String Integer Long Short Byte Character Boolean Double Float Number Void Math System Thread Runnable Iterable Comparable CharSequence StringBuilder StringBuffer
			Class ClassLoader Enum Record Exception RuntimeException Error Throwable IllegalArgumentException IllegalStateException NullPointerException IndexOutOfBoundsException
			UnsupportedOperationException ClassCastException ArithmeticException InterruptedException CloneNotSupportedException AssertionError StackOverflowError OutOfMemoryError
			Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Process ProcessBuilder Runtime AutoCloseable Cloneable Package Module
			int long short byte char boolean double float void var`),
	},
}
