package indexer

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// Snapshot is the workspace at one moment: the files on disk as they were indexed then, and the open documents over them.
type Snapshot struct {
	w       *Workspace
	state   *state
	overlay *overlay
	roots   []string
	guest   *documentState // the document without a file that this snapshot shows; nil: none

	mu      sync.Mutex // for what follows, which is made when it is asked for
	changed []*documentState
	ready   bool // changed is set
	graph   *graph.Graph
	search  *overlayIndex
	with    map[*documentState]*Snapshot // see With

	loaded sync.Map // of *graph.File by *documentState: a later state of the disk may say something else of the document
}

// overlayShard is the graph's part of changed documents; it is kept while they stay the same.
type overlayShard struct {
	files []*graph.File
	shard *graph.Shard
}

// Snapshot returns the present state. It costs a few pointers. As long as nothing changes it is the same one.
func (w *Workspace) Snapshot() *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.current == nil {
		w.current = &Snapshot{w: w, state: w.state, overlay: w.overlay, roots: w.roots}
	}
	return w.current
}

// With returns the snapshot in which a document that has no file is one at path. Only there do others see it: what is asked about it wants
// it, all else must not name places that nobody can open. path is "" when no document has that name.
func (s *Snapshot) With(name string) (with *Snapshot, path string) {
	d := s.overlay.named(name)
	if d == nil || name == "" {
		return s, ""
	}
	if d == s.guest {
		return s, d.document.path
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.with[d] == nil {
		if s.with == nil {
			s.with = map[*documentState]*Snapshot{}
		}
		s.with[d] = &Snapshot{w: s.w, state: s.state, overlay: s.overlay, roots: s.roots, guest: d}
	}
	return s.with[d], d.document.path
}

// Roots returns the workspace's folders: absolute, slash-separated.
func (s *Snapshot) Roots() []string { return slices.Clone(s.roots) }

// Complete reports whether every file has been indexed once; it is false while the first index is being made.
func (s *Snapshot) Complete() bool {
	for _, r := range s.roots {
		if v := s.state.root(r); v == nil || !v.complete {
			return false
		}
	}
	return true
}

// Rel returns a path relative to its root, with slashes. With several roots it starts with the root's name, and a number where two have
// the same. A path outside all roots stays as it is.
func (s *Snapshot) Rel(p string) string {
	root := ownerOf(s.roots, p)
	if root == "" {
		return p
	}
	rel := relTo(root, p)
	if len(s.roots) == 1 {
		return rel
	}
	name, n := path.Base(root), 1
	for _, r := range s.roots {
		if r == root {
			break
		}
		if path.Base(r) == name {
			n++
		}
	}
	if n > 1 {
		name += "~" + strconv.Itoa(n)
	}
	return path.Join(name, rel)
}

// differing returns the open documents whose text is not what the index has for their path; s.mu is held.
func (s *Snapshot) differing() []*documentState {
	if s.ready {
		return s.changed
	}
	for _, d := range s.overlay.documents {
		if (d.document.name == "" || d == s.guest) && !d.same(s.state.find(d.document.path)) {
			s.changed = append(s.changed, d)
		}
	}
	s.ready = true
	return s.changed
}

// same reports whether a document has the bytes and the language of a record.
func (s *documentState) same(r *record) bool {
	if r == nil || r.skipped != "" || r.bytes != len(s.text.Bytes) {
		return false
	}
	name := ""
	if s.document.language != nil {
		name = s.document.language.Name
	}
	return r.language == name && r.hash == s.sum()
}

func (s *Snapshot) load(d *documentState) *graph.File {
	if f, ok := s.loaded.Load(d); ok {
		return f.(*graph.File)
	}
	p := d.document.path
	root := ownerOf(s.roots, p)
	if root == "" {
		root = path.Dir(p)
	}
	f, _ := s.loaded.LoadOrStore(d, d.load(s.w, s.state.find(p), root))
	return f.(*graph.File)
}

// Graph returns the call graph. Changed open documents are parsed first, incrementally. It is made once for each snapshot.
func (s *Snapshot) Graph(ctx context.Context) (*graph.Graph, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph != nil {
		return s.graph, nil
	}
	shards, err := s.state.graphShards(ctx, s.w.languages, s.w.options.Workers)
	if err != nil {
		return nil, err
	}
	s.graph = graph.New(s.w.graphBase(shards), s.overlayShard())
	return s.graph, nil
}

// graphBase returns the base of shards; it shares what the last one has.
func (w *Workspace) graphBase(shards []*graph.Shard) *graph.Base {
	w.mu.Lock()
	last := w.base
	w.mu.Unlock()
	b := graph.NewBase(shards, last)
	w.mu.Lock()
	w.base = b
	w.mu.Unlock()
	return b
}

// overlayShard returns the graph's part of the changed documents; s.mu is held.
func (s *Snapshot) overlayShard() *graph.Shard {
	changed := s.differing()
	files := make([]*graph.File, len(changed))
	for i, d := range changed {
		files[i] = s.load(d)
	}
	s.w.mu.Lock()
	last := s.w.shard
	s.w.mu.Unlock()
	if last != nil && slices.Equal(last.files, files) {
		return last.shard
	}
	last = &overlayShard{files, graph.NewShard(files)}
	s.w.mu.Lock()
	s.w.shard = last
	s.w.mu.Unlock()
	return last.shard
}

// File returns the file at an absolute path, nil when it does not belong to the workspace or is skipped. It loads this one file only.
func (s *Snapshot) File(ctx context.Context, path string) (*graph.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path = filepath.ToSlash(filepath.Clean(path))
	r := s.state.find(path)
	if d := s.overlay.find(path); d != nil && !d.same(r) {
		return s.load(d), nil
	}
	if r == nil || r.skipped != "" {
		return nil, nil
	}
	return r.file(s.w.languages)
}

// Text returns the text of a path: the editor's if it is open, else the disk's, decoded. It is an error when the file on disk is not the
// one that was indexed: positions would be wrong.
func (s *Snapshot) Text(path string) (text.Doc, error) {
	path = filepath.ToSlash(filepath.Clean(path))
	if d := s.overlay.find(path); d != nil {
		return d.text, nil
	}
	r := s.state.find(path)
	if r == nil || r.skipped != "" {
		return text.Doc{}, fmt.Errorf("read %s: not indexed", s.Rel(path))
	}
	b, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		return text.Doc{}, fmt.Errorf("read %s: %w", s.Rel(path), err)
	}
	if fact.Sum(b) != r.hash {
		return text.Doc{}, fmt.Errorf("read %s: changed since it was indexed", s.Rel(path))
	}
	decoded, _ := text.Decode(b)
	return text.NewDoc(decoded), nil
}
