package indexer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// embedBatch is how many texts are embedded between two commits when the embedder is slow: what a failure can cost.
const embedBatch = 256

// embedNew returns the vectors of the texts that the store does not have; the others stay without values. hashes are the texts'.
func (w *Workspace) embedNew(ctx context.Context, root string, hashes []fact.Hash, texts []string) []vector {
	out := make([]vector, len(texts))
	var missing []int
	s := w.storeOf(root)
	for i, h := range hashes {
		if texts[i] != "" && (s == nil || !s.hasVector(h)) {
			missing = append(missing, i)
		}
	}
	wanted := make([]string, len(missing))
	for i, m := range missing {
		wanted[i] = texts[m]
	}
	if len(wanted) == 0 {
		return out
	}
	vectors, err := w.options.Embedder.Documents(ctx, wanted)
	if err != nil && ctx.Err() == nil {
		w.options.Log.Warn("embed", "err", err)
	}
	for i, v := range vectors {
		out[missing[i]] = quantize(v)
	}
	return out
}

func (s *store) hasVector(text fact.Hash) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, ok := s.vectors.find(text)
	return ok
}

// embed starts to make the vectors that are missing: all with an embedder that is not local, or after the embedder changed. Text search
// works meanwhile. After a failure it waits for the next change of any file.
func (c *committer) embed() {
	if c.embedding || c.embedded == c.commits {
		return
	}
	c.embedded = c.commits
	var missing []*record
	for r := range c.w.present().records {
		if r.skipped == "" && !r.embedded() && (c.w.options.Embedder.Local() || c.w.maySend(r.rel)) {
			missing = append(missing, r)
		}
	}
	if len(missing) == 0 {
		c.setEmbedError("")
		return
	}
	slices.SortFunc(missing, func(a, b *record) int { return compare(a.path, b.path) })
	c.embedding = true
	c.w.pending.add(1)
	c.w.running.Go(func() {
		err := c.w.embedAll(missing)
		c.w.ask(func() {
			c.embedding = false
			c.setEmbedError("")
			if err != nil {
				c.setEmbedError(fmt.Sprintf("search by meaning is incomplete: %v", err))
				c.embedded = c.commits // files that came meanwhile wait with the others; without an error they have their turn now
			}
			c.embed()
			c.w.pending.add(-1)
		})
		c.w.look()
	})
}

func (c *committer) setEmbedError(s string) {
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.w.progress.embedder = s
}

// embedJob is one file's missing vectors.
type embedJob struct {
	record *record
	hashes []fact.Hash
	texts  []string
}

// embedAll embeds the chunks of records, committing after every batch.
func (w *Workspace) embedAll(records []*record) error {
	var batch []embedJob
	size := 0
	flush := func() error {
		err := w.embedSome(batch)
		batch, size = nil, 0
		return err
	}
	for _, r := range records {
		j, err := w.embedJob(r)
		if err != nil {
			continue // the file changed: it comes again
		}
		batch = append(batch, j)
		if size += len(j.texts); size >= embedBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// embedJob reads the texts of a record's chunks.
func (w *Workspace) embedJob(r *record) (embedJob, error) {
	j := embedJob{record: r}
	raw, err := os.ReadFile(filepath.FromSlash(r.path))
	if err != nil {
		return j, err
	}
	if fact.Sum(raw) != r.hash {
		return j, errors.New("changed")
	}
	f, err := r.file(w.languages)
	if err != nil {
		return j, err
	}
	decoded, _ := text.Decode(raw)
	for i := range f.Facts.Chunks {
		t := textOf(f.Facts, string(decoded), i)
		s, h := "", fact.Hash{}
		if !t.wordsOnly {
			s = w.embedded(&t, r.rel)
			h = fact.Sum([]byte(s))
		}
		j.texts, j.hashes = append(j.texts, s), append(j.hashes, h)
	}
	return j, nil
}

// embedSome embeds the texts of jobs and commits what it got, also after an error.
func (w *Workspace) embedSome(jobs []embedJob) error {
	byRoot := map[string][]embedJob{}
	for _, j := range jobs {
		byRoot[j.record.root] = append(byRoot[j.record.root], j)
	}
	for root, jobs := range byRoot {
		var hashes []fact.Hash
		var texts []string
		for _, j := range jobs {
			hashes, texts = append(hashes, j.hashes...), append(texts, j.texts...)
		}
		vectors, err := w.embedMissing(root, hashes, texts)
		if !w.ask(func() { w.committer.addVectors(root, jobs, vectors) }) {
			return errClosed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// embedMissing returns the vectors of those texts that the store does not have, by hash.
func (w *Workspace) embedMissing(root string, hashes []fact.Hash, texts []string) (map[fact.Hash]vector, error) {
	s := w.storeOf(root)
	out := map[fact.Hash]vector{}
	if s == nil {
		return out, nil
	}
	var wanted []int
	for i, h := range hashes {
		if _, twice := out[h]; !twice && texts[i] != "" && !s.hasVector(h) {
			out[h] = vector{}
			wanted = append(wanted, i)
		}
	}
	var some []string
	for _, i := range wanted {
		some = append(some, texts[i])
	}
	if len(some) == 0 {
		return out, nil
	}
	vectors, err := w.options.Embedder.Documents(w.ctx, some)
	for i, v := range vectors {
		out[hashes[wanted[i]]] = quantize(v)
	}
	return out, err
}

// addVectors commits vectors of files that are still as they were.
func (c *committer) addVectors(root string, jobs []embedJob, vectors map[fact.Hash]vector) {
	ch := &change{}
	st := c.w.present()
	for _, j := range jobs {
		if now := st.find(j.record.path); now == nil || now.key() != j.record.key() || len(now.vectors) != len(j.hashes) {
			continue
		}
		a := &addition{record: st.find(j.record.path).copy(), texts: j.hashes, vectors: make([]vector, len(j.hashes))}
		for i, h := range j.hashes {
			a.vectors[i] = vectors[h]
		}
		ch.add = append(ch.add, a)
	}
	if len(ch.add) > 0 {
		c.apply(root, ch)
	}
}
