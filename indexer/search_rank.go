package indexer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// How well a symbol's name is the query.
const (
	noName      = iota
	sameLetters // but for case and underscores
	sameName
)

// nameQuery returns the query without white space when it looks like the name of a symbol, "" when it is prose.
func nameQuery(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), "()")
	for _, r := range s {
		if r != '_' && r != '$' && r != '.' && r != ':' && r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return ""
		}
	}
	return s
}

// lastName returns what stands behind the last separator of a qualified name.
func lastName(s string) string {
	if i := strings.LastIndexAny(s, ".:#"); i >= 0 {
		return s[i+1:]
	}
	return s
}

// fold makes names comparable that differ in case and underscores only.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// exactTerm is the term by which a symbol of that name is found, whatever else it is made of.
func exactTerm(name string) string { return "=" + fold(lastName(name)) }

// nameMatch compares a symbol's qualified name with a query that is a name, itself qualified or not.
func nameMatch(qualified, name string) int {
	parts := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ':' || r == '#' })
	}
	have, want := parts(qualified), parts(name)
	if len(want) == 0 || len(have) < len(want) {
		return noName
	}
	have = have[len(have)-len(want):]
	if slices.Equal(have, want) {
		return sameName
	}
	if slices.EqualFunc(have, want, func(a, b string) bool { return fold(a) == fold(b) }) {
		return sameLetters
	}
	return noName
}

// signals adjusts a candidate's score by what neither words nor meaning say.
func (x *searching) signals(c *candidate, name string) {
	f := c.file
	if i := f.Facts.Chunks[c.chunk].Symbol; i >= 0 && name != "" {
		c.exact = nameMatch(f.Facts.Qualified(i), name)
	}
	test := f.Marks.Test || symbolIsTest(f.Facts, c.chunk)
	if test && !x.wantsTests() {
		c.score *= 0.7
	}
	if f.Marks.Vendored {
		c.score *= 0.5
	}
	if f.Marks.Generated {
		c.score *= 0.5
	}
	if f.Facts.Language == "" {
		c.score *= 0.8 // data and logs, mostly
	}
	c.score += []float64{noName: 0, sameLetters: 2, sameName: 4}[c.exact]
}

func (x *searching) wantsTests() bool { return slices.Contains(x.words, "test") }

func symbolIsTest(f *fact.File, chunk int) bool {
	i := f.Chunks[chunk].Symbol
	return i >= 0 && f.Symbols[i].Test
}

// hits returns the first places of ranked candidates: each once, and not too many of one file before others have had their turn.
func (x *searching) hits(ranked []*candidate) []Hit {
	type place struct {
		file   *graph.File
		symbol int32
		chunk  int
	}
	seen := map[place]bool{}
	perFile := map[*graph.File]int{}
	for _, c := range ranked {
		n := perFile[c.file]
		perFile[c.file]++
		if c.exact == noName {
			c.score *= 1 / (1 + 0.08*float64(n))
		}
	}
	slices.SortStableFunc(ranked, func(a, b *candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return byPlace(a, b)
	})
	var out []Hit
	for _, c := range ranked {
		p := place{c.file, c.file.Facts.Chunks[c.chunk].Symbol, -1}
		if p.symbol < 0 {
			p.chunk = c.chunk
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		if out = append(out, x.hit(c)); len(out) == x.q.Limit {
			break
		}
	}
	return out
}

func (x *searching) hit(c *candidate) Hit {
	f := c.file.Facts
	ch := f.Chunks[c.chunk]
	h := Hit{File: c.file, Range: ch.Range, ID: graph.ID{File: c.file, Symbol: ch.Symbol}, Score: c.score, Why: x.why(c)}
	if ch.Symbol >= 0 {
		h.Symbol, h.Kind = f.Qualified(ch.Symbol), f.Symbols[ch.Symbol].Kind
	}
	h.Start = f.Line(ch.Range.Start) + 1
	h.End = max(f.Line(max(ch.Range.End, ch.Range.Start+1)-1)+1, h.Start)
	return h
}

// why tells what a hit was found by.
func (x *searching) why(c *candidate) []string {
	var out []string
	if c.exact != noName || c.match.fields>>fieldName&1 != 0 {
		out = append(out, "name")
	}
	if words := x.wordsIn(c.match.text); len(words) > 0 {
		out = append(out, "text: "+strings.Join(words, ", "))
	}
	if c.match.fields>>fieldPath&1 != 0 {
		out = append(out, "path")
	}
	if c.near > 0 {
		out = append(out, fmt.Sprintf("meaning %.2f", c.near))
	}
	return out
}

func (x *searching) wordsIn(set uint32) (out []string) {
	for i, w := range x.words {
		if i < maxWords && set>>i&1 != 0 && w[0] != '=' {
			out = append(out, x.written[w])
		}
	}
	return out
}
