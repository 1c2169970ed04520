package indexer

import (
	"fmt"
	"os"
	"path/filepath"

	index "github.com/blevesearch/bleve_index_api"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// addition is one file's new state, ready to be stored.
type addition struct {
	record    *record
	encoded   []byte           // the facts; nil when they are in the log, or there are none
	documents []*chunkDocument // by chunk; nil when those of the path's old record stay as they are
	texts     []fact.Hash      // by chunk: hash of the text that is embedded
	vectors   []vector         // by chunk; without values where the log has the vector or nobody has computed it
}

// change is what one commit does.
type change struct {
	add      []*addition
	remove   []*record
	complete bool   // the first index is finished
	head     string // git revision; "" unchanged
}

// apply stores c and returns when it is safe on disk. On an error the store is as before, except that the logs may hold records
// that nobody refers to.
func (s *store) apply(c *change) error {
	batch := index.NewBatch()
	if err := s.appendLogs(c, batch); err != nil {
		return err
	}
	next := s.commit
	next.Files, next.Facts, next.Vectors = s.files.size, s.facts.size, s.vectors.log.size
	next.Dimensions = s.vectors.dimensions
	next.Complete = next.Complete || c.complete
	if c.head != "" {
		next.Head = c.head
	}
	for _, op := range batch.IndexOps {
		if op != nil {
			next.Documents++
		} else {
			next.Documents--
		}
	}
	batch.SetInternal(commitKey, next.encode())
	if err := s.bleve.Batch(batch); err != nil {
		return fmt.Errorf("write the text index: %w", err)
	}
	s.commit = next
	for _, r := range c.remove {
		delete(s.records, r.path)
	}
	for _, a := range c.add {
		s.records[a.record.path] = a.record
	}
	return nil
}

func (s *store) appendLogs(c *change, batch *index.Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range c.remove {
		s.forget(batch, s.records[r.path])
		s.buf = s.enc.deletion(s.buf[:0], r.rel)
		s.files.append(s.buf)
		s.filesLen++
	}
	for _, a := range c.add {
		if err := s.add(a, batch); err != nil {
			return err
		}
	}
	for _, flush := range []func() error{s.facts.flush, s.vectors.flush, s.files.flush} {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

// trim gives back the memory that large commits took.
func (s *store) trim() {
	for _, l := range []*appendLog{s.facts, s.vectors.log, s.files} {
		l.trim()
	}
}

// forget takes the chunks of a record out of the text index.
func (s *store) forget(batch *index.Batch, r *record) {
	if r == nil {
		return
	}
	for i := range r.vectors {
		batch.Delete(chunkID(r.number, i))
	}
}

func (s *store) add(a *addition, batch *index.Batch) error {
	r, old := a.record, s.records[a.record.path]
	if a.documents != nil || old == nil || r.skipped != "" {
		s.forget(batch, old)
		r.number = s.commit.Next
		s.commit.Next++
		for i, d := range a.documents {
			d.id = chunkID(r.number, i)
			batch.Update(d)
		}
	} else {
		r.number = old.number
	}
	if a.encoded != nil {
		at, ok := s.known[r.key()]
		if !ok {
			at = s.facts.append(a.encoded)
			s.known[r.key()] = at
		}
		r.facts, r.log = at, s.facts
	} else if r.skipped == "" {
		r.facts, r.log = s.known[r.key()], s.facts
	}
	for i, text := range a.texts {
		if r.vectors[i] == withoutVector {
			continue
		}
		slot, ok := s.vectors.find(text)
		if !ok && i < len(a.vectors) && a.vectors[i].q != nil {
			var err error
			if slot, err = s.vectors.append(text, a.vectors[i]); err != nil {
				return err
			}
			ok = true
		}
		if ok {
			r.vectors[i] = slot
		}
	}
	s.buf = s.enc.record(s.buf[:0], r)
	s.files.append(s.buf)
	s.filesLen++
	return nil
}

// compact rewrites the logs without what nobody refers to, when that is more than what somebody does. Until then, facts and vectors of
// files that changed are kept, so that switching to another branch and back costs no parsing.
func (s *store) compact(always bool) error {
	live := int64(0)
	vectors := 0
	for _, r := range s.records {
		live += int64(r.facts.size)
		vectors += len(r.vectors)
	}
	const slack = 4 << 20 // bytes that are not worth the work
	if !always && s.facts.size < 2*live+slack && s.filesLen < 2*len(s.records)+10_000 && int(s.vectors.len()) < 2*vectors+10_000 {
		return nil
	}
	return s.rewrite()
}

func (s *store) rewrite() error {
	n := &store{root: s.root, dir: s.dir, commit: s.commit, enc: s.enc, known: map[factsKey]span{}}
	n.commit.Generation++
	n.commit.Files, n.commit.Facts, n.commit.Vectors = 0, 0, 0
	if err := n.openLogs(); err != nil {
		return err
	}
	moved, err := n.copyFrom(s)
	if err == nil {
		n.commit.Files, n.commit.Facts, n.commit.Vectors = n.files.size, n.facts.size, n.vectors.log.size
		err = s.bleve.SetInternal(commitKey, n.commit.encode())
	}
	if err != nil {
		n.files.close()
		n.facts.close()
		n.vectors.log.close()
		return fmt.Errorf("compact the store: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retire()
	s.commit, s.files, s.facts, s.vectors, s.known, s.records, s.filesLen = n.commit, n.files, n.facts, n.vectors, n.known, moved, len(moved)
	return nil
}

// retire removes the logs of the generation that a compaction replaced. They stay open for snapshots that still read them and are closed
// by the garbage collector.
func (s *store) retire() {
	if s.dir == "" {
		return
	}
	for _, kind := range []string{"files", "facts", "vectors"} {
		os.Remove(filepath.Join(s.dir, s.logName(kind)))
	}
}

// copyFrom fills n's logs with what the records of s need.
func (n *store) copyFrom(s *store) (map[string]*record, error) {
	moved := make(map[string]*record, len(s.records))
	view, err := s.vectors.view()
	if err != nil {
		return nil, err
	}
	for path, r := range s.records {
		c := r.copy()
		if r.skipped == "" {
			at, ok := n.known[r.key()]
			if !ok {
				b, err := s.facts.read(r.facts)
				if err != nil {
					return nil, err
				}
				at = n.facts.append(b)
				n.known[r.key()] = at
			}
			c.facts, c.log = at, n.facts
		}
		for i, slot := range r.vectors {
			if slot >= withoutVector {
				continue
			}
			text, x := view.at(slot)
			if c.vectors[i], err = n.vectors.append(text, x); err != nil {
				return nil, err
			}
		}
		n.buf = n.enc.record(n.buf[:0], c)
		n.files.append(n.buf)
		moved[path] = c
	}
	for _, flush := range []func() error{n.facts.flush, n.vectors.flush, n.files.flush} {
		if err := flush(); err != nil {
			return nil, err
		}
	}
	return moved, nil
}
