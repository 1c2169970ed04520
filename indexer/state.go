package indexer

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/bug"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// shardCount is into how many parts the files are divided, by the hash of their paths: a saved file makes one part anew.
const shardCount = 256

// state is what was known of all files on disk at one moment. It never changes; its successor shares all that is the same.
type state struct {
	roots  []*rootState // in the workspace's order
	shards [shardCount]*shard
}

// rootState is one root's part of a state.
type rootState struct {
	root     string
	store    *store
	vectors  *vectorLog
	pages    []*[pageSize]*record // by file number
	stats    stats
	complete bool
	head     string // git revision when the index was last complete

	listed atomic.Pointer[chunkList] // see chunked
}

// chunkList is the chunks of records, in order of the records' numbers.
type chunkList struct {
	records []*record
	ends    []uint32 // by record: where its chunks end among all
	slots   []uint32 // by chunk: where its vector is
}

func newChunkList(records []*record) *chunkList {
	n := 0
	for _, r := range records {
		n += len(r.vectors)
	}
	l := &chunkList{records, make([]uint32, 0, len(records)), make([]uint32, 0, n)}
	for _, r := range records {
		l.slots = append(l.slots, r.vectors...)
		l.ends = append(l.ends, uint32(len(l.slots)))
	}
	return l
}

// chunked returns all chunks. The list is made once for each state.
func (v *rootState) chunked() *chunkList {
	if l := v.listed.Load(); l != nil {
		return l
	}
	records := make([]*record, 0, v.stats.files)
	for _, page := range v.pages {
		if page == nil {
			continue
		}
		for _, r := range page {
			if r != nil && len(r.vectors) > 0 {
				records = append(records, r)
			}
		}
	}
	l := newChunkList(records)
	v.listed.Store(l)
	return l
}

const pageSize = 256

// stats sums up records.
type stats struct {
	files, chunks, symbols int
	bytes                  int64
	terms                  int // lengths of all chunks, in terms
	kinds                  map[fact.Kind]int
	languages              map[string]int
}

func (s *stats) count(r *record, sign int) {
	if r.skipped != "" {
		return
	}
	s.files += sign
	s.chunks += sign * len(r.vectors)
	s.bytes += int64(sign * r.bytes)
	s.terms += sign * r.terms
	for _, k := range r.symbols {
		s.symbols += sign * k.n
		s.kinds[k.kind] += sign * k.n
	}
	s.languages[r.language] += sign
}

// record returns the record with a number, nil when there is none in this state.
func (v *rootState) record(number uint32) *record {
	if page := int(number / pageSize); page < len(v.pages) && v.pages[page] != nil {
		return v.pages[page][number%pageSize]
	}
	return nil
}

// shard holds the records of one part in order of their paths.
type shard struct {
	records []*record

	mu    sync.Mutex
	graph *graph.Shard // once somebody has asked for it
}

func shardOf(path string) uint8 {
	h := fnv.New32a()
	h.Write([]byte(path))
	return uint8(h.Sum32())
}

func (s *shard) find(path string) *record {
	if s == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(s.records, path, func(r *record, p string) int { return compare(r.path, p) })
	if !ok {
		return nil
	}
	return s.records[i]
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// find returns the record of a path, nil when there is none. Files that are skipped have one too.
func (st *state) find(path string) *record { return st.shards[shardOf(path)].find(path) }

// root returns the state of a root, nil when it is not open (yet).
func (st *state) root(root string) *rootState {
	for _, v := range st.roots {
		if v.root == root {
			return v
		}
	}
	return nil
}

// records calls yield for every record.
func (st *state) records(yield func(*record) bool) {
	for _, s := range st.shards {
		if s == nil {
			continue
		}
		for _, r := range s.records {
			if !yield(r) {
				return
			}
		}
	}
}

// without returns st restricted to roots.
func (st *state) without(roots []string) *state {
	gone := func(v *rootState) bool { return !slices.Contains(roots, v.root) }
	if !slices.ContainsFunc(st.roots, gone) {
		return st
	}
	e := st.edit()
	for r := range st.records {
		if !slices.Contains(roots, r.root) {
			e.remove(r.path)
		}
	}
	e.state.roots = slices.DeleteFunc(e.state.roots, gone)
	return &e.state
}

// stateEdit makes a new state from an old one, copying what it touches.
type stateEdit struct {
	state  state
	copied [shardCount]bool
	views  map[*rootState]map[int]bool // pages of copied views that are copies
}

func (st *state) edit() *stateEdit {
	e := &stateEdit{state: state{roots: slices.Clone(st.roots), shards: st.shards}, views: map[*rootState]map[int]bool{}}
	return e
}

// view returns root's view, copied.
func (e *stateEdit) view(root string) *rootState {
	for i, v := range e.state.roots {
		if v.root != root {
			continue
		}
		if e.views[v] == nil {
			c := &rootState{root: v.root, store: v.store, vectors: v.vectors, pages: slices.Clone(v.pages), stats: v.stats, complete: v.complete, head: v.head}
			c.stats.kinds, c.stats.languages = maps.Clone(v.stats.kinds), maps.Clone(v.stats.languages)
			e.views[c] = map[int]bool{}
			e.state.roots[i] = c
			v = c
		}
		return v
	}
	return nil
}

func (e *stateEdit) shard(path string) *shard {
	i := shardOf(path)
	if !e.copied[i] {
		e.copied[i] = true
		s := &shard{}
		if old := e.state.shards[i]; old != nil {
			s.records = slices.Clone(old.records)
		}
		e.state.shards[i] = s
	}
	return e.state.shards[i]
}

func (e *stateEdit) setPage(v *rootState, number uint32, r *record) {
	page := int(number / pageSize)
	for page >= len(v.pages) {
		v.pages = append(v.pages, nil)
	}
	if v.pages[page] == nil || !e.views[v][page] {
		c := new([pageSize]*record)
		if v.pages[page] != nil {
			*c = *v.pages[page]
		}
		v.pages[page] = c
		e.views[v][page] = true
	}
	v.pages[page][number%pageSize] = r
}

// remove takes the record of a path out.
func (e *stateEdit) remove(path string) {
	s := e.shard(path)
	i := sort.Search(len(s.records), func(i int) bool { return s.records[i].path >= path })
	if i == len(s.records) || s.records[i].path != path {
		return
	}
	old := s.records[i]
	s.records = slices.Delete(s.records, i, i+1)
	if v := e.view(old.root); v != nil {
		v.stats.count(old, -1)
		e.setPage(v, old.number, nil)
	}
}

// put puts r in the place of what its path had.
func (e *stateEdit) put(r *record) {
	e.remove(r.path)
	v := e.view(r.root)
	if v == nil {
		return
	}
	s := e.shard(r.path)
	i := sort.Search(len(s.records), func(i int) bool { return s.records[i].path >= r.path })
	s.records = slices.Insert(s.records, i, r)
	v.stats.count(r, 1)
	e.setPage(v, r.number, r)
}

// build returns the shard of the graph, which it makes when nobody has before.
func (s *shard) build(languages *lang.Set) (*graph.Shard, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph != nil {
		return s.graph, nil
	}
	files := make([]*graph.File, 0, len(s.records))
	for _, r := range s.records {
		if r.skipped != "" {
			continue
		}
		f, err := r.file(languages)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	s.graph = graph.NewShard(files)
	return s.graph, nil
}

// graphShards returns the graph's parts; those that are missing are made in parallel.
func (st *state) graphShards(ctx context.Context, languages *lang.Set, workers int) ([]*graph.Shard, error) {
	out := make([]*graph.Shard, shardCount)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	for i, s := range st.shards {
		if s == nil {
			continue
		}
		g.Go(func() (err error) {
			defer bug.Recover(&err)
			if err = ctx.Err(); err == nil {
				out[i], err = s.build(languages)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(out, func(s *graph.Shard) bool { return s == nil }), nil
}
