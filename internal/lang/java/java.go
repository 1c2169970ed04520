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
	"asList": "List", "singletonList": "List", "emptyList": "List", "unmodifiableList": "List", "singleton": "Set", "emptySet": "Set", "toPath": "Path",
	"getBytes": "byte[]", "toCharArray": "char[]", "toByteArray": "byte[]", "iterator": "Iterator", "format": "String", "join": "String",
	"toString": "String", "getClass": "Class", "hashCode": "int", "equals": "boolean", "name": "String", "ordinal": "int", "size": "int", "length": "int",
	"isEmpty": "boolean", "contains": "boolean", "containsKey": "boolean", "startsWith": "boolean", "endsWith": "boolean", "charAt": "char",
	"substring": "String", "trim": "String", "toLowerCase": "String", "toUpperCase": "String", "getSimpleName": "String", "getMessage": "String",
	"byteValue": "byte", "shortValue": "short", "intValue": "int", "longValue": "long", "floatValue": "float", "doubleValue": "double", "booleanValue": "boolean",
}

// bases are those of the library's types that are passed around most.
var bases = map[string][]string{
	"Iterable": {}, "Iterator": {}, "Collection": {"Iterable"}, "List": {"Collection", "Iterable"}, "Set": {"Collection", "Iterable"}, "Queue": {"Collection", "Iterable"},
	"Deque": {"Queue", "Collection", "Iterable"}, "ArrayList": {"AbstractList", "List", "Collection", "Iterable"}, "LinkedList": {"List", "Deque", "Queue", "Collection", "Iterable"},
	"HashSet": {"Set", "Collection", "Iterable"}, "LinkedHashSet": {"HashSet", "Set", "Collection", "Iterable"}, "TreeSet": {"SortedSet", "Set", "Collection", "Iterable"},
	"Map": {}, "HashMap": {"AbstractMap", "Map"}, "LinkedHashMap": {"HashMap", "Map"}, "TreeMap": {"SortedMap", "Map"}, "ConcurrentHashMap": {"ConcurrentMap", "Map"}, "Stream": {},
	"InputStream": {"Closeable", "AutoCloseable"}, "ByteArrayInputStream": {"InputStream", "Closeable", "AutoCloseable"}, "FileInputStream": {"InputStream", "Closeable", "AutoCloseable"},
	"BufferedInputStream": {"FilterInputStream", "InputStream", "Closeable"}, "GZIPInputStream": {"InflaterInputStream", "FilterInputStream", "InputStream", "Closeable"},
	"OutputStream": {"Closeable", "AutoCloseable"}, "ByteArrayOutputStream": {"OutputStream", "Closeable", "AutoCloseable"}, "FileOutputStream": {"OutputStream", "Closeable", "AutoCloseable"},
	"Reader": {"Readable", "Closeable", "AutoCloseable"}, "StringReader": {"Reader", "Readable", "Closeable"}, "BufferedReader": {"Reader", "Readable", "Closeable"},
	"InputStreamReader": {"Reader", "Readable", "Closeable"}, "FileReader": {"InputStreamReader", "Reader"},
	"Writer": {"Appendable", "Closeable", "AutoCloseable"}, "StringWriter": {"Writer", "Appendable", "Closeable"}, "PrintWriter": {"Writer", "Appendable", "Closeable"},
	"StringBuilder": {"CharSequence", "Appendable", "Comparable"}, "StringBuffer": {"CharSequence", "Appendable", "Comparable"}, "File": {"Comparable", "Serializable"},
	"Path": {"Comparable", "Iterable"}, "URL": {"Serializable"}, "URI": {"Comparable", "Serializable"}, "Duration": {"TemporalAmount", "Comparable"}, "Instant": {"Temporal", "Comparable"},
	"LocalDate": {"Temporal", "ChronoLocalDate"}, "LocalDateTime": {"Temporal"}, "Charset": {"Comparable"}, "Pattern": {"Serializable"}, "Locale": {"Serializable"},
	"BigDecimal": {"Number", "Comparable"}, "BigInteger": {"Number", "Comparable"}, "UUID": {"Comparable", "Serializable"}, "Optional": {}, "Date": {"Comparable", "Serializable"},
}

// functional are the library's types whose values are functions.
var functional = map[string]string{
	"Runnable": "", "Callable": "", "Supplier": "", "BooleanSupplier": "", "IntSupplier": "", "LongSupplier": "", "DoubleSupplier": "",
	"Function": "0", "Consumer": "0", "Predicate": "0", "UnaryOperator": "0", "ToIntFunction": "0", "ToLongFunction": "0", "ToDoubleFunction": "0",
	"IntFunction": "9", "LongFunction": "9", "DoubleFunction": "9", "IntPredicate": "9", "IntConsumer": "9", "IntUnaryOperator": "9", "LongUnaryOperator": "9", "LongConsumer": "9",
	"BiFunction": "01", "BiConsumer": "01", "BiPredicate": "01", "BinaryOperator": "00", "Comparator": "00", "ToIntBiFunction": "01", "IntBinaryOperator": "99",
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
		SamePackage: true, Self: []string{"this"}, Super: []string{"super"}, ImplicitThis: true, Overloads: true, Infers: true, Bases: bases, Gives: strings.Fields("requireNonNull verify when spy"), Makes: strings.Fields("of from valueOf now parse copyOf getInstance create newInstance empty"), FieldsApart: true, Tops: []string{"Object"}, Widens: widens, Results: results, NestedClassScope: true,
		Constructors: []string{"="}, TypeSeparators: []string{"."},
		Elements: []string{"List", "ArrayList", "LinkedList", "Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "Collection", "Iterable", "Iterator", "Queue", "Deque", "ArrayDeque",
			"PriorityQueue", "Stream", "Map", "HashMap", "LinkedHashMap", "TreeMap", "ConcurrentHashMap", "ConcurrentMap", "Vector", "Stack", "AbstractList", "AbstractSet", "AbstractCollection", "CopyOnWriteArrayList", "BlockingQueue", "LinkedBlockingQueue",
			"Optional", "AtomicReference", "Supplier", "Callable", "Future", "CompletableFuture", "CompletionStage", "ThreadLocal", "WeakReference", "SoftReference", "Entry"},
		Keeps:      strings.Fields("stream parallelStream filter sorted distinct limit skip peek subList iterator listIterator descendingIterator values toList reversed findFirst findAny sequential parallel unmodifiableList"),
		Picks:      strings.Fields("get getFirst getLast first last firstElement lastElement remove removeFirst removeLast poll pollFirst pollLast peekFirst peekLast pop next previous element take getOrDefault orElse orElseGet orElseThrow join call getNow getValue"),
		Functional: functional,
		Builtins: strings.Fields(`Object String Integer Long Short Byte Character Boolean Double Float Number Void Math System Thread Runnable Iterable Comparable CharSequence StringBuilder StringBuffer
			Class ClassLoader Enum Record Exception RuntimeException Error Throwable IllegalArgumentException IllegalStateException NullPointerException IndexOutOfBoundsException
			UnsupportedOperationException ClassCastException ArithmeticException InterruptedException CloneNotSupportedException AssertionError StackOverflowError OutOfMemoryError
			Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Process ProcessBuilder Runtime AutoCloseable Cloneable Package Module
			int long short byte char boolean double float void var`),
	},
}
