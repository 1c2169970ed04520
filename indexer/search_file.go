package indexer

import (
	"math"
	"math/bits"
	"path"
	"strings"
	"sync"
)

// nameAnalyzers take names apart. They are kept between searches: they know most names by then.
var nameAnalyzers = sync.Pool{New: func() any { return newAnalyzer(newVocabularies()) }}

// fileSignals reads what a candidate's file says.
type fileSignals struct {
	x        *searching
	analyzer *analyzer
	words    map[string]uint32 // see wordsByTerm
}

type fileSignal struct{ name, spelt, given, of, near, system float64 }

// signalsOfFiles sets what the files of the candidates say; all are their links.
func (x *searching) signalsOfFiles(groups [][]*candidate, all []*links) {
	names := nameAnalyzers.Get().(*analyzer)
	defer nameAnalyzers.Put(names)
	files := &fileSignals{x: x, analyzer: names, words: x.words.wordsByTerm()}
	for i, g := range groups {
		k := files.read(g[0])
		k.system = truth(!x.asked.system && all[i].otherSystem)
		for _, c := range g {
			s := &c.signals
			s[fileName], s[fileSpelt], s[pathGiven], s[fileOf], s[byFile], s[otherSystem] = k.name, k.spelt, k.given, k.of, k.near, k.system
		}
	}
}

func (f *fileSignals) read(c *candidate) (k fileSignal) {
	dir, file := path.Split(c.rel)
	stem := stemOf(file)
	if plainStems[strings.ToLower(stem)] && dir != "" {
		stem = path.Base(dir)
	}
	words, share := f.matched(stem)
	k.name = math.Sqrt(share * words)
	k.spelt = truth(words > 0 && len(stem) > 2 && f.x.asked.literal[fold(strings.ReplaceAll(stem, "-", ""))])
	for _, p := range f.x.asked.paths {
		k.given = max(k.given, truth(strings.HasSuffix("/"+c.rel, "/"+p)))
	}
	for _, name := range f.x.asked.names {
		k.of = max(k.of, truth(fold(lastName(name)) == fold(strings.ReplaceAll(stem, "-", ""))))
	}
	if f.x.near != nil {
		k.near = f.x.fileNearness(c)
	}
	return k
}

// matched returns the share of a name's words that the query has, and the share of the query, by rarity, that they are.
func (f *fileSignals) matched(name string) (words, query float64) {
	f.analyzer.keep, f.analyzer.compound = true, 0
	f.analyzer.add(name)
	f.analyzer.keep, f.analyzer.compound = false, 1
	terms, set := 0, uint32(0)
	f.analyzer.distinct(func(term string) {
		terms++
		set |= f.words[term]
	})
	return min(float64(bits.OnesCount32(set))/float64(max(terms, 1)), 1), min(f.x.words.share(set), 1)
}

// wordsByTerm returns the query's words by the terms that they may stand for.
func (t *wordTable) wordsByTerm() map[string]uint32 {
	out := map[string]uint32{}
	for i, w := range t.words {
		for _, term := range w.terms {
			out[term.text] |= 1 << i
		}
	}
	return out
}

// plainStems are names of files that say nothing; the folder's name stands for them.
var plainStems = wordSet("mod index __init__ lib main init package")

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// exampleFolders hold code that shows, measures or accompanies other code, in lower case.
var exampleFolders = words(`example examples _example _examples sample samples demo demos benchmark benchmarks bench compat fixture fixtures external
	doc docs website script scripts`)

func examplePath(rel string) bool { return hasAny(strings.Split(folderOf(rel), "/"), exampleFolders) }
