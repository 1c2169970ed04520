package secret

import (
	"math"
	"regexp"
	"strings"
)

const (
	shortestRandom = 20  // bytes; a shorter word in code is more often a name
	shortestQuoted = 14  // bytes of a word that is all that stands between quotes
	shortestHex    = 32  // hexadecimal digits: a key of 128 bits, or a hash
	unspeakable    = 5   // small consonants in a row: with digits around them, no word
	fewestTurns    = 0.3 // changes between letters, digits and capitals for each byte; words joined to a name have less than 0.25
)

// maskRandom blanks the words of s that look random.
func maskRandom(s string) string {
	var out strings.Builder
	at := 0
	for i := 0; i < len(s); {
		if !wordByte(s[i]) {
			i++
			continue
		}
		start := i
		for i < len(s) && wordByte(s[i]) {
			i++
		}
		shortest := shortestRandom
		if start > 0 && i < len(s) && s[start-1] == s[i] && strings.IndexByte("\"'`", s[i]) >= 0 {
			shortest = shortestQuoted
		}
		if i-start >= shortest && isRandom(s[start:i]) {
			out.WriteString(s[at:start])
			out.WriteString(mask)
			at = i
		}
	}
	if at == 0 {
		return s
	}
	out.WriteString(s[at:])
	return out.String()
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '_' || c == '-' || c == '='
}

// isRandom reports whether a word was drawn rather than written: its letters, digits and capitals change places as no name's do, and
// few of its characters repeat. A word of hexadecimal digits must be long, since short ones are colours, offsets and revisions.
func isRandom(word string) bool {
	w := strings.Trim(word, "=-_/+")
	if strings.Count(w, "/")*8 > len(w) || uuid.MatchString(w) { // a path, an identifier of a thing
		return false
	}
	digits, turns, groups, hex, previous := 0, 0, 0, true, other
	consonants, run := 0, 0
	var seen [256]int
	for i := 0; i < len(w); i++ {
		c := classOf(w[i])
		seen[w[i]]++
		hex = hex && (c == digit || w[i]|0x20 >= 'a' && w[i]|0x20 <= 'f')
		if run++; c != lower || strings.IndexByte("aeiouy", w[i]) >= 0 {
			run = 0
		}
		consonants = max(consonants, run)
		if c == digit {
			if digits++; previous != digit {
				groups++
			}
		}
		if c == other || c == previous {
			continue
		}
		if !(previous == upper && c == lower) { // a capitalised word is one
			turns++
		}
		previous = c
	}
	switch n := float64(len(w)); {
	case digits == len(w):
		return false
	case hex:
		return len(w) >= shortestHex && entropy(&seen, n) > 3
	default:
		return digits >= 2 && float64(turns)/n >= fewestTurns && entropy(&seen, n) > 3.3 || groups >= 2 && consonants >= unspeakable
	}
}

var uuid = regexp.MustCompile(`^(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

type class uint8

const (
	other class = iota
	lower
	upper
	digit
)

func classOf(c byte) class {
	switch {
	case c >= 'a' && c <= 'z':
		return lower
	case c >= 'A' && c <= 'Z':
		return upper
	case c >= '0' && c <= '9':
		return digit
	}
	return other
}

// entropy is Shannon's, in bits a byte.
func entropy(seen *[256]int, n float64) (bits float64) {
	for _, k := range seen {
		if k > 0 {
			p := float64(k) / n
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
