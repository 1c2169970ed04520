package server

import (
	"bytes"
	"cmp"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

func isWord(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// wordRange returns the word that offset stands in or behind; empty where there is none.
func wordRange(b []byte, offset uint32) fact.Range {
	start, end := int(min(offset, uint32(len(b)))), int(min(offset, uint32(len(b))))
	for start > 0 {
		r, size := utf8.DecodeLastRune(b[:start])
		if !isWord(r) {
			break
		}
		start -= size
	}
	for end < len(b) {
		r, size := utf8.DecodeRune(b[end:])
		if !isWord(r) {
			break
		}
		end += size
	}
	return fact.Range{Start: uint32(start), End: uint32(end)}
}

// wordAt is wordRange for the client, nil where there is none.
func (v *view) wordAt(f *graph.File, offset uint32) *protocol.Range {
	d, ok := v.text(f)
	if !ok {
		return nil
	}
	w := wordRange(d.Bytes, offset)
	if w.Start == w.End {
		return nil
	}
	r := v.rangeIn(f, w)
	return &r
}

// words returns where name stands as a whole word within r.
func words(b []byte, r fact.Range, name []byte) (out []fact.Range) {
	if len(name) == 0 {
		return nil
	}
	for at := int(r.Start); at < int(min(r.End, uint32(len(b)))); {
		i := bytes.Index(b[at:r.End], name)
		if i < 0 {
			return out
		}
		found := fact.Range{Start: uint32(at + i), End: uint32(at + i + len(name))}
		if wordRange(b, found.Start) == found {
			out = append(out, found)
		}
		at += i + len(name)
	}
	return out
}

func comparePositions(a, b protocol.Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}
