// Package glossary knows the English words for Chinese and Japanese terms of software, so that a question in these languages finds code
// whose names and comments are English.
//
// Invariant: it holds words written for this project and nothing else; it never looks at code, and a text without Chinese or Japanese
// characters has no terms.
package glossary

import (
	_ "embed"
	"iter"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Term is a piece of a text and what it may be called in English, the usual words first. A rendering has one or several words. Words like
// "the" or "how", which say nothing about code, have none.
type Term struct {
	Text    string
	English []string
}

//go:embed zh.txt
var chinese string

//go:embed ja.txt
var japanese string

// Cut returns a text as terms and, without English, the characters between them; nil when it has nothing Chinese or Japanese. It is cut
// so that the fewest characters are left over, then into the fewest terms, and of cuts that are alike so that the later terms are the longer
// ones, which is right more often. Text with kana is Japanese, whose entries come first there; the other language's fill the gaps, since the
// two share many of their words.
func Cut(text string) (out []Term) {
	if !strings.ContainsFunc(text, isCJK) {
		return nil
	}
	first, second := zh(), ja()
	if strings.ContainsFunc(text, isKana) {
		first, second = second, first
	}
	ways := make([]way, len(text)+1)
	for at := len(text) - 1; at >= 0; at-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		best := way{ways[at+size].left + 1, ways[at+size].terms, Term{Text: text[at : at+size]}}
		for t := range starting(text[at:], first, second) {
			rest := ways[at+len(t.Text)]
			if w := (way{rest.left, rest.terms + 1, t}); w.left < best.left || w.left == best.left && w.terms < best.terms {
				best = w
			}
		}
		ways[at] = best
	}
	for at := 0; at < len(text); at += len(ways[at].next.Text) {
		out = append(out, ways[at].next)
	}
	return out
}

// way is the best way to cut the rest of a text from some place on.
type way struct {
	left, terms int
	next        Term
}

// starting calls yield with the terms that a text starts with, shorter ones first.
func starting(text string, first, second *words) iter.Seq[Term] {
	return func(yield func(Term) bool) {
		for i, r := range text {
			end := i + utf8.RuneLen(r)
			if end > len(text) { // not UTF-8
				return
			}
			english, ok := first.entries[text[:end]]
			if !ok {
				english, ok = second.entries[text[:end]]
			}
			if ok && !yield(Term{text[:end], english}) || !first.longer[text[:end]] && !second.longer[text[:end]] {
				return
			}
		}
	}
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }
func isCJK(r rune) bool  { return r >= 0x2e80 && (isKana(r) || unicode.Is(unicode.Han, r)) }

// words is the entries of one language.
type words struct {
	entries map[string][]string
	longer  map[string]bool // beginnings of entries that are no entry's end: the search for a longer one goes on
}

var (
	zh = sync.OnceValue(func() *words { return read(chinese) })
	ja = sync.OnceValue(func() *words { return read(japanese) })
)

func read(list string) *words {
	w := &words{map[string][]string{}, map[string]bool{}}
	for line := range strings.Lines(list) {
		t := entry(line)
		w.entries[t.Text] = t.English
		for i := range t.Text {
			w.longer[t.Text[:i]] = true
		}
	}
	return w
}

// entry reads "term: rendering, rendering", or a word that has none.
func entry(line string) Term {
	text, english, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
	if !ok {
		return Term{Text: text}
	}
	return Term{text, strings.Split(english, ", ")}
}
