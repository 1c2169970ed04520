// Package text is about the bytes of one document: lines, positions in UTF-8, UTF-16 and UTF-32, edits, decoding.
//
// Invariant: every function accepts every input. A position outside the document means its nearest valid place; nothing panics.
package text

import (
	"bytes"
	"encoding/binary"
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
	UTF32
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
	if bytes.IndexByte(b, '\r') < 0 {
		for at := 0; ; {
			i := bytes.IndexByte(b[at:], '\n')
			if i < 0 {
				return starts
			}
			at += i + 1
			starts = append(starts, uint32(at))
		}
	}
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
	if enc == UTF8 {
		return start + uint32(runeStart(line, int(min(p.Character, uint32(len(line))))))
	}
	at := asciiPrefix(line, int(min(p.Character, uint32(len(line)))))
	for units := uint32(at); at < len(line); {
		r, size := utf8.DecodeRune(line[at:])
		units += width(r, enc)
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
	if n < 0 {
		return Position{} // a Doc without lines has no text
	}
	line := d.line(n)
	end := runeStart(line, min(int(offset-d.Lines[n]), len(line)))
	if enc == UTF8 {
		return Position{uint32(n), uint32(end)}
	}
	at := asciiPrefix(line, end)
	units := uint32(at)
	for at < end {
		r, size := utf8.DecodeRune(line[at:])
		units += width(r, enc)
		at += size
	}
	return Position{uint32(n), units}
}

// width returns the code units of r in UTF-16 or UTF-32; a byte that is no UTF-8 counts as one.
func width(r rune, enc Encoding) uint32 {
	if r > 0xFFFF && enc == UTF16 {
		return 2
	}
	return 1
}

// runeStart returns where the character around offset at starts: at itself on a border. A byte that belongs to no character is one.
func runeStart(b []byte, at int) int {
	for i := at - 1; i >= 0 && i > at-utf8.UTFMax && at < len(b); i-- {
		if utf8.RuneStart(b[i]) {
			if _, size := utf8.DecodeRune(b[i:]); i+size > at {
				return i
			}
			break
		}
	}
	return at
}

// asciiPrefix returns how many bytes of b[:limit] precede the first that is not ASCII. It looks at eight at a time: a file may
// be one line of a megabyte, in which thousands of positions are asked for.
func asciiPrefix(b []byte, limit int) int {
	i := 0
	for i+8 <= limit && binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 == 0 {
		i += 8
	}
	for i < limit && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// IsASCII reports whether b has no other bytes than those of ASCII.
func IsASCII(b []byte) bool { return asciiPrefix(b, len(b)) == len(b) }

// Apply returns b with the edit made. The range is clamped to b.
func Apply(b []byte, e Edit) []byte {
	n := uint32(len(b))
	start, end := min(e.Range.Start, n), min(max(e.Range.End, e.Range.Start), n)
	out := make([]byte, 0, len(b)-int(end-start)+len(e.New))
	out = append(out, b[:start]...)
	out = append(out, e.New...)
	return append(out, b[end:]...)
}
