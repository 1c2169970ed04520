package indexer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// hits returns the first places of ranked candidates: each once, and the further places of a file behind others that are nearly as good.
func (x *searching) hits(ranked []*candidate) []Hit {
	shown, files := x.memory.shown, make([]int, len(ranked)) // by group
	another := anotherOfFileShort + (anotherOfFileLong-anotherOfFileShort)*x.asked.place
	list := ranked[:0]
	for _, c := range ranked {
		p := uint64(c.group) << 32
		if i := c.symbol(); i >= 0 {
			p |= uint64(i)
		} else {
			p |= 1<<31 | uint64(c.chunk)
		}
		if shown[p] {
			continue
		}
		shown[p] = true
		if n := files[c.group]; n > 0 {
			c.score -= another + furtherOfFile*float64(min(n, maxFurther)-1)
		}
		files[c.group]++
		c.order = len(list)
		list = append(list, c)
	}
	best := newSelection(list, func(a, b **candidate) bool { return byScore(*a, *b) < 0 })
	out := make([]Hit, 0, min(len(list), x.q.Limit))
	a := nameAnalyzers.Get().(*analyzer)
	defer nameAnalyzers.Put(a)
	for len(out) < x.q.Limit {
		c, ok := best.next()
		if !ok {
			break
		}
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

// symbolMatch is nameMatch for a symbol of a file. The last part of most names differs, which is seen without taking them apart.
func symbolMatch(f *fact.File, i int32, name string) float64 {
	have, want := lastName(f.Symbols[i].Name), lastName(name)
	if have != "" && want != "" && !sameFolded(have, want) {
		return 0
	}
	return nameMatch(f.Qualified(i), name)
}

// sameFolded reports whether fold makes names the same.
func sameFolded(a, b string) bool {
	for {
		for len(a) > 0 && a[0] == '_' {
			a = a[1:]
		}
		for len(b) > 0 && b[0] == '_' {
			b = b[1:]
		}
		if a == "" || b == "" {
			return a == b
		}
		if class[a[0]] == wide || class[b[0]] == wide {
			return fold(a) == fold(b)
		}
		if a[0] != b[0] && (class[a[0]] != upper && class[a[0]] != lower || a[0]|0x20 != b[0]|0x20) {
			return false
		}
		a, b = a[1:], b[1:]
	}
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
