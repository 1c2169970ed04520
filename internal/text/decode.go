package text

import (
	"bytes"
	"unicode/utf8"
)

// Decode returns the text of a file as valid UTF-8, and how it was encoded: "utf-8", "utf-8-bom", "utf-8-damaged", "latin-1",
// "utf-16le", "utf-16be". UTF-16 is recognised by its byte-order mark. Bytes that are not UTF-8 become U+FFFD when most of
// the others beyond ASCII are; else the whole is read as Latin-1. Lines keep their numbers. A byte-order mark is removed, as
// editors do. The result shares b's memory where nothing had to change.
func Decode(b []byte) (decoded []byte, encoding string) {
	if out, name := decodeUTF16(b); out != nil {
		return out, name
	}
	b, marked := bytes.CutPrefix(b, []byte("\xef\xbb\xbf"))
	switch {
	case utf8.Valid(b) && marked:
		return b, "utf-8-bom"
	case utf8.Valid(b):
		return b, "utf-8"
	case marked || mostlyUTF8(b):
		return replaceInvalid(b), "utf-8-damaged"
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out, "latin-1"
}

// mostlyUTF8 reports whether more characters beyond ASCII are well-formed than bytes are not. In Latin-1 text hardly any are.
func mostlyUTF8(b []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
		case size > 1:
			good++
		}
		i += size
	}
	return good > bad
}

// replaceInvalid returns b with U+FFFD for each byte that is not part of a character.
func replaceInvalid(b []byte) []byte {
	out := make([]byte, 0, len(b)+16)
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		out = utf8.AppendRune(out, r)
		i += size
	}
	return out
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
	if len(b)%2 != 0 {
		out = utf8.AppendRune(out, utf8.RuneError) // half a unit
	}
	return out, name
}
