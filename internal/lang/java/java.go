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

// widens is the closed world of the types that nobody extends.
var widens = map[string][]string{
	"byte": strings.Fields("short int long float double Byte Number"), "short": strings.Fields("int long float double Short Number"),
	"char": strings.Fields("int long float double Character"), "int": strings.Fields("long float double Integer Number"),
	"long": strings.Fields("float double Long Number"), "float": strings.Fields("double Float Number"), "double": strings.Fields("Double Number"),
	"boolean": {"Boolean"}, "String": strings.Fields("CharSequence Comparable Serializable"), "Boolean": {"boolean", "Serializable"},
	"Integer": strings.Fields("Number int long float double"), "Long": strings.Fields("Number long float double"), "Double": strings.Fields("Number double"),
	"Float": strings.Fields("Number float double"), "Character": strings.Fields("char int"), "Class": strings.Fields("Type GenericDeclaration AnnotatedElement Serializable"),
}

// results are the results of methods that every object has, or that all classes of the library that have them agree on.
var results = map[string]string{
	"toString": "String", "getClass": "Class", "hashCode": "int", "equals": "boolean", "name": "String", "ordinal": "int", "size": "int", "length": "int",
	"isEmpty": "boolean", "contains": "boolean", "containsKey": "boolean", "startsWith": "boolean", "endsWith": "boolean", "charAt": "char",
	"substring": "String", "trim": "String", "toLowerCase": "String", "toUpperCase": "String", "getSimpleName": "String", "getMessage": "String",
	"byteValue": "byte", "shortValue": "short", "intValue": "int", "longValue": "long", "floatValue": "float", "doubleValue": "double", "booleanValue": "boolean",
}

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
		SamePackage: true, Self: []string{"this"}, Super: []string{"super"}, ImplicitThis: true, Overloads: true, Tops: []string{"Object"}, Widens: widens, Results: results, NestedClassScope: true,
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
