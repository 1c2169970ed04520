package indexer

import (
	"maps"
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Status says how far indexing is.
func (w *Workspace) Status() Status {
	w.mu.Lock()
	st, roots := w.state, w.roots
	s := Status{Done: w.progress.done, Total: w.progress.total, Kinds: map[fact.Kind]int{}, Languages: map[string]int{},
		Embedder: w.options.Embedder.ID(), Notes: slices.Clone(w.progress.notes)}
	if w.progress.embedder != "" {
		s.Notes = append(s.Notes, w.progress.embedder)
	}
	for _, r := range w.wanted {
		if !slices.Contains(roots, r) {
			s.Notes = append(s.Notes, r+" does not exist; it is indexed when it does")
		} else if why := w.progress.unlisted[r]; why != "" {
			s.Notes = append(s.Notes, "as it was before: "+why)
		}
	}
	for _, l := range w.progress.skipped {
		s.Skipped = append(s.Skipped, l...)
	}
	if len(roots) > 0 {
		s.Head = w.progress.head[roots[0]]
	}
	w.mu.Unlock()
	s.Indexing = w.pending.value() > 0
	s.Pending = max(s.Total-s.Done, 0)
	for _, v := range st.roots {
		s.add(&v.stats)
		if s.Head == "" && len(roots) > 0 && v.root == roots[0] {
			s.Head = v.head
		}
	}
	for r := range st.records {
		if reason := r.skipped + r.remark; reason != "" {
			s.Skipped = append(s.Skipped, Skipped{r.path, reason, r.skipped == ""})
		}
	}
	slices.SortFunc(s.Skipped, func(a, b Skipped) int { return compare(a.Path, b.Path) })
	return s
}

func (s *Status) add(t *stats) {
	s.Files += t.files
	s.Chunks += t.chunks
	s.Symbols += t.symbols
	s.Bytes += t.bytes
	for k, n := range t.kinds {
		s.Kinds[k] += n
	}
	for l, n := range t.languages {
		s.Languages[l] += n
	}
	maps.DeleteFunc(s.Kinds, func(_ fact.Kind, n int) bool { return n == 0 })
	maps.DeleteFunc(s.Languages, func(_ string, n int) bool { return n == 0 })
}
