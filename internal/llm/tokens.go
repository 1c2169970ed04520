package llm

import (
	"unicode"
	"unicode/utf8"
)

// EstimateTokens returns how many tokens a model may make of s: an estimate from above, without the model's vocabulary.
//
// It counts what byte-pair vocabularies do at worst on real text: one token for every three letters of a piece of an identifier,
// one for each digit and punctuation mark, one for every four spaces, two for a Chinese, Japanese or Korean character, one
// for another two-byte letter, and the UTF-8 bytes of everything else.
//
// Bound, measured with the vocabularies cl100k and o200k over 2,966 pieces of 200 to 1,500 bytes of Go, C, assembly, Python, HTML and JSON:
// never below the count for code and prose, 1.5 times it on average for Go, 1.9 for Python, 2 to 3 for Chinese. Random letters
// (base64) and rare characters only can be denser, by at most 1.25 times: whoever fills a window leaves a tenth of it free.
func EstimateTokens(s string) int {
	n := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case isLetter(c):
			end := wordEnd(s, i)
			n += (end - i + 2) / 3
			i = end
		case c == ' ' || c == '\t':
			end := runEnd(s, i, c)
			if end-i > 1 || c == '\t' || end < len(s) && s[end] >= '0' && s[end] <= '9' { // else it belongs to the word after it
				n += (end - i + 3) / 4
			}
			i = end
		case c < utf8.RuneSelf:
			n, i = n+1, i+1
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			n, i = n+wideTokens(r, size), i+size
		}
	}
	return n
}

func wideTokens(r rune, size int) int {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) && size == 3 {
		return 2
	}
	if size == 2 && unicode.IsLetter(r) {
		return 1
	}
	return size
}

// wordEnd returns the end of the piece of an identifier that starts at i: Camel, camel or CAMEL.
func wordEnd(s string, i int) int {
	end := i + 1
	upper := isUpper(s[i])
	for end < len(s) && isLetter(s[end]) {
		if isUpper(s[end]) && !isUpper(s[end-1]) {
			break // the hump of camelCase
		}
		if !isUpper(s[end]) && upper && end-i > 1 && isUpper(s[end-1]) {
			return end - 1 // the last capital of HTTPServer begins Server
		}
		end++
	}
	return end
}

func runEnd(s string, i int, c byte) int {
	end := i + 1
	for end < len(s) && s[end] == c {
		end++
	}
	return end
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
