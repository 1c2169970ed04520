package embed

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
