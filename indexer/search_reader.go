package indexer

import (
	"context"
	"errors"
	"io"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// partShift places the number of a reader's part above the document numbers of bleve in one number.
const partShift = 40

// searchReader is bleve's view of everything that can be found: the text index of each root, without the chunks of documents that are
// changed in the editor, and those documents' chunks from memory. Document frequencies are those of the whole, so that scores are
// the same as in an index of the texts as they are now. It lives as long as one search.
type searchReader struct {
	parts   []index.IndexReader // by root
	hidden  [][]uint64          // by root: document numbers that do not count, in order
	overlay *overlayIndex       // the last part
}

var errUnsupported = errors.New("not supported")

func (r *searchReader) number(part int, n uint64) uint64 { return uint64(part)<<partShift | n }

func split(n uint64) (part int, number uint64) { return int(n >> partShift), n & (1<<partShift - 1) }

// TermFieldReader returns all occurrences of a term. They are read at once: their number is needed before the first.
func (r *searchReader) TermFieldReader(ctx context.Context, term []byte, field string, _, _, _ bool) (index.TermFieldReader, error) {
	out := &postings{ids: index.NewIndexInternalID(nil, 0)}
	for part, p := range r.parts {
		if err := r.read(ctx, out, part, p, term, field); err != nil {
			return nil, err
		}
	}
	for _, p := range r.overlay.terms[field+"\x00"+string(term)] {
		out.list = append(out.list, posting{r.number(len(r.parts), uint64(p.document)), float64(p.norm), p.frequency})
	}
	return out, nil
}

func (r *searchReader) read(ctx context.Context, out *postings, part int, p index.IndexReader, term []byte, field string) error {
	t, err := p.TermFieldReader(ctx, term, field, true, true, false)
	if err != nil {
		return err
	}
	defer t.Close()
	out.list = slices.Grow(out.list, int(t.Count()))
	hidden := r.hidden[part]
	var d index.TermFieldDoc
	for {
		next, err := t.Next(d.Reset())
		if err != nil {
			return err
		}
		if next == nil {
			return nil
		}
		n := next.ID.Value()
		for len(hidden) > 0 && hidden[0] < n {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0] == n {
			continue
		}
		out.list = append(out.list, posting{r.number(part, n), next.Norm, uint32(next.Freq)})
	}
}

// posting is one occurrence of a term: how often it is in which document.
type posting struct {
	document  uint64
	norm      float64 // 1/√(terms in the field)
	frequency uint32
}

// postings iterates over occurrences in order of their documents.
type postings struct {
	list []posting
	at   int
	ids  index.IndexInternalID
}

func (p *postings) Next(d *index.TermFieldDoc) (*index.TermFieldDoc, error) {
	if p.at >= len(p.list) {
		return nil, nil
	}
	if d == nil {
		d = &index.TermFieldDoc{}
	}
	x := &p.list[p.at]
	p.at++
	d.ID, d.Freq, d.Norm = index.NewIndexInternalID(d.ID, x.document), uint64(x.frequency), x.norm
	return d, nil
}

func (p *postings) Advance(id index.IndexInternalID, d *index.TermFieldDoc) (*index.TermFieldDoc, error) {
	p.at, _ = slices.BinarySearchFunc(p.list, id.Value(), func(x posting, n uint64) int {
		switch {
		case x.document < n:
			return -1
		case x.document > n:
			return 1
		}
		return 0
	})
	return p.Next(d)
}

func (p *postings) Count() uint64 { return uint64(len(p.list)) }
func (p *postings) Close() error  { return nil }
func (p *postings) Size() int     { return 0 }

// externalID is a document's name across parts.
func externalID(part int, id string) string { return string(rune(part)) + id }

// ExternalID is the inverse of DocIDReaderOnly.
func (r *searchReader) ExternalID(id index.IndexInternalID) (string, error) {
	part, n := split(id.Value())
	if part == len(r.parts) {
		return externalID(part, chunkID(uint32(n), 0)), nil
	}
	s, err := r.parts[part].ExternalID(index.NewIndexInternalID(nil, n))
	return externalID(part, s), err
}

// chunk returns the part of a document and its ID there.
func (r *searchReader) chunk(n uint64) (part int, file uint32, chunk int, err error) {
	part, n = split(n)
	if part == len(r.parts) {
		return part, uint32(n), 0, nil
	}
	s, err := r.parts[part].ExternalID(index.NewIndexInternalID(nil, n))
	file, chunk = parseChunkID(s)
	return part, file, chunk, err
}

// DocIDReaderOnly finds documents by their external IDs, those which exist and are not hidden, in order of their numbers.
func (r *searchReader) DocIDReaderOnly(ids []string) (index.DocIDReader, error) {
	byPart := make([][]string, len(r.parts)+1)
	for _, id := range ids {
		for part := range byPart {
			if p := string(rune(part)); len(id) == len(p)+8 && id[:len(p)] == p {
				byPart[part] = append(byPart[part], id[len(p):])
			}
		}
	}
	out := &documentList{}
	for part, p := range r.parts {
		numbers, err := documentNumbers(p, byPart[part])
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			if _, hidden := slices.BinarySearch(r.hidden[part], n); !hidden {
				out.list = append(out.list, r.number(part, n))
			}
		}
	}
	for _, id := range byPart[len(r.parts)] {
		n, _ := parseChunkID(id)
		out.list = append(out.list, r.number(len(r.parts), uint64(n)))
	}
	slices.Sort(out.list)
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

// documentList iterates over document numbers.
type documentList struct {
	list []uint64
	at   int
}

func (d *documentList) Next() (index.IndexInternalID, error) {
	if d.at >= len(d.list) {
		return nil, nil
	}
	d.at++
	return index.NewIndexInternalID(nil, d.list[d.at-1]), nil
}

func (d *documentList) Advance(id index.IndexInternalID) (index.IndexInternalID, error) {
	d.at, _ = slices.BinarySearch(d.list, id.Value())
	if d.at >= len(d.list) {
		return nil, io.EOF
	}
	return d.Next()
}

func (d *documentList) Size() int    { return 0 }
func (d *documentList) Close() error { return nil }

// InternalID returns the number of a document, nil when there is none.
func (r *searchReader) InternalID(id string) (index.IndexInternalID, error) {
	d, err := r.DocIDReaderOnly([]string{id})
	if err != nil {
		return nil, err
	}
	return d.Next()
}

// DocCount returns the number of documents.
func (r *searchReader) DocCount() (uint64, error) {
	n := uint64(len(r.overlay.chunks))
	for part, p := range r.parts {
		c, err := p.DocCount()
		if err != nil {
			return 0, err
		}
		n += c - uint64(len(r.hidden[part]))
	}
	return n, nil
}

// What no query of ours uses.

func (r *searchReader) DocIDReaderAll() (index.DocIDReader, error) { return nil, errUnsupported }
func (r *searchReader) FieldDict(string) (index.FieldDict, error)  { return nil, errUnsupported }
func (r *searchReader) FieldDictRange(string, []byte, []byte) (index.FieldDict, error) {
	return nil, errUnsupported
}
func (r *searchReader) FieldDictPrefix(string, []byte) (index.FieldDict, error) {
	return nil, errUnsupported
}
func (r *searchReader) Document(string) (index.Document, error) { return nil, errUnsupported }
func (r *searchReader) DocValueReader([]string) (index.DocValueReader, error) {
	return nil, errUnsupported
}
func (r *searchReader) Fields() ([]string, error)          { return nil, errUnsupported }
func (r *searchReader) GetInternal([]byte) ([]byte, error) { return nil, errUnsupported }
func (r *searchReader) Close() error                       { return nil }
