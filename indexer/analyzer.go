package indexer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// analyzerVersion is part of the store's identity: it changes when the same text gives other terms.
const analyzerVersion = 3

const (
	maxToken  = 64 // bytes; longer words are data (hashes, base64), nobody searches for their text
	maxNumber = 6  // digits; longer numbers are data
)

// termFreq counts the terms of one chunk.
type termFreq struct {
	length     int // number of terms, with repetitions
	vocabulary *vocabulary
	counts     []termCount
}

type termCount struct{ term, times int32 }

// maxTimes is the largest frequency of a term that counts.
const maxTimes = 255

// all calls yield with each term and how often it occurs.
func (f *termFreq) all(yield func(term string, times int32) bool) {
	names := f.vocabulary.all()
	for _, c := range f.counts {
		if !yield(names[c.term], c.times) {
			return
		}
	}
}

// analyzer turns text into search terms. Identifiers are split at case changes and underscores ("HTTPServer" gives http, server) and
// kept whole besides ("httpserver"; underscores are left out, so that http_server is the same); words are lower-cased and stemmed by
// Snowball's English stemmer; CJK text gives bigrams. An analyzer is not safe for concurrent use.
//
// Source code repeats few identifiers many times. So the vocabulary knows their terms' numbers: taking one apart, stemming and allocating happens
// once, and an identifier costs one lookup.
type analyzer struct {
	vocabulary *vocabulary
	shared     *vocabularies    // with other analyzers
	wholes     map[string]int32 // what is not stemmed, with the number of its term: only a query wants to know it afterwards; else nil
	count      []int32          // by number, of the field at hand
	touched    []int32          // numbers with count > 0
	length     int
	keep       bool  // names, paths and queries: keep single letters and stop words
	weight     int32 // how often a word counts

	compound int32 // how often an identifier of several words counts as a whole; 0: not at all
	stem     *snowballstem.Env
	lower    []byte
	whole    []byte
	parts    []int32
}

func newAnalyzer(shared *vocabularies) *analyzer {
	return &analyzer{vocabulary: shared.Load(), shared: shared, stem: snowballstem.NewEnv(""), weight: 1, compound: 1}
}

// field returns the terms that were added since the last call.
func (a *analyzer) field() termFreq {
	f := termFreq{length: a.length, vocabulary: a.vocabulary, counts: make([]termCount, len(a.touched))}
	for i, n := range a.touched {
		f.counts[i] = termCount{n, min(a.count[n], maxTimes)}
	}
	a.forget()
	return f
}

// forget ends a field.
func (a *analyzer) forget() {
	for _, n := range a.touched {
		a.count[n] = 0
	}
	a.touched, a.length = a.touched[:0], 0
	a.vocabulary = a.shared.after(a.vocabulary)
}

// distinct calls yield with each term that was added since the last call of field or distinct, and forgets them.
func (a *analyzer) distinct(yield func(term string)) {
	names := a.vocabulary.all()
	for _, n := range a.touched {
		yield(names[n])
	}
	a.forget()
}

// query returns the terms of s in the order of their first use, stop words only when there is nothing else. written are the words that
// the terms stand for.
func (a *analyzer) query(s string) (terms []string, written map[string]string) {
	a.keep, a.wholes = true, map[string]int32{}
	a.add(s)
	a.keep = false
	v := a.vocabulary
	names := v.all()
	var plain, all []string
	for _, n := range a.touched {
		term := names[n]
		all = append(all, term)
		if !stopWords[term] && len(term) > 1 {
			plain = append(plain, term)
		}
	}
	a.forget()
	written = map[string]string{}
	note := func(w string, n int32) {
		if n < 0 {
			n = ^n
		}
		if old := written[names[n]]; old == "" || w < old {
			written[names[n]] = w
		}
	}
	v.words.all(note)
	for w, n := range a.wholes {
		note(w, n)
	}
	if len(plain) > 0 {
		return plain, written
	}
	return all, written
}

// Classes of bytes.
const (
	other = iota
	lower
	upper
	digit
	under
	wide // part of a character that is not ASCII
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == '_':
			t[c] = under
		case c >= 0x80:
			t[c] = wide
		}
	}
	return t
}()

// add counts the terms of s.
func (a *analyzer) add(s string) {
	for i := 0; i < len(s); {
		switch class[s[i]] {
		case other:
			i++
		case wide:
			i = a.wide(s, i)
		default:
			end, hash := i, uint32(2166136261)             // FNV-1a
			for end < len(s) && class[s[end]]-1 < wide-1 { // lower, upper, digit or under
				hash = (hash ^ uint32(s[end])) * 16777619
				end++
			}
			if end < len(s) && class[s[end]] == wide && !cjkAt(s, end) {
				i = a.wide(s, i) // a word such as naïve
				continue
			}
			a.identifier(s[i:end], hash)
			i = end
		}
	}
}

// identifier counts the terms of an ASCII identifier or number.
func (a *analyzer) identifier(s string, hash uint32) {
	if len(s) > maxToken || class[s[0]] == digit && data(s) {
		return
	}
	e := a.vocabulary.written.find(s, hash)
	if e == nil {
		e = a.learned(s, hash)
	}
	parts := e.len() - 1
	for i := range parts {
		a.hit(e.number(i), a.weight)
	}
	if whole := e.number(parts); whole != noTerm && a.compound > 0 {
		a.hit(whole, a.compound)
	}
}

// learned returns the entry of an identifier that the vocabulary seemed to lack.
func (a *analyzer) learned(s string, hash uint32) entry {
	v := a.vocabulary
	v.mu.Lock()
	defer v.mu.Unlock()
	if e := v.written.find(s, hash); e != nil { // another analyzer was faster
		return e
	}
	whole := a.learn(s)
	return v.add(&v.written, s, hash, append(a.parts, whole)...)
}

// learn takes an identifier apart: a.parts are the terms of its parts, the result that of the whole when it has several. The vocabulary is locked.
func (a *analyzer) learn(s string) (whole int32) {
	a.parts = a.parts[:0]
	switch {
	case class[s[0]] == digit:
		a.number(s)
		return noTerm
	case !mixed(s): // most words of most languages
		a.parts = append(a.parts, inNames(a.term(s, true), len(s) == 1))
		return noTerm
	}
	words, start := 0, -1
	a.whole = a.whole[:0]
	for i := 0; i <= len(s); i++ {
		if i < len(s) && class[s[i]] != under {
			if start < 0 {
				start = i
				continue
			}
			if !border(s, i) {
				continue
			}
		}
		if start >= 0 {
			a.part(s[start:i])
			words++
			start = -1
		}
		if i < len(s) && class[s[i]] != under {
			start = i
		}
	}
	if words < 2 {
		return noTerm
	}
	return a.term(string(a.whole), false)
}

// inNames returns the number of a term that counts in names alone if only is true; it may be such a number already.
func inNames(n int32, only bool) int32 {
	if only && n >= 0 {
		return ^n
	}
	return n
}

// mixed reports whether s has anything but lower-case letters and digits.
func mixed(s string) bool {
	for i := range len(s) {
		if c := class[s[i]]; c != lower && c != digit {
			return true
		}
	}
	return false
}

// border reports whether a new word starts at s[i], which follows a character of the same identifier.
func border(s string, i int) bool {
	if class[s[i]] != upper {
		return false
	}
	return class[s[i-1]] != upper || i+1 < len(s) && class[s[i+1]] == lower
}

func (a *analyzer) part(s string) {
	n := len(a.whole)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if class[c] == upper {
			c += 'a' - 'A'
		}
		a.whole = append(a.whole, c)
	}
	a.parts = append(a.parts, inNames(a.term(string(a.whole[n:]), true), len(s) == 1))
}

// data reports whether a number is none that anybody searches for: a long one, or one with letters (0x1f, 1e9).
func data(s string) bool {
	if len(s) > maxNumber {
		return true
	}
	for i := range len(s) {
		if class[s[i]] != digit && len(s) > 4 { // 2fa, 3des, 4x4 are words
			return true
		}
	}
	return false
}

// number learns a number.
func (a *analyzer) number(s string) {
	a.lower = append(a.lower[:0], s...)
	for i, c := range a.lower {
		if class[c] == upper {
			a.lower[i] = c + 'a' - 'A'
		}
	}
	a.parts = append(a.parts, inNames(a.term(string(a.lower), false), len(s) == 1))
}

// exact counts a term as it is.
func (a *analyzer) exact(term string) {
	if len(term) <= maxToken {
		a.touch([]byte(term))
	}
}

// touch counts a word that is not stemmed.
func (a *analyzer) touch(w []byte) {
	s := string(w)
	v := a.vocabulary
	e := v.numbers.find(s, hashOf(s))
	if e != nil && a.wholes == nil {
		a.hit(stopped(s, e.number(0)), a.weight)
		return
	}
	v.mu.Lock()
	n := a.term(s, false)
	v.mu.Unlock()
	a.hit(n, a.weight)
}

// term returns the number of a word's term; stem tells whether it is a plain word. That of a stop word is returned as its complement. The vocabulary
// is locked.
func (a *analyzer) term(w string, stem bool) int32 {
	v := a.vocabulary
	if !stem {
		n := stopped(w, v.intern(w))
		if a.wholes != nil {
			a.wholes[strings.Clone(w)] = n
		}
		return n
	}
	hash := hashOf(w)
	if e := v.words.find(w, hash); e != nil {
		return e.number(0)
	}
	n := stopped(w, v.intern(a.stemmed(w)))
	v.add(&v.words, w, hash, n)
	return n
}

func (a *analyzer) hit(n, times int32) {
	if n < 0 {
		if !a.keep {
			return
		}
		n = ^n
	}
	if int(n) >= len(a.count) {
		a.count = append(a.count, make([]int32, int(n)+1-len(a.count))...)
	}
	if a.count[n] == 0 {
		a.touched = append(a.touched, n)
	}
	a.count[n] += times
	a.length++
}

func stopped(w string, n int32) int32 {
	if len(w) <= longestStop && (stopWords[w] || keywords[w]) {
		return ^n
	}
	return n
}

func (a *analyzer) stemmed(w string) string {
	if len(w) <= 3 {
		return w
	}
	a.stem.SetCurrent(w)
	english.Stem(a.stem)
	if s := a.stem.Current(); len(s) > 1 {
		return s
	}
	return w
}

// wide counts the words of a run of characters that starts at i and has some that are not ASCII; it returns where the run ends.
func (a *analyzer) wide(s string, i int) int {
	a.lower = a.lower[:0]
	var previous rune // the CJK character before, 0 when there is none
	single := false   // previous stands alone so far
	flush := func() {
		if single {
			a.touch(utf8.AppendRune(nil, previous))
		}
		previous, single = 0, false
	}
	word := func() {
		if len(a.lower) > 1 && len(a.lower) <= maxToken {
			a.touch(a.lower)
		}
		a.lower = a.lower[:0]
	}
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case cjk(r):
			word()
			if previous != 0 {
				a.touch(utf8.AppendRune(utf8.AppendRune(nil, previous), r))
			}
			single, previous = previous == 0, r
		case r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r)) || r < utf8.RuneSelf && class[r] != other && previous == 0:
			flush()
			a.lower = utf8.AppendRune(a.lower, unicode.ToLower(r))
		default:
			flush()
			word()
			if r < utf8.RuneSelf {
				return i
			}
			return i + size
		}
		i += size
	}
	flush()
	word()
	return i
}

func cjkAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return cjk(r)
}

func cjk(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// stopWords are left out of queries, bodies and docs: nearly every chunk has them. Names and paths keep them.
var stopWords = wordSet(`the an and or of to in is it that this for with as be are on by at if not from we was has have its which when then will can
	do does so but they there these what where how who why would should use used return returns func function def var let const nil null none
	true false int string self new err`)

// longestStop is the length of the longest of both lists.
var longestStop = func() (n int) {
	for _, list := range []map[string]bool{stopWords, keywords} {
		for w := range list {
			n = max(n, len(w))
		}
	}
	return n
}()

// keywords are left out of bodies and docs only: a query that has one may mean a name.
var keywords = wordSet(`case switch default break continue defer goto else elif endif while range len append make struct bool byte uint void
	int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 public private protected final`)
