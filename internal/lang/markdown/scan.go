package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

var (
	atx       = regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+|$)(.*)$`)
	atxEnd    = regexp.MustCompile(`(?:^|[ \t]+)#+[ \t]*$`)
	underline = regexp.MustCompile(`^ {0,3}(?:(=+)|-+)[ \t]*$`)
	fence     = regexp.MustCompile("^[ \t]*(```+|~~~+)(.*)$")
	item      = regexp.MustCompile(`^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)`)
	htmlStart = regexp.MustCompile(`(?i)^ {0,3}<(?:!--|(script|pre|style|textarea)\b)`)
)

// scanner goes over the lines of a document.
type scanner struct {
	src   []byte
	f     *fact.File
	open  []int32 // the sections around the present line, outermost first
	level []int   // their levels
	para  []int   // the lines of the paragraph that the next line may underline; nil: none
}

// scan adds a section for each heading.
func scan(src []byte, f *fact.File) {
	s := scanner{src: src, f: f}
	for n := s.frontMatter(); n < len(f.Lines); n++ {
		n = s.block(n)
	}
	s.close(1, uint32(len(src)))
}

// line returns line n without its end.
func (s *scanner) line(n int) string {
	end := uint32(len(s.src))
	if n+1 < len(s.f.Lines) {
		end = s.f.Lines[n+1]
	}
	return string(bytes.TrimRight(s.src[s.f.Lines[n]:end], "\r\n"))
}

// frontMatter returns the first line behind a block of metadata at the top.
func (s *scanner) frontMatter() int {
	mark := s.line(0)
	if mark != "---" && mark != "+++" {
		return 0
	}
	for n := 1; n < len(s.f.Lines); n++ {
		if l := s.line(n); l == mark || l == "..." && mark == "---" {
			return n + 1
		}
	}
	return 0
}

// block handles what starts at line n and returns its last line.
func (s *scanner) block(n int) int {
	l := s.line(n)
	if m := fence.FindStringSubmatch(l); m != nil && !(m[1][0] == '`' && strings.Contains(m[2], "`")) {
		if end := s.fenceEnd(n, m[1]); end >= 0 {
			s.para = nil
			return end
		}
	}
	if m := htmlStart.FindStringSubmatch(l); m != nil {
		s.para = nil
		return s.htmlEnd(n, m[1])
	}
	if m := atx.FindStringSubmatchIndex(l); m != nil {
		text := l[m[4]:m[5]]
		if i := atxEnd.FindStringIndex(text); i != nil {
			text = text[:i[0]]
		}
		text = strings.TrimRight(text, " \t")
		start := s.f.Lines[n] + uint32(m[4])
		s.heading(m[3]-m[2], fact.Range{Start: start, End: start + uint32(len(text))}, s.f.Lines[n])
		s.para = nil
		return n
	}
	if m := underline.FindStringSubmatch(l); m != nil && s.para != nil {
		level := 2
		if m[1] != "" {
			level = 1
		}
		s.underlined(level)
		return n
	}
	s.paragraph(n, l)
	return n
}

// paragraph keeps line n when the next one may underline it.
func (s *scanner) paragraph(n int, l string) {
	text := strings.TrimLeft(l, " \t")
	switch indented := len(l)-len(text) > 3; {
	case text == "", item.MatchString(l), text[0] == '>', text[0] == '|':
		s.para = nil
	case s.para != nil:
		s.para = append(s.para, n)
	case !indented && (n == 0 || !s.continues(n-1)):
		s.para = []int{n}
	}
}

// continues reports whether a line can be carried on by the next one without starting a paragraph: a list item, a quote, a table.
func (s *scanner) continues(n int) bool {
	l := s.line(n)
	text := strings.TrimLeft(l, " \t")
	return text != "" && (item.MatchString(l) || text[0] == '>' || text[0] == '|' || len(text) < len(l))
}

// underlined makes a heading of the paragraph.
func (s *scanner) underlined(level int) {
	first, last := s.para[0], s.para[len(s.para)-1]
	s.para = nil
	start, end := s.f.Lines[first], s.f.Lines[last]+uint32(len(s.line(last)))
	text := s.src[start:end]
	name := fact.Range{Start: end - uint32(len(bytes.TrimLeft(text, " \t"))), End: start + uint32(len(bytes.TrimRight(text, " \t")))}
	s.heading(level, name, start)
}

// fenceEnd returns the line that closes a fence which opens at line n, the last line when nothing does; -1 when the opening is no
// fence but indented code.
func (s *scanner) fenceEnd(n int, mark string) int {
	for i := n + 1; i < len(s.f.Lines); i++ {
		l := strings.Trim(s.line(i), " \t")
		if strings.HasPrefix(l, mark) && strings.Trim(l, mark[:1]) == "" {
			return i
		}
	}
	l := s.line(n)
	if len(l)-len(strings.TrimLeft(l, " \t")) > 3 {
		return -1
	}
	return len(s.f.Lines) - 1
}

// htmlEnd returns the last line of a comment or of an element whose text is no Markdown.
func (s *scanner) htmlEnd(n int, element string) int {
	end := "-->"
	if element != "" {
		end = "</" + strings.ToLower(element) + ">"
	}
	for i := n; i < len(s.f.Lines); i++ {
		if strings.Contains(strings.ToLower(s.line(i)), end) {
			return i
		}
	}
	return len(s.f.Lines) - 1
}

// heading opens a section.
func (s *scanner) heading(level int, name fact.Range, start uint32) {
	s.close(level, start)
	text := strings.Join(strings.Fields(string(s.src[name.Start:name.End])), " ")
	if text == "" {
		return
	}
	parent := int32(-1)
	if n := len(s.open); n > 0 {
		parent = s.open[n-1]
	}
	s.f.Symbols = append(s.f.Symbols, fact.Symbol{Name: text, Kind: fact.Section, Parent: parent, Exported: true,
		Signature: strings.Repeat("#", level) + " " + text, NameRange: name, Range: fact.Range{Start: start}})
	s.open, s.level = append(s.open, int32(len(s.f.Symbols)-1)), append(s.level, level)
}

// close ends the sections of that level and below.
func (s *scanner) close(level int, end uint32) {
	n := len(s.open)
	for n > 0 && s.level[n-1] >= level {
		n--
		s.f.Symbols[s.open[n]].Range.End = end
	}
	s.open, s.level = s.open[:n], s.level[:n]
}
