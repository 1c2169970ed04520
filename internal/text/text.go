// Package text is about the bytes of one document: lines, positions in UTF-8 and UTF-16, edits, decoding.
//
// Invariant: every function accepts every input. A position outside the document means its nearest valid place; nothing panics.
package text

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Range is a half-open range of byte offsets.
type Range struct{ Start, End uint32 }

// Contains reports whether offset lies in r.
func (r Range) Contains(offset uint32) bool { return r.Start <= offset && offset < r.End }

// Encloses reports whether o lies in r.
func (r Range) Encloses(o Range) bool { return r.Start <= o.Start && o.End <= r.End }

// Encoding is the unit in which a Position counts characters.
type Encoding uint8

// The encodings that clients may choose.
const (
	UTF16 Encoding = iota
	UTF8
)

// Position is a place in a document as the protocol has it: both are 0-based, Character counts code units of an Encoding.
type Position struct{ Line, Character uint32 }

// Edit replaces Range (offsets in the text before it) by New.
type Edit struct {
	Range Range
	New   string
}

// LineStarts returns the byte offset at which each line starts. "\n", "\r\n" and a lone "\r" end a line, as in the protocol.
func LineStarts(b []byte) []uint32 {
	starts := make([]uint32, 1, bytes.Count(b, []byte{'\n'})+2)
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\n':
			starts = append(starts, uint32(i+1))
		case '\r':
			if i+1 < len(b) && b[i+1] == '\n' {
				i++
			}
			starts = append(starts, uint32(i+1))
		}
	}
	return starts
}

// Doc is a text with its lines.
type Doc struct {
	Bytes []byte
	Lines []uint32
}

// NewDoc returns the Doc of b, which it keeps.
func NewDoc(b []byte) Doc { return Doc{b, LineStarts(b)} }

// line returns the bytes of a line without its end.
func (d Doc) line(n int) []byte {
	start, end := d.Lines[n], uint32(len(d.Bytes))
	if n+1 < len(d.Lines) {
		end = d.Lines[n+1]
	}
	return bytes.TrimRight(d.Bytes[start:end], "\r\n")
}

// Offset returns the byte offset of p. Past the end of a line it is that end, past the last line the end of the text,
// inside a character (a surrogate pair, the middle of a UTF-8 sequence) the character's start.
func (d Doc) Offset(p Position, enc Encoding) uint32 {
	if int64(p.Line) >= int64(len(d.Lines)) {
		return uint32(len(d.Bytes))
	}
	line, start := d.line(int(p.Line)), d.Lines[p.Line]
	units, at := uint32(0), 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		units += width(r, size, enc)
		if units > p.Character {
			break
		}
		at += size
	}
	return start + uint32(at)
}

// Position returns the position of a byte offset. An offset inside a line's end is the end of its line, one inside a character the character's start.
func (d Doc) Position(offset uint32, enc Encoding) Position {
	offset = min(offset, uint32(len(d.Bytes)))
	n := sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i] > offset }) - 1
	line, rest := d.line(n), int(offset-d.Lines[n])
	units, at := uint32(0), 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		if at+size > rest {
			break
		}
		units += width(r, size, enc)
		at += size
	}
	return Position{uint32(n), units}
}

func width(r rune, size int, enc Encoding) uint32 {
	switch {
	case enc == UTF8:
		return uint32(size)
	case r > 0xFFFF:
		return 2
	}
	return 1
}

// Apply returns b with the edit made. The range is clamped to b.
func Apply(b []byte, e Edit) []byte {
	n := uint32(len(b))
	start, end := min(e.Range.Start, n), min(max(e.Range.End, e.Range.Start), n)
	out := make([]byte, 0, len(b)-int(end-start)+len(e.New))
	out = append(out, b[:start]...)
	out = append(out, e.New...)
	return append(out, b[end:]...)
}

// Decode returns the text of a file as valid UTF-8, and how it was encoded: "utf-8", "utf-8-bom", "latin-1", "utf-16le", "utf-16be".
// Bytes that are not UTF-8 are read as Latin-1; UTF-16 is recognised by its byte-order mark. Lines keep their numbers. A UTF-8
// byte-order mark is removed, as editors do.
func Decode(b []byte) (decoded []byte, encoding string) {
	if rest, ok := bytes.CutPrefix(b, []byte("\xef\xbb\xbf")); ok {
		b, encoding = rest, "utf-8-bom"
	} else if out, name := decodeUTF16(b); out != nil {
		return out, name
	} else {
		encoding = "utf-8"
	}
	if utf8.Valid(b) {
		return b, encoding
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out, "latin-1"
}

func decodeUTF16(b []byte) ([]byte, string) {
	var unit func(i int) uint16
	name := ""
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		name, unit = "utf-16le", func(i int) uint16 { return uint16(b[i]) | uint16(b[i+1])<<8 }
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		name, unit = "utf-16be", func(i int) uint16 { return uint16(b[i])<<8 | uint16(b[i+1]) }
	default:
		return nil, ""
	}
	out := make([]byte, 0, len(b))
	for i := 2; i+1 < len(b); i += 2 {
		r := rune(unit(i))
		if r >= 0xd800 && r < 0xdc00 && i+3 < len(b) {
			if low := rune(unit(i + 2)); low >= 0xdc00 && low < 0xe000 {
				r, i = (r-0xd800)<<10+(low-0xdc00)+0x10000, i+2
			}
		}
		out = utf8.AppendRune(out, r) // a lone surrogate becomes U+FFFD
	}
	return out, name
}
