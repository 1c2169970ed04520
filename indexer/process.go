package indexer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/syntax"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// readHook is called with the path of every file that is read; tests count with it.
var readHook = func(path string) {}

// recentWindow is how coarse a file system's clock may be: a file that was changed this shortly before it was read may change again
// without showing it.
const recentWindow = 20 * time.Millisecond

// outcome is what became of a job.
type outcome struct {
	job  *job
	add  *addition // nil: the path has no file
	size int       // bytes of text, for the commit's size
}

// processor does jobs: it reads a file and makes everything of it that a commit stores. Each worker has its own.
type processor struct {
	w        *Workspace
	analyzer *analyzer
	enc      *encoder
}

// process does j. old is what is known of the path, nil when nothing is. A nil addition means that there is no such file.
func (p *processor) process(ctx context.Context, j *job, old *record) *addition {
	if j.gone {
		return nil
	}
	r := &record{path: j.entry.Path, rel: j.entry.Rel, root: j.root, size: j.entry.Size, modTime: j.entry.ModTime, inode: j.entry.Inode, marks: j.entry.Marks}
	raw, err := p.read(r)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		r.skipped = err.Error()
		return &addition{record: r}
	case isBinary(raw):
		r.skipped = "binary"
		return &addition{record: r}
	case secretText(raw):
		r.skipped = "may hold secrets"
		return &addition{record: r}
	}
	r.hash = fact.Sum(raw)
	decoded, _ := text.Decode(raw)
	l := p.w.languages.Detect(r.path, head(decoded))
	if l != nil {
		r.language = l.Name
	}
	generated := generatedText(decoded)
	if old != nil && old.skipped == "" && old.key() == r.key() {
		r.marks = fileMarks(l, r.rel, j.entry.marksWith(generated || old.generated))
		return touched(old, r)
	}
	a := p.facts(ctx, r, l, decoded)
	r.marks = fileMarks(l, r.rel, j.entry.marksWith(generated || r.generated))
	return a
}

// touched returns the addition for a file whose time or marks changed, but not its content.
func touched(old, now *record) *addition {
	r := old.copy()
	r.size, r.modTime, r.inode, r.recent = now.size, now.modTime, now.inode, now.recent
	r.marks = now.marks
	if f := old.cached.Load(); f != nil && f.Marks != r.marks {
		r.cached.Store(&graph.File{Path: f.Path, Root: f.Root, Facts: f.Facts, Rules: f.Rules, Marks: r.marks})
	}
	return &addition{record: r}
}

// read returns the bytes of r's file and sets size and time to those from before reading.
func (p *processor) read(r *record) ([]byte, error) {
	readHook(r.path)
	f, err := os.Open(filepath.FromSlash(r.path))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("no regular file")
	}
	r.size, r.modTime, r.inode = info.Size(), info.ModTime().UnixNano(), inode(info)
	r.recent = time.Since(info.ModTime()) < recentWindow
	var b bytes.Buffer
	limit := sizeLimit(r.rel, p.w.options.MaxBytes)
	b.Grow(int(min(r.size, limit)) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	return b.Bytes(), err
}

// facts finishes the addition of a file with new content.
func (p *processor) facts(ctx context.Context, r *record, l *lang.Language, decoded []byte) *addition {
	a := &addition{record: r}
	f := p.known(r)
	if f == nil {
		f = syntax.Facts(ctx, l, decoded)
		f.Hash = r.hash
		a.encoded = p.enc.facts(nil, f) // the graph reads them when it wants them: these here hold on to the whole text
	}
	r.bytes, r.symbols, r.remark = f.Size, countKinds(f.Symbols), f.Skipped
	r.generated, r.kinds = f.Generated, chunkKinds(f, r.symbols)
	p.chunks(ctx, a, f, string(decoded))
	return a
}

// known returns the facts of the same bytes from the log, nil when they are not there.
func (p *processor) known(r *record) *fact.File {
	s := p.w.storeOf(r.root)
	if s == nil {
		return nil
	}
	at, log, ok := s.hasFacts(r.key())
	if !ok {
		return nil
	}
	f, err := loadFacts(log, at)
	if err != nil {
		return nil // it is parsed again; the log is checked when it is opened
	}
	return f
}

// chunks makes the documents for the text index and, when the embedder is local, the vectors.
func (p *processor) chunks(ctx context.Context, a *addition, f *fact.File, text string) {
	r := a.record
	a.documents = make([]*chunkDocument, len(f.Chunks))
	a.texts = make([]fact.Hash, len(f.Chunks))
	r.vectors = make([]uint32, len(f.Chunks))
	embedded := make([]string, len(f.Chunks))
	for i := range f.Chunks {
		t := textOf(f, text, i)
		a.documents[i] = &chunkDocument{termFreq: t.terms(p.analyzer, r.rel)}
		r.terms += a.documents[i].length
		if r.vectors[i] = withoutVector; !t.wordsOnly {
			r.vectors[i] = noVector
			embedded[i] = p.w.embedded(&t, r.rel)
			a.texts[i] = fact.Sum([]byte(embedded[i]))
		}
	}
	if p.w.options.Embedder.Local() {
		a.vectors = p.w.embedNew(ctx, r.root, a.texts, embedded)
	}
}

// fileMarks adds what the language says about a file to its marks.
func fileMarks(l *lang.Language, rel string, m graph.Marks) graph.Marks {
	if l != nil && l.TestFile != nil && l.TestFile(path.Base(rel)) {
		m.Test = true
	}
	return m
}

// head returns the first line of a text, or its start.
func head(b []byte) []byte {
	return b[:min(len(b), 4096)]
}
