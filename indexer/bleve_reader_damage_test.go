package indexer

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	segmentapi "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
)

// TestSegmentDamage reads segment files that somebody has written to after they were checked: that ends, and what is not right is an error.
func TestSegmentDamage(t *testing.T) {
	writeMapped(t) // what fails to open may stay mapped
	s, _, err := (&segments{}).New(randomDocuments(700, 40))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "segment")
	if err := s.(segmentapi.UnpersistedSegment).Persist(path); err != nil {
		t.Fatal(err)
	}
	good, terms := must(os.ReadFile(path)), termsOf(t, s, fieldTerms)
	r := rand.New(rand.NewPCG(7, 7))
	failed := 0
	for i := range 400 {
		bad := bytes.Clone(good)
		at := r.IntN(len(bad))
		part := bad[at:min(at+1+r.IntN(200), len(bad))]
		for k := range part {
			switch i % 4 {
			case 0:
				part[k] = byte(r.Uint32())
			case 1:
				part[k] = 0xff
			case 2:
				part[k] = 0
			case 3:
				part[k] ^= 1 << r.IntN(8)
			}
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if readDamaged(path, terms) != nil {
			failed++
		}
	}
	if failed < 100 {
		t.Errorf("%d of 400 damages were noticed", failed)
	}
}

// TestNoNumber: bytes that are no number, behind the number of a great many.
func TestNoNumber(t *testing.T) {
	many := binary.AppendUvarint(nil, 1<<60)
	for _, rest := range [][]byte{nil, {0x80}, bytes.Repeat([]byte{0xff}, 12)} {
		err := func() (err error) {
			defer guard("read", &err)()
			(&segmentReader{memory: &listMemory{}}).withFrequencies(append(many, rest...), 0, nil)
			return nil
		}()
		if err == nil {
			t.Errorf("%x is read as numbers", rest)
		}
	}
}

// TestTooManyDocuments: runs of a few bytes that stand for a billion documents take no memory for them.
func TestTooManyDocuments(t *testing.T) {
	s, _, err := (&segments{}).New(randomDocuments(10, 5))
	if err != nil {
		t.Fatal(err)
	}
	set := roaring.New()
	set.AddRange(0, 1<<30)
	set.RunOptimize()
	b := must(set.ToBytes())
	file := binary.AppendUvarint([]byte{0, 0}, uint64(len(b))) // where the frequencies are, and the positions
	file = append(file, b...)
	var terms bytes.Buffer
	builder := must(vellum.New(&terms, dictionaryOptions))
	for _, err := range []error{builder.Insert([]byte("many"), 0), builder.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &segmentReader{segment: s, memory: &listMemory{}}
	d := &dictionary{file: file, reader: must(must(vellum.Load(terms.Bytes())).Reader())}
	if list, err := r.postings(d, []byte("many"), nil); err == nil || cap(r.memory.numbers) > 100 {
		t.Errorf("%d occurrences, memory for %d", len(list), cap(r.memory.numbers))
	}
}

// TestDamageWhileOpen: files that are cut off or overwritten while they are mapped make searches fail, and are made again at the next start.
func TestDamageWhileOpen(t *testing.T) {
	writeMapped(t)
	for name, damage := range map[string]func(f *os.File, size int64) error{
		"empty": func(f *os.File, _ int64) error { return f.Truncate(0) },
		"half":  func(f *os.File, size int64) error { return f.Truncate(size / 2) },
		"zeros": func(f *os.File, size int64) error { _, err := f.Write(make([]byte, size)); return err },
		"ones": func(f *os.File, size int64) error {
			_, err := f.Write(bytes.Repeat([]byte{0xff}, int(size)))
			return err
		},
	} {
		tr, dir := sample(t), t.TempDir()
		open(t, tr.options(t, dir)).Close()
		w := open(t, tr.options(t, dir))
		q := Query{Text: "process payment"}
		want := len(must(w.Snapshot().Search(t.Context(), q)))
		for _, path := range storeFiles(t, dir) {
			if filepath.Ext(path) != ".zap" {
				continue
			}
			f := must(os.OpenFile(path, os.O_WRONLY, 0))
			if err := damage(f, must(f.Stat()).Size()); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
		if hits, err := w.Snapshot().Search(t.Context(), q); err == nil {
			t.Errorf("%s: %d hits without an error", name, len(hits))
		}
		w.Close()
		w = open(t, tr.options(t, dir))
		if got := len(must(w.Snapshot().Search(t.Context(), q))); got != want || len(w.Status().Notes) != 1 {
			t.Errorf("%s: %d hits, want %d; notes %q", name, got, want, w.Status().Notes)
		}
		w.Close()
	}
}

// writeMapped skips a test that writes to mapped files where that is not possible.
func writeMapped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a mapped file cannot be written to")
	}
}

// readDamaged returns the first error of what a search does.
func readDamaged(path string, terms []string) (err error) {
	defer guard("read", &err)()
	s, err := (&segments{}).Open(path)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := newSegmentReader(s, nil, 0, 0, &listMemory{})
	if err != nil {
		return err
	}
	var list []posting
	for _, term := range terms {
		found, err := r.postings(r.terms, []byte(term), list[:0])
		if err != nil {
			return err
		}
		for _, p := range found {
			if _, err := s.DocID(uint64(p.document)); err != nil {
				return err
			}
		}
		list = found
	}
	for file := range uint32(20) {
		if _, _, err := r.document(file, 3); err != nil {
			return err
		}
	}
	return nil
}
