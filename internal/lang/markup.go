package lang

import (
	"bytes"
	"strings"
)

// Markup reads tags and the expressions between them, for languages that look like HTML.
type Markup struct {
	Open, Close string // around an expression in text: "{{", "}}"; "" there are none
	InTags      bool   // expressions stand in tags as well and may hold what would end one
	Tag         func(t *Tag)
	Expression  func(start, end uint32) // in text, with what is around it

	vain int // bytes that were read for the ends of expressions without any
}

// maxVain is how many times the text may be read for ends that it lacks. A page may hold a brace or two that nothing closes while somebody
// types; to read to the end for each of 100,000 would take minutes.
const maxVain = 16

// Tag is a start tag.
type Tag struct {
	Name       string
	Start      uint32
	Attributes []Attribute
	Holes      []Span // expressions in place of attributes
	Body       Span   // the text of a script or a style
}

// Attribute is a name with the value behind it, without quotes.
type Attribute struct {
	Name, Value Span
	Holes       []Span // expressions in the value
}

// Span is a half-open range of bytes.
type Span struct{ Start, End uint32 }

// Of returns the text of a span.
func (s Span) Of(src []byte) string { return string(src[s.Start:s.End]) }

// Attribute returns the value of the attribute of that name, "" when there is none.
func (t *Tag) Attribute(src []byte, name string) string {
	for _, a := range t.Attributes {
		if a.Name.Of(src) == name {
			return a.Value.Of(src)
		}
	}
	return ""
}

// Scan reads src from its start to its end.
func (m *Markup) Scan(src []byte) {
	m.vain = 0
	for i := 0; i < len(src); {
		switch {
		case src[i] == '<':
			i = m.angle(src, i)
		case m.Open != "" && bytes.HasPrefix(src[i:], []byte(m.Open)):
			end := m.closing(src, i)
			if end < 0 {
				i++
				continue
			}
			m.Expression(uint32(i), uint32(end))
			i = end
		default:
			i++
		}
	}
}

// closing returns the index behind the expression that opens at i, -1 when nothing closes it.
func (m *Markup) closing(src []byte, i int) int {
	if m.vain > maxVain*len(src) {
		return -1
	}
	end := -1
	if m.Close == "}" {
		end = ClosingBracket(src, i)
	} else if n := bytes.Index(src[i:], []byte(m.Close)); n >= 0 {
		end = i + n + len(m.Close)
	}
	if end < 0 {
		m.vain += len(src) - i
	}
	return end
}

// angle reads a comment or a tag that starts at i and returns where the text goes on.
func (m *Markup) angle(src []byte, i int) int {
	rest := src[i:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		return behind(src, i+4, "-->")
	}
	name := i + 1
	if name >= len(src) || !isLetter(src[name]) {
		return i + 1
	}
	end := name
	for end < len(src) && !isSpace(src[end]) && strings.IndexByte("/><{", src[end]) < 0 {
		end++
	}
	t := &Tag{Name: string(src[name:end]), Start: uint32(i)}
	at, empty := m.attributes(src, end, t)
	if lower := strings.ToLower(t.Name); (lower == "script" || lower == "style") && !empty {
		t.Body = Span{uint32(at), uint32(endOfRaw(src, at, lower))}
		at = int(t.Body.End)
	}
	m.Tag(t)
	return at
}

// endOfRaw returns where the end tag of a script or a style starts.
func endOfRaw(src []byte, i int, name string) int {
	for at := i; ; at++ {
		n := bytes.Index(src[at:], []byte("</"))
		if n < 0 {
			return len(src)
		}
		at += n
		if len(src) >= at+2+len(name) && strings.EqualFold(string(src[at+2:at+2+len(name)]), name) {
			return at
		}
	}
}

func behind(src []byte, i int, mark string) int {
	if n := bytes.Index(src[min(i, len(src)):], []byte(mark)); n >= 0 {
		return i + n + len(mark)
	}
	return len(src)
}

// attributes reads up to the end of a tag and returns the index behind it; empty: nothing stands in the element.
func (m *Markup) attributes(src []byte, i int, t *Tag) (at int, empty bool) {
	for i < len(src) {
		switch c := src[i]; {
		case c == '>':
			return i + 1, i > 0 && src[i-1] == '/'
		case c == '<':
			return i, false
		case c == '{' && m.InTags:
			end := m.closing(src, i)
			if end < 0 {
				return i + 1, false
			}
			t.Holes = append(t.Holes, Span{uint32(i), uint32(end)})
			i = end
		case isSpace(c) || c == '/' || c == '=' || c == '"' || c == '\'':
			i++
		default:
			i = m.attribute(src, i, t)
		}
	}
	return i, false
}

// attribute reads a name and its value.
func (m *Markup) attribute(src []byte, i int, t *Tag) int {
	start := i
	for i < len(src) && !isSpace(src[i]) && strings.IndexByte("=><\"'", src[i]) < 0 && (src[i] != '/' || i+1 < len(src) && src[i+1] != '>') && (src[i] != '{' || !m.InTags) {
		i++
	}
	a := Attribute{Name: Span{uint32(start), uint32(i)}, Value: Span{uint32(i), uint32(i)}}
	next := i
	for next < len(src) && isSpace(src[next]) {
		next++
	}
	if i > start && next < len(src) && src[next] == '=' {
		next++
		for next < len(src) && isSpace(src[next]) {
			next++
		}
		i = m.value(src, next, &a)
	}
	t.Attributes = append(t.Attributes, a)
	return max(i, start+1)
}

// value reads what stands behind an equals sign.
func (m *Markup) value(src []byte, i int, a *Attribute) int {
	quote := byte(0)
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		quote = src[i]
		i++
	}
	start := i
	for i < len(src) {
		c := src[i]
		if quote != 0 && c == quote || quote == 0 && (isSpace(c) || c == '>' || c == '/' && i+1 < len(src) && src[i+1] == '>') {
			break
		}
		if c == '{' && m.InTags {
			if end := m.closing(src, i); end > 0 {
				a.Holes = append(a.Holes, Span{uint32(i), uint32(end)})
				i = end
				continue
			}
		}
		i++
	}
	a.Value = Span{uint32(start), uint32(i)}
	if quote != 0 && i < len(src) {
		i++
	}
	return i
}

// ClosingBracket returns the index behind the bracket that closes the one at i in a text of JavaScript, -1 when none does.
func ClosingBracket(src []byte, i int) int {
	var open []byte
	var unclosed [2]int // by quotation mark: up to here none of its strings ends
	for i < len(src) {
		switch c := src[i]; c {
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			if len(open) == 0 {
				return -1
			}
			inTemplate := len(open) > 1 && open[len(open)-2] == '`' && c == '}'
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
			if inTemplate {
				i = template(src, i+1, &open)
				continue
			}
		case '"', '\'':
			if i >= unclosed[c&1] {
				end, closed := quoted(src, i)
				if closed {
					i = end
					continue
				}
				unclosed[c&1] = end
			}
		case '`':
			open = append(open, c)
			i = template(src, i+1, &open)
			continue
		case '/':
			if i+1 < len(src) && src[i+1] == '*' {
				i = behind(src, i+2, "*/")
				continue
			}
			if i+1 < len(src) && src[i+1] == '/' {
				i = behind(src, i, "\n")
				continue
			}
		}
		i++
	}
	return -1
}

// Behind returns the index behind the bracket or string that opens at i, -1 when nothing closes it.
func Behind(src []byte, i int) int {
	switch src[i] {
	case '"', '\'':
		if end, closed := quoted(src, i); closed {
			return end
		}
		return i + 1
	case '`': // in brackets that end with it
		open := []byte{'`'}
		for at := i + 1; at < len(src); {
			if at = template(src, at, &open); len(open) == 0 {
				return at
			}
			open = open[:1]
			if at = ClosingBracket(src, at-1); at < 0 {
				break
			}
		}
		return -1
	}
	return ClosingBracket(src, i)
}

// quoted returns the index behind the string that opens at i; not closed: that of the end of its line.
func quoted(src []byte, i int) (end int, closed bool) {
	at := i + 1
	for ; at < len(src) && src[at] != '\n'; at++ {
		switch src[at] {
		case '\\':
			at++
		case src[i]:
			return at + 1, true
		}
	}
	return at, false
}

// template reads a template literal from i on, to its end or the next expression in it.
func template(src []byte, i int, open *[]byte) int {
	for ; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == '`':
			*open = (*open)[:len(*open)-1]
			return i + 1
		case src[i] == '$' && i+1 < len(src) && src[i+1] == '{':
			*open = append(*open, '{')
			return i + 2
		}
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
