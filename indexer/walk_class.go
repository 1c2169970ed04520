package indexer

import "strings"

// compileClass compiles the class ("[a-z]", "[!a]", "[[:digit:]]") that p starts with and returns how long it is; 0 when it is
// not closed or names a class that does not exist.
func compileClass(p string) (set byteSet, length int) {
	i, negated := 1, false
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		i, negated = i+1, true
	}
	for first := true; ; first = false {
		switch {
		case i >= len(p):
			return set, 0
		case p[i] == ']' && !first:
			if negated {
				set.invert()
			}
			return set, i + 1
		case strings.HasPrefix(p[i:], "[:"):
			end := strings.IndexByte(p[i+2:], ']')
			if end < 0 {
				return set, 0
			}
			name := p[i+2 : i+2+end]
			if !strings.HasSuffix(name, ":") { // "[[:x]" holds the letters "[", ":" and "x"
				set.add('[')
				i++
				continue
			}
			in := posixClasses[strings.TrimSuffix(name, ":")]
			if in == nil {
				return set, 0
			}
			set.addIf(in)
			i += 2 + end + 1
			continue
		}
		low, n := classByte(p[i:])
		i += n
		high := low
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			high, n = classByte(p[i+1:])
			i += 1 + n
		}
		if i > len(p) {
			return set, 0
		}
		addRange(&set, low, high)
	}
}

// classByte returns the byte that p starts with, and its length, escaped or not. The length exceeds p where the escape is cut off.
func classByte(p string) (c byte, n int) {
	if p[0] != '\\' {
		return p[0], 1
	}
	if len(p) == 1 {
		return 0, 2
	}
	return p[1], 2
}

func addRange(set *byteSet, low, high byte) {
	for c := int(low); c <= int(high); c++ {
		set.add(byte(c))
		if foldNames {
			set.add(lowerByte(byte(c)))
			set.add(upperByte(byte(c)))
		}
	}
}

// posixClasses are ASCII only, as in git.
var posixClasses = map[string]func(byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < 0x20 || c == 0x7f },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return c > ' ' && c < 0x7f },
	"lower":  func(c byte) bool { return isAlpha(c) && c == lowerByte(c) },
	"print":  func(c byte) bool { return c >= ' ' && c < 0x7f },
	"punct":  func(c byte) bool { return c > ' ' && c < 0x7f && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' },
	"upper":  func(c byte) bool { return isAlpha(c) && c == upperByte(c) },
	"xdigit": func(c byte) bool { return isDigit(c) || lowerByte(c) >= 'a' && lowerByte(c) <= 'f' },
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return lowerByte(c) >= 'a' && lowerByte(c) <= 'z' }

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
