package ask

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// claim is what a citation is said to support.
type claim struct {
	near     string // the part of the sentence between the citation before and this one
	sentence string // the whole sentence, without its citations
	before   string // what stands before the sentence in its paragraph, without citations
}

// claimsOf returns the claim of each mention of text.
func claimsOf(text string, ms []mention) []claim {
	masked := []byte(text)
	for _, m := range ms {
		for i := m.start; i < m.end; i++ {
			masked[i] = ' '
		}
	}
	plain := string(masked)
	out := make([]claim, len(ms))
	low, high := 0, 0 // the citations near that at i
	for i, m := range ms {
		for ms[low].end < m.start-2*maxClaim {
			low++
		}
		for high < len(ms) && ms[high].start <= m.end+2*maxClaim {
			high++
		}
		out[i] = claimOf(plain, ms[low:high], i-low)
	}
	return out
}

// maxClaim is how many bytes on each side of a citation are looked at. Without a bound, a text of one line with thousands of citations would
// be read as often.
const maxClaim = 4000

func claimOf(plain string, ms []mention, i int) claim {
	m := ms[i]
	start, end := sentenceAround(plain, ms, m)
	c := claim{sentence: plain[start:end]}
	from := start
	if i > 0 && ms[i-1].end > from && ms[i-1].end <= m.start {
		from = ms[i-1].end
	}
	if c.near = plain[from:m.start]; !hasWord(c.near) && i > 0 && from > start {
		// [a:1][b:2] support the same
		for j := i - 1; j >= 0 && ms[j].start >= start && !hasWord(c.near); j-- {
			from = start
			if j > 0 && ms[j-1].end > start {
				from = ms[j-1].end
			}
			c.near = plain[from:ms[j].start]
		}
	}
	above := plain[boundary(plain, start-maxClaim):start]
	c.before = above[strings.LastIndex(above, "\n\n")+1:]
	if !hasWord(c.sentence) { // the citation stands alone: it belongs to what is before
		c.sentence = lastSentence(above)
		c.near = c.sentence
	}
	return c
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// sentenceAround returns where the sentence of a mention starts and ends: within its line, at full stops. A citation after
// the full stop belongs to the sentence before it.
func sentenceAround(plain string, ms []mention, m mention) (start, end int) {
	low := boundary(plain, m.start-maxClaim)
	line := low + strings.LastIndexByte(plain[low:m.start], '\n') + 1
	stop := boundary(plain, m.end+maxClaim)
	if n := strings.IndexByte(plain[m.end:stop], '\n'); n >= 0 {
		stop = m.end + n
	}
	start = line
	for at := line; at < stop; {
		next := sentenceEnd(plain, ms, at, stop)
		if next > m.start {
			return start, next
		}
		start, at = next, next
	}
	return start, stop
}

// boundary returns the start of the character at i, which may lie outside of s; i, where bytes are no characters.
func boundary(s string, i int) int {
	i = min(max(i, 0), len(s))
	for at := i; at < len(s) && at >= 0 && i-at < utf8.UTFMax; at-- {
		if utf8.RuneStart(s[at]) {
			return at
		}
	}
	return i
}

// sentenceEnd returns the end of the sentence that starts at at, its white space and the citations behind it included.
func sentenceEnd(plain string, ms []mention, at, stop int) int {
	inCode := false
	for i := at; i < stop; {
		r, size := utf8.DecodeRuneInString(plain[i:])
		i += size
		switch {
		case r == '`':
			inCode = !inCode
		case inCode:
		case r == '。' || r == '！' || r == '？' || (r == '.' || r == '!' || r == '?') && beginsAfter(plain, ms, i, stop):
			return trailing(plain, ms, i, stop)
		}
	}
	return stop
}

// beginsAfter reports whether a new sentence may begin behind a full stop at i: after a space, with a capital, a name or a citation.
func beginsAfter(plain string, ms []mention, i, stop int) bool {
	if i >= stop {
		return true
	}
	if plain[i] != ' ' && !citedAt(ms, i) {
		return false
	}
	rest := strings.TrimLeft(plain[i:stop], " ")
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || unicode.IsUpper(r) || strings.ContainsRune("`*_\"“[(", r) || r > 0x2e80
}

func citedAt(ms []mention, i int) bool {
	for _, m := range ms {
		if m.start == i {
			return true
		}
	}
	return false
}

// trailing moves i over white space and citations, which are masked, as long as a citation follows.
func trailing(plain string, ms []mention, i, stop int) int {
	for {
		next := i + len(plain[i:stop]) - len(strings.TrimLeft(plain[i:stop], " .。"))
		moved := false
		for _, m := range ms {
			if m.start >= i && m.start <= next && m.end > i {
				i, moved = m.end, true
			}
		}
		if !moved {
			return i
		}
	}
}

func lastSentence(s string) string {
	s = strings.TrimRight(s, " \n\t")
	return s[strings.LastIndexAny(s, "\n")+1:]
}

var (
	codeSpan  = regexp.MustCompile("`+([^`\n]+)`+")
	wordLike  = regexp.MustCompile(`[\pL_$][\pL\pN_$]*(?:(?:\.|::|#|->)[\pL_$][\pL\pN_$]*)*(?:\(\))?`)
	nameToken = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)
)

// term is a name that a claim mentions; words are its parts, the last one the most telling.
type term []string

// terms returns the names of a claim: what is in backquotes, and words that only names look like. Keywords, paths and single letters are none.
func terms(s string) (out []term) {
	prose := codeSpan.ReplaceAllStringFunc(s, func(code string) string {
		if t := parts(strings.Trim(code, "`")); t != nil {
			out = append(out, t)
		}
		return " "
	})
	for _, w := range wordLike.FindAllString(prose, -1) {
		if name := strings.TrimSuffix(w, "()"); name != w || nameLike(name) {
			if t := parts(name); t != nil {
				out = append(out, t)
			}
		}
	}
	return out
}

// nameLike: snake_case, camelCase or qualified by :: # ->, but not "end.Next" of a sentence or "file.go".
func nameLike(s string) bool {
	if strings.Trim(s, "_") != "" && strings.Contains(strings.Trim(s, "_"), "_") || strings.Contains(s, "::") || strings.Contains(s, "->") {
		return true
	}
	for i := 1; i < len(s); i++ {
		if isUpper(s[i]) && s[i-1] >= 'a' && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

var pathLike = regexp.MustCompile(`^[\w.@~-]*[/\\][\w./\\@~-]+$|^[\w-]+\.(?:go|py|js|jsx|ts|tsx|java|rs|c|h|cc|cpp|hpp|md|json|yaml|yml|toml|txt|sh|rb|php|cs|kt|swift|scala|lua|zig|hs)$`)

func parts(code string) (t term) {
	if pathLike.MatchString(strings.TrimSpace(code)) {
		return nil
	}
	for _, w := range nameToken.FindAllString(code, -1) {
		if len(w) > 1 && !keyword[w] {
			t = append(t, w)
		}
	}
	return t
}
