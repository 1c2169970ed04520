package indexer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

// hits returns the first places of ranked candidates: each once, and the further places of a file behind others that are nearly as good.
func (x *searching) hits(ranked []*candidate) []Hit {
	type place struct {
		file   *graph.File
		symbol int32
		chunk  int
	}
	seen := map[place]bool{}
	files := map[*graph.File]int{}
	another := anotherOfFileShort + (anotherOfFileLong-anotherOfFileShort)*x.asked.place
	var list []*candidate
	for _, c := range ranked {
		p := place{c.file, c.symbol(), -1}
		if p.symbol < 0 {
			p.chunk = c.chunk
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		if n := files[c.file]; n > 0 {
			c.score -= another + furtherOfFile*float64(min(n, maxFurther)-1)
		}
		files[c.file]++
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b *candidate) int { return cmp.Compare(b.score, a.score) })
	out := make([]Hit, 0, min(len(list), x.q.Limit))
	a := nameAnalyzers.Get().(*analyzer)
	defer nameAnalyzers.Put(a)
	for _, c := range list[:min(len(list), x.q.Limit)] {
		out = append(out, x.hit(a, c))
	}
	return out
}

func (x *searching) hit(a *analyzer, c *candidate) Hit {
	f := c.file.Facts
	ch := f.Chunks[c.chunk]
	h := Hit{File: c.file, Range: ch.Range, ID: graph.ID{File: c.file, Symbol: ch.Symbol}, Score: logistic(c.score), Why: x.why(a, c)}
	if ch.Symbol >= 0 {
		h.Symbol, h.Kind = f.Qualified(ch.Symbol), f.Symbols[ch.Symbol].Kind
	}
	h.Start = f.Line(ch.Range.Start) + 1
	h.End = max(f.Line(max(ch.Range.End, ch.Range.Start+1)-1)+1, h.Start)
	return h
}

// logistic brings a score between 0 and 1 and keeps the order.
func logistic(score float64) float64 { return 1 / (1 + math.Exp(-2*score)) }

// why tells what a hit was found by.
func (x *searching) why(a *analyzer, c *candidate) []string {
	var out []string
	text, s := c.words.words, &c.signals
	name := uint32(0)
	if i := c.symbol(); i >= 0 {
		name = x.wordsIn(a, text, c.file.Facts.Qualified(i))
	}
	path := x.wordsIn(a, text, c.rel)
	if name != 0 || s[defines] > 0 || s[definesIn] > 0 {
		out = append(out, "name")
	}
	if words := x.written(text &^ name); len(words) > 0 {
		out = append(out, "text: "+strings.Join(words, ", "))
	}
	if path != 0 || s[pathGiven] > 0 {
		out = append(out, "path")
	}
	if c.near > 0 {
		out = append(out, fmt.Sprintf("meaning %.2f", c.near))
	}
	return out
}

// wordsIn returns those of a set of the query's words that a name has.
func (x *searching) wordsIn(a *analyzer, set uint32, name string) (found uint32) {
	a.keep = true
	a.add(name)
	terms := map[string]bool{}
	a.distinct(func(term string) { terms[term] = true })
	a.keep = false
	for i, w := range x.words.words {
		for _, t := range w.terms {
			if terms[t.text] && set>>i&1 != 0 {
				found |= 1 << i
			}
		}
	}
	return found
}

func (x *searching) written(set uint32) (out []string) {
	for i, w := range x.words.words {
		if set>>i&1 != 0 && w.written != "" {
			out = append(out, w.written)
		}
	}
	return out
}

// nameMatch returns how well a symbol's qualified name is a name of the query, itself qualified or not: 1 the same, less when case and underscores
// differ.
func nameMatch(qualified, name string) float64 {
	parts := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ':' || r == '#' })
	}
	have, want := parts(qualified), parts(name)
	if len(want) == 0 || len(have) < len(want) {
		return 0
	}
	have = have[len(have)-len(want):]
	if slices.Equal(have, want) {
		return 1
	}
	if slices.EqualFunc(have, want, func(a, b string) bool { return fold(a) == fold(b) }) {
		return 0.7
	}
	return 0
}
