package indexer

import (
	"runtime"
	"strings"
)

// glob is a pattern as .gitignore and .gitattributes have it, compiled. It matches slash-separated paths byte by byte, as git does,
// in time proportional to pattern × path: a pattern cannot make it backtrack over more than its last "*" or "**".
//
// There is a library's matcher for this in several places; each that could be had was compared with `git check-ignore` and
// disagreed with it on patterns that people write ("*", "!*/", "!*.c"; "dist/**", "!dist/keep"; CRLF; classes). See walk_ignore_test.go.
type glob struct {
	segments []segment
	name     bool // the pattern has no slash: it is matched against the last name of a path only
	never    bool // the pattern is malformed; git lets such a pattern match nothing
}

// segment is what stands between two slashes.
type segment struct {
	any     bool // "**": any number of names, also none
	literal string
	tokens  []token // nil: literal
}

// token matches one byte, or with star any number of them.
type token struct {
	star bool
	set  byteSet
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *byteSet) addIf(in func(byte) bool) {
	for c := range 256 {
		if in(byte(c)) {
			s.add(byte(c))
		}
	}
}

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// foldNames is set where file names differ in more than case, and git has core.ignoreCase therefore.
const foldNames = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// compileGlob compiles a pattern without its "!" and its trailing slash.
func compileGlob(pattern string) glob {
	g := glob{name: !strings.Contains(pattern, "/")}
	for _, part := range splitPattern(strings.TrimPrefix(pattern, "/")) {
		s, ok := compileSegment(part, g.name)
		g.never = g.never || !ok
		g.segments = append(g.segments, s)
	}
	return g
}

// splitPattern splits at slashes; an escaped slash is a slash.
func splitPattern(p string) []string {
	var parts []string
	var part strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\' && i+1 < len(p) && p[i+1] != '/':
			part.WriteString(p[i : i+2])
			i++
		case p[i] == '\\' && i+1 < len(p):
		case p[i] == '/':
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteByte(p[i])
		}
	}
	return append(parts, part.String())
}

func compileSegment(p string, only bool) (s segment, ok bool) {
	if len(p) >= 2 && strings.Trim(p, "*") == "" && !only {
		return segment{any: true}, true
	}
	if !strings.ContainsAny(p, `*?[\`) && !foldNames {
		return segment{literal: p}, true
	}
	s.tokens = []token{}
	for i := 0; i < len(p); {
		var t token
		n := 1
		switch p[i] {
		case '*':
			t.star = true
		case '?':
			t.set.invert()
		case '[':
			if t.set, n = compileClass(p[i:]); n == 0 {
				return s, false
			}
		case '\\':
			if i+1 == len(p) {
				return s, false
			}
			t.set, n = oneByte(p[i+1]), 2
		default:
			t.set = oneByte(p[i])
		}
		s.tokens = append(s.tokens, t)
		i += n
	}
	return s, true
}

func oneByte(c byte) (s byteSet) {
	s.add(c)
	if foldNames {
		s.add(lowerByte(c))
		s.add(upperByte(c))
	}
	return s
}

// match reports whether the path, relative to the folder of the pattern's file, matches.
func (g *glob) match(path string) bool {
	if g.never {
		return false
	}
	if g.name {
		return g.segments[0].match(path[strings.LastIndexByte(path, '/')+1:])
	}
	return matchSegments(g.segments, path)
}

// matchSegments is the usual matching of "*" with one point to come back to, with path names in the place of letters. A last "**"
// matches what is below a folder, not the folder.
func matchSegments(segments []segment, path string) bool {
	i, back, backPath := 0, -1, ""
	for path != "" {
		if i < len(segments) && segments[i].any {
			if i == len(segments)-1 {
				return true
			}
			back, backPath, i = i, path, i+1
			continue
		}
		name, rest, _ := strings.Cut(path, "/")
		if i < len(segments) && segments[i].match(name) {
			i, path = i+1, rest
			continue
		}
		if back < 0 {
			return false
		}
		_, backPath, _ = strings.Cut(backPath, "/")
		i, path = back+1, backPath
	}
	return i == len(segments)
}

func (s *segment) match(name string) bool {
	if s.tokens == nil {
		return name == s.literal
	}
	i, back, at, backAt := 0, -1, 0, 0
	for at < len(name) {
		switch {
		case i < len(s.tokens) && s.tokens[i].star:
			back, backAt, i = i, at, i+1
		case i < len(s.tokens) && s.tokens[i].set.has(name[at]):
			i, at = i+1, at+1
		case back >= 0:
			backAt++
			i, at = back+1, backAt
		default:
			return false
		}
	}
	for i < len(s.tokens) && s.tokens[i].star {
		i++
	}
	return i == len(s.tokens)
}
