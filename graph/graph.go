// Package graph answers who defines, calls, inherits and imports what, by looking names up in facts.
//
// Invariant: pure. No I/O, no goroutines, no clock; a Graph never changes and may be used by many goroutines at once.
// Names are resolved when somebody asks; no edge is ever stored, so nothing grows with (references × candidates).
package graph

import (
	"github.com/sibyl-ls/sibyl/internal/fact"
	"path"
	"slices"
	"strings"
)

// Tier says how sure an edge is.
type Tier uint8

// The tiers, from the lowest.
const (
	Possible Tier = iota // several targets fit
	Likely               // one candidate fits
	Exact                // scope, import or type proves the target
)

func (t Tier) String() string { return [...]string{"possible", "likely", "exact"}[t] }

// ParseTier is the inverse of String; ok is false for other texts.
func ParseTier(s string) (t Tier, ok bool) {
	for _, t := range []Tier{Possible, Likely, Exact} {
		if t.String() == s {
			return t, true
		}
	}
	return Likely, false
}

// File is a file's facts at their place in the workspace.
type File struct {
	Path  string // absolute, slash-separated
	Root  string // the workspace root that it belongs to, absolute, slash-separated
	Facts *fact.File
	Rules *fact.Rules // of its language; never nil
	Marks Marks

	Document string // how its editor calls a document that has no file, which would be at Path; "" for files

	index index
}

// Marks are what the workspace knows about a file besides its facts.
type Marks struct{ Test, Vendored, Generated bool }

// ID names a symbol: its file and its index in Facts.Symbols. Symbol -1 is the file's top-level code, the module.
type ID struct {
	File   *File
	Symbol int32
}

// Def returns the symbol; nil for a module.
func (id ID) Def() *fact.Symbol {
	if id.Symbol < 0 {
		return nil
	}
	return &id.File.Facts.Symbols[id.Symbol]
}

// Title is how lists show a symbol: with its containers; a module, and what stands for its file, by the file's name.
func (id ID) Title() string {
	switch {
	case id.Symbol < 0:
		return path.Base(id.File.Path)
	case id.Def().StandsForFile():
		return id.File.stem()
	}
	return id.File.Facts.Qualified(id.Symbol)
}

// stem is the name of the file without its extension, that of the folder where the file stands for it.
func (f *File) stem() string {
	base := path.Base(f.Path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if slices.Contains(f.Rules.Index, stem) {
		return path.Base(folderOf(f))
	}
	return stem
}

// Target is what a name may stand for.
type Target struct {
	ID   ID
	Tier Tier
	// Dispatch is set when the call may run this one through an interface or a base class's method, which is another Target.
	Dispatch bool
}

// Edge is a call from one symbol to another with all its sites.
type Edge struct {
	Caller, Callee ID
	Tier           Tier // of the surest site
	Dispatch       bool
	Sites          []fact.Range // in the caller's file, in order
}

// Calls is the answer to a question about calls.
type Calls struct {
	Edges      []Edge
	Unresolved int // incoming: calls of this name whose target is not known; outgoing: calls in this symbol whose target is not known
}

// Filter restricts what is answered.
type Filter struct {
	Tier                             Tier // the lowest tier that is included
	NoTests, NoVendored, NoGenerated bool
	Languages                        []string // nil: all
}

// Tree is a call tree.
type Tree struct {
	ID         ID
	Edge       *Edge // how it was reached; nil at the root
	Cycle      bool  // stands above already; its children are not repeated
	Cut        bool  // has children that depth or size left out
	Children   []*Tree
	Unresolved int
}
