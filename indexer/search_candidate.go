package indexer

import (
	"github.com/sibyl-ls/sibyl/graph"
)

// chunkPlace names a chunk among all that can be found: the root's number, the file's number there, the chunk's in the file. In the part behind the roots, that
// of changed documents, number counts their chunks and chunk is 0.
type chunkPlace struct {
	part   int
	number uint32
	chunk  int
}

// candidate is a chunk that may be a hit.
type candidate struct {
	place  chunkPlace
	file   *graph.File
	rel    string
	chunk  int
	record *record // nil: a changed document's

	words   wordHit    // without words: found by meaning only
	near    float64    // cosine; 0: unknown or not near
	order   int        // its number in the order of places
	group   int        // number of its file among those of the candidates
	next    *candidate // of the same name
	signals signals
	score   float64
}

// symbol returns the index of the symbol that the chunk shows, -1 when there is none.
func (c *candidate) symbol() int32 { return c.file.Facts.Chunks[c.chunk].Symbol }

// first reports whether the chunk is the start of what it shows.
func (c *candidate) first() bool { return c.file.Facts.Chunks[c.chunk].Part == 0 }

// candidate returns the candidate at a place; nil when it is filtered out or not part of the snapshot.
func (x *searching) candidate(p chunkPlace) (*candidate, error) {
	if c := x.memory.found[p]; c != nil {
		return c, nil
	}
	c, err := x.load(p)
	if c != nil {
		x.memory.found[p] = c
		x.list = append(x.list, c)
	}
	return c, err
}

func (x *searching) load(p chunkPlace) (*candidate, error) {
	if p.part == len(x.views) {
		o := &x.reader.overlay.chunks[p.number]
		if x.accept != nil && !x.accept(&fileFacts{o.rel, o.file.Facts.Language, o.file.Marks}, kindOf(o.file.Facts, o.i)) {
			return nil, nil
		}
		c := x.memory.candidate()
		c.place, c.file, c.rel, c.chunk = p, o.file, o.rel, o.i
		return c, nil
	}
	r := x.views[p.part].record(p.number)
	if r == nil || p.chunk < 0 || p.chunk >= len(r.vectors) || x.accept != nil && !x.accept(&fileFacts{r.rel, r.language, r.marks}, r.kind(p.chunk)) {
		return nil, nil
	}
	f, err := r.file(x.s.w.languages)
	if err != nil {
		return nil, err
	}
	c := x.memory.candidate()
	c.place, c.file, c.rel, c.chunk, c.record = p, f, r.rel, p.chunk, r
	return c, nil
}
