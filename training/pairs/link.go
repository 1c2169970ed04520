package main

import (
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

var described = regexp.MustCompile(`\b(?:it|test|describe|context|specify|should)\s*[( ]\s*(?:"([^"\n]{12,120})"|'([^'\n]{12,120})')`)

// tests pairs what a test is called with the code that it tests: the definition of the tree, named only once, that it uses.
func (t *tree) tests(f *file, out emit) {
	for i := range f.facts.Symbols {
		s := &f.facts.Symbols[i]
		if !s.Kind.Callable() || !s.Test && !strings.Contains(strings.ToLower(s.Name), "test") {
			continue
		}
		q := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(s.Name, "test_"), "test"), "Test")
		if d := clean(s.Doc); d != "" {
			q = d
		}
		if at, code := t.under(f, s.Range); code != "" {
			out("test", at, q, code)
		}
	}
	for _, m := range described.FindAllStringSubmatchIndex(f.text, 400) {
		r := fact.Range{Start: uint32(m[1]), End: uint32(min(len(f.text), m[1]+800))}
		q := f.text[max(m[2], m[4]):max(m[3], m[5])]
		if at, code := t.under(f, r); code != "" && len(strings.Fields(q)) >= 3 {
			out("test", at, q, code)
		}
	}
}

// under returns the place and the code of the definition that a range of a test is most likely about: of the names that it uses, the first that the tree
// defines once, with a body.
func (t *tree) under(f *file, r fact.Range) (at, code string) {
	best := 0
	for i := range f.facts.References {
		ref := &f.facts.References[i]
		if ref.Start < r.Start || ref.Start >= r.End || ref.Kind != fact.Call {
			continue
		}
		places := t.named[ref.Name]
		if len(places) != 1 || len(ref.Name) < 4 {
			continue
		}
		p := places[0]
		s := &p.file.facts.Symbols[p.symbol]
		if body := p.file.body(s); len(body) > best {
			best, at, code = len(body), p.file.at(p.symbol), p.file.code(p.symbol, body)
		}
	}
	return at, code
}

// sections pairs what a document says with the definitions that it names in backticks.
func (t *tree) sections(f *file, out emit) {
	seen := map[string]bool{}
	for i := range f.facts.Mentions {
		m := &f.facts.Mentions[i]
		name := m.Name[strings.LastIndexAny(m.Name, ".:#")+1:]
		name = strings.TrimSuffix(name, "()")
		places := t.named[name]
		if len(places) != 1 || len(name) < 4 {
			continue
		}
		q := clean(strings.ReplaceAll(paragraph(f.text, int(m.Start)), m.Name, " "))
		if len(strings.Fields(q)) < 5 || seen[q+name] {
			continue
		}
		seen[q+name] = true
		p := places[0]
		out("section", p.file.at(p.symbol), q, p.file.code(p.symbol, p.file.body(&p.file.facts.Symbols[p.symbol])))
	}
}

// paragraph returns the paragraph or list item around offset at.
func paragraph(s string, at int) string {
	start := max(strings.LastIndex(s[:at], "\n\n"), strings.LastIndex(s[:at], "\n- "), strings.LastIndex(s[:at], "\n* "), 0)
	end := len(s)
	for _, sep := range []string{"\n\n", "\n- ", "\n* "} {
		if i := strings.Index(s[at:], sep); i >= 0 {
			end = min(end, at+i)
		}
	}
	return s[start:end]
}
