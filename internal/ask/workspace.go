package ask

import (
	"context"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// workspace is a snapshot with what one answer looks up again and again.
type workspace struct {
	snap  *indexer.Snapshot
	graph *graph.Graph
	docs  map[string]text.Doc
	sends bool                     // what is retrieved may go to a model
	files map[string][]*graph.File // by relative path and by base name, once needed
}

func open(ctx context.Context, snap *indexer.Snapshot) (*workspace, error) {
	g, err := snap.Graph(ctx)
	if err != nil {
		return nil, err
	}
	return &workspace{snap: snap, graph: g, docs: map[string]text.Doc{}}, nil
}

// doc returns a file's text; ok is false when it cannot be read or is not the text that the facts are about.
func (w *workspace) doc(f *graph.File) (d text.Doc, ok bool) {
	if d, ok = w.docs[f.Path]; ok {
		return d, len(d.Lines) > 0
	}
	d, err := w.snap.Text(f.Path)
	if err != nil {
		d = text.Doc{}
	}
	w.docs[f.Path] = d
	return d, len(d.Lines) > 0
}

func (w *workspace) rel(f *graph.File) string { return w.snap.Rel(f.Path) }

// find returns the file that a citation means: by its relative path, its absolute one, or the only file whose path ends like it; nil when there is none.
func (w *workspace) find(path string) *graph.File {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "./")
	if f := w.graph.File(path); f != nil {
		return f
	}
	for _, root := range w.snap.Roots() {
		if f := w.graph.File(strings.TrimSuffix(root, "/") + "/" + path); f != nil && w.rel(f) == path {
			return f
		}
	}
	if w.files == nil {
		w.files = map[string][]*graph.File{}
		w.graph.Files(func(f *graph.File) bool {
			rel := w.rel(f)
			base := rel[strings.LastIndexByte(rel, '/')+1:]
			w.files[base] = append(w.files[base], f)
			return true
		})
	}
	var found *graph.File
	for _, f := range w.files[path[strings.LastIndexByte(path, '/')+1:]] {
		rel := w.rel(f)
		if rel == path {
			return f
		}
		if strings.HasSuffix(rel, "/"+path) {
			if found != nil {
				return nil // which one is not said
			}
			found = f
		}
	}
	return found
}

// name returns a symbol's qualified name; a module's is its file's.
func (w *workspace) name(id graph.ID) string {
	if id.Symbol < 0 {
		return w.rel(id.File)
	}
	return id.Title()
}

// lines returns the first and last line of a range, 1-based.
func lines(f *fact.File, r fact.Range) (start, end int) {
	return f.Line(r.Start) + 1, f.Line(max(r.End, r.Start+1)-1) + 1
}

// definition returns the lines of a symbol; a module's are the first of its file.
func definition(id graph.ID) (start, end int) {
	if id.Symbol < 0 {
		return 1, 1
	}
	return lines(id.File.Facts, id.Def().Range)
}
