package embed

import (
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Tokenizer turns a text into rows of a table. Words are those of split identifiers, in lower case, stemmed; a word that the
// vocabulary lacks is the buckets of its character 4-grams. Neighbouring words that the vocabulary has as a pair are a row
// of their own, too. Chinese and Japanese are cut into the longest words of the vocabulary; what is left is the buckets of its pairs of characters.
type Tokenizer struct {
	slots   []slot   // open addressing, a power of two
	likely  []uint64 // a bit for each key, by the key's lowest bits: most pairs of words are none, and this table stays in the cache
	words   uint32   // rows of the vocabulary; the buckets follow
	buckets uint32
	// Seen, when set, is called with each word, in lower case and not stemmed, and with nil where neighbours are no pair: training counts them.
	Seen func(word []byte)
}

type slot struct{ key, row uint32 } // row is one more than the number of the row; 0: free

// NewTokenizer returns the tokenizer of a vocabulary: row i belongs to keys[i], the rows of the buckets come after.
func NewTokenizer(keys []uint32, buckets int) *Tokenizer {
	size := 1 << bits.Len(uint(2*len(keys)+1))
	t := &Tokenizer{slots: make([]slot, size), likely: make([]uint64, max(size/16, 1)), words: uint32(len(keys)), buckets: uint32(buckets)}
	for row, key := range keys {
		t.likely[int(key>>6)&(len(t.likely)-1)] |= 1 << (key & 63)
		i := key & uint32(size-1)
		for t.slots[i].row != 0 {
			i = (i + 1) & uint32(size-1)
		}
		t.slots[i] = slot{key, uint32(row) + 1}
	}
	return t
}

// may reports whether the vocabulary may have a key.
func (t *Tokenizer) may(key uint32) bool {
	return t.likely[int(key>>6)&(len(t.likely)-1)]>>(key&63)&1 != 0
}

// find returns the row of a key.
func (t *Tokenizer) find(key uint32) (row uint32, ok bool) {
	mask := uint32(len(t.slots) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		switch s := t.slots[i]; {
		case s.row == 0:
			return 0, false
		case s.key == key:
			return s.row - 1, true
		}
	}
}

// bucket returns the row of a piece of an unknown word.
func (t *Tokenizer) bucket(hash uint64) uint32 { return t.words + uint32(mix(hash)>>32)%t.buckets }

// knows reports whether one of the rows is a word's.
func (t *Tokenizer) knows(rows []uint32) bool {
	return slices.ContainsFunc(rows, func(row uint32) bool { return row < t.words })
}

// Counts are the rows of a text with how often each occurs. It is reused from text to text.
type Counts struct {
	Rows  []uint32
	Times []uint32
	at    []uint32 // by hash of the row: one more than its place in Rows
	word  []byte   // the present word, lower case
	last  uint64   // hash of the word before; 0: none
}

// NewCounts returns empty counts.
func NewCounts() *Counts { return &Counts{at: make([]uint32, 1024)} }

func (c *Counts) reset() {
	if len(c.at) > 1<<16 { // one huge text must not hold memory for ever
		*c = *NewCounts()
	}
	clear(c.at)
	c.Rows, c.Times, c.word, c.last = c.Rows[:0], c.Times[:0], c.word[:0], 0
}

func (c *Counts) add(row uint32) {
	mask := uint32(len(c.at) - 1)
	for i := row * 0x9e3779b1 >> 7 & mask; ; i = (i + 1) & mask {
		switch n := c.at[i]; {
		case n == 0:
			c.Rows, c.Times = append(c.Rows, row), append(c.Times, 1)
			c.at[i] = uint32(len(c.Rows))
			if 2*len(c.Rows) > len(c.at) {
				c.grow()
			}
			return
		case c.Rows[n-1] == row:
			c.Times[n-1]++
			return
		}
	}
}

func (c *Counts) grow() {
	c.at = make([]uint32, 4*len(c.at))
	mask := uint32(len(c.at) - 1)
	for n, row := range c.Rows {
		i := row * 0x9e3779b1 >> 7 & mask
		for c.at[i] != 0 {
			i = (i + 1) & mask
		}
		c.at[i] = uint32(n) + 1
	}
}

// Count counts the rows of text in c, which forgets what it held.
func (t *Tokenizer) Count(text string, c *Counts) {
	c.reset()
	for i := 0; i < len(text); {
		switch classes[text[i]] {
		case joint:
			i++
		case space:
			i++
		case other:
			if text[i] != '.' && text[i] != '-' {
				t.part(c)
			}
			i++
		case wide:
			i = t.scanWide(text, i, c)
		default:
			i = t.scanIdentifier(text, i, c)
		}
	}
}

// scanIdentifier reads an ASCII identifier at i and returns its end.
func (t *Tokenizer) scanIdentifier(text string, i int, c *Counts) int {
	previous := uint8(other)
	for ; i < len(text); i++ {
		b := text[i]
		class := classes[b]
		if class == other || class == space || class == wide {
			break
		}
		if len(c.word) > 0 && boundary(text, i, class, previous) {
			t.flush(c)
		}
		previous = class
		if class == joint {
			continue
		}
		if class == upper {
			b |= 0x20
		}
		c.word = append(c.word, b)
	}
	t.flush(c)
	return i
}

// boundary reports whether a word of an identifier ends before text[i]: at a joint, a hump, the last capital before a
// small letter (HTTPServer), and between digits and letters.
func boundary(text string, i int, class, previous uint8) bool {
	switch {
	case class == previous && class == lower:
		return false
	case class == joint:
		return true
	case class == upper && previous == upper:
		return i+1 < len(text) && classes[text[i+1]] == lower
	case class == lower && previous == upper:
		return false
	}
	return class != previous
}

const longestWord = 40 // bytes; what is longer is data

// flush counts the word that was collected, and its pair with the word before.
func (t *Tokenizer) flush(c *Counts) {
	if len(c.word) == 0 {
		return
	}
	word := c.word
	c.word = c.word[:0]
	if len(word) > longestWord {
		t.part(c)
		return
	}
	if t.Seen != nil {
		t.Seen(word)
	}
	t.count(stemmed(word), c)
}

// part separates words that are no pair: they stand in different clauses.
func (t *Tokenizer) part(c *Counts) {
	c.last = 0
	if t.Seen != nil {
		t.Seen(nil)
	}
}

func (t *Tokenizer) count(word []byte, c *Counts) {
	hash := Hash(word)
	if row, ok := t.find(key(hash)); ok {
		c.add(row)
	} else {
		t.unknown(word, c)
	}
	if c.last != 0 {
		if pair := key(Pair(c.last, hash)); t.may(pair) {
			if row, ok := t.find(pair); ok {
				c.add(row)
			}
		}
	}
	c.last = hash
}

// unknown counts the buckets of a word that the vocabulary lacks. Numbers say nothing.
func (t *Tokenizer) unknown(word []byte, c *Counts) {
	if t.buckets == 0 || classes[word[0]] == digit {
		return
	}
	if len(word) < 4 {
		c.add(t.bucket(Hash(word)))
		return
	}
	for i := 0; i+4 <= len(word); i++ {
		c.add(t.bucket(Hash(word[i : i+4])))
	}
}

// Hash is the hash of a word (FNV-1a).
func Hash[T string | []byte](word T) uint64 {
	hash := uint64(0xcbf29ce484222325)
	for i := range len(word) {
		hash = (hash ^ uint64(word[i])) * 0x100000001b3
	}
	return hash
}

// Pair is the hash of two neighbouring words.
func Pair(first, second uint64) uint64 { return mix(first*3 + second) }

// key is what the vocabulary knows a hash by.
func key(hash uint64) uint32 { return uint32(mix(hash)) }

// Key is the key of a word, or of a pair of words with a space between them, stems both.
func Key(term string) uint32 {
	for i := range len(term) {
		if term[i] == ' ' {
			return key(Pair(Hash(term[:i]), Hash(term[i+1:])))
		}
	}
	return key(Hash(term))
}

// Stem returns what the tokenizer makes of a lower-case word.
func Stem(word string) string { return string(stemmed([]byte(word))) }

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// scanWide reads text outside ASCII at i and returns its end: Chinese, Japanese and Korean by words of the vocabulary, other scripts by words.
func (t *Tokenizer) scanWide(text string, i int, c *Counts) int {
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case ideographic(r):
			i = t.scanIdeographs(text, i, c)
		case unicode.IsLetter(r):
			i = t.scanLetters(text, i, c)
		default:
			i += size
		}
	}
	return i
}

// scanLetters reads a word with letters outside ASCII.
func (t *Tokenizer) scanLetters(text string, i int, c *Counts) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || ideographic(r) {
			break
		}
		c.word = utf8.AppendRune(c.word, unicode.ToLower(r))
		i += size
	}
	word := c.word
	c.word = c.word[:0]
	if len(word) > 2*longestWord {
		t.part(c)
		return i
	}
	if t.Seen != nil {
		t.Seen(word)
	}
	t.count(word, c)
	return i
}

const longestTerm = 8 // characters of a Chinese or Japanese word of the vocabulary

// scanIdeographs reads a run of ideographs: at each place the longest word of the vocabulary, else the bucket of two characters.
func (t *Tokenizer) scanIdeographs(text string, i int, c *Counts) int {
	t.part(c)
	var ends [longestTerm]int
	for i < len(text) {
		n := 0
		for j := i; n < longestTerm && j < len(text); n++ {
			r, size := utf8.DecodeRuneInString(text[j:])
			if !ideographic(r) {
				break
			}
			j += size
			ends[n] = j
		}
		if n == 0 {
			break
		}
		i = t.longest(text, i, ends[:n], c)
	}
	return i
}

func (t *Tokenizer) longest(text string, i int, ends []int, c *Counts) int {
	for n := len(ends); n > 0; n-- {
		if row, ok := t.find(key(Hash(text[i:ends[n-1]]))); ok {
			c.add(row)
			return ends[n-1]
		}
	}
	if t.buckets > 0 {
		c.add(t.bucket(Hash(text[i:ends[min(len(ends), 2)-1]])))
	}
	return ends[0]
}

func ideographic(r rune) bool {
	return r >= 0x2e80 && (r >= 0x4e00 && r <= 0x9fff || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

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
