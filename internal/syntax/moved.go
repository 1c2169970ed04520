package syntax

import (
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// maxSince is how many edits facts are moved through at once.
const maxSince = 1 << 12

// held returns f, or, where the parser gave up on the present text (Zig and CUE do on some that end too early), the last facts that it made, moved
// through the edits since: a line that is half typed must not take everything else of a file away.
func (d *Document) held(f *fact.File) *fact.File {
	switch {
	case f == nil:
	case f.Skipped == "" || d.l == nil || d.l.Grammar == nil:
		d.good, d.slow = f, false
	case d.good == nil:
	default:
		f, d.slow = moved(d.good, f, d.src, d.since), true
		d.good = f
	}
	d.since = d.since[:0]
	return f
}

// moved returns the facts of a text, which are old's moved through the edits since; what they say of text that has changed is left out. lines are
// the facts of the same text by lines.
func moved(old, lines *fact.File, src []byte, edits []text.Edit) *fact.File {
	m := mover(edits)
	f := *old
	f.Hash, f.Size, f.Lines, f.ASCII, f.Errors, f.Chunks, f.Mentions = lines.Hash, lines.Size, lines.Lines, lines.ASCII, true, lines.Chunks, lines.Mentions
	f.Spaces = each(old.Spaces, func(s *fact.Space) { s.Range = m.span(s.Range) })
	f.Symbols = each(old.Symbols, func(s *fact.Symbol) {
		s.Range, s.NameRange, s.Value = m.span(s.Range), m.span(s.NameRange), m.expr(s.Value)
	})
	f.Scopes = each(old.Scopes, func(s *fact.Scope) { s.Range = m.span(s.Range) })
	f.Scopes[0].Range = fact.Range{End: uint32(len(src))}
	f.Lambdas = each(old.Lambdas, func(l *fact.Lambda) { l.Start, l.Value = m.start(l.Start), m.expr(l.Value) })
	f.Imports = each(old.Imports, func(i *fact.Import) { i.Start = m.start(i.Start) })
	f.Inherits = each(old.Inherits, func(i *fact.Inherit) { i.Start = m.start(i.Start) })
	f.Bindings = each(old.Bindings, func(b *fact.Binding) { b.Start, b.Seen, b.Value = m.start(b.Start), m.start(b.Seen), m.expr(b.Value) })
	f.References, f.Passes = nil, nil
	index := make([]int32, len(old.References)) // of those that are left, +1
	for i, r := range old.References {
		r.Start, r.Recv = m.start(r.Start), m.expr(r.Recv)
		if end := r.Range().End; end <= uint32(len(src)) && string(src[r.Start:end]) == r.Name {
			f.References = append(f.References, r)
			index[i] = int32(len(f.References))
		}
	}
	for _, p := range old.Passes {
		if index[p.Ref] > 0 {
			p.Ref, p.Value = index[p.Ref]-1, m.expr(p.Value)
			f.Passes = append(f.Passes, p)
		}
	}
	return &f
}

func each[T any](list []T, change func(*T)) []T {
	out := append([]T(nil), list...)
	for i := range out {
		change(&out[i])
	}
	return out
}

// mover tells where offsets are after edits, which were made one after the other.
type mover []text.Edit

func (m mover) start(at uint32) uint32 {
	for _, e := range m {
		switch {
		case at >= e.Range.End:
			at = at - (e.Range.End - e.Range.Start) + uint32(len(e.New))
		case at > e.Range.Start:
			at = e.Range.Start
		}
	}
	return at
}

func (m mover) end(at uint32) uint32 {
	for _, e := range m {
		switch {
		case at >= e.Range.End && at > e.Range.Start:
			at = at - (e.Range.End - e.Range.Start) + uint32(len(e.New))
		case at > e.Range.Start:
			at = e.Range.Start + uint32(len(e.New))
		}
	}
	return at
}

func (m mover) span(r fact.Range) fact.Range {
	start := m.start(r.Start)
	return fact.Range{Start: start, End: max(m.end(r.End), start)}
}

// expr moves the places that an expression names: \123.
func (m mover) expr(e fact.Expr) fact.Expr {
	if strings.IndexByte(string(e), '\\') < 0 {
		return e
	}
	var b strings.Builder
	for i := 0; i < len(e); i++ {
		b.WriteByte(e[i])
		end := i + 1
		for end < len(e) && e[end] >= '0' && e[end] <= '9' {
			end++
		}
		if e[i] == '\\' && end > i+1 {
			at, _ := strconv.Atoi(string(e[i+1 : end]))
			b.WriteString(strconv.Itoa(int(m.start(uint32(at)))))
			i = end - 1
		}
	}
	return fact.Expr(b.String())
}
