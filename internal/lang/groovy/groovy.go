// Package groovy describes Groovy.
package groovy

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/groovy"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Groovy, build scripts of Gradle and Jenkins among it.
var Language = &lang.Language{
	Name:       "groovy",
	Extensions: []string{".groovy", ".gradle", ".gvy"},
	Filenames:  []string{"Jenkinsfile"},
	Shebangs:   []string{"groovy"},
	Grammar:    groovy.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !strings.Contains(modifiers, "private ") },
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".groovy")
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec")
	},
	TestSymbol: func(_, modifiers string) bool { return strings.Contains(modifiers, "@Test") },
	Rules: fact.Rules{
		Family: "java", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".groovy"}, SourceRoots: []string{"src/main/groovy", "src/test/groovy", "src"},
		SamePackage: true, Self: []string{"this"}, Super: []string{"super"}, ImplicitThis: true, NestedClassScope: true, Constructors: []string{"="}, TypeSeparators: []string{"."},
		Elements: []string{"List", "ArrayList", "Set", "HashSet", "Collection", "Iterable", "Iterator", "Map", "HashMap", "LinkedHashMap", "Queue", "Stream"},
		Keeps:    []string{"findAll", "sort", "reverse", "unique", "take", "drop", "toList", "values"},
		Picks:    []string{"find", "first", "last", "get", "head", "max", "min"},
		Builtins: strings.Fields(`println print printf assert sleep it owner delegate String Integer Long Object List Map Set Date Math System Thread Exception RuntimeException Closure
			def int long boolean double float void var true false null`),
	},
}
