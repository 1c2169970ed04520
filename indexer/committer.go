package indexer

import (
	"fmt"
	"slices"
	"time"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

const (
	firstCommit = 1 << 20  // bytes of text: the first answers come soon
	largeCommit = 6 << 20  // bytes of text: larger ones save little time and cost memory
	budgetBytes = 12 << 20 // two large commits: one is written while the workers fill the next

	urgentDelay = 100 * time.Millisecond // how long a saved file waits for others while much is going on
)

// committer writes stores and publishes states. It owns both: nobody else changes them.
type committer struct {
	w       *Workspace
	waiting map[key]*outcome  // what the next commit stores
	tokens  int               // counts of pending that waiting stands for
	size    int               // bytes of text in waiting
	held    int64             // bytes of the budget
	stored  int               // bytes of text committed since the last pause
	timer   *time.Timer       // runs while something urgent waits
	told    time.Time         // when Progress was called
	walked  map[string]string // roots whose listing is done, by root its head, until that is stored

	commits   int  // of files
	embedded  int  // commits at the end of the last attempt to make missing vectors
	embedding bool // such an attempt runs
}

func newCommitter(w *Workspace) *committer {
	c := &committer{w: w, waiting: map[key]*outcome{}, timer: time.NewTimer(time.Hour), walked: map[string]string{}}
	c.timer.Stop()
	return c
}

func (c *committer) run() {
	defer c.timer.Stop()
	for {
		select {
		case <-c.w.ctx.Done():
			return
		case o := <-c.w.results:
			c.take(o)
		case f := <-c.w.control:
			f()
		case <-c.timer.C:
			c.commit()
		case <-c.w.kick:
		}
		c.tell(false)
		if len(c.w.results) > 0 {
			continue
		}
		if jobs, busy := c.w.queue.waiting(); jobs+busy == 0 && len(c.w.results) == 0 {
			c.w.pending.add(1) // nobody may think that all is done while this goes on
			c.commit()
			c.settle()
			if c.w.pending.value() == 1 {
				c.tell(true)
			}
			c.w.pending.add(-1)
		}
	}
}

// take adds a result to the next commit.
func (c *committer) take(o *outcome) {
	if old := c.waiting[o.job.key()]; old != nil {
		c.size -= old.size
	}
	if len(c.waiting) == 0 && o.job.urgent {
		c.timer.Reset(urgentDelay)
	}
	c.waiting[o.job.key()] = o
	c.tokens++
	c.size += o.size
	c.held += int64(o.size)
	c.w.mu.Lock()
	c.w.progress.done++
	c.w.mu.Unlock()
	if c.size >= min(max(c.stored, firstCommit), largeCommit) {
		c.commit()
	}
}

// commit stores what waits and publishes it.
func (c *committer) commit() {
	c.timer.Stop()
	if len(c.waiting) == 0 {
		return
	}
	changes := map[string]*change{}
	var again []string
	for k, o := range c.waiting {
		if s := c.w.stores[k.root]; s != nil && o.add != nil && o.add.late(s.records[k.path]) {
			again = append(again, k.path)
			continue
		}
		ch := changes[o.job.root]
		if ch == nil {
			ch = &change{}
			changes[o.job.root] = ch
		}
		if o.add != nil {
			ch.add = append(ch.add, o.add)
		} else if s := c.w.stores[k.root]; s != nil && s.records[k.path] != nil {
			ch.remove = append(ch.remove, s.records[k.path])
		}
	}
	for root, ch := range changes {
		c.apply(root, ch)
	}
	c.commits++
	c.stored += c.size
	c.w.budget.Release(c.held)
	if len(again) > 0 {
		c.w.FilesChanged(again)
	}
	tokens := c.tokens
	c.waiting, c.tokens, c.size, c.held = map[key]*outcome{}, 0, 0, 0
	c.w.pending.add(-tokens)
}

// apply stores a change of one root and publishes it. A store that cannot be written is replaced by one in memory.
func (c *committer) apply(root string, ch *change) {
	s := c.w.stores[root]
	if s == nil {
		return // the root was closed meanwhile
	}
	slices.SortFunc(ch.add, func(a, b *addition) int { return compare(a.record.path, b.record.path) })
	if err := s.apply(ch); err != nil {
		c.w.fail(s, err)
		return
	}
	e := c.w.present().edit()
	roots := c.w.rootList()
	for _, r := range ch.remove {
		if old := c.w.present().find(r.path); old != nil && old.root == root {
			e.remove(r.path)
		}
	}
	for _, a := range ch.add {
		a.release()
		if ownerOf(roots, a.record.path) == root { // it may have got a root of its own meanwhile
			e.put(a.record)
		}
	}
	if v := e.view(root); v != nil {
		v.complete, v.head = s.commit.Complete, s.commit.Head
	}
	c.w.publish(&e.state)
}

// late reports whether a says that a file has the content of a record that has been replaced meanwhile: now is the present one. Its chunks
// are gone; the file must be read again.
func (a *addition) late(now *record) bool {
	return a.documents == nil && a.record.skipped == "" && (now == nil || now.number != a.record.number)
}

// release lets go of what was stored.
func (a *addition) release() { a.encoded, a.documents, a.vectors, a.texts = nil, nil, nil, nil }

// settle finishes a pass when nothing waits any more: it records that the index is complete, compacts, and starts what remains
// to be embedded.
func (c *committer) settle() {
	c.stored = 0
	for _, s := range c.w.stores {
		s.trim()
	}
	for root, head := range c.walked {
		delete(c.walked, root)
		s := c.w.stores[root]
		if s != nil && (!s.commit.Complete || head != "" && head != s.commit.Head) {
			c.apply(root, &change{complete: true, head: head})
		}
		if s != nil {
			c.compact(s, false)
		}
		c.w.pending.add(-1)
	}
	c.embed()
}

func (c *committer) compact(s *store, always bool) {
	if err := s.compact(always); err != nil {
		c.w.options.Log.Warn(err.Error())
		return
	}
	v := c.w.present().root(s.root)
	if v == nil || v.vectors == s.vectors {
		return
	}
	e := c.w.present().edit()
	for _, r := range s.records {
		if old := c.w.present().find(r.path); old != nil && old.root == s.root {
			e.put(r)
		}
	}
	e.view(s.root).vectors = s.vectors
	c.w.publish(&e.state)
}

// tell calls Progress, at the end in any case.
func (c *committer) tell(end bool) {
	c.w.mu.Lock()
	working := c.w.progress.total > 0
	due := c.w.options.Progress != nil && working && (end || time.Since(c.told) >= progressInterval)
	c.w.mu.Unlock()
	if due {
		c.told = time.Now()
		st := c.w.Status()
		if end {
			st.Indexing = false
		}
		c.w.options.Progress(st)
	}
	if end {
		c.w.mu.Lock()
		c.w.progress.done, c.w.progress.total = 0, 0
		c.w.mu.Unlock()
	}
}

// openRoot takes a store into the workspace; on the committer's goroutine, as the two below.
func (w *Workspace) openRoot(s *store, roots []string) {
	w.mu.Lock()
	wanted := slices.Contains(w.roots, s.root)
	w.stores[s.root] = s
	w.mu.Unlock()
	if !wanted {
		w.closeRoot(s.root)
		return
	}
	e := w.present().edit()
	e.state.roots = append(e.state.roots, newRootState(s))
	slices.SortFunc(e.state.roots, func(a, b *rootState) int { return slices.Index(roots, a.root) - slices.Index(roots, b.root) })
	for _, r := range s.records {
		if ownerOf(roots, r.path) == s.root {
			e.put(r)
		}
	}
	w.committer.commits++ // it may lack vectors
	w.publish(&e.state)
}

func newRootState(s *store) *rootState {
	return &rootState{root: s.root, store: s, vectors: s.vectors, complete: s.commit.Complete, head: s.commit.Head,
		stats: stats{kinds: map[fact.Kind]int{}, languages: map[string]int{}}}
}

func (w *Workspace) closeRoot(root string) {
	w.mu.Lock()
	s := w.stores[root]
	delete(w.stores, root)
	delete(w.progress.skipped, root)
	delete(w.progress.head, root)
	delete(w.progress.unlisted, root)
	w.mu.Unlock()
	if s == nil {
		return
	}
	e := w.present().edit()
	for r := range w.present().records {
		if r.root == root {
			e.remove(r.path)
		}
	}
	e.state.roots = slices.DeleteFunc(e.state.roots, func(v *rootState) bool { return v.root == root })
	w.publish(&e.state)
	if err := s.close(); err != nil {
		w.options.Log.Warn("close the store", "path", root, "err", err)
	}
}

// listed notes that all files of a root have been listed; what follows from that waits until they are indexed.
func (w *Workspace) listed(root, head string) {
	if _, ok := w.committer.walked[root]; !ok {
		w.pending.add(1)
	}
	w.committer.walked[root] = head
}

// publish makes st the present state.
func (w *Workspace) publish(st *state) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = st.without(w.roots)
	w.current = nil
}

// present returns the present state.
func (w *Workspace) present() *state {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state
}

func (w *Workspace) rootList() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.roots
}

// fail replaces a store that cannot be written (a full disk) by one in memory.
func (w *Workspace) fail(s *store, err error) {
	if w.ctx.Err() != nil {
		return
	}
	w.note(fmt.Sprintf("index in memory: %v", err))
	roots := w.rootList()
	w.closeRoot(s.root)
	w.openRoot(memoryStore(s.root, identity(w.options.Embedder)), roots)
	w.FilesChanged(nil)
}
