package indexer

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// watcher finds out which files came, changed and went, and makes jobs of them. All listings happen on its goroutine, one after
// another, so that a later one knows more than an earlier one.
type watcher struct {
	w *Workspace

	mu    sync.Mutex // for what follows
	ready chan struct{}
	roots []string // as they should be
	left  []string // roots that were not among them at some time since the last look: states have forgotten them
	set   int      // how often they were set since the last look; each is one count of pending
	all   int      // how often everything was to be checked
	told  int      // how often paths were told
	paths map[string]bool

	open   []string                   // roots that are open: those that exist
	failed map[string]bool            // those that could not be listed the last time
	listed map[string]map[string]bool // by root: the paths that have a record or a job
}

func newWatcher(w *Workspace) *watcher {
	return &watcher{w: w, ready: make(chan struct{}, 1), paths: map[string]bool{}, failed: map[string]bool{}, listed: map[string]map[string]bool{}}
}

func (t *watcher) setRoots(roots []string) {
	t.mu.Lock()
	for _, r := range t.roots {
		if !slices.Contains(roots, r) {
			t.left = append(t.left, r)
		}
	}
	t.roots = roots
	t.set++
	t.mu.Unlock()
	t.wake()
}

func (t *watcher) changed(paths []string) {
	t.mu.Lock()
	if paths == nil {
		t.all++
	} else {
		t.told++
	}
	for _, p := range paths {
		t.paths[filepath.ToSlash(filepath.Clean(p))] = true
	}
	t.mu.Unlock()
	t.wake()
}

func (t *watcher) wake() {
	select {
	case t.ready <- struct{}{}:
	default:
	}
}

func (t *watcher) run() {
	for {
		select {
		case <-t.w.ctx.Done():
			return
		case <-t.ready:
		}
		t.mu.Lock()
		roots, left, set, everything, told, paths := t.roots, t.left, t.set, t.all, t.told, t.paths
		t.left, t.set, t.all, t.told, t.paths = nil, 0, 0, 0, map[string]bool{}
		t.mu.Unlock()
		if set > 0 {
			t.leave(left)
		}
		t.look(roots, set > 0, everything > 0, paths)
		if !t.w.ask(func() { t.w.pending.add(-set - everything - told) }) {
			return
		}
		t.w.look()
	}
}

func (t *watcher) look(roots []string, set, everything bool, paths map[string]bool) {
	there := existing(roots)
	fresh := maps.Clone(t.failed) // roots that are listed as a whole
	if set || !slices.Equal(there, t.open) {
		t.w.found(roots, there)
		t.leave(slices.DeleteFunc(slices.Clone(t.open), func(r string) bool { return slices.Contains(there, r) }))
		for _, r := range t.follow(there) {
			fresh[r] = true
		}
	}
	some := map[string][]string{}
	for p := range paths {
		for _, r := range t.open {
			fresh[r] = fresh[r] || isBelow(r, p) // the folder around it may have been moved away, and another one into its place
		}
		r := ownerOf(t.open, p)
		if r == "" {
			continue
		}
		if rulesFile(p) {
			fresh[r] = true
		} else if p != r {
			some[r] = append(some[r], p)
		}
	}
	for _, r := range t.open {
		switch {
		case everything || fresh[r]:
			t.listAll(r)
			if some[r] != nil { // a listing trusts size and time; what was named is read
				t.listSome(r, some[r])
			}
		case some[r] != nil:
			t.listSome(r, some[r])
		}
	}
}

// leave closes roots.
func (t *watcher) leave(roots []string) {
	for _, r := range roots {
		i := slices.Index(t.open, r)
		if i < 0 {
			continue
		}
		t.open = slices.Delete(slices.Clone(t.open), i, i+1)
		delete(t.listed, r)
		delete(t.failed, r)
		n := t.w.queue.drop(r)
		t.w.ask(func() {
			t.w.pending.add(-n)
			t.w.closeRoot(r)
		})
	}
}

// follow opens the roots that are not open yet. It returns those that must be listed.
func (t *watcher) follow(roots []string) []string {
	for _, r := range roots {
		if slices.Contains(t.open, r) {
			continue
		}
		s := openStore(t.w.ctx, r, t.w.options.DataDir, identity(t.w.options.Embedder), t.w.note)
		known := make(map[string]bool, len(s.records))
		for p := range s.records {
			known[p] = true
		}
		t.listed[r] = known
		if !t.w.ask(func() { t.w.openRoot(s, roots) }) {
			s.close()
		}
	}
	// All of them: a root that comes or goes inside or around another one changes whose files some are.
	t.open = roots
	return roots
}

// ownerOf returns the innermost root that contains path, "" when none does.
func ownerOf(roots []string, path string) string {
	best := ""
	for _, r := range roots {
		if len(r) >= len(best) && isBelow(path, r) {
			best = r
		}
	}
	return best
}

// isBelow reports whether path is dir or lies in it.
func isBelow(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// tell notes whether a root could be listed. If not, what was known of it stays, and the next event is an occasion to list it as a whole.
func (t *watcher) tell(root string, err error) (ok bool) {
	if t.w.ctx.Err() != nil {
		return false
	}
	if err != nil && len(existing([]string{root})) == 0 {
		t.w.FilesChanged([]string{root}) // it has gone just now
		return false
	}
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	if err == nil {
		delete(t.failed, root)
		delete(t.w.progress.unlisted, root)
		return true
	}
	t.w.options.Log.Warn("list", "err", err)
	t.failed[root] = true
	t.w.progress.unlisted[root] = err.Error()
	return false
}

func (t *watcher) listAll(root string) {
	l, err := list(t.w.ctx, root, t.w.options.MaxBytes)
	if !t.tell(root, err) {
		return
	}
	for _, n := range l.Notes {
		t.w.note(n)
	}
	t.w.mu.Lock()
	st := t.w.state
	t.w.progress.skipped[root] = l.Skipped
	t.w.progress.head[root] = l.Head
	t.w.mu.Unlock()
	known := t.listed[root]
	now := make(map[string]bool, len(l.Entries))
	for i := range l.Entries {
		e := &l.Entries[i]
		if ownerOf(t.open, e.Path) != root {
			continue
		}
		now[e.Path] = true
		if r := st.find(e.Path); r == nil || r.root != root || !r.same(e) {
			t.push(&job{root: root, entry: *e}, normal)
		}
	}
	for p := range known {
		if !now[p] {
			t.push(&job{root: root, entry: Entry{Path: p, Rel: relTo(root, p)}, gone: true}, normal)
		}
	}
	t.listed[root] = now
	t.w.ask(func() { t.w.listed(root, l.Head) })
}

// same reports whether a listing shows the file as it was when it was read.
func (r *record) same(e *Entry) bool {
	return !r.recent && r.size == e.Size && r.modTime == e.ModTime && r.inode == e.Inode
}

// listSome looks at paths that were told to have changed: files are read even when size and time are as before.
func (t *watcher) listSome(root string, paths []string) {
	slices.Sort(paths)
	l, err := listSome(t.w.ctx, root, paths, t.w.options.MaxBytes)
	if !t.tell(root, err) {
		return
	}
	known := t.listed[root]
	now := map[string]bool{}
	for i := range l.Entries {
		e := &l.Entries[i]
		if ownerOf(t.open, e.Path) != root {
			continue
		}
		now[e.Path], known[e.Path] = true, true
		t.push(&job{root: root, entry: *e}, urgent)
	}
	for p := range known {
		if !now[p] && belowAny(p, paths) {
			delete(known, p)
			t.push(&job{root: root, entry: Entry{Path: p, Rel: relTo(root, p)}, gone: true}, urgent)
		}
	}
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	old := slices.DeleteFunc(slices.Clone(t.w.progress.skipped[root]), func(s Skipped) bool { return belowAny(s.Path, paths) || slices.Contains(l.Skipped, s) })
	t.w.progress.skipped[root] = append(old, l.Skipped...)
}

// belowAny reports whether path is one of the sorted paths or lies in one of them.
func belowAny(path string, paths []string) bool {
	for p := path; ; {
		if _, ok := slices.BinarySearch(paths, p); ok {
			return true
		}
		i := strings.LastIndexByte(p, '/')
		if i <= 0 {
			return false
		}
		p = p[:i]
	}
}

func relTo(root, path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, strings.TrimSuffix(root, "/")), "/")
}

func (t *watcher) push(j *job, level int) {
	t.w.pending.add(1)
	if !t.w.queue.push(j, level) {
		t.w.pending.add(-1)
		return
	}
	t.w.mu.Lock()
	t.w.progress.total++
	t.w.mu.Unlock()
}
