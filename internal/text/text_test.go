package text

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestLineStarts(t *testing.T) {
	for text, want := range map[string][]uint32{
		"":                   {0},
		"a":                  {0},
		"a\n":                {0, 2},
		"a\r\nb\rc\nd":       {0, 3, 5, 7},
		"\r\r\n\n\r":         {0, 1, 3, 4, 5},
		"a\u2028b\u0085c\vd": {0}, // line ends for Unicode, not for the protocol
	} {
		if got := LineStarts([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestPositions has places in each encoding and their offset.
func TestPositions(t *testing.T) {
	doc := NewDoc([]byte("a😀é\r\n漢字e\u0301x\rlast\n"))
	// offsets:            0 1 5 7  9 12 15 16 18 19
	for _, c := range []struct {
		offset                     uint32
		line, utf8, utf16_, utf32_ uint32
	}{
		{0, 0, 0, 0, 0}, {1, 0, 1, 1, 1}, {5, 0, 5, 3, 2}, {7, 0, 7, 4, 3}, // the end of line 0
		{9, 1, 0, 0, 0}, {12, 1, 3, 1, 1}, {15, 1, 6, 2, 2}, {16, 1, 7, 3, 3}, {18, 1, 9, 4, 4}, {19, 1, 10, 5, 5},
		{20, 2, 0, 0, 0}, {24, 2, 4, 4, 4}, {25, 3, 0, 0, 0},
	} {
		for enc, character := range map[Encoding]uint32{UTF8: c.utf8, UTF16: c.utf16_, UTF32: c.utf32_} {
			p := Position{c.line, character}
			if got := doc.Position(c.offset, enc); got != p {
				t.Errorf("position of %d in %d: %v, want %v", c.offset, enc, got, p)
			}
			if got := doc.Offset(p, enc); got != c.offset {
				t.Errorf("offset of %v in %d: %d, want %d", p, enc, got, c.offset)
			}
		}
	}
}

func TestPositionsThatDoNotExist(t *testing.T) {
	doc := NewDoc([]byte("a😀é\r\nx"))
	for _, c := range []struct {
		p    Position
		enc  Encoding
		want uint32
	}{
		{Position{0, 2}, UTF16, 1}, // between the surrogates
		{Position{0, 3}, UTF8, 1},  // inside the emoji's bytes
		{Position{0, 6}, UTF8, 5},
		{Position{0, 99}, UTF16, 7}, {Position{0, math.MaxUint32}, UTF8, 7}, // past the end of the line, before its end marks
		{Position{1, 2}, UTF16, 10}, {Position{2, 0}, UTF16, 10}, {Position{math.MaxUint32, math.MaxUint32}, UTF8, 10},
	} {
		if got := doc.Offset(c.p, c.enc); got != c.want {
			t.Errorf("offset of %v in %d: %d, want %d", c.p, c.enc, got, c.want)
		}
	}
	for offset, want := range map[uint32]Position{8: {0, 4}, 3: {0, 1}, 6: {0, 3}, 11: {1, 1}, math.MaxUint32: {1, 1}} {
		if got := doc.Position(offset, UTF16); got != want {
			t.Errorf("position of %d: %v, want %v", offset, got, want)
		}
	}
	var none Doc
	if none.Position(5, UTF16) != (Position{}) || none.Offset(Position{3, 3}, UTF8) != 0 {
		t.Error("the zero Doc is not an empty text")
	}
}

func FuzzPositions(f *testing.F) {
	for _, s := range []string{"", "a\r\nb\rc\n", "😀é漢字e\u0301\n", "\xf0\x9f\x98", "a\xff\xe4b\n\x80\x80", strings.Repeat("long ASCII ", 5) + "😀 end", "\r\r\n\r"} {
		f.Add([]byte(s), uint32(0), uint32(2))
	}
	f.Fuzz(func(t *testing.T, b []byte, line, character uint32) {
		doc := NewDoc(b)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			checkBorders(t, doc, enc)
			for _, p := range []Position{{line, character}, {character, line}, {line % uint32(len(doc.Lines)), character}} {
				offset := doc.Offset(p, enc)
				back := doc.Position(offset, enc)
				if offset > uint32(len(b)) || doc.Offset(back, enc) != offset || back.Line > p.Line || back.Line == p.Line && back.Character > p.Character {
					t.Fatalf("%v in %d: offset %d, back at %v", p, enc, offset, back)
				}
			}
			doc.Position(line, enc)
		}
	})
}

// checkBorders goes through the text character by character, counting columns on its own.
func checkBorders(t *testing.T, doc Doc, enc Encoding) {
	t.Helper()
	b, at, p := doc.Bytes, 0, Position{}
	for {
		if got := doc.Position(uint32(at), enc); got != p {
			t.Fatalf("position of %d in %d: %v, want %v", at, enc, got, p)
		}
		if got := doc.Offset(p, enc); got != uint32(at) {
			t.Fatalf("offset of %v in %d: %d, want %d", p, enc, got, at)
		}
		if at == len(b) {
			break
		}
		switch {
		case bytes.HasPrefix(b[at:], []byte("\r\n")):
			at, p = at+2, Position{p.Line + 1, 0}
		case b[at] == '\r' || b[at] == '\n':
			at, p = at+1, Position{p.Line + 1, 0}
		default:
			r, size := utf8.DecodeRune(b[at:])
			for inside := 1; inside < size; inside++ {
				if got := doc.Position(uint32(at+inside), enc); got != p {
					t.Fatalf("position of %d, inside a character, in %d: %v, want %v", at+inside, enc, got, p)
				}
			}
			at += size
			switch enc {
			case UTF8:
				p.Character += uint32(size)
			case UTF16:
				p.Character += uint32(max(utf16.RuneLen(r), 1))
			case UTF32:
				p.Character++
			}
		}
	}
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		start, end uint32
		text, want string
	}{
		{0, 0, "x", "xabc"}, {3, 3, "x", "abcx"}, {1, 2, "", "ac"}, {0, math.MaxUint32, "new", "new"}, {2, 1, "x", "abxc"}, {9, 12, "x", "abcx"},
	} {
		before := []byte("abc")
		if got := Apply(before, Edit{Range{c.start, c.end}, c.text}); string(got) != c.want || string(before) != "abc" {
			t.Errorf("%+v: %q, and the text before is %q", c, got, before)
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add([]byte("abc"), uint32(1), uint32(2), "x")
	f.Add([]byte(""), uint32(5), uint32(1), "")
	f.Add([]byte("a\r\nb"), uint32(2), uint32(math.MaxUint32), "é")
	f.Fuzz(func(t *testing.T, b []byte, start, end uint32, text string) {
		before := bytes.Clone(b)
		got := Apply(b, Edit{Range{start, end}, text})
		if !bytes.Equal(b, before) {
			t.Fatal("the text before has changed")
		}
		n := uint32(len(b))
		s := min(start, n)
		if e := max(s, min(end, n)); string(got) != string(b[:s])+text+string(b[e:]) {
			t.Fatalf("%q", got)
		}
		// The inverse edit gives the old text back.
		e := max(s, min(end, n))
		if back := Apply(got, Edit{Range{s, s + uint32(len(text))}, string(b[s:e])}); !bytes.Equal(back, b) {
			t.Fatalf("back: %q", back)
		}
	})
}

func BenchmarkPositionInOneLongLine(b *testing.B) {
	doc := NewDoc(bytes.Repeat([]byte("x=1;"), 1<<18))
	for b.Loop() {
		doc.Position(1<<20-1, UTF16)
	}
}
