package syntax

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// mentions returns the names that a document puts in backticks; of code, those in its comments and docstrings, which may also stand in
// square brackets (Go, Dart) or behind {@link (Java, JavaScript).
func (a *assembler) mentions() []fact.Mention {
	if isDocument(a.file) {
		return documentMentions(a.src)
	}
	var out []fact.Mention
	for _, nodes := range [][]int32{a.comments, a.docstrings} {
		for _, n := range nodes {
			out = mentionsIn(out, a.src, fact.Range{Start: a.nodes[n].start, End: a.nodes[n].end}, "`[@")
		}
	}
	slices.SortFunc(out, func(a, b fact.Mention) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

func isDocument(f *fact.File) bool { return len(f.Symbols) > 0 && f.Symbols[0].Kind == fact.Section }

func documentMentions(src []byte) []fact.Mention {
	return mentionsIn(nil, src, fact.Range{End: uint32(len(src))}, "`")
}

// mentionsIn adds the names within r that one of the marks introduces.
func mentionsIn(out []fact.Mention, src []byte, r fact.Range, marks string) []fact.Mention {
	part := src[:r.End]
	for at := int(r.Start); ; {
		n := bytes.IndexAny(part[at:], marks)
		if n < 0 {
			return out
		}
		mark := part[at+n]
		at += n + 1
		if mark == '@' {
			word := bytes.TrimLeft(bytes.TrimPrefix(bytes.TrimPrefix(part[at:], []byte("link")), []byte("plain")), " #")
			if len(part)-at < 5 || part[at-2] != '{' || len(word) == len(part)-at {
				continue
			}
			at = len(part) - len(word)
		} else if mark == '[' && at < len(part) && part[at] == '*' {
			at++
		}
		if end := qualifiedEnd(part, at); end > at && closes(part, end, mark) {
			out = append(out, fact.Mention{Name: string(part[at:end]), Start: uint32(at)})
			at = end + 1
		}
	}
}

// closes reports whether a name that ends at i is followed by what ends a mention.
func closes(src []byte, i int, mark byte) bool {
	if mark == '@' {
		return true
	}
	rest := src[i:]
	if mark == '`' {
		return len(rest) > 0 && rest[0] == '`' || bytes.HasPrefix(rest, []byte("()`"))
	}
	return len(rest) > 0 && rest[0] == ']' && (len(rest) == 1 || rest[1] != '(' && rest[1] != '[')
}

// qualifiedEnd returns where the name with its qualifiers that starts at i ends; i when none does.
func qualifiedEnd(src []byte, i int) int {
	end := i
	for {
		n := end
		for n < len(src) && (src[n] == '_' || src[n]|0x20 >= 'a' && src[n]|0x20 <= 'z' || n > end && src[n] >= '0' && src[n] <= '9') {
			n++
		}
		if n == end {
			return end
		}
		end = n
		switch rest := src[n:]; {
		case bytes.HasPrefix(rest, []byte("::")):
			n += 2
		case len(rest) > 0 && (rest[0] == '.' || rest[0] == '#'):
			n++
		default:
			return end
		}
		if n >= len(src) || src[n] != '_' && (src[n]|0x20 < 'a' || src[n]|0x20 > 'z') {
			return end
		}
		end = n
	}
}
