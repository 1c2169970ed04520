// Package indexer owns the workspace: which files there are, what is known about them, the store on disk, the documents
// that are open in an editor, and search.
//
// Invariant: a Snapshot never changes. Whoever holds one sees one state of every file, whatever happens meanwhile.
// The package knows nothing of LSP.
//
// One goroutine finds out what changed (watcher.go), some read and parse (process.go), one writes the store and publishes states
// (committer.go). Documents (document.go) lie over the published state and never wait for any of them.
package indexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

// DefaultMaxBytes is the size of the largest file that is indexed, in bytes, unless Options say otherwise.
const DefaultMaxBytes = 2_000_000

// Options configure a Workspace.
type Options struct {
	Roots     []string       // absolute paths of folders
	DataDir   string         // where stores live; "" is the user's cache folder + "/sibyl"
	MaxBytes  int64          // files larger than this are skipped and listed; 0 is DefaultMaxBytes
	Languages *lang.Set      // nil: all
	Embedder  embed.Embedder // nil: the built-in one
	Workers   int            // 0: the number of CPUs
	NeverSend []string       // gitignore-style globs, relative to a root, of files of which nothing leaves the process
	Log       *slog.Logger   // nil: slog's default
	Progress  func(Status)   // called at most ten times a second while indexing, and once at its end; may be nil
}

func (o Options) withDefaults() Options {
	if o.DataDir == "" {
		if cache, err := os.UserCacheDir(); err == nil { // without one the index lives in memory
			o.DataDir = filepath.Join(cache, "sibyl")
		}
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Languages == nil {
		o.Languages = all.Languages
	}
	if o.Embedder == nil {
		o.Embedder = embed.Builtin()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// Workspace is a set of folders and the documents that are open in them.
type Workspace struct {
	options   Options
	private   *ignores // of NeverSend
	languages *lang.Set
	terms     *vocabularies // of the workers
	ctx       context.Context
	cancel    context.CancelFunc
	running   sync.WaitGroup

	queue     *queue
	results   chan *outcome
	budget    *semaphore.Weighted // bytes of text between a worker and the end of its commit
	control   chan func()         // what the committer is asked to do
	kick      chan struct{}       // tells the committer to look whether there is anything left to do
	watch     *watcher
	committer *committer
	pending   counter
	settling  counter // documents that are to be parsed in full

	mu        sync.Mutex // for what follows
	closed    bool
	wanted    []string          // the roots that were set
	roots     []string          // those that exist
	stores    map[string]*store // by root
	state     *state
	documents map[string]*document
	overlay   *overlay
	current   *Snapshot
	shard     *overlayShard
	base      *graph.Base // of the last graph
	progress  progress
}

// progress is what Status tells besides the state.
type progress struct {
	done, total int // of the present pass
	skipped     map[string][]Skipped
	head        map[string]string
	unlisted    map[string]string // by root, why its files could not be listed the last time
	notes       []string
	embedder    string // why vectors are missing; "" when they are not
}

// Open returns a Workspace that starts to index at once in the background. It fails only when the options make no sense
// (a root that is a file); a root that does not exist is indexed when it does. Trouble with a store is repaired or worked around and told in Status.Notes. The context ends nothing: Close does.
func Open(ctx context.Context, o Options) (*Workspace, error) {
	o = o.withDefaults()
	roots, err := cleanRoots(o.Roots)
	if err != nil {
		return nil, err
	}
	w := &Workspace{options: o, private: privateRules(o.NeverSend), languages: o.Languages, terms: newVocabularies(), queue: newQueue(), results: make(chan *outcome, 8192), budget: semaphore.NewWeighted(budgetBytes),
		control: make(chan func()), kick: make(chan struct{}, 1), stores: map[string]*store{}, state: &state{}, documents: map[string]*document{},
		overlay: &overlay{}, progress: progress{skipped: map[string][]Skipped{}, head: map[string]string{}, unlisted: map[string]string{}}}
	w.ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	w.watch = newWatcher(w)
	w.committer = newCommitter(w)
	w.running.Go(w.committer.run)
	w.running.Go(w.watch.run)
	for range o.Workers {
		w.running.Go(w.work)
	}
	return w, w.SetRoots(roots)
}

// cleanRoots returns the absolute, slash-separated paths of folders, each once, which need not exist.
func cleanRoots(roots []string) ([]string, error) {
	var out []string
	for _, r := range roots {
		if !filepath.IsAbs(r) {
			return nil, fmt.Errorf("open %s: the path is not absolute", r)
		}
		if info, err := os.Stat(r); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("open %s: no folder", r)
		}
		if r = filepath.ToSlash(filepath.Clean(r)); !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out, nil
}

// existing returns those of roots that are folders.
func existing(roots []string) (there []string) {
	for _, r := range roots {
		if info, err := os.Stat(filepath.FromSlash(r)); err == nil && info.IsDir() {
			there = append(there, r)
		}
	}
	return there
}

// SetRoots replaces the roots; files of removed roots vanish from snapshots. On an error nothing changes.
func (w *Workspace) SetRoots(roots []string) error {
	roots, err := cleanRoots(roots)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errClosed
	}
	w.wanted = roots
	w.setExisting(existing(roots))
	w.pending.add(1)
	w.watch.setRoots(roots)
	return nil
}

// found notes which of the wanted roots exist: with a folder that was deleted or unmounted its files are gone, too.
func (w *Workspace) found(wanted, there []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if slices.Equal(w.wanted, wanted) && !slices.Equal(w.roots, there) {
		w.setExisting(there)
	}
}

// setExisting sets the roots that exist; w.mu is held.
func (w *Workspace) setExisting(roots []string) {
	w.roots = roots
	w.state = w.state.without(roots)
	w.current = nil
}

// Close stops all work and waits until every goroutine has gone and the stores are closed.
func (w *Workspace) Close() error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return nil
	}
	w.closed = true
	documents := w.documents
	for _, d := range documents {
		w.stopSettling(d)
	}
	w.documents, w.overlay, w.current = map[string]*document{}, &overlay{}, nil
	w.mu.Unlock()
	w.cancel()
	w.queue.close()
	w.running.Wait()
	for _, d := range documents {
		d.close()
	}
	var errs []error
	for _, s := range w.stores {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// FilesChanged tells that files (or whole folders, the roots among them) were created, changed or deleted on disk. Renames are a deletion and a creation.
// nil: check everything.
func (w *Workspace) FilesChanged(paths []string) {
	w.pending.add(1)
	w.watch.changed(paths)
}

// Idle waits until everything that was told so far is indexed and searchable. The error is the context's, or says that the workspace is closed.
func (w *Workspace) Idle(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(w.ctx, func() { cancel(errClosed) })()
	for _, c := range []*counter{&w.pending, &w.settling} {
		if c.wait(ctx) != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// storeOf returns the store of a root, nil while it is not open.
func (w *Workspace) storeOf(root string) *store {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stores[root]
}

// work does jobs until the workspace is closed.
func (w *Workspace) work() {
	p := &processor{w: w, analyzer: newAnalyzer(w.terms), enc: newEncoder()}
	for {
		j := w.queue.pop()
		if j == nil {
			return
		}
		old := w.present().find(j.entry.Path)
		if old != nil && old.root != j.root {
			old = nil
		}
		o := &outcome{job: j, add: p.process(w.ctx, j, old)}
		if o.add != nil {
			o.size = min(o.add.record.bytes+1000, budgetBytes)
		}
		if w.budget.Acquire(w.ctx, int64(o.size)) != nil {
			return
		}
		select {
		case w.results <- o:
		case <-w.ctx.Done():
			return
		}
		w.queue.done(j.key())
		w.look()
	}
}

// look makes the committer look whether there is anything left to do.
func (w *Workspace) look() {
	select {
	case w.kick <- struct{}{}:
	default:
	}
}

// ask runs f on the committer's goroutine and waits for its end: what follows sees what f has published. It is false when the workspace is closed.
func (w *Workspace) ask(f func()) bool {
	done := make(chan struct{})
	select {
	case w.control <- func() { defer close(done); f() }:
		<-done
		return true
	case <-w.ctx.Done():
		return false
	}
}

func (w *Workspace) note(s string) {
	w.options.Log.Warn(s)
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.progress.notes, s) {
		w.progress.notes = append(w.progress.notes, s)
	}
}

// progressInterval is the shortest time between two calls of Options.Progress.
const progressInterval = 100 * time.Millisecond
