package indexer

import (
	"cmp"
	"math"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// rank returns the candidates, best first.
func (x *searching) rank() []*candidate {
	list, groups := x.sorted()
	x.signalsOfText(list)
	all := make([]*links, len(groups))
	for i, g := range groups {
		all[i] = linksOf(g[0])
	}
	x.signalsOfFiles(groups, all)
	for _, c := range list {
		x.signalsOfName(c)
		x.signalsOfExport(c)
		x.signalsOfKind(c)
		c.signals[example] = truth(all[c.group].example)
	}
	scale(list, byFile)
	for _, g := range groups {
		x.cover(g)
		x.crowd(g)
		for _, c := range g {
			c.signals[many] = math.Log1p(float64(len(g))) / linkSignalMax
		}
	}
	setLinked(groups, importedBy, x.importsBetween(all))
	for _, c := range list {
		c.score = c.signals.first()
	}
	x.signalsOfOthers(list, groups)
	o := occasion{long: x.asked.long, unsaid: x.unsaid(list)}
	for _, c := range list {
		c.score = c.signals.last(o)
	}
	slices.SortFunc(list, byScore)
	return list
}

// sorted returns the candidates in order of their places, so that nothing hangs on how they were found, and the same by file.
func (x *searching) sorted() (list []*candidate, groups [][]*candidate) {
	numbers := make(map[*graph.File]int, len(x.list))
	var sizes []int
	for _, c := range x.list {
		n, ok := numbers[c.file]
		if !ok {
			n = len(sizes)
			numbers[c.file], sizes = n, append(sizes, 0)
		}
		c.group = n
		sizes[n]++
	}
	room := make([]*candidate, len(x.list))
	groups = make([][]*candidate, len(sizes))
	for n, size := range sizes {
		groups[n], room = room[:0:size], room[size:]
	}
	for _, c := range x.list {
		groups[c.group] = append(groups[c.group], c)
	}
	slices.SortFunc(groups, func(a, b []*candidate) int { return strings.Compare(a[0].file.Path, b[0].file.Path) })
	list = make([]*candidate, 0, len(x.list))
	for i, g := range groups {
		slices.SortFunc(g, func(a, b *candidate) int { return a.chunk - b.chunk })
		for _, c := range g {
			c.order, c.group = len(list), i
			list = append(list, c)
		}
	}
	return list, groups
}

// byScore orders candidates by falling scores; equal ones stay in order of their places.
func byScore(a, b *candidate) int { return cmp.Or(cmp.Compare(b.score, a.score), a.order-b.order) }

// unsaid returns how much of the question, by rarity, the candidate lacks whose words cover most of it: 0 when one has all words. Words that are nowhere
// count as the rarest ones.
func (x *searching) unsaid(list []*candidate) float64 {
	best := 0.0
	for _, c := range list {
		best = max(best, x.words.share(c.words.words))
	}
	return 1 - best*x.words.total/max(x.words.total+x.words.absent, 1e-9)
}

// signalsOfText sets what words and meaning say, in units of the best.
func (x *searching) signalsOfText(list []*candidate) {
	for _, c := range list {
		c.signals[byWord] = c.words.score
		c.signals[byNearness] = c.near
		c.signals[nearness] = c.near
		x.nearest = max(x.nearest, c.near)
	}
	scale(list, byWord)
	scale(list, byNearness)
	leadByWords(list)
}

// leadShare is how many places from the top the lead is halved.
const leadShare = 10

// leadByWords sets who leads by words: what stands at the top is more than its score says.
func leadByWords(list []*candidate) {
	order := slices.Clone(list)
	slices.SortFunc(order, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.words.score, a.words.score), a.order-b.order)
	})
	for i, c := range order {
		if c.words.score > 0 {
			c.signals[leads] = leadShare / float64(leadShare+i)
		}
	}
}

// scale divides a signal by its greatest value.
func scale(list []*candidate, s signal) {
	best := 0.0
	for _, c := range list {
		best = max(best, c.signals[s])
	}
	if best == 0 {
		return
	}
	for _, c := range list {
		c.signals[s] /= best
	}
}

// signalsOfName sets what a candidate's name says.
func (x *searching) signalsOfName(c *candidate) {
	i := c.symbol()
	if i < 0 {
		x.signalsOfVariables(c)
		return
	}
	f, s := c.file.Facts, &c.signals
	best := 0.0
	if c.first() {
		for _, name := range x.asked.names {
			best = max(best, symbolMatch(f, i, name))
		}
	}
	if f.Symbols[i].Kind == fact.Constructor {
		best *= 0.6 // the type of the same name is the definition
	}
	switch {
	case best > 0 && x.asked.isName:
		s[defines] = best
	case best > 0:
		s[definesIn] = best
	}
	if f.Symbols[i].Kind.IsType() {
		s[definesType] = best
	}
}

// signalsOfVariables sets what the names of variables and constants say, which have no place of their own.
func (x *searching) signalsOfVariables(c *candidate) {
	if !x.asked.isName {
		return
	}
	f, r := c.file.Facts, c.file.Facts.Chunks[c.chunk].Range
	from := sort.Search(len(f.Symbols), func(i int) bool { return f.Symbols[i].Range.Start >= r.Start })
	for i := from; i < len(f.Symbols) && f.Symbols[i].Range.Start < r.End; i++ {
		c.signals[defines] = max(c.signals[defines], symbolMatch(f, int32(i), x.asked.names[0]))
	}
}

// signalsOfExport tells whether a candidate hands a name of the query on: an index file, which is where others get the name from.
func (x *searching) signalsOfExport(c *candidate) {
	if len(x.asked.names) == 0 {
		return
	}
	f := c.file.Facts
	r := f.Chunks[c.chunk].Range
	for i := range f.Imports {
		m := &f.Imports[i]
		if !m.ReExport || m.Start < r.Start || m.Start >= r.End {
			continue
		}
		name := cmp.Or(m.Alias, m.Name)
		if slices.ContainsFunc(x.asked.names, func(n string) bool { return lastName(n) == name }) {
			c.signals[reExports] = 1
		}
	}
}

// signalsOfKind sets what kind of code a candidate is.
func (x *searching) signalsOfKind(c *candidate) {
	f, s := c.file.Facts, &c.signals
	set := func(k signal, on bool) {
		if on {
			s[k] = 1
		}
	}
	i, ch := c.symbol(), f.Chunks[c.chunk]
	set(test, !x.asked.tests && (c.file.Marks.Test || symbolIsTest(f, c.chunk)))
	set(vendored, c.file.Marks.Vendored)
	set(generated, c.file.Marks.Generated)
	set(plain, f.Language == "")
	if records[path.Ext(c.rel)] {
		s[plain] = 2
	}
	set(between, i < 0 && len(f.Symbols) > 0)
	set(prose, i >= 0 && f.Symbols[i].Kind == fact.Section)
	set(function, i >= 0 && f.Symbols[i].Kind.Callable())
	set(typ, i >= 0 && f.Symbols[i].Kind.IsType())
	s[size] = math.Log1p(float64(ch.Range.End-ch.Range.Start)/bytesPerTerm) / 8
	if i >= 0 {
		symbol := &f.Symbols[i]
		length := math.Log1p(float64(symbol.Range.End - symbol.Range.Start))
		s[small] = ramp(length, smallLength, smallestLength)
		s[large] = ramp(length, largeLength, largestLength)
		s[documented] = math.Log1p(float64(len(symbol.Doc))) / longDoc
		set(constructor, symbol.Kind == fact.Constructor)
	}
	s[deep] = float64(strings.Count(c.rel, "/")) / 5
}

// Logarithms of lengths in bytes: of definitions of 400 to 90 and of 3,000 to 13,000, and of documentation.
const (
	smallLength, smallestLength = 6, 4.5
	largeLength, largestLength  = 8, 9.5
	longDoc                     = 6
)

// records are files of data that lines of prose may fill: they speak of everything and do nothing.
var records = wordSet(".csv .tsv .jsonl .ndjson")

const bytesPerTerm = 8

// namesakes are the candidates that define one name, in order of their places.
type namesakes struct {
	first, last *candidate
	n           int
}

// nameFilter tells quickly that no candidate has a name: by its length, first and last byte.
type nameFilter [4096]bool

func (f *nameFilter) at(name string) *bool {
	if name == "" {
		return &f[0]
	}
	return &f[(len(name)*289+int(name[0])*17+int(name[len(name)-1]))%len(f)]
}

// signalsOfOthers sets what the scores of other candidates say: of the same file, callers.
func (x *searching) signalsOfOthers(list []*candidate, groups [][]*candidate) {
	best := 1e-9
	for _, c := range list {
		best = max(best, c.score)
	}
	filter := &nameFilter{}
	for _, c := range list {
		c.score = max(c.score, 0) / best
		if i := c.symbol(); i >= 0 && c.first() {
			x.define(c, c.file.Facts.Symbols[i].Name)
			*filter.at(c.file.Facts.Symbols[i].Name) = true
		}
	}
	for _, c := range list {
		c.signals[declares] = truth(x.announces(c))
	}
	used := newReached(len(groups))
	var order []*candidate
	for _, g := range groups {
		order = append(order[:0], g...)
		relate(order)
		for _, c := range g {
			x.refer(c, filter, &used)
		}
	}
	setLinked(groups, usedBy, used)
}

// define takes a candidate among those of its name.
func (x *searching) define(c *candidate, name string) {
	m := x.memory
	n, ok := m.names[name]
	if !ok {
		m.names[name] = int32(len(m.namesakes))
		m.namesakes = append(m.namesakes, namesakes{c, c, 1})
		return
	}
	all := &m.namesakes[n]
	all.last.next, all.last = c, c
	all.n++
}

// named returns the candidates that define a name.
func (x *searching) named(name string) namesakes {
	if n, ok := x.memory.names[name]; ok {
		return x.memory.namesakes[n]
	}
	return namesakes{}
}

// maxNamesakes is how many definitions of one name a use may mean.
const maxNamesakes = 4

// refer follows the names in a candidate to the candidates that they may mean.
func (x *searching) refer(c *candidate, filter *nameFilter, used *reached) {
	refs := referencesIn(c)
	for k := range refs {
		ref := &refs[k]
		if !*filter.at(ref.Name) {
			continue
		}
		named := x.named(ref.Name)
		for i, to := 0, named.first; to != nil && i < maxNamesakes; i, to = i+1, to.next {
			if to != c && ref.Calls() {
				to.signals[calledFrom] = max(to.signals[calledFrom], c.score)
			}
			if len(ref.Name) >= minLinkName && named.n <= maxNamesakes {
				used.add(c.group, to.group)
			}
		}
	}
}

// relate sets what the best other candidates of the same file say. It reorders them.
func relate(group []*candidate) {
	slices.SortFunc(group, byScore)
	for _, c := range group {
		share, n := 1.0, 0
		for _, o := range group {
			if n == 5 {
				break
			}
			if o != c {
				c.signals[related] += share * o.score
				share, n = share/2, n+1
			}
		}
	}
}

// cover sets the share of the query that the candidates of one file have together.
func (x *searching) cover(group []*candidate) {
	all := uint32(0)
	for _, c := range group {
		all |= c.words.words
	}
	share := x.words.share(all)
	for _, c := range group {
		c.signals[fileCovered] = share
	}
}

// crowdSharpness is how much more a nearer place counts: a cosine that is less by one over it makes a place count 1/e.
const crowdSharpness = 20

// crowd adds up how near the candidates of one file are, in comparison with the nearest of all.
func (x *searching) crowd(group []*candidate) {
	if x.near == nil {
		return
	}
	sum := 0.001
	for _, c := range group {
		sum += math.Exp(crowdSharpness * (c.near - x.nearest))
	}
	for _, c := range group {
		c.signals[crowd] = math.Log(sum) / 10
	}
}

// announces reports whether c has no body and another candidate of the same qualified name has one.
func (x *searching) announces(c *candidate) bool {
	i := c.symbol()
	if i < 0 || !c.file.Facts.Symbols[i].Abstract {
		return false
	}
	name := c.file.Facts.Qualified(i)
	for o := x.named(c.file.Facts.Symbols[i].Name).first; o != nil; o = o.next {
		if k := o.symbol(); !o.file.Facts.Symbols[k].Abstract && o.file.Facts.Qualified(k) == name {
			return true
		}
	}
	return false
}

// referencesIn returns the references of a candidate's code.
func referencesIn(c *candidate) []fact.Reference {
	all, r := c.file.Facts.References, c.file.Facts.Chunks[c.chunk].Range
	from, behind := 0, len(all)
	for from < behind {
		if i := (from + behind) / 2; all[i].Start < r.Start {
			from = i + 1
		} else {
			behind = i
		}
	}
	to := from
	for to < len(all) && all[to].Start < r.End {
		to++
	}
	return all[from:to]
}

func symbolIsTest(f *fact.File, chunk int) bool {
	i := f.Chunks[chunk].Symbol
	return i >= 0 && f.Symbols[i].Test
}
