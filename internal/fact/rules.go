package fact

import "strings"

// Rules says how names of one language are resolved. They are data: graph has one engine for all languages.
// The zero value is a language without imports whose files see nothing of each other.
type Rules struct {
	Family string // languages that call each other directly share one: "js" for JavaScript and TypeScript, "c" for C and C++

	// What a module is.
	Unit        Unit     // what one import names
	Separator   string   // between the parts of an import path: "/" (a type's members all stand in its file), ".", "::"
	Extensions  []string // tried after an import path, in order: ".ts", ".tsx"
	Index       []string // file stems that stand for their folder: "__init__", "index", "mod"
	SourceRoots []string // folders that import paths may start below, besides the root: "src", "src/main/java"

	RelativePaths bool // import paths start at the importing file's folder also without "./" (Zig)

	ReExportWord string // what an import statement starts with when it re-exports: "pub"

	// Files that tell where imports lead.
	Manifest    Manifest // what a file of this language declares, when it is one
	PathMaps    []string // base names of the files, in the folders above, that map import paths: the first that maps one decides
	PathNames   []string // what import paths may start with, and the folder of the package that it stands for: "$lib=src/lib"
	PackageFile string   // base name of the manifest whose package the files below it belong to

	ProjectFile string // how the name of the file in a project's folder ends: what a file of the project re-exports, all of it sees (C#'s global using)

	// What is visible without an import.
	SamePackage      bool     // other files of the same Unit (Go, Java)
	GlobalSpace      bool     // the package without a name (PHP)
	OuterPackages    bool     // the packages around the file's own (C#'s namespaces)
	Exports          []string // names for what the file itself exports: "exports"
	Includes         bool     // an import brings in every top-level name of the file, transitively (C)
	Self             []string // names of the receiver inside methods: "self", "this", "cls"
	Super            []string // "super": its members are looked up in the bases
	ImplicitThis     bool     // members of the enclosing class are visible by bare name (Java, C++)
	Injectors        []string // names of functions by which a type puts what they and those beside them quote into the types that name it as a base: "__using__"
	StemModules      bool     // every file is a module that is known by its stem with a capital (OCaml)
	Globals          bool     // exported top-level names of any file may be used without an import (Lua)
	Sequential       bool     // a local variable is not visible in the value that it is declared with (Go, Rust)
	FlatTypes        bool     // members of types are names of the module as well: constructors, fields, methods of classes (Haskell)
	ReadsCall        bool     // naming a function is using it: arguments follow without parentheses, or later (Haskell)
	NestedClassScope bool     // nested functions see names of an enclosing class's body (not Python)

	// What a type consists of.
	OpenTypes        bool   // declarations of one name in a package are one type (Ruby), …
	PartWord         string // … or only those with this modifier ("partial")
	StaticsApart     bool   // a type and its values may have different members of one name (Ruby)
	ConvertWord      string // a function of one parameter with this modifier turns values into those of its result without being called ("implicit")
	FieldsApart      bool   // a field or variable may have a method's name: what is called is the method (Java)
	ExtensionMethods bool   // functions that name their owner beside them can be called on its values where they are visible

	// What a call of a type runs.
	Constructors  []string // method names that construct: "__init__", "constructor", "new"; "=" is the class's own name
	Applies       []string // methods that a call of a type or a value runs: "apply" (Scala)
	Makers        []string // members that every type has and that make an instance: "new" (Ruby)
	SuperSame     bool     // super(…) runs the base's method of the same name, not its constructor (Ruby)
	BareCalls     bool     // reading the name of a function without parameters calls it (Ruby, Scala)
	Components    bool     // a file is a component: this is what it declares, and a name with dashes stands for one with capitals (Vue)
	FileTypes     bool     // a file is also a type whose members are its top-level names (Zig)
	FunctionsMake bool     // new f() makes an object whose members are those of the function f (JavaScript)

	Keyed     bool              // what has a key in an object is its member of that name (JavaScript)
	Callbacks []string          // functions and methods of the library that call the functions they are given: "map", "sorted"
	Operators map[string]string // what an operator calls, where that is not a method of the operator's own name: "+": "plus" (Kotlin)
	Loops     []string          // methods that a loop over a value of a type runs: of the value, then of what the one before returns

	PrivateOwn bool // what is not exported is called on the receiver itself alone (Ruby)

	Infers    bool                // what a call gives may depend on what it is given: overloads with other results, type parameters
	Overloads bool                // several callables may share a name and differ in the types of their parameters
	SelfTypes []string            // declared results that are of the type of the receiver: "static", "this"
	Widens    map[string][]string // built-in types that nothing inherits from, and what else takes their values: "int": "long", "double"
	Bases     map[string][]string // types of the library and all that they are kinds of: "List": "Collection", "Iterable"
	Gives     []string            // functions of the library that return their first argument: "requireNonNull"
	Makes     []string            // what the names of a library type's own functions start with that return one of it: "of"
	Tops      []string            // types that take every value: "Object"
	Exact     []string            // types of the library that take no other type's values: "va_list"
	Converts  bool                // a class may say how a value of another type becomes one of its own (C++)

	// How types are written.
	Wrappers       []string          // generic types that stand for their first argument: "Optional", "Promise", "Box", "Rc", "shared_ptr"
	ResultTypes    []string          // … for what calling or making their first argument, a value, gives: "ReturnType"
	Elements       []string          // generic types whose element is their last argument when iterated or indexed: "List", "Vec", "map"
	Iterators      []string          // types of those collections whose values stand for an element: "iterator"
	Entries        []string          // members of what loops over maps take, key and value: "first", "second"
	Keeps          []string          // members of those collections that return the same elements: "filter", "sorted"
	Picks          []string          // … and one of the elements: "first", "get"
	Chains         []string          // members that every value has and that return the value itself: "also", "tap"
	Collections    bool              // a class of a library's base has Picks and Keeps itself, about its values (Ruby on Rails' models)
	Unwraps        []string          // members of wrappers that return what is inside: "Result"
	Options        []string          // wrappers whose members with a function hand over what they hold, not its elements: "Option"
	Iterates       []string          // members that say what a loop over a value takes: iterators, and what steps one: "iter", "next"
	Functional     map[string]string // types of the library whose values are functions, and which of their type arguments the parameters have: "BiFunction": "01"
	Results        map[string]string // members that have the same result whatever library type they are called on: "toString": "String"
	TypeSeparators []string          // between the parts of a qualified type: ".", "::"
	// How definitions are written.
	Attributes   []string // node kinds of attributes that stand before a definition as its siblings (Rust)
	DocAttribute string   // the attribute whose text documents: "@doc"

	DuckTyped  bool     // method sets decide about interfaces (Go)
	Structural bool     // object literals are instances of the interfaces that they fit (TypeScript)
	Concrete   []string // library types that nothing implements, qualified: "sync.Mutex"

	// Names that are never looked up in the workspace when they stand alone and nothing binds them.
	Builtins []string
}

// Unit is what one import names.
type Unit string

// The units.
const (
	UnitFile     Unit = "file"     // one file is one module: Python, JavaScript, Rust, C
	UnitFolder   Unit = "folder"   // all files of one folder: Go
	UnitDeclared Unit = "declared" // all files that declare the same package: Java, Kotlin, C#
	UnitType     Unit = "type"     // a type, known everywhere by its full name: Elixir
)

// Manifest says what a manifest declares.
type Manifest string

// What manifests declare: a module of folders, a package with entry points, a crate, folders for headers.
const (
	ManifestModule  Manifest = "module"
	ManifestPackage Manifest = "package"
	ManifestCrate   Manifest = "crate"

	ManifestIncludes Manifest = "includes"
)

// TypeName returns the last name in a type's text, without pointers, references, qualifiers and type arguments:
// "*http.Client" → "Client", "std::vector<Foo>&" → "vector", "&'a mut Foo<T>" → "Foo". "" when there is none.
func TypeName(t string) string {
	for i := strings.IndexAny(t, "<[({"); i > 0; i = strings.IndexAny(t, "<[({") {
		rest := t[closing(t, i):]
		if !strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, ".") || len(rest) < 3 { // List<T>::Node goes on
			t = t[:i]
			break
		}
		t = rest
	}
	end := len(t)
	for end > 0 && !isWord(t[end-1]) {
		end--
	}
	start := end
	for start > 0 && isWord(t[start-1]) {
		start--
	}
	return t[start:end]
}

// closing returns the index behind the bracket that closes the one at i; len(t) when none does.
func closing(t string, i int) int {
	for depth := 0; i < len(t); i++ {
		switch t[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(t)
}

// HasWord reports whether word stands in s, and not as a part of a longer one.
func HasWord(s, word string) bool {
	for i := strings.Index(s, word); i >= 0; {
		end := i + len(word)
		if (i == 0 || !IsWordByte(s[i-1])) && (end == len(s) || !IsWordByte(s[end])) {
			return true
		}
		next := strings.Index(s[end:], word)
		if next < 0 {
			return false
		}
		i = end + next
	}
	return false
}

// IsWordByte reports whether c may stand in a name: a letter, a digit, an underscore, a byte of a character outside ASCII.
func IsWordByte(c byte) bool { return isWord(c) && c != '$' }

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
