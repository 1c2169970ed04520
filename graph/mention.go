package graph

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// maxMentioned is how many symbols of a name a mention may mean: more say nothing.
const maxMentioned = 5

// Mention is a place in a document or comment that names a symbol.
type Mention struct {
	File  *File
	Range fact.Range
}

// MentionAt returns the range of the mention at offset and what it names: what its name means in the code there or, in a document, the symbols
// of that name, those in the folders nearest to it. ok is false when there is no mention.
func (g *Graph) MentionAt(f *File, offset uint32) (targets []Target, at fact.Range, ok bool) {
	ms := f.Facts.Mentions
	i := sort.Search(len(ms), func(i int) bool { return ms[i].Start > offset }) - 1
	if i < 0 {
		return nil, at, false
	}
	at = mentionRange(&ms[i])
	if offset > at.End {
		return nil, at, false
	}
	return newResolver(g).mentioned(f, &ms[i]), at, true
}

func mentionRange(m *fact.Mention) fact.Range {
	return fact.Range{Start: m.Start, End: m.Start + uint32(len(m.Name))}
}

// Mentions returns the places in documents and comments that name a symbol, its own documentation left out, by path and place.
func (g *Graph) Mentions(id ID) []Mention {
	d := id.Def()
	if d == nil {
		return nil
	}
	var out []Mention
	r := newResolver(g)
	g.posted(byMention, hashName(d.Name), func(f *File, i int32) bool {
		m := &f.Facts.Mentions[i]
		if lastOf(m.Name) != d.Name || f == id.File && f.documents(m.Start) == id.Symbol {
			return true
		}
		if slices.ContainsFunc(r.mentioned(f, m), func(t Target) bool { return t.ID == id }) {
			out = append(out, Mention{f, mentionRange(m)})
		}
		return true
	})
	slices.SortFunc(out, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Range.Start, b.Range.Start))
	})
	return out
}

// documents returns the symbol around an offset or, where the offset is in none that the next one is not in too, the next one: a comment there is about it.
func (f *File) documents(offset uint32) int32 {
	around := f.Facts.SymbolAt(offset)
	next := sort.Search(len(f.Facts.Symbols), func(i int) bool { return f.Facts.Symbols[i].Range.Start > offset })
	if next < len(f.Facts.Symbols) && f.Facts.Symbols[next].Parent == around && (around < 0 || f.Facts.Symbols[around].Kind.IsType()) {
		return int32(next)
	}
	return around
}

// lastOf returns what stands behind the last separator of a mention's name.
func lastOf(name string) string { return name[strings.LastIndexAny(name, ".:#")+1:] }

func (r *resolver) mentioned(f *File, m *fact.Mention) []Target {
	name := strings.NewReplacer("::", ".", "#", ".").Replace(m.Name)
	if v := r.eval(f, fact.Expr(name), m.Start); v.kind == isFunc || v.kind == isType {
		return targetsOf(v.ids, Exact)
	}
	ids := slices.DeleteFunc(slices.Clone(r.g.dotted(name)), func(id ID) bool {
		d := id.Def()
		return d.Kind == fact.Section || d.Kind == fact.Variable && d.Parent >= 0
	})
	ids = nearest(f, ids)
	tier := Likely
	if len(ids) > 1 {
		tier = Possible
	}
	if len(ids) > maxMentioned {
		return nil
	}
	return targetsOf(ids, tier)
}

func targetsOf(ids []ID, tier Tier) (out []Target) {
	for _, id := range ids {
		out = append(out, Target{ID: id, Tier: tier})
	}
	return out
}

// nearest keeps the symbols whose files have the most folders in common with f.
func nearest(f *File, ids []ID) (out []ID) {
	best := -1
	for _, id := range ids {
		switch n := commonFolders(f.Path, id.File.Path); {
		case n > best:
			best, out = n, []ID{id}
		case n == best:
			out = append(out, id)
		}
	}
	return out
}

// commonFolders returns how many folders two paths begin with together.
func commonFolders(a, b string) (n int) {
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
