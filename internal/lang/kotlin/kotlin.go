// Package kotlin describes Kotlin.
package kotlin

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/kotlin"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// widens says which built-in types an argument's may stand for; a literal of digits is of the type that is asked for.
var widens = map[string][]string{
	"Int": {"Long", "Short", "Byte", "UInt", "Number", "Comparable"}, "Long": {"Number", "Comparable"}, "Short": {"Number", "Comparable"}, "Byte": {"Number", "Comparable"},
	"Double": {"Number", "Comparable"}, "Float": {"Number", "Comparable"}, "Boolean": {"Comparable"}, "Char": {"Comparable"}, "String": {"CharSequence", "Comparable"},
}

var results = map[string]string{
	"toString": "String", "hashCode": "Int", "equals": "Boolean", "size": "Int", "length": "Int", "isEmpty": "Boolean", "isNotEmpty": "Boolean", "contains": "Boolean", "startsWith": "Boolean",
	"endsWith": "Boolean", "substring": "String", "trim": "String", "lowercase": "String", "uppercase": "String", "name": "String", "ordinal": "Int", "message": "String", "simpleName": "String",
	"toInt": "Int", "toLong": "Long", "toDouble": "Double", "toFloat": "Float", "joinToString": "String", "count": "Int", "indexOf": "Int",
}

// Language is Kotlin. It shares its family with Java, which it calls and which calls it.
var Language = &lang.Language{
	Name:       "kotlin",
	Extensions: []string{".kt", ".kts"},
	Grammar:    kotlin.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !strings.Contains(modifiers, "private ") },
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".kt")
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec")
	},
	TestSymbol: func(_, modifiers string) bool {
		for _, mark := range []string{"@Test", "@ParameterizedTest", "@RepeatedTest", "@BeforeTest", "@AfterTest", "@Benchmark"} {
			if strings.Contains(modifiers, mark) {
				return true
			}
		}
		return false
	},
	Rules: fact.Rules{
		Family: "java", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".kt"}, SourceRoots: []string{"src/main/kotlin", "src/test/kotlin", "src"},
		SamePackage: true, ExtensionMethods: true, Overloads: true, Tops: []string{"Any"}, Widens: widens, Results: results,
		Operators: map[string]string{"+": "plus", "-": "minus", "*": "times", "/": "div", "%": "rem", "..": "rangeTo", "!": "not", "[": "get", "in": "contains", "!in": "contains",
			"<": "compareTo", ">": "compareTo", "<=": "compareTo", ">=": "compareTo", "+=": "plusAssign", "-=": "minusAssign"},
		Self: []string{"this"}, Super: []string{"super"}, ImplicitThis: true, NestedClassScope: true,
		Constructors: []string{"constructor", "="}, TypeSeparators: []string{"."},
		Wrappers: []string{"Deferred", "Lazy", "Result", "ThreadLocal", "AtomicReference", "AtomicRef", "StateFlow", "MutableStateFlow", "CompletableFuture", "WeakReference", "Provider", "Optional"},
		Elements: []string{"List", "MutableList", "ArrayList", "LinkedList", "Set", "MutableSet", "HashSet", "LinkedHashSet", "Collection", "MutableCollection", "Iterable", "Iterator", "Sequence", "Array",
			"Map", "MutableMap", "HashMap", "LinkedHashMap", "ConcurrentHashMap", "Flow", "SharedFlow", "Channel", "ReceiveChannel", "ArrayDeque", "PersistentList"},
		Chains:  []string{"apply", "also", "takeIf", "takeUnless", "onEach"},
		Unwraps: []string{"await", "value", "getOrNull", "getOrThrow", "getValue", "get", "load", "getCompleted"},
		Keeps: []string{"filter", "filterNot", "filterNotNull", "sorted", "sortedBy", "sortedByDescending", "sortedWith", "reversed", "take", "takeLast", "takeWhile", "drop", "dropLast", "dropWhile",
			"distinct", "distinctBy", "toList", "toMutableList", "toSet", "toMutableSet", "asSequence", "asReversed", "shuffled", "onEach", "plus", "minus", "orEmpty", "values", "asIterable", "toTypedArray", "also", "apply"},
		Picks: []string{"first", "firstOrNull", "last", "lastOrNull", "single", "singleOrNull", "find", "findLast", "get", "getOrNull", "getValue", "getOrPut", "getOrElse", "elementAt", "random", "max", "min",
			"maxByOrNull", "minByOrNull", "maxBy", "minBy", "removeFirst", "removeLast", "removeAt", "remove", "next", "receive", "poll", "peek"},
		Builtins: strings.Fields(`println print require requireNotNull check checkNotNull error assert TODO listOf mutableListOf emptyList listOfNotNull arrayOf emptyArray intArrayOf byteArrayOf arrayListOf setOf mutableSetOf
			emptySet hashSetOf linkedSetOf mapOf mutableMapOf emptyMap hashMapOf linkedMapOf sequenceOf sequence emptySequence lazy run with apply also let repeat maxOf minOf buildList buildMap buildSet
			buildString runCatching synchronized to Pair Triple
			Any Unit Nothing String Int Long Short Byte Char Boolean Float Double UInt ULong UByte UShort Number CharSequence Array IntArray ByteArray LongArray CharArray List MutableList
			Set MutableSet Map MutableMap Collection Iterable Sequence Comparable Throwable Exception Error RuntimeException IllegalArgumentException IllegalStateException
			UnsupportedOperationException IndexOutOfBoundsException NullPointerException NoSuchElementException NumberFormatException ClassCastException AssertionError ArithmeticException
			Enum Annotation Function Lazy Regex StringBuilder ClosedRange IntRange LongRange KClass it field Suppress Deprecated JvmStatic JvmName JvmField JvmOverloads Throws OptIn
			Object Integer Math System Thread Class Override`),
	},
}
