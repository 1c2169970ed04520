package server

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// selectionRange grows a selection from the word over its line, blocks and definitions to the file.
func selectionRange(ctx context.Context, v *view, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	f, err := v.file(ctx, "selectionRange", p.TextDocument.URI)
	if f == nil {
		return []protocol.SelectionRange{}, err
	}
	d, ok := v.text(f)
	if !ok {
		return []protocol.SelectionRange{}, nil
	}
	out := make([]protocol.SelectionRange, 0, len(p.Positions))
	for _, at := range p.Positions {
		out = append(out, v.selection(f, enclosing(f, d, v.offset(f, at))))
	}
	return out, nil
}

// enclosing returns the ranges around offset, the innermost first, each within the next.
func enclosing(f *graph.File, d text.Doc, offset uint32) []fact.Range {
	whole := fact.Range{End: uint32(len(d.Bytes))}
	n := lineOf(d, min(offset, whole.End))
	line := fact.Range{Start: d.Lines[n] + uint32(leadingSpace(d, n))}
	line.End = line.Start + uint32(len(lineText(d, n)))

	all := []fact.Range{wordRange(d.Bytes, offset), line, whole}
	for i := f.Facts.ScopeAt(offset); i >= 0 && int(i) < len(f.Facts.Scopes); i = f.Facts.Scopes[i].Parent {
		all = append(all, f.Facts.Scopes[i].Range)
	}
	for i := f.Facts.SymbolAt(offset); i >= 0; i = f.Facts.Symbols[i].Parent {
		all = append(all, f.Facts.Symbols[i].Range)
	}
	slices.SortStableFunc(all, func(a, b fact.Range) int { return cmp.Compare(a.End-a.Start, b.End-b.Start) })
	var out []fact.Range
	for _, r := range all {
		around := r.Start <= offset && offset <= r.End && r.Start < r.End && whole.Encloses(r)
		if around && (len(out) == 0 || r.Encloses(out[len(out)-1]) && r != out[len(out)-1]) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return []fact.Range{whole}
	}
	return out
}

func leadingSpace(d text.Doc, n int) int {
	i := int(d.Lines[n])
	for i < len(d.Bytes) && (d.Bytes[i] == ' ' || d.Bytes[i] == '\t') {
		i++
	}
	return i - int(d.Lines[n])
}

func (v *view) selection(f *graph.File, ranges []fact.Range) protocol.SelectionRange {
	var s *protocol.SelectionRange
	for _, r := range slices.Backward(ranges) {
		s = &protocol.SelectionRange{Range: v.rangeIn(f, r), Parent: s}
	}
	return *s
}
