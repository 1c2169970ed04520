package indexer

import (
	"hash/fnv"
	"math"
	"path"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

// Which of the candidates' files are central for a query is told by the others: how many of them use a name that a file defines, and how many import
// it. Both look at names and paths only, since resolving them costs more than a search may.

const (
	minLinkName   = 4 // bytes; shorter names mean too much
	maxTailFiles  = 4 // that the end of an import's path may mean
	tailParts     = 3 // of a path, at most
	linkSignalMax = 3 // the logarithm of some 20 files
)

// setLinked sets a signal of files to the logarithm of how many others reach each.
func setLinked(groups [][]*candidate, s signal, r reached) {
	for i, g := range groups {
		for _, c := range g {
			c.signals[s] = math.Log1p(float64(r.count[i])) / linkSignalMax
		}
	}
}

// reached counts for each file by how many others it is reached, which come one after another.
type reached struct {
	count []int
	last  []int // who reached it last, from 1
}

func newReached(n int) reached { return reached{make([]int, n), make([]int, n)} }

func (c *reached) add(from, to int) {
	if to != from && c.last[to] != from+1 {
		c.last[to] = from + 1
		c.count[to]++
	}
}

// links are the ends of the path of a file, and of those of its imports, as numbers: those of one, two and three parts, 0 where there are fewer; and what the
// path says.
type links struct {
	example     bool // see exampleFolders
	otherSystem bool // see forOtherSystem

	own     tails
	imports []tails // the same import with the name that it takes, then without
}

type tails [tailParts]uint64

// tailFiles are the files whose path has an end: how many, and the first of them.
type tailFiles struct {
	n     int
	first [maxTailFiles]int32
}

// importsBetween counts which files import others.
func (x *searching) importsBetween(all []*links) reached {
	byTail := x.memory.tails
	for i, l := range all {
		for _, t := range l.own {
			if t != 0 {
				f := byTail[t]
				if f.n < maxTailFiles {
					f.first[f.n] = int32(i)
				}
				f.n++
				byTail[t] = f
			}
		}
	}
	n := newReached(len(all))
	for i, l := range all {
		for _, t := range l.imports {
			if byTail[t[0]].n == 0 {
				continue
			}
			for k := tailParts - 1; k >= 0; k-- {
				if at := byTail[t[k]]; at.n > 0 && at.n <= maxTailFiles {
					for _, to := range at.first[:at.n] {
						n.add(i, int(to))
					}
					break
				}
			}
		}
	}
	return n
}

// linksOf returns the links of a candidate's file; they are kept with its record.
func linksOf(c *candidate) *links {
	if c.record == nil {
		return newLinks(c.file, c.rel)
	}
	if l := c.record.links.Load(); l != nil {
		return l
	}
	l := newLinks(c.file, c.rel)
	c.record.links.Store(l)
	return l
}

func newLinks(f *graph.File, rel string) *links {
	dir, file := path.Split(strings.ToLower(rel))
	parts := pathParts(dir)
	if stem := stemOf(file); !plainStems[stem] || len(parts) == 0 {
		parts = append(parts, stem)
	}
	l := &links{example: examplePath(rel), otherSystem: forOtherSystem(rel), own: tailsOf(parts)}
	for _, m := range f.Facts.Imports {
		parts := pathParts(strings.ToLower(m.Path))
		if n := len(parts); n > 1 && importEndings[parts[n-1]] {
			parts = parts[:n-1]
		}
		if m.Name != "" && m.Name != "*" {
			l.imports = append(l.imports, tailsOf(append(parts[:len(parts):len(parts)], strings.ToLower(m.Name))))
		}
		l.imports = append(l.imports, tailsOf(parts))
	}
	return l
}

// importEndings are endings of files in imports that name a file.
var importEndings = wordSet("h hh hpp hxx inc js mjs cjs ts mts jsx tsx vue svelte php rb dart zig proto")

func pathParts(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '.' || r == ':' || r == '\\' })
}

// tailsOf returns the numbers of the last part, the last two, …: FNV-1a, from the end.
func tailsOf(parts []string) (out tails) {
	h := fnv.New64a()
	for k := 0; k < tailParts && k < len(parts); k++ {
		h.Write([]byte(parts[len(parts)-1-k] + "/"))
		out[k] = h.Sum64()
	}
	return out
}
