// Package javascript describes JavaScript and JSX.
package javascript

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/javascript"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is JavaScript.
var Language = &lang.Language{
	Name:       "javascript",
	IDs:        []string{"javascriptreact"},
	Extensions: []string{".js", ".mjs", ".cjs", ".jsx", ".es6"},
	Shebangs:   []string{"node", "nodejs"},
	Grammar:    javascript.GetLanguage,
	Queries:    queries,
	Exported:   func(name, _ string) bool { return !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "#") },
	TestFile: func(base string) bool {
		return strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.Contains(base, ".cy.")
	},
	Rules: fact.Rules{
		Family: "js", PathMaps: []string{"tsconfig.json", "jsconfig.json", "tsconfig.base.json"}, PathNames: []string{"$lib=src/lib", "@=src", "~=src"}, PackageFile: "package.json", Unit: fact.UnitFile, Separator: "/", Extensions: []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx"}, Index: []string{"index"},
		SourceRoots: []string{"src", "lib"}, Self: []string{"this", "self", "that", "_this"}, Super: []string{"super"}, Keyed: true, Loops: []string{"[Symbol.iterator]", "next"}, Callbacks: []string{"map", "forEach", "filter", "reduce", "some", "every", "find", "findIndex", "flatMap", "sort"},
		Constructors: []string{"constructor"}, FunctionsMake: true, Wrappers: []string{"Promise", "Readonly", "Partial", "Required", "NonNullable", "Awaited", "Pick", "Omit", "Exclude"}, ResultTypes: []string{"ReturnType", "InstanceType"}, Exports: []string{"exports"},
		Elements: []string{"Array", "Set", "Map", "Iterable", "Iterator", "Generator", "AsyncIterable", "ReadonlyArray", "Writable", "Readable"}, TypeSeparators: []string{"."},
		Keeps: []string{"filter", "slice", "concat", "reverse", "sort", "splice", "toSorted", "toReversed", "toSpliced", "with", "fill", "values"}, Picks: []string{"find", "findLast", "at", "pop", "shift", "get"},
		Builtins: strings.Fields(`require module exports console process globalThis window document global arguments undefined null NaN Infinity parseInt parseFloat isNaN isFinite
			encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape eval setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask
			structuredClone fetch alert confirm prompt requestAnimationFrame cancelAnimationFrame atob btoa
			Object Function Array String Number Boolean Symbol BigInt Math JSON Reflect Proxy Date RegExp Promise Map Set WeakMap WeakSet WeakRef
			Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError ArrayBuffer SharedArrayBuffer DataView Atomics Intl Buffer URL URLSearchParams
			Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array TextEncoder TextDecoder
			describe it test expect beforeEach afterEach beforeAll afterAll before after jest vi`),
	},
}
