package indexer

import (
	"bytes"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/bug"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/syntax"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// maxEdits is how many edits may wait for a parse; with more, the next parse starts from the whole text.
const maxEdits = 1000

// document is an open document over all its states. Its parser follows the newest state that somebody asked about.
type document struct {
	path     string
	name     string // what a document that has no file is known by; "" for files
	shown    string // how its editor calls it
	language *lang.Language

	mu     sync.Mutex       // for what follows
	parser *syntax.Document // nil before the first parse and after close
	parsed int              // the state that the parser has
	edits  []stateEdits     // those after it, in order
	closed bool

	pause *time.Timer // runs while somebody types into a large text; Workspace.mu guards it
}

type stateEdits struct {
	number int
	edits  []text.Edit
}

// documentState is the text of an open document at one moment. It never changes; facts are made when they are asked for.
type documentState struct {
	document *document
	number   int
	version  int32
	text     text.Doc

	mu    sync.Mutex
	hash  fact.Hash   // zero: not computed
	file  *graph.File // the last one that was loaded; nil: not parsed
	marks graph.Marks // of file, but for what base says
}

// overlay is all open documents at one moment, in order of their paths.
type overlay struct{ documents []*documentState }

func (o *overlay) find(path string) *documentState {
	if i, ok := o.search(path); ok {
		return o.documents[i]
	}
	return nil
}

// named returns the document without a file that its editor calls name, nil when there is none.
func (o *overlay) named(name string) *documentState {
	for _, s := range o.documents {
		if s.document.name == name {
			return s
		}
	}
	return nil
}

func (o *overlay) search(path string) (int, bool) {
	return slices.BinarySearchFunc(o.documents, path, func(s *documentState, p string) int { return compare(s.document.path, p) })
}

// with returns the overlay in which s is the state of its document.
func (o *overlay) with(s *documentState) *overlay {
	i, ok := o.search(s.document.path)
	l := slices.Clone(o.documents)
	if ok {
		l[i] = s
	} else {
		l = slices.Insert(l, i, s)
	}
	return &overlay{l}
}

func (o *overlay) without(path string) *overlay {
	i, ok := o.search(path)
	if !ok {
		return o
	}
	return &overlay{slices.Delete(slices.Clone(o.documents), i, i+1)}
}

// OpenDocument tells that path is open in the editor with this content, which is the truth for the path until CloseDocument. languageID is
// LSP's; when it is not known, the path decides.
func (w *Workspace) OpenDocument(path, languageID string, version int32, content string) {
	w.open(&document{path: filepath.ToSlash(filepath.Clean(path))}, languageID, version, content)
}

// OpenUnfiled tells that a document which has no file is open in the editor, which calls it shown ("untitled:Untitled-1"); graph.File.Document is that.
// Nobody sees it but who asks for its name; see Snapshot.With. It is changed and closed by the path that is returned: where it would be if it were saved.
func (w *Workspace) OpenUnfiled(name, shown, languageID string, version int32, content string) (path string) {
	path = w.unfiled(name)
	w.open(&document{path: path, name: name, shown: shown}, languageID, version, content)
	return path
}

// unfiled returns where a document without a file is: in the folder that its name tells ("untitled:/w/lib/new.py"), else in the first root.
func (w *Workspace) unfiled(name string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if old := w.overlay.named(name); old != nil {
		return old.document.path
	}
	scheme, rest, _ := strings.Cut(name, ":")
	dir, base := "/", path.Base(rest)
	if len(w.roots) > 0 {
		dir = w.roots[0]
	}
	if p, ok := text.PathFromURI("file:" + rest); ok && ownerOf(w.roots, path.Dir(p)) != "" {
		dir, base = path.Split(p)
	}
	at := path.Join(dir, scheme+":"+base)
	for w.documents[at] != nil {
		at += "~"
	}
	return at
}

func (w *Workspace) open(d *document, languageID string, version int32, content string) {
	doc := text.NewDoc([]byte(content))
	if d.language = w.languages.ByID(languageID); d.language == nil {
		d.language = w.languages.Detect(d.path, head(doc.Bytes))
	}
	w.mu.Lock()
	old := w.documents[d.path]
	if old != nil {
		w.stopSettling(old)
	}
	w.documents[d.path] = d
	w.setOverlay(w.overlay.with(&documentState{document: d, version: version, text: doc}))
	away := ownerOf(w.wanted, d.path) != ownerOf(w.roots, d.path)
	w.mu.Unlock()
	if old != nil {
		old.close()
	}
	if away { // its folder may be back
		w.FilesChanged([]string{d.path})
	}
}

// ChangeDocument applies edits in order, each to the result of the one before. An edit of the whole text has the range {0, MaxUint32}.
// change gets the present text; it must not call the workspace. A path that is not open is ignored.
func (w *Workspace) ChangeDocument(path string, version int32, change func(d text.Doc) []text.Edit) {
	path = filepath.ToSlash(filepath.Clean(path))
	w.mu.Lock()
	defer w.mu.Unlock()
	old := w.overlay.find(path)
	if old == nil {
		return
	}
	edits := change(old.text)
	b := old.text.Bytes
	for _, e := range edits {
		b = text.Apply(b, e)
	}
	next := &documentState{document: old.document, number: old.number + 1, version: version, text: text.NewDoc(b)}
	next.document.record(stateEdits{next.number, edits})
	w.setOverlay(w.overlay.with(next))
	if len(b) > syntax.SettleLimit {
		w.settleLater(next.document)
	}
}

// CloseDocument tells that path is not open any more; what is on disk is the truth again.
func (w *Workspace) CloseDocument(path string) {
	path = filepath.ToSlash(filepath.Clean(path))
	w.mu.Lock()
	d := w.documents[path]
	if d != nil {
		delete(w.documents, path)
		w.setOverlay(w.overlay.without(path))
		w.stopSettling(d)
	}
	w.mu.Unlock()
	if d != nil {
		d.close()
	}
	if d != nil && d.name == "" {
		w.FilesChanged([]string{path})
	}
}

// setOverlay makes o the present one; w.mu is held.
func (w *Workspace) setOverlay(o *overlay) {
	if len(o.documents) != len(w.overlay.documents) {
		open := make(map[string]bool, len(o.documents))
		for _, s := range o.documents {
			open[path.Dir(s.document.path)] = true
		}
		w.queue.prefer(open)
	}
	w.overlay, w.current = o, nil
}

// record keeps the edits that lead to a state until the parser is told of them.
func (d *document) record(e stateEdits) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.parser == nil {
		return
	}
	if d.edits = append(d.edits, e); len(d.edits) > maxEdits {
		d.parser.Close()
		d.parser, d.edits = nil, nil
	}
}

func (d *document) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.parser != nil {
		d.parser.Close()
	}
	d.parser, d.edits, d.closed = nil, nil, true
}

// facts returns the facts of s. Newer states are reached by editing the parser's text, others are parsed on their own.
func (d *document) facts(s *documentState) *fact.File {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.parser != nil && s.number < d.parsed {
		return syntax.Facts(context.Background(), d.language, s.text.Bytes)
	}
	return d.advance(s)
}

// advance brings the parser to s and returns its facts; d.mu is held.
func (d *document) advance(s *documentState) *fact.File {
	ctx := context.Background() // others wait for the same result; a parse has its own bounds
	if d.parser != nil && s.number > d.parsed && (len(d.edits) == 0 || d.edits[0].number != d.parsed+1) {
		d.parser.Close() // it was made for a snapshot that was old already: nobody kept the edits of the states between
		d.parser = nil
	}
	if d.parser == nil {
		d.parser, d.parsed = syntax.NewDocument(d.language, s.text.Bytes), s.number
		for len(d.edits) > 0 && d.edits[0].number <= s.number {
			d.edits = d.edits[1:]
		}
	}
	if len(d.edits) == 1 && d.edits[0].number == s.number && len(d.edits[0].edits) == 1 { // a keystroke
		d.parser.EditTo(s.text.Bytes, d.edits[0].edits[0])
		d.edits = nil
	}
	for len(d.edits) > 0 && d.edits[0].number <= s.number {
		for _, e := range d.edits[0].edits {
			d.parser.Edit(e)
		}
		d.edits = d.edits[1:]
	}
	d.parsed = s.number
	if !bytes.Equal(d.parser.Text(), s.text.Bytes) {
		bug.Errorf("edits of %s do not lead to its text", d.path)
		d.parser.Close()
		d.parser = syntax.NewDocument(d.language, s.text.Bytes)
	}
	return d.parser.Facts(ctx)
}

// sum returns the hash of the text.
func (s *documentState) sum() fact.Hash {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hash == (fact.Hash{}) {
		s.hash = fact.Sum(s.text.Bytes)
	}
	return s.hash
}

// load returns the document's file with its facts, parsing it when nobody has before. base is what is on disk, nil when nothing is. The same file is
// returned as long as base and root say the same of it.
func (s *documentState) load(w *Workspace, base *record, root string) *graph.File {
	hash := s.sum()
	s.mu.Lock()
	defer s.mu.Unlock()
	d, old := s.document, s.file
	if old == nil || old.Root != root {
		rel := relTo(root, d.path)
		s.marks = fileMarks(d.language, rel, marks(rel, s.text.Bytes, attributes{}))
	}
	m := s.marks
	if base != nil {
		m.Vendored, m.Test = base.marks.Vendored, base.marks.Test
		m.Generated = base.marks.Generated
	}
	switch {
	case old == nil:
		f := *d.facts(s) // a copy: the parser hands out the same facts again
		f.Hash = hash
		s.file = &graph.File{Path: d.path, Root: root, Facts: &f, Rules: &noRules, Marks: m, Document: d.shown}
		if d.language != nil {
			s.file.Rules = &d.language.Rules
		}
	case old.Root != root || old.Marks != m:
		s.file = &graph.File{Path: d.path, Root: root, Facts: old.Facts, Rules: old.Rules, Marks: m, Document: d.shown}
	}
	return s.file
}
