package indexer

import (
	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// overlayIndex is the text index of documents that are changed in the editor. It is made when somebody searches, and never by a keystroke.
type overlayIndex struct {
	chunks []overlayChunk
	terms  map[string][]posting // in order of the chunks, which are the documents
	length int                  // of all chunks, in terms
}

type overlayChunk struct {
	file *graph.File
	rel  string
	i    int       // of File.Facts.Chunks
	text string    // what is embedded; "" nothing
	hash fact.Hash // of text
}

// overlayIndex returns the index of the snapshot's changed documents; s.mu is held.
func (s *Snapshot) overlayIndex() *overlayIndex {
	if s.search != nil {
		return s.search
	}
	x := &overlayIndex{terms: map[string][]posting{}}
	a := newAnalyzer(s.w.terms)
	for _, d := range s.differing() {
		f := s.load(d)
		rel := relTo(f.Root, f.Path)
		text := string(d.text.Bytes)
		for i := range f.Facts.Chunks {
			t := textOf(f.Facts, text, i)
			x.add(t.terms(a, rel))
			c := overlayChunk{file: f, rel: rel, i: i}
			if !t.wordsOnly {
				c.text = s.w.embedded(&t, rel)
				c.hash = fact.Sum([]byte(c.text))
			}
			x.chunks = append(x.chunks, c)
		}
	}
	s.search = x
	return x
}

// add takes the terms of the next chunk.
func (x *overlayIndex) add(f termFreq) {
	x.length += f.length
	for term, times := range f.all {
		x.terms[term] = append(x.terms[term], posting{uint32(len(x.chunks)), uint32(f.length), uint32(times)})
	}
}
