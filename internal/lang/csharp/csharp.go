// Package csharp describes C#.
package csharp

import (
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/csharp"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var (
	exported = regexp.MustCompile(`\b(?:public|internal|protected)\b`)
	typeWord = regexp.MustCompile(`\b(?:class|struct|record|interface|enum|delegate)\b`)
	hidden   = regexp.MustCompile(`\b(?:private|file)\b`)
	test     = regexp.MustCompile(`\[(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Benchmark|SetUp|TearDown|OneTimeSetUp)\b|(?:Fact|Theory)(?:\(|\])`)
)

// widens says which built-in types take the values of another.
var widens = map[string][]string{
	"byte": {"short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"}, "sbyte": {"short", "int", "long", "float", "double", "decimal"},
	"short": {"int", "long", "float", "double", "decimal"}, "ushort": {"int", "uint", "long", "ulong", "float", "double", "decimal"}, "int": {"long", "float", "double", "decimal"},
	"uint": {"long", "ulong", "float", "double", "decimal"}, "long": {"float", "double", "decimal"}, "ulong": {"float", "double", "decimal"}, "char": {"ushort", "int", "uint", "long"},
	"float": {"double"}, "double": nil, "decimal": nil, "bool": nil, "string": {"IEnumerable", "IComparable"}, "StringBuilder": nil,
}

var results = map[string]string{
	"ToString": "string", "GetType": "Type", "GetHashCode": "int", "Equals": "bool", "Length": "int", "Count": "int", "Contains": "bool", "ContainsKey": "bool", "StartsWith": "bool", "EndsWith": "bool",
	"Substring": "string", "Trim": "string", "ToLower": "string", "ToUpper": "string", "Replace": "string", "IndexOf": "int", "Any": "bool", "All": "bool", "Message": "string", "FullName": "string",
	"HasValue": "bool", "ToInt32": "int",
}

// Language is C#.
var Language = &lang.Language{
	Name:       "csharp",
	IDs:        []string{"cs", "c#"},
	Extensions: []string{".cs", ".csx"},
	Grammar:    csharp.GetLanguage,
	Queries:    queries,
	Exported: func(_, modifiers string) bool {
		return exported.MatchString(modifiers) || typeWord.MatchString(modifiers) && !hidden.MatchString(modifiers)
	},
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".cs")
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec") || strings.HasSuffix(stem, "Specs") || strings.HasSuffix(stem, "Benchmark") || strings.HasSuffix(stem, "Benchmarks")
	},
	TestSymbol: func(_, modifiers string) bool { return test.MatchString(modifiers) },
	Rules: fact.Rules{
		Family: "csharp", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".cs"}, ProjectFile: ".csproj",
		SamePackage: true, OuterPackages: true, OpenTypes: true, PartWord: "partial", ExtensionMethods: true, Overloads: true, Tops: []string{"object", "Object", "dynamic"}, Widens: widens, Results: results,
		Self: []string{"this"}, Super: []string{"base"}, ImplicitThis: true, NestedClassScope: true,
		Constructors: []string{"="}, TypeSeparators: []string{"::", "."},
		Wrappers: []string{"Task", "ValueTask", "Nullable", "Lazy", "WeakReference", "ThreadLocal", "AsyncLocal", "Ref"},
		Unwraps:  []string{"Result", "Value", "GetAwaiter", "GetResult", "ConfigureAwait", "Target"},
		Keeps: []string{"Where", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "Skip", "Take", "TakeWhile", "SkipWhile", "ToList", "ToArray", "ToHashSet", "Distinct", "DistinctBy", "Reverse",
			"Concat", "Union", "Except", "Intersect", "AsEnumerable", "AsQueryable", "AsReadOnly", "FindAll", "Append", "Prepend", "Values", "AsSpan", "ToImmutableArray", "ToImmutableList", "AsParallel", "DefaultIfEmpty"},
		Picks: []string{"First", "FirstOrDefault", "Last", "LastOrDefault", "Single", "SingleOrDefault", "ElementAt", "ElementAtOrDefault", "Find", "FindLast", "Dequeue", "Pop", "Peek", "MaxBy", "MinBy", "Current", "GetValueOrDefault"},
		Elements: []string{"List", "IList", "IEnumerable", "ICollection", "IReadOnlyList", "IReadOnlyCollection", "HashSet", "ISet", "SortedSet", "Queue", "Stack", "LinkedList", "Dictionary",
			"IDictionary", "IReadOnlyDictionary", "SortedDictionary", "SortedList", "ConcurrentDictionary", "ConcurrentBag", "ConcurrentQueue", "BlockingCollection", "IAsyncEnumerable", "IQueryable",
			"IOrderedEnumerable", "IEnumerator", "ImmutableArray", "ImmutableList", "ImmutableDictionary", "ImmutableHashSet", "ObservableCollection", "Span", "ReadOnlySpan", "Memory", "ReadOnlyMemory", "ArraySegment"},
		Builtins: strings.Fields(`nameof typeof sizeof default checked unchecked string object int long short byte sbyte char bool float double decimal uint ulong ushort nint nuint void var dynamic value
			String Object Int32 Int64 Int16 Byte Char Boolean Single Double Decimal UInt32 UInt64 Math Console Convert Environment GC Array Enum Type Activator Attribute Exception
			ArgumentException ArgumentNullException ArgumentOutOfRangeException InvalidOperationException NotSupportedException NotImplementedException IndexOutOfRangeException
			NullReferenceException InvalidCastException FormatException OverflowException TimeoutException ObjectDisposedException OperationCanceledException AggregateException
			IDisposable IAsyncDisposable IComparable IEquatable IFormattable ICloneable IConvertible Action Func Predicate EventHandler EventArgs Delegate Tuple ValueTuple
			DateTime DateTimeOffset TimeSpan Guid Uri Version Random Lazy Nullable Buffer BitConverter StringBuilder Task CancellationToken Span ReadOnlySpan Memory
			List Dictionary HashSet IEnumerable IList IDictionary ICollection KeyValuePair`),
	},
}
