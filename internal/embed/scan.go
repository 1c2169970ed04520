package embed

import (
	"unicode"
	"unicode/utf8"
)

// Weights of features. Words carry the meaning; the others help where words differ.
const (
	wordWeight       = 1.0
	shortWeight      = 0.6 // words of two or three letters: fewer meanings are told apart by them
	letterWeight     = 0.15
	numberWeight     = 0.2
	stopWeight       = 0.08
	identifierWeight = 0.7 // the whole of a compound identifier
	trigramWeight    = 0.25
	pairWeight       = 1.0 // two neighbouring CJK characters
	characterWeight  = 0.4
)

// Seeds keep the kinds of features apart.
const (
	wordSeed uint64 = 0xcbf29ce484222325 ^ iota<<60
	identifierSeed
	trigramSeed
	pairSeed
	characterSeed
	symbolSeed
)

const prime = 0x100000001b3 // of FNV-1a

// class of a byte.
const (
	other = iota
	lower
	upper
	digit
	joint // _ and $: part of an identifier, between its words
	wide  // a byte of a character outside ASCII
	space
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == '_' || c == '$':
			t[c] = joint
		case c >= utf8.RuneSelf:
			t[c] = wide
		case c <= ' ' || c == 0x7f:
			t[c] = space
		}
	}
	return t
}()

// scan counts the features of text. Punctuation counts only where there is nothing else.
func (s *scratch) scan(text string) {
	s.scanWords(text)
	if len(s.features.used) > 0 {
		return
	}
	for _, r := range text {
		if r > ' ' {
			s.features.add(mix(symbolSeed+uint64(r)), 1)
		}
	}
}

func (s *scratch) scanWords(text string) {
	for i := 0; i < len(text); {
		switch classes[text[i]] {
		case space, other, joint:
			i++
		case wide:
			i = s.scanWide(text, i)
		default:
			i = s.scanIdentifier(text, i)
		}
	}
}

// scanIdentifier reads an ASCII identifier at i and returns its end.
func (s *scratch) scanIdentifier(text string, i int) int {
	whole, words := identifierSeed, 0
	s.word = s.word[:0]
	previous := uint8(other)
	for ; i < len(text); i++ {
		c := text[i]
		class := classes[c]
		if class == other || class == space || class == wide {
			break
		}
		if s.boundary(text, i, class, previous) {
			words += s.flush()
		}
		previous = class
		if class == joint {
			continue
		}
		if class == upper {
			c |= 0x20
		}
		s.word = append(s.word, c)
		whole = (whole ^ uint64(c)) * prime
	}
	if words += s.flush(); words > 1 {
		s.features.add(mix(whole), identifierWeight)
	}
	return i
}

// boundary reports whether a word of an identifier ends before text[i]: at a joint, a hump, the last capital before a
// small letter (HTTPServer), and between digits and letters.
func (s *scratch) boundary(text string, i int, class, previous uint8) bool {
	if len(s.word) == 0 || class == previous && class == lower {
		return false
	}
	switch {
	case class == joint:
		return true
	case class == upper && previous == upper:
		return i+1 < len(text) && classes[text[i+1]] == lower
	case class == lower && previous == upper:
		return false
	}
	return class != previous
}

// flush counts the word that was collected; it returns 1 if there was one.
func (s *scratch) flush() int {
	if len(s.word) == 0 {
		return 0
	}
	word := s.word
	s.word = s.word[:0]
	stem := stemmed(word)
	hash := wordSeed
	for _, c := range stem {
		hash = (hash ^ uint64(c)) * prime
	}
	hash = mix(hash)
	weight := float32(wordWeight)
	switch {
	case word[0] <= '9':
		weight = numberWeight
	case len(word) == 1:
		weight = letterWeight
	case stops.has(hash):
		weight = stopWeight
	case len(word) <= 3:
		weight = shortWeight
	}
	if s.features.add(hash, weight) && weight == wordWeight && len(stem) >= 4 {
		s.trigrams(stem)
	}
	return 1
}

// trigrams counts the character trigrams of a word that is new in this text; the more there are, the less each weighs.
func (s *scratch) trigrams(word []byte) {
	weight := trigramWeight * trigramScale[min(len(word)-2, len(trigramScale)-1)]
	for i := 0; i+3 <= len(word); i++ {
		s.features.add(mix(trigramSeed+uint64(word[i])|uint64(word[i+1])<<8|uint64(word[i+2])<<16), weight)
	}
}

var trigramScale = [...]float32{0, 1, 1, 1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.58, 0.55, 0.53, 0.5}

// scanWide reads text outside ASCII at i and returns its end: Chinese, Japanese and Korean by characters and pairs, other scripts by words.
func (s *scratch) scanWide(text string, i int) int {
	previous := rune(0)
	hash, letters := wordSeed, 0
	flush := func() {
		if letters > 0 {
			s.features.add(mix(hash), wordWeight)
		}
		hash, letters = wordSeed, 0
	}
	for i < len(text) && (text[i] >= utf8.RuneSelf || letters > 0 && classes[text[i]] <= upper && classes[text[i]] != other) {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case ideographic(r):
			flush()
			s.features.add(mix(characterSeed+uint64(r)), characterWeight)
			if previous != 0 {
				s.features.add(mix(pairSeed+uint64(previous)<<32|uint64(r)), pairWeight)
			}
			previous = r
			continue
		case unicode.IsLetter(r) || unicode.IsMark(r):
			hash = (hash ^ uint64(unicode.ToLower(r))) * prime
			letters++
		default:
			flush()
		}
		previous = 0
	}
	flush()
	return i
}

func ideographic(r rune) bool {
	return r >= 0x2e80 && (r >= 0x4e00 && r <= 0x9fff || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}
