package syntax

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxDoc       = 2000 // bytes of documentation that are kept
	maxSignature = 300
)

// signature folds the head of a definition to one line.
func signature(s string) string {
	s = strings.TrimRight(fold(cut(s, 3*maxSignature)), " {:=")
	s = strings.TrimSuffix(strings.TrimSpace(s), "=>")
	return cut(strings.TrimSpace(s), maxSignature)
}

// cut shortens s to at most n bytes at a character border.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// doc returns the documentation of a definition: its docstring, or the comments that end on the line above it.
func (a *assembler) doc(d *def) string {
	if n := d.m.get(partDoc); n >= 0 {
		return cut(cleanDoc(strings.Trim(strings.TrimLeft(a.text(n), "rRbBuUfF"), "\"'`")), maxDoc)
	}
	if a.l.Docstring {
		if s := a.docstring(d.m); s != "" {
			return cut(cleanDoc(s), maxDoc)
		}
	}
	if s := a.docAttribute(a.str[d.first:a.nodes[d.m.node].start]); s != "" {
		return cut(cleanDoc(s), maxDoc)
	}
	first := d.first
	start := first
	i, _ := slices.BinarySearchFunc(a.comments, first, func(n int32, at uint32) int { return int(int64(a.nodes[n].start) - int64(at)) })
	for i--; i >= 0; i-- {
		c := a.nodes[a.comments[i]]
		if c.end > c.start && a.src[c.end-1] == '\n' { // Rust's documentation comments hold the end of their line
			c.end--
		}
		between := a.src[min(c.end, start):start]
		if len(bytes.TrimSpace(between)) > 0 || bytes.Count(between, []byte("\n")) > 1 || !a.ownLine(c.start) {
			break
		}
		if c.end == start && bytes.IndexByte(a.src[c.start:c.end], '\n') < 0 {
			break
		}
		start = c.start
	}
	text := a.str[start:first]
	for i++; i < len(a.comments) && a.nodes[a.comments[i]].start < a.nodes[d.outer].start; i++ { // between attributes
		if a.nodes[a.comments[i]].start >= first {
			text = strings.TrimRight(text, "\n") + "\n" + a.text(a.comments[i])
		}
	}
	d.first = start
	return cut(cleanDoc(text), maxDoc)
}

// beforeComments returns where the comments that end at offset, white space apart, begin; offset when there are none.
func (a *assembler) beforeComments(offset uint32) uint32 {
	i, _ := slices.BinarySearchFunc(a.comments, offset, func(n int32, at uint32) int { return int(int64(a.nodes[n].start) - int64(at)) })
	for i--; i >= 0; i-- {
		c := a.nodes[a.comments[i]]
		if c.end > offset || len(bytes.TrimSpace(a.src[c.end:offset])) > 0 {
			break
		}
		offset = c.start
	}
	return offset
}

// docAttribute returns the string behind the attribute that documents, in the attributes before a definition (Elixir's @doc).
func (a *assembler) docAttribute(attributes string) string {
	word := a.l.Rules.DocAttribute
	if word == "" {
		return ""
	}
	i := strings.LastIndex(attributes, word+" ")
	if i < 0 {
		return ""
	}
	text := attributes[i+len(word)+1:]
	quote := strings.IndexByte(text, '"')
	if quote < 0 || strings.ContainsAny(text[:quote], "\n") {
		return ""
	}
	text = text[quote:]
	mark := text[:len(text)-len(strings.TrimLeft(text, `"`))]
	if len(mark) != 3 {
		mark = `"`
	}
	text, _, _ = strings.Cut(text[len(mark):], mark)
	return text
}

// ownLine reports whether only white space stands before offset in its line.
func (a *assembler) ownLine(offset uint32) bool {
	for i := int(offset) - 1; i >= 0; i-- {
		switch a.src[i] {
		case ' ', '\t':
		case '\n', '\r':
			return true
		default:
			return false
		}
	}
	return true
}

// docstring returns the string literal that is the first statement of a definition's body.
func (a *assembler) docstring(m *match) string {
	n := m.get(partBody)
	for n >= 0 {
		c := a.firstChild(n)
		for c >= 0 && (!a.g.isNamed(a.nodes[c].kind) || a.g.is(a.nodes[c].kind, traitComment)) {
			c = a.sibling(c)
		}
		if c < 0 {
			return ""
		}
		if a.isRole(c, roleLiteral) {
			a.docstrings = append(a.docstrings, c)
			return strings.Trim(strings.TrimLeft(a.text(c), "rRbBuUfF"), "\"'")
		}
		if a.nodes[c].next-c > 8 || a.nodes[c].start != a.nodes[n].start && n != m.get(partBody) {
			return ""
		}
		n = c
	}
	return ""
}

// cleanDoc takes the comment markers off.
func cleanDoc(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(line, "*/"), "]]"), "-}"), "*)")
		line = strings.TrimLeft(line, "/")
		line = strings.TrimLeft(line, "*!")
		for _, mark := range []string{"#", "-- |", "-- ^", "--|", "{-|", "{-", "(**", "(*", "--[[", "---", "--", ";;;", ";;", ";", "%"} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				line = rest
				break
			}
		}
		b.WriteString(strings.TrimSpace(line))
		b.WriteByte('\n')
	}
	return strings.TrimSpace(plainDoc(b.String()))
}

var (
	docReference = regexp.MustCompile(`<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:[A-Z]:)?([^"]*)"\s*/>`)
	docTag       = regexp.MustCompile(`</?(?:summary|remarks|returns|param|typeparam|exception|value|para|example|code|c|inheritdoc|list|item|description|term)(?:\s[^<>]*)?/?>\n?`)
)

// plainDoc takes the tags of XML documentation (C#) off; what they refer to stays.
func plainDoc(s string) string {
	if !strings.Contains(s, "</") && !strings.Contains(s, "/>") {
		return s
	}
	return docTag.ReplaceAllString(docReference.ReplaceAllString(s, "`$1`"), "")
}

var generatedRE = regexp.MustCompile(`(?m)^.{0,10}\bCode generated .*DO NOT EDIT|@generated\b|(?i:auto-?generated (?:file|code|by))|(?i:this file (?:is|was) (?:auto(?:matically)?[- ])?generated)`)

// generatedMarker reports whether a comment at the top says that the file is generated, or its lines are too long to be written by hand.
func generatedMarker(src []byte) bool {
	head := src[:min(len(src), 2000)]
	if (bytes.Contains(head, []byte("enerated")) || bytes.Contains(head, []byte("ENERATED"))) && generatedRE.Match(head) {
		return true
	}
	lines := bytes.Count(src, []byte("\n")) + 1
	return len(src) > 5000 && len(src)/lines > 500
}
