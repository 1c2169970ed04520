package ask

import (
	"regexp"
	"strconv"
	"strings"
)

// reference is one place that a text names: a path as written and lines.
type reference struct {
	path       string
	start, end int
}

// mention is where a text cites: the bytes that the citation takes, and the places that it names, at least one.
type mention struct {
	start, end int
	refs       []reference
	loose      bool // not in square brackets: "example.com:443" in backquotes is no citation unless there is such a file
}

// mentions finds the citations of a text: [path:start-end] and [path:line], and what models write instead: several in one
// bracket, `path:1-2`, (path:1-2), 【path:1-2】, path#L3-L9, Markdown links, backslashes. Code blocks are left alone.
func mentions(text string) (out []mention) {
	code := fences(text)
	for i := 0; i < len(text); {
		if len(code) > 0 && i >= code[0].start {
			i, code = max(i, code[0].end), code[1:]
			continue
		}
		if m, ok := mentionAt(text, i); ok {
			out = append(out, m)
			i = m.end
			continue
		}
		i++
	}
	return out
}

type span struct{ start, end int }

// fences returns the code blocks of a Markdown text; one that is not closed goes to the end.
func fences(text string) (out []span) {
	open := -1
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if line := strings.TrimLeft(text[at:end], " \t"); strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			if open < 0 {
				open = at
			} else {
				out, open = append(out, span{open, end}), -1
			}
		}
		at = end
	}
	if open >= 0 {
		out = append(out, span{open, len(text)})
	}
	return out
}

var (
	linkTarget = regexp.MustCompile(`^\(([^()\s]*)\)`)
	// bare is a citation without a bracket: path#L3-L9 anywhere, path:3-9 in backquotes or parentheses.
	hashed = regexp.MustCompile(`^([\pL\pN_./\\@+-]+)#L(\d+)(?:C\d+)?(?:[-–](?:L?(\d+)))?`)
)

// maxMention is the most bytes of a citation; the end of a longer one is not looked for.
const maxMention = 2000

// mentionAt reads a citation that starts exactly at i.
func mentionAt(text string, i int) (mention, bool) {
	near := text[:min(len(text), i+maxMention)]
	switch c := text[i]; {
	case c == '[':
		return bracketed(text, i, i+1, matching(near, i), 1)
	case strings.HasPrefix(text[i:], "【"):
		if n := strings.Index(near[i:], "】"); n > 0 && !strings.Contains(text[i:i+n], "\n") {
			return bracketed(text, i, i+len("【"), i+n, len("】"))
		}
	case c == '(' || c == '`':
		shut := map[byte]string{'(': ")", '`': "`"}[c]
		if n := strings.IndexAny(near[i+1:], shut+"\n"); n > 0 && text[i+1+n] == shut[0] {
			return bracketed(text, i, i+1, i+1+n, 1)
		}
	case i == 0 || !isPathByte(text[i-1]):
		if m := hashed.FindStringSubmatch(text[i:]); m != nil {
			return mention{i, i + len(m[0]), []reference{{m[1], number(m[2]), number(or(m[3], m[2]))}}, true}, true
		}
	}
	return mention{}, false
}

// matching returns the index of the bracket that closes the one at i on its line, -1 when there is none. Paths have brackets too: app/[id]/page.tsx.
func matching(text string, i int) int {
	depth := 0
	for j := i; j < len(text) && text[j] != '\n'; j++ {
		switch text[j] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// bracketed reads what is between the bytes open and shut of a pair of brackets that starts at i. Everything in it must be places.
func bracketed(text string, i, open, shut, closing int) (mention, bool) {
	if shut < 0 {
		return mention{}, false
	}
	m := mention{start: i, end: shut + closing, loose: text[i] == '(' || text[i] == '`'}
	inner := strings.Trim(seeAlso.ReplaceAllString(text[open:shut], ""), "` ")
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") {
		inner = strings.Trim(inner[1:len(inner)-1], "` ") // in backquotes, in parentheses
	}
	m.refs = references(inner)
	if text[i] == '[' {
		if target := linkTarget.FindStringSubmatch(text[m.end:]); target != nil {
			if m.refs == nil {
				m.refs = references(target[1]) // [the parser](src/parse.go#L3)
			}
			m.end += len(target[0])
		}
	}
	if i > 0 && text[i-1] == '`' && m.end < len(text) && text[m.end] == '`' {
		m.start, m.end = i-1, m.end+1
	}
	return m, m.refs != nil
}

var (
	seeAlso   = regexp.MustCompile(`^(?i:see also|see|cf\.?|in|at|from|参见|详见|见)\s+`)
	separator = regexp.MustCompile(`\s*[,;，；、]\s*`)
	place     = regexp.MustCompile(`^(.+?)(?::|#)\s*(?:L|l|lines? )?(\d+)(?::\d+)?(?:\s*(?:-|–|—|\.\.|to)\s*(?:L|l)?(\d+)(?::\d+)?)?$`)
	onlyLines = regexp.MustCompile(`^(?:L|l)?(\d+)(?:\s*[-–—]\s*(?:L|l)?(\d+))?$`)
)

// references reads a list of places; nil unless each of it is one. "a.go:1-2, 7" are two places of a.go.
func references(list string) (out []reference) {
	for _, item := range separator.Split(list, -1) {
		item = strings.Trim(item, "` ")
		if m := place.FindStringSubmatch(item); m != nil && isPath(m[1]) {
			out = append(out, reference{m[1], number(m[2]), number(or(m[3], m[2]))})
		} else if m := onlyLines.FindStringSubmatch(item); m != nil && len(out) > 0 {
			out = append(out, reference{out[len(out)-1].path, number(m[1]), number(or(m[2], m[1]))})
		} else {
			return nil
		}
	}
	return out
}

// isPath reports whether a text may be a file's path and not a part of a slice expression, a time or a URL.
func isPath(s string) bool {
	if strings.Contains(s, "://") || strings.HasPrefix(s, "http") && strings.Contains(s, "//") || strings.TrimSpace(s) != s {
		return false
	}
	if strings.ContainsAny(s, `/\`) {
		return true
	}
	base, ext, ok := strings.Cut(s, ".")
	if ok && ext != "" && (base != "" || len(ext) > 1) {
		return strings.ContainsFunc(ext, isLetter)
	}
	switch s { // files without an extension that one writes code in
	case "Makefile", "Dockerfile", "Jenkinsfile", "Rakefile", "Gemfile", "BUILD", "WORKSPACE", "LICENSE", "README":
		return true
	}
	return false
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f }

func isPathByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_./\\@+-", c) >= 0 || c >= 0x80
}

// number reads digits; a line that no file has when there are too many.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 1 << 30
	}
	return n
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
