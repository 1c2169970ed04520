package main

import (
	"path"
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

const (
	codeBytes = 1200 // of a text's code: what the index embeds of a chunk
	shortBody = 60   // bytes; less says nothing
)

// pairs calls out for each pair of the tree.
func (t *tree) pairs(out emit) {
	for _, f := range t.files {
		if f.lang == nil {
			continue
		}
		if f.lang.Name == "markdown" {
			t.sections(f, out)
			continue
		}
		f.head(out)
		for i := range f.facts.Symbols {
			f.definition(int32(i), out)
		}
		if f.test {
			t.tests(f, out)
		}
	}
}

// definition makes the pairs of one definition: its documentation, its name, its comments and its messages, each with the rest of it.
func (f *file) definition(i int32, out emit) {
	s := &f.facts.Symbols[i]
	if !s.Kind.Callable() && !s.Kind.IsType() || s.Kind == fact.Property {
		return
	}
	body := f.body(s)
	if len(body) < shortBody {
		return
	}
	at := f.at(i)
	if q := clean(s.Doc); q != "" {
		bare := f.code(i, without(body, s.Doc))
		out("doc", at, q, bare)
		for _, q := range further(s.Doc) {
			out("further", at, q, bare)
		}
	}
	if f.test || s.Test || !s.Kind.Callable() {
		return
	}
	out("name", at, f.nameWords(i), "\n"+strings.ReplaceAll(uncomment(body), s.Name, " "))
	f.inside(i, body, out)
}

// body returns the text of a definition, cut.
func (f *file) body(s *fact.Symbol) string {
	end := min(int(s.Range.End), len(f.text))
	return strings.ToValidUTF8(f.text[min(int(s.Range.Start), end):min(end, int(s.Range.Start)+4*codeBytes)], "")
}

// code returns a definition as the index embeds it: its path, its kind and name, its text.
func (f *file) code(i int32, body string) string {
	s := &f.facts.Symbols[i]
	return f.rel + "\n" + string(s.Kind) + " " + f.facts.Qualified(i) + "\n" + body[:min(len(body), codeBytes)]
}

// at names a definition within its source.
func (f *file) at(i int32) string { return f.rel + "\n" + f.facts.Qualified(i) }

func (f *file) nameWords(i int32) string {
	stem := strings.TrimSuffix(path.Base(f.rel), path.Ext(f.rel))
	return f.facts.Qualified(i) + " " + stem
}

// without removes a docstring that stands inside of the body.
func without(body, doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(doc), "\n")
	at := strings.Index(body, line)
	if line == "" || at < 0 {
		return body
	}
	lines := strings.Count(strings.TrimSpace(doc), "\n") + 1
	rest := body[at:]
	for range lines {
		_, after, ok := strings.Cut(rest, "\n")
		if !ok {
			return body[:at]
		}
		rest = after
	}
	return body[:at] + rest
}

var (
	comment = regexp.MustCompile(`(?m)^\s*(?://+|#+|--+|;+|\*)\s*(.*)$`)
	message = regexp.MustCompile(`"([^"\\\n]{15,160})"|'([^'\\\n]{15,160})'`)
	format  = regexp.MustCompile(`%[-+# 0-9.]*\w|\{[^}]*\}|\$\w+|\\n`)
)

func uncomment(body string) string { return comment.ReplaceAllString(body, "") }

// inside makes pairs of the comments and messages inside of a definition: they say in words what the code does.
func (f *file) inside(i int32, body string, out emit) {
	bare := ""
	comments := 0
	for _, c := range comments3(body) {
		if q := clean(c); len(strings.Fields(q)) >= 5 && comments < 3 {
			if bare == "" {
				bare = f.code(i, uncomment(body))
			}
			comments++
			out("comment", f.at(i), q, bare)
		}
	}
	messages := 0
	for _, m := range message.FindAllStringSubmatch(body, 8) {
		q := format.ReplaceAllString(m[1]+m[2], " ")
		if words := strings.Fields(q); len(words) >= 4 && isProse(words) && messages < 2 {
			messages++
			out("message", f.at(i), strings.Join(words, " "), f.code(i, strings.ReplaceAll(body, m[1]+m[2], "")))
		}
	}
}

// comments3 returns the comments inside of a body: neighbouring lines are one.
func comments3(body string) (out []string) {
	var now []string
	end := -1
	for _, m := range comment.FindAllStringSubmatchIndex(body, -1) {
		if end >= 0 && m[0] > end+1 {
			out, now = append(out, strings.Join(now, " ")), nil
		}
		now, end = append(now, body[m[2]:m[3]]), m[1]
	}
	if now != nil {
		out = append(out, strings.Join(now, " "))
	}
	return out
}

// head pairs the comment that a file starts with and the names that it defines.
func (f *file) head(out emit) {
	var b strings.Builder
	for _, line := range strings.SplitN(f.text[:min(len(f.text), 3000)], "\n", 40) {
		bare := strings.TrimSpace(line)
		trimmed := strings.TrimLeft(bare, "/#*-;!\"'<%{ ")
		if trimmed == bare && bare != "" && b.Len() == 0 || trimmed == bare && bare != "" {
			break
		}
		b.WriteString(trimmed + "\n")
	}
	q := clean(b.String())
	if len(strings.Fields(q)) < 4 {
		return
	}
	names := f.rel + "\n"
	for i := range f.facts.Symbols {
		if s := &f.facts.Symbols[i]; s.Kind.Callable() || s.Kind.IsType() {
			names += s.Name + "\n"
		}
		if len(names) > codeBytes {
			break
		}
	}
	out("head", f.rel, q, names)
}
