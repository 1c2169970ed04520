package indexer

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// fileFacts is what filters look at.
type fileFacts struct {
	rel      string
	language string
	marks    graph.Marks
}

// filter returns the test that a query's filters make, nil when there are none. Kind "" passes when the kind is not known yet; noKind is that of code outside
// definitions.
func (s *Snapshot) filter(q Query) func(*fileFacts, fact.Kind) bool {
	if len(q.Paths)+len(q.Languages)+len(q.Kinds) == 0 && !q.NoTests && !q.NoVendored && !q.NoGenerated {
		return nil
	}
	var paths *ignores
	if len(q.Paths) > 0 {
		paths = (*ignores)(nil).with("", strings.Join(q.Paths, "\n"))
	}
	return func(f *fileFacts, k fact.Kind) bool {
		switch {
		case q.NoTests && f.marks.Test, q.NoVendored && f.marks.Vendored, q.NoGenerated && f.marks.Generated:
			return false
		case len(q.Languages) > 0 && !slices.Contains(q.Languages, f.language):
			return false
		case len(q.Kinds) > 0 && k != "" && !slices.Contains(q.Kinds, k):
			return false
		}
		return len(q.Paths) == 0 || matches(paths, f.rel)
	}
}

// matches reports whether rules name a path or a folder above it.
func matches(rules *ignores, rel string) bool {
	if rules.ignored(rel, false) {
		return true
	}
	for i, c := range rel {
		if c == '/' && rules.ignored(rel[:i], true) {
			return true
		}
	}
	return false
}

const noKind fact.Kind = "-"

// kindOf returns the kind of what a chunk shows.
func kindOf(f *fact.File, chunk int) fact.Kind {
	if i := f.Chunks[chunk].Symbol; i >= 0 {
		return f.Symbols[i].Kind
	}
	return noKind
}

// kind returns the kind of what a chunk shows.
func (r *record) kind(chunk int) fact.Kind {
	if chunk < len(r.kinds) && int(r.kinds[chunk]) < len(r.symbols) {
		return r.symbols[r.kinds[chunk]].kind
	}
	return noKind
}

// chunkKinds returns for each chunk the index of its kind in counts, 255 where it has none.
func chunkKinds(f *fact.File, counts []kindCount) []byte {
	out := make([]byte, len(f.Chunks))
	for i := range out {
		k := kindOf(f, i)
		n := slices.IndexFunc(counts, func(c kindCount) bool { return c.kind == k })
		out[i] = byte(min(uint(n), 255))
	}
	return out
}
