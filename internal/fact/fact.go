// Package fact holds what Sibyl knows about one file: plain Go values taken from the file's bytes.
//
// Invariant: a File depends on the bytes of one file and on the version of the extractor, on nothing else:
// no path, no clock, no other file, no C memory. Everything here is immutable once syntax has returned it,
// may be shared between goroutines, and is kept on disk under the hash of the bytes.
package fact

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// Hash identifies the bytes of a file: the first 16 bytes of their SHA-256.
type Hash [16]byte

// Sum returns the Hash of b.
func Sum(b []byte) Hash {
	s := sha256.Sum256(b)
	return Hash(s[:16])
}

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Range is a half-open range of byte offsets in the decoded text of a file (see text.Decode).
type Range = text.Range

// File is everything known about one file.
type File struct {
	Language string   // lang.Language.Name; "" is plain text
	Hash     Hash     // of the bytes as they are on disk or in the editor
	Size     int      // bytes of the decoded text
	Lines    []uint32 // byte offset at which each line starts; Lines[0] is 0
	ASCII    bool     // the text is ASCII only: byte, UTF-8 and UTF-16 columns agree
	Errors   bool     // the parser had to skip or insert something, or gave up (see Skipped)
	Skipped  string   // why the file was not parsed, or not all of it ("" when it was): "parse took too long", "read with errors: …"; its chunks are by lines

	Package    string  // the package or namespace that the file declares, as written ("" where languages have none)
	Spaces     []Space // the parts of a file that declares several packages, in order of Start; else none
	ModulePath string  // the module path that a manifest declares (go.mod's module line)
	Generated  bool    // a marker comment says so, or the text is minified

	Symbols    []Symbol    // in order of Range.Start; a container precedes its members
	Scopes     []Scope     // in order of Range.Start; Scopes[0] is the file
	References []Reference // in order of Start
	Passes     []Pass      // in order of Ref, then of the arguments
	Lambdas    []Lambda    // in order of Start
	Imports    []Import    // in order of Start
	Inherits   []Inherit   // inheritance clauses that stand apart from the type (Rust's impl Trait for Type); others are Symbol.Bases
	Bindings   []Binding   // in order of Start
	Chunks     []Chunk     // in order of Range.Start; together with Gaps they cover the file
	Mentions   []Mention   // names that documents and comments mark as such
}

// Space is a part of a file with a package of its own; one in another has the names of both.
type Space struct {
	Name  string
	Range Range
}

// SpaceAt returns the index of the innermost Space around offset, -1 when there is none.
func (f *File) SpaceAt(offset uint32) int {
	for i := len(f.Spaces) - 1; i >= 0; i-- {
		if r := f.Spaces[i].Range; r.Start <= offset && offset < r.End {
			return i
		}
	}
	return -1
}

// PackageAt returns the package that the code at offset belongs to.
func (f *File) PackageAt(offset uint32) string {
	if len(f.Spaces) == 0 {
		return f.Package
	}
	if i := f.SpaceAt(offset); i >= 0 {
		return f.Spaces[i].Name
	}
	return ""
}

// Kind says what a symbol is. The strings are those that the command line prints.
type Kind string

// The kinds of symbols.
const (
	Module      Kind = "module" // a namespace, a Rust mod
	Class       Kind = "class"
	Interface   Kind = "interface"
	Struct      Kind = "struct"
	Trait       Kind = "trait"
	Enum        Kind = "enum"
	EnumMember  Kind = "enum_member"
	Type        Kind = "type" // an alias, a typedef, a named type without members
	Function    Kind = "function"
	Method      Kind = "method"
	Constructor Kind = "constructor"
	Macro       Kind = "macro"
	Field       Kind = "field"
	Property    Kind = "property" // read like a field, runs like a method
	Constant    Kind = "constant"
	Variable    Kind = "variable"
	Section     Kind = "section" // of a document
)

// Callable reports whether a call can lead to symbols of kind k itself.
func (k Kind) Callable() bool {
	return k == Function || k == Method || k == Constructor || k == Macro || k == Property
}

// IsType reports whether symbols of kind k have members and instances.
func (k Kind) IsType() bool {
	switch k {
	case Class, Interface, Struct, Trait, Enum, Type:
		return true
	}
	return false
}

// Symbol is one definition.
type Symbol struct {
	Name       string
	Kind       Kind
	Parent     int32  // index of the symbol whose range encloses this one; -1 at the top
	Owner      string // text of the type that this is a member of, when that is written beside it (Go receiver, Rust impl, C++ A::b); else ""
	Trait      string // Rust: the trait of the impl block
	Signature  string // one line, white space folded, without the body
	Doc        string // comment or docstring, markers removed, at most 2,000 bytes
	Range      Range  // of the whole definition, without the doc comment
	NameRange  Range
	Type       string // declared type of a field or variable, result type of a callable, aliased type; as written
	Value      Expr   // the initialiser, or the expression that is returned when there is exactly one; "" unknown
	Params     []Param
	TypeParams []string // names only
	Bases      []string // inheritance clauses as written: superclasses, interfaces, embedded structs, supertraits
	Exported   bool     // visible outside its file or package, as far as the syntax tells
	Test       bool     // a test, benchmark, example or fixture
	Static     bool     // class method, static method, associated function without self
	Abstract   bool     // has no body of its own: an interface's method, a C prototype, a trait's required method
}

// StandsForFile reports whether what the file does outside functions belongs to s, which has no code of its own (a component).
func (s *Symbol) StandsForFile() bool { return s.Kind.Callable() && s.Range == s.NameRange }

// Param is a parameter of a callable.
type Param struct {
	Name     string
	Type     string // as written; "" unknown
	Optional bool   // may be left out in a call
	Variadic bool   // takes any number of arguments
	Named    bool   // and these are the named ones that have no parameter of their own: **options
}

// Scope is a region in which names are bound. Functions, classes, files and blocks that bind a name have one.
type Scope struct {
	Range  Range
	Parent int32 // index; -1 for the file
	Symbol int32 // the symbol whose body this is, or that it stands in; -1 at the top
	Class  bool  // names bound here are members: visible through an instance, not from nested functions
}

// Expr is an expression as far as its type can be followed, in one line of text:
//
//	x            the name x            new forms and literals     `T`   a value of the type T, as written
//	e.f          member f of e         unknown                    ?
//	e()          the result of calling e; e(123): by the Reference at byte 123 (Rules.Infers)
//	"p"          the module that the import path p names
//	e[]          an element of e       e[k]  the element with the constant key k
//	e#1          component 1 of a tuple, or result 1 of a call (e() alone is the first)
//	\123         the function or class whose definition starts at byte 123 of the file, named (then the innermost Symbol there) or a Lambda
//	$1           argument 1 of the function around
//	e[:]         a part of the list e
//	(e|f)        e or f
//	e[<]         what the function e calls its last argument on (Kotlin's T.() -> Unit)
//	e[@]         what a loop over e calls (Rules.Loops)
//	{e,,k:f,*g}  a list or an object: e is element 0, f has the key k (? one that is not constant), the items of g follow. A type may
//	             stand before it: `T`{e}
//
// In types, here and in the other facts, \123 is a type without a name whose definition starts there: `[]\123`.
// Casts, awaits, parentheses, dereferences and address-of are left out: `(*p).f` is p.f, `x.(T).f` is `T`.f in backquotes.
// self and this keep the name that the source gives them.
type Expr string

// RefKind says how a name is used.
type RefKind uint8

// The kinds of references.
const (
	Call    RefKind = iota // name(…), x.name(…), a decorator, a macro's use
	New                    // new name(…), name{…}: certainly a type
	TypeUse                // in an annotation or as a base
	Read                   // used as a value: passed, assigned, compared; members too
	Write                  // assigned to
)

// Reference is one use of a name that is not bound in the same function to a plain local value.
type Reference struct {
	Name   string
	Recv   Expr   // what the name is a member of (x in x.name); "" when it stands alone
	Start  uint32 // byte offset of the name; it ends at Start+len(Name)
	Symbol int32  // the innermost enclosing named callable, else class, else -1: the module
	Args   int16  // number of arguments of a Call or New; -1 when unknown (spread) or no call
	Kind   RefKind
	Lambda bool // stands in an anonymous function inside Symbol
	Value  bool // what is called is not the name but something made of it (f()(), table[k]()): the Pass for argument Called says what
}

// Range returns where the name stands.
func (r *Reference) Range() Range {
	return Range{Start: r.Start, End: r.Start + uint32(len(r.Name))}
}

// Block is the Keyword of an argument that stands behind the others: it is for the last parameter.
const Block = "{}"

// Called is the number of the argument that a call of a value is given: what is called.
const Called = -1

// Pass is an argument of a call of which something is known.
type Pass struct {
	Ref     int32  // index of the Call or New that it is given to
	Arg     int16  // which argument, from 0; Called
	Keyword string // the parameter that the call names; "" none
	Value   Expr   // what is passed; of literals only where Rules.Overloads asks for their types
}

// Lambda is an anonymous function. Its parameters are bound in the scope that starts where it does.
type Lambda struct {
	Start  uint32
	Params []string
	Value  Expr // what it returns, when there is exactly one such expression; "" unknown
}

// Calls reports whether the use is a call.
func (r *Reference) Calls() bool { return r.Kind == Call || r.Kind == New }

// Import binds a name to something in another file.
type Import struct {
	Path     string // module, package, header or file, as written, quotes removed; dots of relative imports kept
	Name     string // what is taken from it; "" the module itself, "*" everything
	Alias    string // the local name; "" when it follows from Path or Name by the language's rule, "_" none
	Start    uint32 // byte offset of the clause
	Scope    int32  // where the local name is visible
	ReExport bool   // visible to importers of this file under Alias (or Name)
	Static   bool   // Java's import static; TypeScript's import type stays false
}

// Inherit says that a type has a base, apart from the type's definition. Both are as written.
type Inherit struct {
	Type, Base string
	Start      uint32
}

// BindKind says how a Binding came to be.
type BindKind uint8

// The kinds of bindings.
const (
	Local     BindKind = iota // a variable: declaration or assignment
	Parameter                 // a parameter
	Member                    // self.x = …, this.x = …: Scope is the class's
	Global                    // Python's global and nonlocal: the name is not bound here
	Narrow                    // the name has this type from here to the end of Scope (isinstance, type switch)
	Element                   // Value, a list or an object, has what is added to the one that the name stands for
)

// Binding gives a name inside a scope a type or a value. Definitions (Symbol) are not repeated here.
type Binding struct {
	Name  string
	Type  string // declared type as written; "" none
	Value Expr   // initialiser; "" none
	Start uint32 // byte offset of the name
	Seen  uint32 // where the declaration's own value ends, which does not see the name yet (Rules.Sequential); 0: none
	Scope int32
	Kind  BindKind
}

// Chunk is a piece of text that is indexed and found as one.
type Chunk struct {
	Range  Range
	Symbol int32 // what it shows: the definition or the section; -1: code outside definitions, or plain lines
	Part   int32 // 0, or the number of the piece when a long definition was split
}

// Mention is a name that a document, a comment or a docstring marks as one: in backticks, in brackets, behind {@link.
type Mention struct {
	Name  string
	Start uint32
}

// PassesTo returns the arguments of the call that is reference ref.
func (f *File) PassesTo(ref int32) []Pass {
	i := sort.Search(len(f.Passes), func(i int) bool { return f.Passes[i].Ref >= ref })
	j := i
	for j < len(f.Passes) && f.Passes[j].Ref == ref {
		j++
	}
	return f.Passes[i:j]
}

// CalledBy returns what reference ref calls, when that is a value; "?" when nothing is known of it.
func (f *File) CalledBy(ref int32) Expr {
	if p := f.PassesTo(ref); len(p) > 0 && p[0].Arg == Called {
		return p[0].Value
	}
	return "?"
}

// Line returns the 0-based line of a byte offset.
func (f *File) Line(offset uint32) int {
	return sort.Search(len(f.Lines), func(i int) bool { return f.Lines[i] > offset }) - 1
}

// Qualified returns the symbol's name with its containers: "Class.method", "namespace.Class".
func (f *File) Qualified(i int32) string {
	s := &f.Symbols[i]
	name := s.Name
	if s.Owner != "" && !f.InStaticType(i) {
		return TypeName(s.Owner) + "." + name
	}
	for p := s.Parent; p >= 0; p = f.Symbols[p].Parent {
		if f.Symbols[p].Owner != "" && !f.InStaticType(p) {
			return f.Qualified(p) + "." + name
		}
		name = f.Symbols[p].Name + "." + name
	}
	return name
}

// InStaticType reports whether symbol i is a static member of one type that extends another, its Owner (C#'s extension methods): it has no
// receiver of its own.
func (f *File) InStaticType(i int32) bool {
	s := &f.Symbols[i]
	return s.Owner != "" && s.Static && s.Parent >= 0 && f.Symbols[s.Parent].Kind.IsType()
}

// Container returns the index of the nearest enclosing symbol that is a type or a module, -1 when there is none
// or a callable stands between.
func (f *File) Container(i int32) int32 {
	p := f.Symbols[i].Parent
	if p >= 0 && (f.Symbols[p].Kind.IsType() || f.Symbols[p].Kind == Module) {
		return p
	}
	return -1
}

// ScopeAt returns the index of the innermost scope that contains offset.
func (f *File) ScopeAt(offset uint32) int32 {
	i := int32(sort.Search(len(f.Scopes), func(i int) bool { return f.Scopes[i].Range.Start > offset }) - 1)
	for i > 0 && f.Scopes[i].Range.End <= offset {
		i = f.Scopes[i].Parent
	}
	return max(i, 0)
}

// SymbolAt returns the index of the innermost symbol whose range contains offset, -1 when none does.
func (f *File) SymbolAt(offset uint32) int32 {
	i := int32(sort.Search(len(f.Symbols), func(i int) bool { return f.Symbols[i].Range.Start > offset }) - 1)
	for i >= 0 && f.Symbols[i].Range.End <= offset {
		i = f.Symbols[i].Parent
	}
	return i
}
