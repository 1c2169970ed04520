package indexer

import (
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// chunkVersion is part of the store's identity: it changes when the same facts give other chunk texts.
const chunkVersion = 6

const (
	shortChunk = 400 // bytes; a member this short says too little without the head of its class

	// What an embedder gets of one chunk, in bytes. Few chunks are longer than 1,000 bytes, so that 2,400 cost a fifth more than these, and
	// questions about what stands further down find it (docs/embedding.md). An endpoint's model reads on.
	maxLocalText  = 2400
	maxRemoteText = 4000
)

// chunkText is what is indexed of one chunk.
type chunkText struct {
	wordsOnly bool   // found by its words alone, without a vector
	name      string // qualified, "" for code outside definitions
	kind      fact.Kind
	head      string // signature and documentation
	owner     string // the signature of its class
	frame     string // what the body does not show of where it stands: its class when it is short, the signature when it is a later part
	body      string // with the documentation before the definition
}

// textOf returns the text of chunk i. text is the file's.
func textOf(f *fact.File, text string, i int) chunkText {
	c := &f.Chunks[i]
	t := chunkText{body: cut(text, c.Range)}
	if c.Symbol < 0 {
		t.wordsOnly = len(f.Symbols) > 0 && !script(f)
		return t
	}
	s := &f.Symbols[c.Symbol]
	t.wordsOnly = f.Generated && s.Kind != fact.Section
	t.name, t.kind = f.Qualified(c.Symbol), s.Kind
	if p := f.Container(c.Symbol); p >= 0 {
		t.owner = f.Symbols[p].Signature
		if len(t.body) < shortChunk {
			t.frame = t.owner + "\n"
		}
	}
	if c.Part == 0 {
		t.head = s.Doc
		if t.head != "" && c.Range.Start < s.Range.Start {
			t.body = cut(text, fact.Range{Start: s.Range.Start, End: c.Range.End})
		}
	} else {
		t.frame += s.Signature + "\n"
	}
	return t
}

// script reports whether a file is code of which no chunk shows a definition: what it does stands between the variables that it sets.
func script(f *fact.File) bool {
	return len(f.References) > 0 && !slices.ContainsFunc(f.Chunks, func(c fact.Chunk) bool { return c.Symbol >= 0 })
}

func cut(text string, r fact.Range) string {
	end := min(int(r.End), len(text))
	return text[min(int(r.Start), end):end]
}

// embedded returns the text that a vector stands for. rel is the file's path, limit the length in bytes. A model that adds up words (bag) gets
// the name, the path and the class more than once, since they say more than the body does (docs/ranking.md).
func (t *chunkText) embedded(rel string, limit int, bag bool) string {
	var b strings.Builder
	b.Grow(min(limit, len(t.frame)+len(t.head)+len(t.body)) + 2*len(t.name) + 3*len(rel) + len(t.owner) + 40)
	b.WriteString(rel)
	if t.name != "" {
		b.WriteString("\n" + string(t.kind) + " " + t.name)
	}
	b.WriteByte('\n')
	b.WriteString(t.frame)
	if !strings.Contains(t.body, t.head) {
		b.WriteString(t.head + "\n")
	}
	if room := limit - b.Len(); room > 0 {
		b.WriteString(strings.ToValidUTF8(t.body[:min(len(t.body), room)], "")) // a cut may fall into a character
	}
	if bag {
		b.WriteString("\n" + t.name + "\n" + rel + "\n" + rel + "\n" + t.owner)
	}
	return b.String()
}

// How often a word counts in the text index by where it stands, in units of an occurrence in the text over termUnit. A name says more about
// what a definition is than its body, and a whole identifier more than the words that it is made of (docs/ranking.md).
const (
	termUnit      = 2
	nameTerms     = 6
	ownerTerms    = 2 // the names around it
	stemTerms     = 4 // the file's name
	folderTerms   = 3
	compoundTerms = 5 // a whole identifier in the text
)

// terms returns the terms of the chunk, weighted by where they stand. The length is that of the text and its documentation alone, so that a long
// path or name makes no chunk seem longer.
func (t *chunkText) terms(a *analyzer, rel string) termFreq {
	folder, file := path.Split(rel)
	a.keep = true
	a.addTimes(folder, folderTerms)
	a.addTimes(stemOf(file), stemTerms)
	if t.name != "" {
		owner, name := splitName(t.name)
		a.addTimes(owner, ownerTerms)
		a.addTimes(name, nameTerms)
		a.exact(exactTerm(t.name))
	}
	a.keep = false
	before := a.length
	a.weight, a.compound = termUnit, compoundTerms
	a.add(t.head)
	a.add(t.body)
	a.weight, a.compound = 1, 1
	length := a.length - before
	f := a.field()
	f.length = max(length, 1)
	return f
}

// addTimes counts each word of s n times.
func (a *analyzer) addTimes(s string, n int32) {
	a.weight, a.compound = n, n
	a.add(s)
	a.weight, a.compound = 1, 1
}

// stemOf returns a file's name without its endings.
func stemOf(file string) string {
	if i := strings.IndexByte(file, '.'); i > 0 {
		return file[:i]
	}
	return file
}

// splitName divides a qualified name before its last part.
func splitName(qualified string) (owner, name string) {
	name = lastName(qualified)
	return qualified[:len(qualified)-len(name)], name
}

// embedded returns the text of a chunk for the workspace's embedder.
func (w *Workspace) embedded(t *chunkText, rel string) string {
	if w.options.Embedder.Local() {
		return t.embedded(rel, maxLocalText, true)
	}
	return t.embedded(rel, maxRemoteText, false)
}
