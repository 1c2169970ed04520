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
	list := x.sorted()
	x.signalsOfText(list)
	names := nameAnalyzers.Get().(*analyzer)
	defer nameAnalyzers.Put(names)
	files := &fileSignals{x: x, analyzer: names, known: map[*graph.File]*fileSignal{}, words: x.words.wordsByTerm()}
	for _, c := range list {
		files.add(c)
		x.signalsOfName(c)
		x.signalsOfKind(c)
	}
	scale(list, byFile)
	groups := groupByFile(list)
	for _, g := range groups {
		x.cover(g)
	}
	for _, c := range list {
		c.score = c.signals.first()
	}
	signalsOfOthers(list, groups)
	o := occasion{long: x.asked.long, unsaid: x.unsaid(list)}
	for _, c := range list {
		c.score = c.signals.last(o)
	}
	slices.SortStableFunc(list, func(a, b *candidate) int { return cmp.Compare(b.score, a.score) })
	return list
}

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
	}
	scale(list, byWord)
	scale(list, byNearness)
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
		return
	}
	f, s := c.file.Facts, &c.signals
	best := 0.0
	if c.first() {
		for _, name := range x.asked.names {
			best = max(best, nameMatch(f.Qualified(i), name))
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
	set(example, examplePath(c.rel))
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
	set(later, ch.Part > 0)
	n := float64(ch.Range.End - ch.Range.Start)
	s[size] = math.Log1p(n/bytesPerTerm) / 8
	set(tiny, n < tinyBytes)
	s[deep] = float64(strings.Count(c.rel, "/")) / 5
}

// records are files of data that lines of prose may fill: they speak of everything and do nothing.
var records = wordSet(".csv .tsv .jsonl .ndjson")

const (
	bytesPerTerm = 8
	tinyBytes    = 100
)

// groupByFile returns the candidates of each file, in order.
func groupByFile(list []*candidate) (groups [][]*candidate) {
	for i, c := range list {
		if i == 0 || list[i-1].file != c.file {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], c)
	}
	return groups
}

// signalsOfOthers sets what the scores of other candidates say: of the same file, the neighbours, callers.
func signalsOfOthers(list []*candidate, groups [][]*candidate) {
	best := 1e-9
	for _, c := range list {
		best = max(best, c.score)
	}
	byName := map[string][]*candidate{}
	for _, c := range list {
		c.score = max(c.score, 0) / best
		if i := c.symbol(); i >= 0 && c.first() {
			name := c.file.Facts.Symbols[i].Name
			byName[name] = append(byName[name], c)
		}
	}
	for _, g := range groups {
		relate(g)
	}
	for _, c := range list {
		for _, ref := range referencesIn(c) {
			if ref.Kind != fact.Call && ref.Kind != fact.New {
				continue
			}
			named := byName[ref.Name]
			for _, to := range named[:min(len(named), maxNamesakes)] {
				if to != c {
					to.signals[calledFrom] = max(to.signals[calledFrom], c.score)
				}
			}
		}
	}
}

// maxNamesakes is how many definitions of one name a call may mean.
const maxNamesakes = 4

// relate sets the signals between the candidates of one file, which stand in order of their chunks.
func relate(group []*candidate) {
	order := slices.Clone(group)
	slices.SortStableFunc(order, func(a, b *candidate) int { return cmp.Compare(b.score, a.score) })
	for _, c := range order {
		share, n := 1.0, 0
		for _, o := range order {
			if o != c && n < 5 {
				c.signals[related] += share * o.score
				share, n = share/2, n+1
			}
		}
	}
	for i, c := range group {
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(group) && (group[k].chunk-c.chunk)*(group[k].chunk-c.chunk) == 1 {
				c.signals[neighbour] = max(c.signals[neighbour], group[k].score)
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

// referencesIn returns the references of a candidate's code.
func referencesIn(c *candidate) []fact.Reference {
	all, r := c.file.Facts.References, c.file.Facts.Chunks[c.chunk].Range
	from := sort.Search(len(all), func(i int) bool { return all[i].Start >= r.Start })
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
