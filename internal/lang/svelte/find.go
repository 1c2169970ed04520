package svelte

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// kinds are the nodes that find makes: a script, what stands in braces, the parts of what opens a block, the blocks themselves.
var kinds = []string{"script", "expression", "handler", "instance", "component", "directive", "let", "list", "item", "index", "awaited", "then", "catch", "const", "snippet",
	"if_block", "each_block", "await_block", "key_block", "snippet_block"}

// finder gathers the islands of a file.
type finder struct {
	src  []byte
	out  []lang.Island
	open []int // blocks of out that are not closed
	tags []lang.Tag
}

func find(src []byte) []lang.Island {
	f := &finder{src: src}
	m := lang.Markup{Open: "{", Close: "}", InTags: true, Tag: f.tag, Expression: f.braces}
	m.Scan(src)
	f.instance()
	for _, b := range f.open {
		f.out[b].End = uint32(len(src))
	}
	slices.SortStableFunc(f.out, func(a, b lang.Island) int { return cmp.Or(cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End)) })
	return f.out
}

// add adds an island whose text, without the white space around it, starts at from.
func (f *finder) add(kind string, from, to int, before, after string) {
	for from < to && isSpace(f.src[from]) {
		from++
	}
	for from < to && isSpace(f.src[to-1]) {
		to--
	}
	if from < to {
		f.out = append(f.out, lang.Island{Kind: kind, Start: uint32(from), End: uint32(to), From: uint32(from), To: uint32(to), Before: before, After: after})
	}
}

func (f *finder) expression(kind string, from, to int) { f.add(kind, from, to, "(", ")") }
func (f *finder) pattern(kind string, from, to int)    { f.add(kind, from, to, "let ", "=0") }

func (f *finder) hide(start, end int, as lang.Hiding) {
	f.out = append(f.out, lang.Island{Start: uint32(start), End: uint32(end), Hidden: as})
}

// instance marks what stands for the component: the name of the tag around its script, or of the first tag.
func (f *finder) instance() {
	if len(f.tags) == 0 {
		return
	}
	isModule := func(a lang.Attribute) bool {
		return a.Name.Of(f.src) == "module" || a.Name.Of(f.src) == "context"
	}
	best := slices.IndexFunc(f.tags, func(t lang.Tag) bool {
		return strings.EqualFold(t.Name, "script") && !slices.ContainsFunc(t.Attributes, isModule)
	})
	if best < 0 {
		best = max(slices.IndexFunc(f.tags, func(t lang.Tag) bool { return !strings.EqualFold(t.Name, "script") }), 0)
	}
	start := f.tags[best].Start + 1
	f.out = append(f.out, lang.Island{Kind: "instance", Start: start, End: start + uint32(len(f.tags[best].Name))})
}

// tag adds a script, what a tag calls, and the expressions in it.
func (f *finder) tag(t *lang.Tag) {
	f.tags = append(f.tags, *t)
	name := int(t.Start) + 1
	switch {
	case t.Body.End > t.Body.Start && strings.EqualFold(t.Name, "script"):
		f.add("script", int(t.Body.Start), int(t.Body.End), "", "")
	case t.Name[0] >= 'A' && t.Name[0] <= 'Z' || strings.Contains(t.Name, "."):
		f.expression("component", name, name+len(t.Name))
	}
	for _, h := range t.Holes {
		f.hole("expression", h)
	}
	for _, a := range t.Attributes {
		f.attribute(&a)
	}
}

// hole adds an expression in a tag.
func (f *finder) hole(kind string, s lang.Span) {
	f.hide(int(s.Start), int(s.End), lang.AsWord)
	from, to := int(s.Start)+1, int(s.End)-1
	text := bytes.TrimSpace(f.src[from:to])
	switch {
	case bytes.HasPrefix(text, []byte("...")):
		f.add(kind, from, to, "[", "]")
	case bytes.HasPrefix(text, []byte("@")): // {@attach f}
		at := from + bytes.IndexByte(f.src[from:to], '@')
		f.expression("directive", at+len(word(f.src[at:to])), to)
	case kind == "let":
		f.pattern(kind, from, to)
	default:
		f.expression(kind, from, to)
	}
}

// attribute adds what an attribute's name says, and the expressions in its value.
func (f *finder) attribute(a *lang.Attribute) {
	text := a.Name.Of(f.src)
	directive, rest, isDirective := strings.Cut(text, ":")
	kind := "expression"
	from := int(a.Name.Start) + len(directive) + 1
	name, _, _ := strings.Cut(rest, "|")
	empty := a.Value.Start == a.Value.End
	switch {
	case directive == "on" || !isDirective && len(text) > 2 && strings.HasPrefix(text, "on") && text[2] >= 'a' && text[2] <= 'z':
		kind = "handler"
	case directive == "use" || directive == "transition" || directive == "in" || directive == "out" || directive == "animate":
		f.expression("directive", from, from+len(name))
	case isDirective && directive == "let":
		if kind = "let"; empty {
			f.pattern(kind, from, from+len(name))
		}
	case isDirective && empty && (directive == "bind" || directive == "class" || directive == "style"):
		f.expression(kind, from, from+len(name))
	}
	for _, h := range a.Holes {
		f.hole(kind, h)
	}
}

// braces adds what stands in braces between tags.
func (f *finder) braces(start, end uint32) {
	from, to := int(start)+1, int(end)-1
	for from < to && isSpace(f.src[from]) {
		from++
	}
	if from == to {
		return
	}
	mark := f.src[from]
	if mark == '/' && from+1 < to && (f.src[from+1] == '*' || f.src[from+1] == '/') { // a comment
		f.hide(int(start), int(end), lang.AsWord)
		return
	}
	keyword := word(f.src[from:to])
	body := from + len(keyword)
	as := lang.AsTag
	switch mark {
	case '#':
		f.open = append(f.open, len(f.out))
		f.out = append(f.out, lang.Island{Kind: keyword[1:] + "_block", Start: start, End: end, Block: true})
		if !slices.Contains(kinds, keyword[1:]+"_block") {
			f.out[len(f.out)-1].Kind = "if_block"
		}
		f.opening(keyword, body, to)
	case ':':
		f.branch(keyword, body, to)
	case '/':
		if n := len(f.open); n > 0 {
			f.out[f.open[n-1]].End = end
			f.open = f.open[:n-1]
		}
	case '@':
		kind := "expression"
		if keyword == "@const" {
			kind = "const"
		}
		f.expression(kind, body, to)
	default:
		as = lang.AsWord
		f.expression("expression", from, to)
	}
	f.hide(int(start), int(end), as)
}

// opening adds the parts of what opens a block.
func (f *finder) opening(keyword string, from, to int) {
	switch keyword {
	case "#each":
		f.each(from, to)
	case "#await":
		f.await(from, to)
	case "#snippet":
		f.add("snippet", from, to, "function ", "{}")
	default:
		f.expression("expression", from, to)
	}
}

// branch adds the parts of what goes on with a block.
func (f *finder) branch(keyword string, from, to int) {
	switch keyword {
	case ":then", ":catch":
		f.pattern(keyword[1:], from, to)
	case ":else":
		if word(bytes.TrimSpace(f.src[from:to])) == "if" {
			f.expression("expression", from+bytes.Index(f.src[from:to], []byte("if"))+2, to)
		}
	}
}

// each adds the parts of "items as item, index (key)".
func (f *finder) each(from, to int) {
	as := f.last(from, to, "as")
	if as < 0 { // items, or items, index
		f.expression("list", from, to)
		return
	}
	f.expression("list", from, as)
	at := as + 2
	for at < to && isSpace(f.src[at]) {
		at++
	}
	end := at
	if at < to && (f.src[at] == '{' || f.src[at] == '[') {
		end = max(lang.ClosingBracket(f.src[:to], at), at)
	} else {
		end += len(word(f.src[at:to]))
	}
	f.pattern("item", at, end)
	rest := f.src[end:to]
	if key := bytes.IndexByte(rest, '('); key >= 0 {
		f.expression("expression", end+key, to)
		rest = rest[:key]
	}
	if comma := bytes.IndexByte(rest, ','); comma >= 0 {
		f.pattern("index", end+comma+1, end+len(rest))
	}
}

// await adds the parts of "promise then value".
func (f *finder) await(from, to int) {
	for _, branch := range []string{"then", "catch"} {
		if at := f.last(from, to, branch); at >= 0 {
			f.pattern(branch, at+len(branch), to)
			to = at
		}
	}
	f.expression("awaited", from, to)
}

// last returns where a word stands for the last time outside brackets and quotes, -1 when it does not.
func (f *finder) last(from, to int, w string) int {
	found := -1
	for i := from; i < to; {
		switch c := f.src[i]; {
		case c == '(' || c == '[' || c == '{' || c == '`' || c == '"' || c == '\'':
			end := lang.Behind(f.src[:to], i)
			if end <= i {
				return found
			}
			i = end
			continue
		case i > from && isSpace(f.src[i-1]) && word(f.src[i:to]) == w:
			found = i
		}
		i++
	}
	return found
}

// word returns the name at the start of text, with the mark before it.
func word(text []byte) string {
	end := 0
	for end < len(text) && (end == 0 && strings.IndexByte("#:/@", text[0]) >= 0 || text[end] == '_' || text[end] == '$' || text[end] >= 0x80 ||
		text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	return string(text[:end])
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
