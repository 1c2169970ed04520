// Package glossary knows the English words for Chinese and Japanese terms of software, so that a question in these languages finds code
// whose names and comments are English.
//
// Invariant: it holds words written for this project and nothing else; it never looks at code, and a text without Chinese or Japanese
// characters has no terms.
package glossary

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Term is a piece of a text and what it may be called in English, the usual words first. A rendering has one or several words.
type Term struct {
	Text    string
	English []string
}

//go:embed zh.txt
var chinese string

//go:embed ja.txt
var japanese string

// Terms returns the terms of a text in its order, the longest that start at each place. Text with kana is Japanese, whose words come
// first there; the other language's entries fill the gaps, since the two share many of their words.
func Terms(text string) []Term {
	if !strings.ContainsFunc(text, isCJK) {
		return nil
	}
	first, second := zh(), ja()
	if strings.ContainsFunc(text, isKana) {
		first, second = second, first
	}
	var out []Term
	for len(text) > 0 {
		t := first.longest(text)
		if other := second.longest(text); len(other.Text) > len(t.Text) {
			t = other
		}
		if t.Text == "" {
			_, size := utf8.DecodeRuneInString(text)
			text = text[size:]
			continue
		}
		out = append(out, t)
		text = text[len(t.Text):]
	}
	return out
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

func entry(line string) Term {
	text, english, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
	return Term{text, strings.Split(english, ", ")}
}

// longest returns the longest term that text starts with.
func (w *words) longest(text string) (t Term) {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if end > len(text) { // not UTF-8
			return t
		}
		if english, ok := w.entries[text[:end]]; ok {
			t = Term{text[:end], english}
		}
		if !w.longer[text[:end]] {
			return t
		}
	}
	return t
}
