// Package lang describes languages: what their files are called, which grammar parses them, which query finds their
// facts, and by which rules their names are resolved. Each language is one folder below this one.
//
// Invariant: a language is data. Code that is the same for several languages belongs to syntax or graph.
package lang

import (
	"bytes"
	"path"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Language is one language.
type Language struct {
	Name       string   // lower case, as LSP's languageId where that has it: "go", "typescriptreact"
	IDs        []string // further LSP languageIds
	Extensions []string // with the dot, lower case: ".go"
	Claims     []Claim  // extensions that it shares with other languages
	Filenames  []string // whole base names: "go.mod"
	Built      bool     // builds make its Filenames: they are read at the root and in folders for builds below it, ignored or not, large or not, and not searched in
	Shebangs   []string // interpreters: "python", matched without version digits

	Grammar func() *sitter.Language // nil: no tree, chunks are by lines
	// Scan adds facts to f where there is no grammar: Symbols, in the order of fact.File, ModulePath, and in Skipped what Misread says. nil: nothing but lines.
	Scan    func(src []byte, f *fact.File)
	Queries string    // queries.scm; the captures are documented in syntax/captures.md
	Embeds  *Embedded // what its files hold in another language; the Queries are about the nodes of both
	Rules   fact.Rules

	AttributeMacros bool // words in capitals may stand where the grammar has attributes (C): they are kept from the parser
	// DocTags returns what documentation says about types, for those that the code does not declare; nil: nothing.
	DocTags func(doc string) []DocTag

	// TypeNamed returns the type that goes with a member of that name by convention, where a query asks for it; nil: none.
	TypeNamed func(name string) string

	Docstring bool // the first string of a body is its documentation (Python)
	// Exported tells whether a name is visible outside, from the definition's modifiers text and its name; nil: always.
	Exported func(name, modifiers string) bool
	// TestFile reports whether a base name is that of a test; nil: never.
	TestFile func(base string) bool
	// TestSymbol reports whether a callable is a test, from its name and modifiers or decorators; nil: never.
	TestSymbol func(name, modifiers string) bool
}

// Claim says that a file with an extension is of a language when the head of its text looks like it, whichever language has the extension
// otherwise.
type Claim struct {
	Extension string
	Head      func(head []byte) bool
}

// Set finds the language of a file.
type Set struct {
	languages []*Language
	byExt     map[string]*Language
	claims    map[string][]claim // by extension, in the order of the languages
	byFile    map[string]*Language
	byID      map[string]*Language
	byName    map[string]*Language
	byShebang map[string]*Language
}

type claim struct {
	head     func(head []byte) bool
	language *Language
}

// NewSet returns the Set of ls. Where two claim the same extension, the first has it.
func NewSet(ls ...*Language) *Set {
	s := &Set{languages: ls, byExt: map[string]*Language{}, claims: map[string][]claim{}, byFile: map[string]*Language{}, byID: map[string]*Language{},
		byName: map[string]*Language{}, byShebang: map[string]*Language{}}
	put := func(m map[string]*Language, l *Language, keys ...string) {
		for _, k := range keys {
			if m[k] == nil {
				m[k] = l
			}
		}
	}
	for _, l := range ls {
		put(s.byExt, l, l.Extensions...)
		for _, c := range l.Claims {
			s.claims[c.Extension] = append(s.claims[c.Extension], claim{c.Head, l})
		}
		put(s.byFile, l, l.Filenames...)
		put(s.byName, l, l.Name)
		put(s.byID, l, append([]string{l.Name}, l.IDs...)...)
		put(s.byShebang, l, l.Shebangs...)
	}
	return s
}

// Languages returns all languages in their order.
func (s *Set) Languages() []*Language { return s.languages }

// ByName returns the language with that name, nil when there is none.
func (s *Set) ByName(name string) *Language { return s.byName[name] }

// ByID returns the language of an LSP languageId, nil when there is none.
func (s *Set) ByID(id string) *Language { return s.byID[id] }

// Detect returns the language of a file from its slash-separated path and, where the name does not tell, from the head of its text (4 KB
// are enough); nil when none is known. head may be empty.
func (s *Set) Detect(file string, head []byte) *Language {
	base := path.Base(file)
	if l := s.byFile[base]; l != nil {
		return l
	}
	ext := strings.ToLower(path.Ext(base))
	for _, c := range s.claims[ext] {
		if c.head(head) {
			return c.language
		}
	}
	if l := s.byExt[ext]; l != nil {
		return l
	}
	if rest, ok := bytes.CutPrefix(head, []byte("#!")); ok {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		for _, word := range strings.Fields(string(line)) {
			word = strings.TrimRight(path.Base(word), "0123456789.")
			if l := s.byShebang[word]; l != nil {
				return l
			}
		}
	}
	return nil
}
