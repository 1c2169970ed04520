package text

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ file, want, encoding string }{
		{"", "", "utf-8"},
		{"aé😀\r\nb", "aé😀\r\nb", "utf-8"},
		{"\xef\xbb\xbfaé", "aé", "utf-8-bom"},
		{"\xef\xbb\xbf", "", "utf-8-bom"},
		{"caf\xe9\n\x80\xff", "café\n\u0080ÿ", "latin-1"},
		{"漢字\n\xe6\xbc\n語", "漢字\n\ufffd\ufffd\n語", "utf-8-damaged"}, // one damaged character leaves the others alone
		{"\xef\xbb\xbfa\xff\n", "a\ufffd\n", "utf-8-damaged"},
		{"\xff\xfea\x00\n\x00=\xd8\x00\xde", "a\n😀", "utf-16le"},
		{"\xfe\xff\x00a\x00\r\xd8=\xde\x00", "a\r😀", "utf-16be"},
		{"\xff\xfe\x00\xd8b\x00", "\ufffdb", "utf-16le"}, // half a pair
		{"\xff\xfe\x00\xdc", "\ufffd", "utf-16le"},
		{"\xff\xfea\x00b", "a\ufffd", "utf-16le"}, // half a unit
		{"\xff\xfe", "", "utf-16le"},
	} {
		got, encoding := Decode([]byte(c.file))
		if string(got) != c.want || encoding != c.encoding {
			t.Errorf("%q: %q %s, want %q %s", c.file, got, encoding, c.want, c.encoding)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "a\r\nb", "\xef\xbb\xbf\n", "\xff\xfea\x00", "\xfe\xff\x00\n", "\xe9\n\xff\r", "漢\xe6\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := bytes.Clone(b)
		got, encoding := Decode(b)
		if !utf8.Valid(got) || !bytes.Equal(b, before) {
			t.Fatalf("%q (%s)", got, encoding)
		}
		lines := len(LineStarts(got))
		if order := map[string]binary.ByteOrder{"utf-16le": binary.LittleEndian, "utf-16be": binary.BigEndian}[encoding]; order != nil {
			var units []uint16
			for i := 2; i+1 < len(b); i += 2 {
				units = append(units, order.Uint16(b[i:]))
			}
			if want := string(utf16.Decode(units)) + strings.Repeat("\ufffd", len(b)%2); string(got) != want {
				t.Fatalf("%q, want %q", got, want)
			}
		} else if lines != len(LineStarts(b)) {
			t.Fatalf("%d lines became %d", len(LineStarts(b)), lines)
		}
		if again, name := Decode(got); !bytes.HasPrefix(got, []byte("\ufeff")) && (!bytes.Equal(again, got) || name != "utf-8") {
			t.Fatalf("what was decoded is %s: %q", name, again)
		}
	})
}
