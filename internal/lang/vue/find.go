package vue

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// kinds are the nodes that find makes: a script, expressions and handlers in the template, the parts of v-for, the names of a slot, and the
// names of the tags that stand for the component and for those that it uses.
var kinds = []string{"script", "expression", "handler", "list", "item", "index", "slot_props", "component", "instance"}

// finder gathers the islands of a file.
type finder struct {
	src     []byte
	out     []lang.Island
	scripts int
}

func find(src []byte) []lang.Island {
	f := &finder{src: src}
	m := lang.Markup{Open: "{{", Close: "}}", Tag: f.tag, Expression: func(start, end uint32) {
		f.out = append(f.out, lang.Island{Start: start, End: end, Hidden: lang.AsWord})
		f.expression("expression", int(start)+2, int(end)-2)
	}}
	m.Scan(src)
	slices.SortStableFunc(f.out, func(a, b lang.Island) int { return cmp.Or(cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End)) })
	return f.out
}

// add adds an island for a part of the text, without the white space around it.
func (f *finder) add(kind string, from, to int, before, after string) {
	text := f.src[from:to]
	from += len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	to -= len(text) - len(bytes.TrimRight(text, " \t\r\n"))
	if from < to {
		f.out = append(f.out, lang.Island{Kind: kind, Start: uint32(from), End: uint32(to), From: uint32(from), To: uint32(to), Before: before, After: after})
	}
}

func (f *finder) expression(kind string, from, to int) { f.add(kind, from, to, "(", ")") }
func (f *finder) pattern(kind string, from, to int)    { f.add(kind, from, to, "let ", "=0") }

// tag adds a script, the component that a tag names, and the directives in it. The first script stands for the component; a component
// without one is its template.
func (f *finder) tag(t *lang.Tag) {
	name := int(t.Start) + 1
	isScript := strings.EqualFold(t.Name, "script")
	if first := len(f.out) == 0; first || isScript && f.scripts == 0 {
		f.out = slices.DeleteFunc(f.out, func(is lang.Island) bool { return is.Kind == "instance" })
		f.out = append(f.out, lang.Island{Kind: "instance", Start: uint32(name), End: uint32(name + len(t.Name))})
	}
	switch {
	case isScript:
		f.scripts++
		f.add("script", int(t.Body.Start), int(t.Body.End), "", "")
		return
	case t.Name[0] >= 'A' && t.Name[0] <= 'Z':
		f.expression("component", name, name+len(t.Name))
	}
	for _, a := range t.Attributes {
		f.attribute(&a)
	}
}

// attribute adds the text of a directive.
func (f *finder) attribute(a *lang.Attribute) {
	name, from, to := a.Name.Of(f.src), int(a.Value.Start), int(a.Value.End)
	switch {
	case from == to:
	case name == "v-for":
		f.loop(from, to)
	case name[0] == '@' || strings.HasPrefix(name, "v-on"):
		f.add("handler", from, to, "", "")
	case name[0] == '#' || strings.HasPrefix(name, "v-slot"):
		f.pattern("slot_props", from, to)
	case name[0] == ':' || strings.HasPrefix(name, "v-"):
		f.expression("expression", from, to)
	}
}

// loop adds the parts of "(item, index) in items".
func (f *finder) loop(from, to int) {
	at, n := bytes.Index(f.src[from:to], []byte(" in ")), 4
	if at < 0 {
		at = bytes.Index(f.src[from:to], []byte(" of "))
	}
	if at < 0 {
		return
	}
	f.expression("list", from+at+n, to)
	to = from + at
	for from < to && (f.src[from] == ' ' || f.src[from] == '(') {
		from++
	}
	for from < to && (f.src[to-1] == ' ' || f.src[to-1] == ')') {
		to--
	}
	end := from
	if from < to && (f.src[from] == '{' || f.src[from] == '[') {
		end = max(lang.ClosingBracket(f.src[:to], from), from)
	}
	comma := bytes.IndexByte(f.src[end:to], ',')
	if comma < 0 {
		f.pattern("item", from, to)
		return
	}
	f.pattern("item", from, end+comma)
	f.pattern("index", end+comma+1, to)
}
