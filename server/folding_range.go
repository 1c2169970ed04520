package server

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// foldingRange folds definitions, blocks, sections and import lists. Folds are whole lines, which every client takes.
func foldingRange(ctx context.Context, v *view, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	f, err := v.file(ctx, "foldingRange", p.TextDocument.URI)
	if f == nil {
		return []protocol.FoldingRange{}, err
	}
	d, ok := v.text(f)
	if !ok {
		return []protocol.FoldingRange{}, nil
	}
	folds := folds{doc: d, end: map[int]int{}}
	for i := range f.Facts.Symbols {
		folds.add(f.Facts.Symbols[i].Range)
	}
	for _, s := range f.Facts.Scopes[min(1, len(f.Facts.Scopes)):] {
		folds.add(s.Range)
	}
	out := folds.list()
	out = append(out, importFolds(f, d)...)
	slices.SortFunc(out, func(a, b protocol.FoldingRange) int { return cmp.Compare(a.StartLine, b.StartLine) })
	if n := v.client.foldLimit; n > 0 && len(out) > n {
		out = out[:n]
	}
	return out, nil
}

// folds maps first lines to last ones; of two that begin in one line the longer stays.
type folds struct {
	doc text.Doc
	end map[int]int
}

func (f *folds) add(r fact.Range) {
	first, last := lineOf(f.doc, r.Start), lineOf(f.doc, max(r.End, r.Start+1)-1)
	if closes(f.doc, last) {
		last-- // the closing bracket stays visible
	}
	for last > first && len(lineText(f.doc, last)) == 0 {
		last--
	}
	if last > first {
		f.end[first] = max(f.end[first], last)
	}
}

func (f *folds) list() []protocol.FoldingRange {
	out := make([]protocol.FoldingRange, 0, len(f.end))
	for first, last := range f.end {
		out = append(out, protocol.FoldingRange{StartLine: uint32(first), EndLine: uint32(last)})
	}
	return out
}

// importFolds folds each run of imports without an empty line between them, from the line that opens a list of them.
func importFolds(f *graph.File, d text.Doc) (out []protocol.FoldingRange) {
	first, last := -1, -1
	flush := func() {
		if last > first {
			out = append(out, protocol.FoldingRange{StartLine: uint32(first), EndLine: uint32(last), Kind: protocol.FoldingRangeKindImports})
		}
	}
	for _, i := range f.Facts.Imports {
		line := f.Facts.Line(i.Start)
		if line > last+1 || first < 0 {
			flush()
			first = line
			if line > 0 && opens(d, line-1) {
				first--
			}
		}
		last = line
	}
	flush()
	return out
}

func lineOf(d text.Doc, offset uint32) int {
	n, found := slices.BinarySearch(d.Lines, offset)
	if found {
		return n
	}
	return n - 1
}

// lineText returns a line without the space around it.
func lineText(d text.Doc, n int) []byte {
	end := uint32(len(d.Bytes))
	if n+1 < len(d.Lines) {
		end = d.Lines[n+1]
	}
	return bytes.TrimSpace(d.Bytes[d.Lines[n]:end])
}

func opens(d text.Doc, n int) bool {
	t := lineText(d, n)
	return len(t) > 0 && bytes.IndexByte([]byte("{(["), t[len(t)-1]) >= 0
}

func closes(d text.Doc, n int) bool {
	t := lineText(d, n)
	return len(t) > 0 && bytes.IndexByte([]byte("})]"), t[0]) >= 0 || string(t) == "end"
}
