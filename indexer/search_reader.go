package indexer

import (
	"context"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// partShift places the number of a reader's part above the document numbers of bleve in one number.
const partShift = 40

// searchReader reads everything that can be found: the text index of each root, without the chunks of documents that are
// changed in the editor, and those documents' chunks from memory. Frequencies are those of the whole, so that scores are
// the same as in an index of the texts as they are now. It lives as long as one search.
type searchReader struct {
	parts   []index.IndexReader // by root
	hidden  [][]uint64          // by root: document numbers that do not count, in order
	overlay *overlayIndex       // the last part
}

func (r *searchReader) number(part int, n uint64) uint64 { return uint64(part)<<partShift | n }

func split(n uint64) (part int, number uint64) { return int(n >> partShift), n & (1<<partShift - 1) }

// posting is one occurrence of a term: how often it is in which document, and how long that is.
type posting struct {
	document  uint64
	length    float64
	frequency uint32
}

// postings appends all occurrences of a term to list, each document once.
func (r *searchReader) postings(ctx context.Context, term string, list []posting) ([]posting, error) {
	var err error
	for part, p := range r.parts {
		if list, err = r.read(ctx, list, part, p, []byte(term)); err != nil {
			return list, err
		}
	}
	for _, p := range r.overlay.terms[term] {
		list = append(list, posting{r.number(len(r.parts), uint64(p.document)), lengthOf(float64(p.norm)), p.frequency})
	}
	return list, ctx.Err()
}

func (r *searchReader) read(ctx context.Context, list []posting, part int, p index.IndexReader, term []byte) ([]posting, error) {
	t, err := p.TermFieldReader(ctx, term, fieldTerms, true, true, false)
	if err != nil {
		return list, err
	}
	defer t.Close()
	list = slices.Grow(list, int(t.Count()))
	hidden := r.hidden[part]
	var d index.TermFieldDoc
	for {
		next, err := t.Next(d.Reset())
		if err != nil || next == nil {
			return list, err
		}
		n := next.ID.Value()
		for len(hidden) > 0 && hidden[0] < n {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0] == n {
			continue
		}
		list = append(list, posting{r.number(part, n), lengthOf(next.Norm), uint32(next.Freq)})
	}
}

// lengthOf returns a field's length in terms from what bleve stores of it, 1/√length.
func lengthOf(norm float64) float64 { return 1 / max(norm*norm, 1e-12) }

// externalID is a document's name across parts.
func externalID(p chunkPlace) string { return string(rune(p.part)) + chunkID(p.number, p.chunk) }

// chunk returns the place of a document.
func (r *searchReader) chunk(n uint64) (part int, file uint32, chunk int, err error) {
	part, n = split(n)
	if part == len(r.parts) {
		return part, uint32(n), 0, nil
	}
	s, err := r.parts[part].ExternalID(index.NewIndexInternalID(nil, n))
	file, chunk = parseChunkID(s)
	return part, file, chunk, err
}

// numbers finds documents by their external IDs, those which exist and are not hidden, in order of their numbers.
func (r *searchReader) numbers(ids []string) ([]uint64, error) {
	byPart := make([][]string, len(r.parts)+1)
	for _, id := range ids {
		for part := range byPart {
			if p := string(rune(part)); len(id) == len(p)+8 && id[:len(p)] == p {
				byPart[part] = append(byPart[part], id[len(p):])
			}
		}
	}
	var out []uint64
	for part, p := range r.parts {
		numbers, err := documentNumbers(p, byPart[part])
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			if _, hidden := slices.BinarySearch(r.hidden[part], n); !hidden {
				out = append(out, r.number(part, n))
			}
		}
	}
	for _, id := range byPart[len(r.parts)] {
		n, _ := parseChunkID(id)
		out = append(out, r.number(len(r.parts), uint64(n)))
	}
	slices.Sort(out)
	return out, nil
}

// documentNumbers returns bleve's numbers of documents, in order.
func documentNumbers(p index.IndexReader, ids []string) ([]uint64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	d, err := p.DocIDReaderOnly(ids)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var out []uint64
	for {
		id, err := d.Next()
		if err != nil || id == nil {
			slices.Sort(out)
			return out, err
		}
		out = append(out, id.Value())
	}
}
