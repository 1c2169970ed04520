package indexer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
)

// searchReader reads everything that can be found: the text index of each root, without the chunks of documents that are
// changed in the editor, and those documents' chunks from memory. Frequencies are those of the whole, so that scores are
// the same as in an index of the texts as they are now. It lives as long as one search.
//
// All documents of bleve have numbers: those of the roots' segments one after another, then the overlay's.
type searchReader struct {
	roots    int
	segments []*segmentReader
	indexed  uint32   // documents of all segments, deleted ones included
	hidden   []uint32 // documents that do not count, in order
	overlay  *overlayIndex
	memory   *searchMemory
}

// posting is one occurrence of a term: how often it is in which document, and how long that is, in terms.
type posting struct{ document, length, frequency uint32 }

// add adds the text index of the next root.
func (r *searchReader) add(p index.IndexReader) error {
	s, ok := p.(*scorch.IndexSnapshot)
	if !ok {
		return fmt.Errorf("read the text index: %T is not scorch's", p)
	}
	for _, s := range s.Segments() {
		one, err := newSegmentReader(s.Segment(), s.Deleted(), r.roots, r.indexed, &r.memory.lists)
		if err != nil {
			return fmt.Errorf("read the text index: %w", err)
		}
		r.segments = append(r.segments, one)
		r.indexed += uint32(s.FullSize())
	}
	r.roots++
	return nil
}

// hide leaves out the chunks that a root's text index has of a file.
func (r *searchReader) hide(part int, file uint32, chunks int) error {
	for i := range chunks {
		n, ok, err := r.document(chunkPlace{part, file, i})
		if err != nil {
			return err
		}
		if ok {
			r.hidden = append(r.hidden, n)
		}
	}
	slices.Sort(r.hidden)
	return nil
}

// size returns the number of document numbers.
func (r *searchReader) size() int { return int(r.indexed) + len(r.overlay.chunks) }

// postings appends all occurrences of a term to list, in order of the documents.
func (r *searchReader) postings(ctx context.Context, term string, list []posting) (_ []posting, err error) {
	name := []byte(term)
	for _, s := range r.segments {
		if list, err = s.postings(s.terms, name, list); err != nil {
			return list, err
		}
	}
	if hidden := r.hidden; len(hidden) > 0 {
		list = slices.DeleteFunc(list, func(p posting) bool {
			for len(hidden) > 0 && hidden[0] < p.document {
				hidden = hidden[1:]
			}
			return len(hidden) > 0 && hidden[0] == p.document
		})
	}
	for _, p := range r.overlay.terms[term] {
		p.document += r.indexed
		list = append(list, p)
	}
	return list, ctx.Err()
}

// lengthOf returns a chunk's length as bleve tells it, which stores 1/√length in single precision.
func lengthOf(terms uint32) float64 {
	norm := float64(float32(1 / math.Sqrt(float64(terms))))
	return 1 / max(norm*norm, 1e-12)
}

// place returns where a document is.
func (r *searchReader) place(n uint32) (chunkPlace, error) {
	if n >= r.indexed {
		return chunkPlace{r.roots, n - r.indexed, 0}, nil
	}
	s := r.segments[sort.Search(len(r.segments), func(i int) bool { return r.segments[i].first > n })-1]
	id, err := s.segment.DocID(uint64(n - s.first))
	file, chunk := parseChunkID(string(id))
	return chunkPlace{s.part, file, chunk}, err
}

// document returns the number of the document at a place, when it exists and is not hidden.
func (r *searchReader) document(p chunkPlace) (n uint32, ok bool, err error) {
	if p.part == r.roots {
		return r.indexed + p.number, true, nil
	}
	for _, s := range r.segments {
		if s.part != p.part {
			continue
		}
		if n, ok, err = s.document(p.number, p.chunk); ok || err != nil {
			break
		}
	}
	if _, hidden := slices.BinarySearch(r.hidden, n); hidden {
		return 0, false, err
	}
	return n, ok, err
}
