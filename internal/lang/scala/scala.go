// Package scala describes Scala.
package scala

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/scala"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Scala. A class and its companion object are one type here.
var Language = &lang.Language{
	Name:       "scala",
	Extensions: []string{".scala", ".sc", ".sbt", ".mill"},
	Grammar:    scala.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !strings.Contains(modifiers, "private ") },
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".scala")
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec") || strings.HasSuffix(stem, "Suite")
	},
	TestSymbol: func(_, modifiers string) bool { return strings.Contains(modifiers, "@Test") },
	Rules: fact.Rules{
		Family: "java", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".scala"}, SourceRoots: []string{"src/main/scala", "src/test/scala", "src"},
		SamePackage: true, OuterPackages: true, OpenTypes: true, ExtensionMethods: true, ConvertWord: "implicit", BareCalls: true, Overloads: true, Tops: []string{"Any", "AnyRef"},
		Widens: map[string][]string{"Int": {"Long", "Double", "Float"}, "Long": {"Double", "Float"}, "Double": nil, "Boolean": nil, "String": {"CharSequence"}},
		Self:   []string{"this"}, Super: []string{"super"}, ImplicitThis: true, NestedClassScope: true,
		Constructors: []string{"this", "="}, Applies: []string{"apply"}, TypeSeparators: []string{"."},
		Wrappers: []string{"Option", "Some", "Future", "Try", "Success", "Eval", "IO", "Lazy", "Ref"},
		Elements: []string{"List", "Seq", "Vector", "Set", "Array", "Iterable", "Iterator", "IndexedSeq", "LazyList", "Stream", "Traversable", "IterableOnce", "Map", "HashMap", "TreeMap", "Buffer", "ArrayBuffer",
			"ListBuffer", "Queue", "NonEmptyList", "Chain"},
		Chains:  []string{"tap", "ensuring"},
		Unwraps: []string{"get", "getOrElse", "orElse", "value", "orNull"},
		Keeps:   []string{"filter", "filterNot", "sorted", "sortBy", "sortWith", "reverse", "take", "drop", "takeWhile", "dropWhile", "distinct", "toList", "toSeq", "toVector", "toSet", "tail", "init", "values", "toArray", "iterator", "view"},
		Picks:   []string{"head", "last", "headOption", "lastOption", "find", "get", "getOrElse", "max", "min", "maxBy", "minBy", "next", "apply"},
		Results: map[string]string{"toString": "String", "size": "Int", "length": "Int", "isEmpty": "Boolean", "nonEmpty": "Boolean", "contains": "Boolean", "hashCode": "Int", "mkString": "String", "trim": "String"},
		Builtins: strings.Fields(`println print printf require assert assume ensuring implicitly summon identity locally sys classOf
			Any AnyRef AnyVal Nothing Null Unit Int Long Short Byte Char Boolean Double Float String Option Some None Either Left Right List Seq Vector Set Map Array Nil Iterator Iterable
			Future Try Success Failure Throwable Exception RuntimeException IllegalArgumentException IllegalStateException Error StringBuilder BigInt BigDecimal Function PartialFunction Ordering
			Numeric Product Serializable Math System Thread Object Integer Class`),
	},
}
