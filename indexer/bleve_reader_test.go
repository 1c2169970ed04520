package indexer

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	index "github.com/blevesearch/bleve_index_api"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// TestSegmentReader compares what is read of segments in memory, in files and merged by zap with what zap reads of them.
func TestSegmentReader(t *testing.T) {
	format := &segments{}
	onDisk := func(s segmentapi.Segment) segmentapi.Segment {
		path := filepath.Join(t.TempDir(), "segment")
		if err := s.(segmentapi.UnpersistedSegment).Persist(path); err != nil {
			t.Fatal(err)
		}
		return opened(t, path)
	}
	made := func(documents []index.Document) segmentapi.Segment {
		s, _, err := format.New(documents)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	small, large := made(randomDocuments(700, 40)), made(randomDocuments(70_000, 2))
	gone := roaring.BitmapOf(0, 3, 4, 5, 699)
	merged := filepath.Join(t.TempDir(), "merged")
	if _, _, err := format.MergeUsing([]segmentapi.Segment{onDisk(large), onDisk(small)}, []*roaring.Bitmap{nil, gone}, merged, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]segmentapi.Segment{"in memory": small, "small": onDisk(small), "large": onDisk(large), "merged": opened(t, merged)} {
		for _, deleted := range []*roaring.Bitmap{nil, gone} {
			compareReader(t, name, s, deleted)
		}
	}
}

func opened(t *testing.T, path string) segmentapi.Segment {
	s, err := (&segments{}).Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func compareReader(t *testing.T, name string, s segmentapi.Segment, deleted *roaring.Bitmap) {
	const first = 1000
	r, err := newSegmentReader(s, deleted, 0, first, &listMemory{})
	if err != nil {
		t.Fatal(err)
	}
	if _, file := s.(*zap.Segment); file != (r.terms.file != nil) {
		t.Fatalf("%s: the file is not read", name)
	}
	d, err := s.Dictionary(fieldTerms)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	it := d.AutomatonIterator(nil, nil, nil)
	for e, err := it.Next(); e != nil; e, err = it.Next() {
		if err != nil {
			t.Fatal(err)
		}
		var want []posting
		all := must(d.PostingsList([]byte(e.Term), deleted, nil)).Iterator(true, true, false, nil)
		for p, err := all.Next(); p != nil || err != nil; p, err = all.Next() {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, posting{first + uint32(p.Number()), uint32(p.(*zap.Posting).NormUint64()), uint32(p.Frequency())})
			if length := lengthOf(want[len(want)-1].length); length != 1/(p.Norm()*p.Norm()) {
				t.Fatalf("%s: length %v, the norm is %v", name, length, p.Norm())
			}
		}
		if got := must(r.postings(r.terms, []byte(e.Term), nil)); !slices.Equal(got, want) {
			t.Fatalf("%s, %q: %v, want %v", name, e.Term, got, want)
		}
		n++
	}
	if got := must(r.postings(r.terms, []byte("nowhere"), nil)); n < 100 || len(got) > 0 {
		t.Errorf("%s: %d terms; nowhere: %v", name, n, got)
	}
	for i := range s.Count() {
		file, chunk := parseChunkID(string(must(s.DocID(i))))
		n, ok, err := r.document(file, chunk)
		if alive := deleted == nil || !deleted.Contains(uint32(i)); err != nil || ok != alive || ok && n != first+uint32(i) && name != "merged" {
			t.Fatalf("%s: document %d is found at %d, %v, %v", name, i, n, ok, err)
		}
	}
	for _, file := range []uint32{0, 1, 9999} {
		if n, ok, err := r.document(file, 5000); ok || err != nil {
			t.Errorf("%s: a document that is not there: %d, %v", name, n, err)
		}
	}
}
