package indexer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// errNoCommit means that a store is new or its process died while making it: nothing is lost, so nobody is told.
var errNoCommit = errors.New("the store is empty")

// storeDir returns where the store of root lives: a readable name with the hash of the whole path.
func storeDir(dataDir, root string) string {
	sum := sha256.Sum256([]byte(root))
	base := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, path.Base(root))
	return filepath.Join(dataDir, base[:min(len(base), 40)]+"-"+hex.EncodeToString(sum[:8]))
}

// loadStore opens an existing store and checks every byte of it: a crash of the machine or a full disk may have left anything.
func loadStore(root, dir string, want commitRecord, note func(string)) (s *store, err error) {
	s = &store{root: root, dir: dir, enc: newEncoder(), known: map[factsKey]span{}, records: map[string]*record{}}
	if _, err := os.Stat(filepath.Join(dir, "bleve", "root.bolt")); err != nil {
		if logs, _ := filepath.Glob(filepath.Join(dir, "files-*.log")); len(logs) > 0 {
			return nil, errors.New("the text index is missing")
		}
		return nil, errNoCommit
	}
	if err := checkBleve(filepath.Join(dir, "bleve")); err != nil {
		return nil, err
	}
	if err := s.openBleve(); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil { // damage that neither checksum covers
			err = fmt.Errorf("read the text index: %v", p)
		}
		if err != nil {
			s.close()
			s = nil
		}
	}()
	if err := s.readCommit(want); err != nil {
		return s, err
	}
	switched := s.commit.Embedder != want.Embedder || want.Dimensions != 0 && s.commit.Dimensions != want.Dimensions
	if switched {
		note(fmt.Sprintf("vectors are made again: the embedder was %s and is %s now", s.commit.Embedder, want.Embedder))
		s.commit.Embedder, s.commit.Dimensions, s.commit.Vectors = want.Embedder, want.Dimensions, 0
	}
	if err := s.openLogs(); err != nil {
		return s, err
	}
	if err := s.readLogs(); err != nil || !switched {
		return s, err
	}
	return s, s.dropVectors()
}

// dropVectors writes that no record has vectors any more, as connect found. Else the slots that the file log knows would be those of other texts as soon as some
// texts are embedded again, and the process ends before all are.
func (s *store) dropVectors() error {
	for _, r := range s.records {
		s.buf = s.enc.record(s.buf[:0], r)
		s.files.append(s.buf)
		s.filesLen++
	}
	if err := s.files.flush(); err != nil {
		return err
	}
	s.commit.Files = s.files.size
	return s.bleve.SetInternal(commitKey, s.commit.encode())
}

// readCommit reads the commit record and compares it with what this process would write.
func (s *store) readCommit(want commitRecord) error {
	r, err := s.bleve.Reader()
	if err != nil {
		return fmt.Errorf("read the text index: %w", err)
	}
	defer r.Close()
	b, err := r.GetInternal(commitKey)
	if err != nil {
		return fmt.Errorf("read the commit record: %w", err)
	}
	if b == nil && s.empty() {
		return errNoCommit
	}
	if b == nil {
		return errors.New("the text index has lost its content")
	}
	c, err := decodeCommit(b)
	switch {
	case err != nil:
		return fmt.Errorf("read the commit record: %w", err)
	case c.Format != want.Format:
		return fmt.Errorf("format %d, this version writes %d", c.Format, want.Format)
	case c.Syntax != want.Syntax:
		return fmt.Errorf("made by extractor %d, this version has %d", c.Syntax, want.Syntax)
	case c.Chunker != want.Chunker:
		return fmt.Errorf("made by chunker %d.%d, this version has %d.%d", c.Chunker>>8, c.Chunker&255, want.Chunker>>8, want.Chunker&255)
	}
	if n, err := r.DocCount(); err != nil || n != uint64(c.Documents) {
		return fmt.Errorf("the text index holds %d chunks instead of %d", n, c.Documents)
	}
	s.commit = c
	return nil
}

// empty reports whether no log holds anything: the process died when it made the store.
func (s *store) empty() bool {
	logs, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, l := range logs {
		if info, err := os.Stat(l); err != nil || info.Size() > 0 {
			return false
		}
	}
	return true
}

// readLogs checks the logs and fills the tables.
func (s *store) readLogs() error {
	err := s.facts.scan(func(at span, b []byte) error {
		language, hash, err := factsHeader(b)
		s.known[factsKey{hash, language}] = at
		return err
	})
	if err != nil {
		return err
	}
	if err := s.vectors.load(); err != nil {
		return err
	}
	err = s.files.scan(func(_ span, b []byte) error {
		s.filesLen++
		op, r, err := decodeRecord(s.root, b)
		if err != nil {
			return err
		}
		if op == opDelete {
			delete(s.records, r.path)
			return nil
		}
		s.records[r.path] = r
		return nil
	})
	if err != nil {
		return err
	}
	return s.connect()
}

// connect gives the records their facts and checks that they fit the other logs and the text index.
func (s *store) connect() error {
	documents, slots := 0, s.vectors.len()
	for _, r := range s.records {
		if r.skipped != "" {
			continue
		}
		at, ok := s.known[r.key()]
		if !ok {
			return fmt.Errorf("the facts of %s are missing", r.rel)
		}
		r.facts, r.log = at, s.facts
		documents += len(r.vectors)
		for i, v := range r.vectors {
			if v >= slots && v != withoutVector {
				r.vectors[i] = noVector // the vectors were dropped with their embedder
			}
		}
	}
	if documents != s.commit.Documents {
		return fmt.Errorf("the file log has %d chunks, the text index %d", documents, s.commit.Documents)
	}
	return nil
}

// factsHeader returns the key of encoded facts without decoding them: the language is the first string of the table.
func factsHeader(b []byte) (language string, hash fact.Hash, err error) {
	d := &decoder{b: b}
	count, size := d.count(1), d.count(1)
	first := 0
	for i := range count {
		if n := d.count(1); i == 0 {
			first = n
		}
	}
	if d.err != nil || size > len(d.b) || first > size || len(d.b)-size < 1+len(hash) {
		return "", hash, errCorrupt
	}
	language = string(d.b[:first])
	copy(hash[:], d.b[size+1:])
	return language, hash, nil
}
