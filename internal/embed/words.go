package embed

import "strings"

// stemmed cuts endings off an English word, a light form of Porter's steps (An algorithm for suffix stripping, 1980): indexes, indexing and
// indexed become index; caches, caching and cache become cach; generate, generation and generator generat. It keeps at least three letters. The result shares word's memory.
func stemmed(word []byte) []byte {
	n := len(word)
	if n < 4 {
		return word
	}
	switch {
	case ends(word, "ies") && n > 4:
		word[n-3] = 'y'
		return word[:n-2]
	case ends(word, "sses"), ends(word, "shes"), ends(word, "ches"), ends(word, "xes"), ends(word, "zes"):
		word = word[:n-2]
	case word[n-1] == 's' && word[n-2] != 's' && word[n-2] != 'u' && word[n-2] != 'i':
		word = word[:n-1]
	case ends(word, "ing") && n > 5 && vowel(word[:n-3]):
		word = undouble(word[:n-3])
	case ends(word, "ed") && n > 4 && vowel(word[:n-2]):
		word = undouble(word[:n-2])
	}
	switch n = len(word); {
	case n > 6 && ends(word, "ion"):
		word = word[:n-3]
	case n > 6 && ends(word, "tor"):
		word = word[:n-2]
	case n > 5 && ends(word, "er"):
		word = undouble(word[:n-2])
	}
	if n = len(word); n > 3 && word[n-1] == 'e' {
		word = word[:n-1]
	}
	return word
}

func ends(word []byte, ending string) bool {
	return string(word[max(len(word)-len(ending), 0):]) == ending
}

func vowel(word []byte) bool {
	for _, c := range word {
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}

// undouble makes run of runn, and leaves call, pass and buzz.
func undouble(word []byte) []byte {
	n := len(word)
	if n > 3 && word[n-1] == word[n-2] && word[n-1] != 'l' && word[n-1] != 's' && word[n-1] != 'z' {
		return word[:n-1]
	}
	return word
}

// stops holds the hashes of words that say little about what a text is about.
var stops = newWordSet(`
a about after all also an and any are as at be because been but by can could did do does during each every find for from
give given had has have here how i if in into is it its just like may me more most must my need no not of on one only or
other our out over own show so some such than that the their them then there these they this those to under until up use used
uses using very was we were what when where which while who why will with within would you your
abstract args array async await auto begin bool boolean break byte case catch char class const continue data def default defer
delete done elif else end enum err error except export exported extends extern false final finally float fn func function get go goto
impl implements import include inline int integer interface item key lambda len let list long map match mod mut namespace new nil
none null num number obj object package param params pass pointer priv private pub public raise range ref return returns self set short signed
size sizeof static str string struct super switch template test then this throw throws trait true try type typedef typename typeof
uint union unsigned unsafe val value var vec vector virtual void volatile yield`)

// wordSet is a set of word hashes in open addressing: a map's lookup costs as much as the rest of a word.
type wordSet struct{ slots []uint64 }

func newWordSet(words string) *wordSet {
	s := &wordSet{make([]uint64, 1024)}
	for _, w := range strings.Fields(words) {
		hash := wordSeed
		for _, c := range stemmed([]byte(w)) {
			hash = (hash ^ uint64(c)) * prime
		}
		hash = mix(hash)
		i := hash & 1023
		for s.slots[i] != 0 && s.slots[i] != hash {
			i = (i + 1) & 1023
		}
		s.slots[i] = hash
	}
	return s
}

func (s *wordSet) has(hash uint64) bool {
	for i := hash & 1023; s.slots[i] != 0; i = (i + 1) & 1023 {
		if s.slots[i] == hash {
			return true
		}
	}
	return false
}
