package tokenizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteLevel cuts as GPT-2 does and writes each byte as a printable character.
func (p *component) byteLevel(words []string) (out []string) {
	for i, s := range words {
		if i == 0 && p.AddPrefixSpace != nil && *p.AddPrefixSpace && s != "" && s[0] != ' ' {
			s = " " + s
		}
		if p.UseRegex != nil && !*p.UseRegex {
			out = append(out, printable(s))
			continue
		}
		for s != "" {
			n := gptWord(s)
			out = append(out, printable(s[:n]))
			s = s[n:]
		}
	}
	return out
}

// gptWord returns the length of the match of 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ at the start of s.
func gptWord(s string) int {
	for _, ending := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if strings.HasPrefix(s, ending) {
			return len(ending)
		}
	}
	space := 0
	if s[0] == ' ' && len(s) > 1 {
		space = 1
	}
	first, _ := utf8.DecodeRuneInString(s[space:])
	if kind := gptKind(first); kind != 0 {
		return space + runOf(s[space:], kind)
	}
	n := runOf(s, 0)
	if n == len(s) {
		return n
	}
	_, last := utf8.DecodeLastRuneInString(s[:n]) // the last space belongs to the word that follows
	if n > last {
		return n - last
	}
	return n
}

func runOf(s string, kind int) int {
	for i, r := range s {
		if gptKind(r) != kind {
			return i
		}
	}
	return len(s)
}

func gptKind(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return 0
	case unicode.IsLetter(r):
		return 1
	case unicode.IsNumber(r):
		return 2
	}
	return 3
}

// byteSigns are the characters that GPT-2 writes bytes as: printable ones as themselves, the others from U+0100 on.
var byteSigns = func() (t [256]rune) {
	next := rune(256)
	for b := range t {
		if b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xac || b >= 0xae {
			t[b] = rune(b)
		} else {
			t[b] = next
			next++
		}
	}
	return t
}()

func printable(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(byteSigns[s[i]])
	}
	return b.String()
}
