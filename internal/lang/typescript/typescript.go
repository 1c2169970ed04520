// Package typescript describes TypeScript, with and without JSX.
package typescript

import (
	_ "embed" // the queries
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

//go:embed cast.scm
var cast string

//go:embed jsx.scm
var jsx string

// Language is TypeScript; React is TypeScript with JSX, which is a grammar of its own.
var (
	Language = language("typescript", []string{".ts", ".mts", ".cts"}, typescript.GetLanguage, queries+cast)
	React    = language("typescriptreact", []string{".tsx"}, tsx.GetLanguage, queries+jsx)
)

func language(name string, extensions []string, grammar func() *sitter.Language, queries string) *lang.Language {
	return &lang.Language{
		Name:       name,
		Extensions: extensions,
		Grammar:    grammar,
		Queries:    queries,
		Exported: func(name, modifiers string) bool {
			return !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "#") && !strings.Contains(modifiers, "private ") && !strings.Contains(modifiers, "protected ")
		},
		TestFile: func(base string) bool {
			return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, ".cy.")
		},
		Rules: rules,
	}
}

var rules = fact.Rules{
	Family: "js", PathMaps: []string{"tsconfig.json", "jsconfig.json", "tsconfig.base.json"}, PathNames: []string{"$lib=src/lib", "@=src", "~=src"}, PackageFile: "package.json", Unit: fact.UnitFile, Separator: "/", Extensions: []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"}, Index: []string{"index"},
	SourceRoots: []string{"src", "lib"}, Self: []string{"this", "self", "that", "_this"}, Super: []string{"super"}, Keyed: true, Loops: []string{"[Symbol.iterator]", "next"}, Callbacks: []string{"map", "forEach", "filter", "reduce", "some", "every", "find", "findIndex", "flatMap", "sort"},
	Constructors: []string{"constructor"}, FunctionsMake: true, Structural: true, Attributes: []string{"decorator"}, TypeSeparators: []string{"."},
	Wrappers: []string{"Promise", "PromiseLike", "Readonly", "Partial", "Required", "NonNullable", "Awaited", "Pick", "Omit", "Exclude"}, ResultTypes: []string{"ReturnType", "InstanceType"}, Exports: []string{"exports"},
	Elements: []string{"Array", "Set", "Map", "Iterable", "Iterator", "IterableIterator", "Generator", "AsyncIterable", "AsyncGenerator", "ReadonlyArray", "Writable", "Readable", "ReadonlySet", "ReadonlyMap", "Record"},
	Keeps:    []string{"filter", "slice", "concat", "reverse", "sort", "splice", "toSorted", "toReversed", "toSpliced", "with", "fill", "values"}, Picks: []string{"find", "findLast", "at", "pop", "shift", "get"},
	Builtins: strings.Fields(`require module exports console process globalThis window document global arguments undefined null NaN Infinity parseInt parseFloat isNaN isFinite
		encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape eval setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask
		structuredClone fetch alert confirm prompt requestAnimationFrame cancelAnimationFrame atob btoa
		Object Function Array String Number Boolean Symbol BigInt Math JSON Reflect Proxy Date RegExp Promise Map Set WeakMap WeakSet WeakRef
		Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError ArrayBuffer SharedArrayBuffer DataView Atomics Intl Buffer URL URLSearchParams
		Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array TextEncoder TextDecoder
		Readonly Partial Required Record Pick Omit Exclude Extract NonNullable Parameters ReturnType InstanceType Awaited ReadonlyArray PromiseLike Iterable Iterator Generator
		describe it test expect beforeEach afterEach beforeAll afterAll before after jest vi`),
}
