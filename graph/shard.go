package graph

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Shard is an immutable part of a Graph, built once and shared by many graphs.
type Shard struct {
	files     []*File
	prefixes  map[string]bool // the packages around those that are declared
	manifests []*File         // files with a ModulePath
	tables    [tables]postings
}

// table says what postings are of.
type table uint8

const (
	byPath    table = iota // files
	byFolder               // files
	byBase                 // files, by the last part of their path
	byPackage              // files by declared package, in languages whose imports name those
	byName                 // symbols
	byMember               // symbols with an Owner; see ownerKey
	byRead                 // symbols that run when they are read
	byType                 // symbols by full name, in languages where that is enough to know them
	byUse                  // references; see familyKey
	byAlias                // see familyKey: imports that rename, by what they take; what holds, returns or is given a value, by the name that it is got from
	bySuper                // symbols with Bases and Inherits, by the base's last name
	byMention              // mentions by the last part of the name

	tables
)

// postings maps names to places without keeping the names: sorted hashes, and what they stand for beside them.
type postings struct {
	keys   []uint32
	places []place
	first  []uint32 // where the keys of one beginning start, by their upper bits: hashes are spread evenly
	shift  uint8    // how many lower bits the beginning leaves out
}

// place is an index into one of a file's slices; what tells which.
type place struct {
	file  int32
	index int32
}

var seed = maphash.MakeSeed()

func hashName(name string) uint32 { return uint32(maphash.String(seed, name)) }

// familyKey is the key of a name that only files of one family are asked for: short names stand in thousands of places of other languages.
func familyKey(family, name string) uint32 { return hashName(name) ^ hashName(family) }

// ownerKey is the key of a method's name and that of its type: one method name may be that of thousands of types.
func ownerKey(owner, name string) uint32 {
	return hashName(name) ^ bits.RotateLeft32(hashName(owner), 1)
}

type posting struct {
	key uint32
	place
}

func newPostings(ps []posting) postings {
	order := make([]uint64, len(ps)) // within a key they are in order already
	for i, p := range ps {
		order[i] = uint64(p.key)<<32 | uint64(i)
	}
	slices.Sort(order)
	out := postings{keys: make([]uint32, len(ps)), places: make([]place, len(ps))}
	for i, o := range order {
		out.keys[i], out.places[i] = uint32(o>>32), ps[uint32(o)].place
	}
	out.index()
	return out
}

func (p *postings) find(key uint32) []place {
	if len(p.keys) == 0 {
		return nil
	}
	i, end := p.first[key>>p.shift], p.first[key>>p.shift+1]
	for i < end && p.keys[i] < key {
		i++
	}
	j := i
	for j < end && p.keys[j] == key {
		j++
	}
	return p.places[i:j]
}

// index fills first, with about four keys to a beginning.
func (p *postings) index() {
	bits := max(bits.Len(uint(len(p.keys)))-2, 1)
	p.shift = uint8(32 - bits)
	p.first = make([]uint32, 1<<bits+1)
	for _, k := range p.keys {
		p.first[k>>p.shift+1]++
	}
	for i := 1; i < len(p.first); i++ {
		p.first[i] += p.first[i-1]
	}
}

// NewShard indexes files.
func NewShard(files []*File) *Shard {
	s := &Shard{files: files, prefixes: map[string]bool{}}
	var all [tables][]posting
	for n, f := range files {
		put := func(t table, key uint32, i int) { all[t] = append(all[t], posting{key, place{int32(n), int32(i)}}) }
		named := func(t table, name string, i int) {
			if name != "" {
				put(t, hashName(name), i)
			}
		}
		put(byPath, hashName(f.Path), 0)
		put(byFolder, hashName(folderOf(f)), 0)
		put(byBase, hashName(path.Base(f.Path)), 0)
		if f.Rules.Unit == fact.UnitDeclared {
			for _, p := range f.packages() {
				put(byPackage, hashName(p), 0)
				prefixesOf(p, f.Rules.Separator, func(p string) { s.prefixes[p] = true })
			}
		}
		if f.Facts.ModulePath != "" || f.Rules.Manifest == fact.ManifestIncludes {
			s.manifests = append(s.manifests, f)
		}
		for i := range f.Facts.Symbols {
			sym := &f.Facts.Symbols[i]
			named(byName, sym.Name, i)
			if sym.Kind == fact.Property {
				named(byRead, sym.Name, i)
			}
			if sym.Owner != "" {
				put(byMember, ownerKey(fact.TypeName(sym.Owner), sym.Name), i)
			}
			if f.Rules.Unit == fact.UnitType && sym.Kind.IsType() {
				full := f.Facts.Qualified(int32(i))
				named(byType, full, i)
				prefixesOf(full, f.Rules.Separator, func(p string) { s.prefixes[p] = true })
			}
			for _, b := range sym.Bases {
				named(bySuper, fact.TypeName(b), i)
			}
		}
		for i := range f.Facts.References {
			if name := f.Facts.References[i].Name; name != "" {
				put(byUse, familyKey(f.Rules.Family, name), i)
			}
		}
		aliasPostings(f, func(name string, i int) {
			if name != "" {
				put(byAlias, familyKey(f.Rules.Family, name), i)
			}
		})
		for i := range f.Facts.Inherits {
			named(bySuper, fact.TypeName(f.Facts.Inherits[i].Base), -1-i)
		}
		for i := range f.Facts.Mentions {
			named(byMention, lastOf(f.Facts.Mentions[i].Name), i)
		}
	}
	for t := range all {
		s.tables[t] = newPostings(all[t])
	}
	return s
}

// Graph is an immutable view of the facts of a workspace.
type Graph struct {
	base   *Base
	over   *Shard
	hidden map[string]bool // paths of base that over replaces

	mu     sync.Mutex // guards the memos, which only save work
	named  map[string][]ID
	member map[[2]string][]ID // by the owner's last name and the member's
	reads  map[string]bool
	folder map[string][]*File
	bases  map[string][]*File
	pkgs   map[string][]*File
	files  map[string]*File
	mods   []*File
	modsOK bool
}

// New returns the graph of base, in which the files of overlay (may be nil) take the place of those with the same path.
func New(base *Base, overlay *Shard) *Graph {
	g := &Graph{base: base, over: overlay, hidden: map[string]bool{}, named: map[string][]ID{}, member: map[[2]string][]ID{}, reads: map[string]bool{},
		folder: map[string][]*File{}, bases: map[string][]*File{}, pkgs: map[string][]*File{}, files: map[string]*File{}}
	if overlay != nil {
		for _, f := range overlay.files {
			g.hidden[f.Path] = true
		}
	}
	return g
}

// live reports whether a file of base counts.
func (g *Graph) live(f *File) bool { return len(g.hidden) == 0 || !g.hidden[f.Path] }

// memo returns m[key], made by find when it is not there.
func memo[K comparable, V any](g *Graph, m map[K]V, key K, find func() V) V {
	g.mu.Lock()
	v, ok := m[key]
	g.mu.Unlock()
	if ok {
		return v
	}
	v = find()
	g.mu.Lock()
	m[key] = v
	g.mu.Unlock()
	return v
}

// File returns the file at an absolute path, nil when it is not known.
func (g *Graph) File(p string) *File {
	return memo(g, g.files, p, func() (out *File) {
		g.posted(byPath, hashName(p), func(f *File, _ int32) bool {
			if f.Path == p {
				out = f
			}
			return out == nil
		})
		return out
	})
}

// Files calls yield for every file, in no particular order, until it returns false.
func (g *Graph) Files(yield func(*File) bool) {
	if g.over != nil {
		for _, f := range g.over.files {
			if !yield(f) {
				return
			}
		}
	}
	for _, s := range g.base.shards {
		for _, f := range s.files {
			if g.live(f) && !yield(f) {
				return
			}
		}
	}
}

// Named returns the symbols with exactly this name, by path and place.
func (g *Graph) Named(name string) []ID {
	return memo(g, g.named, name, func() []ID {
		var out []ID
		g.posted(byName, hashName(name), func(f *File, i int32) bool {
			if f.Facts.Symbols[i].Name == name {
				out = append(out, ID{f, i})
			}
			return true
		})
		sortIDs(out)
		return out
	})
}

// maxFew is how many symbols of a name are looked through rather than the files that may have one.
const maxFew = 64

// namedIn returns the symbols with this name that files, all different, declare: in the order of files, then by place.
func (g *Graph) namedIn(files []*File, name string) []ID {
	var out []ID
	if len(files) > 3 {
		if all := g.Named(name); len(all) <= maxFew {
			for _, id := range all {
				if slices.Contains(files, id.File) {
					out = append(out, id)
				}
			}
			if len(out) > 1 {
				slices.SortStableFunc(out, func(a, b ID) int { return slices.Index(files, a.File) - slices.Index(files, b.File) })
			}
			return out
		}
	}
	for _, f := range files {
		for _, i := range f.named(name).symbols() {
			out = append(out, ID{f, i})
		}
	}
	return out
}

// owned returns the symbols with this name whose Owner's last name is owner, by path and place.
func (g *Graph) owned(owner, name string) []ID {
	return memo(g, g.member, [2]string{owner, name}, func() []ID {
		var out []ID
		g.posted(byMember, ownerKey(owner, name), func(f *File, i int32) bool {
			if s := &f.Facts.Symbols[i]; s.Name == name && fact.TypeName(s.Owner) == owner {
				out = append(out, ID{f, i})
			}
			return true
		})
		sortIDs(out)
		return out
	})
}

func sortIDs(ids []ID) {
	slices.SortFunc(ids, compareIDs)
}

// compareIDs orders by path and place.
func compareIDs(a, b ID) int {
	if a.File != b.File {
		if c := cmp.Compare(a.File.Path, b.File.Path); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Symbol, b.Symbol)
}

// readable reports whether something that runs when it is read has this name.
func (g *Graph) readable(name string) bool {
	return memo(g, g.reads, name, func() (found bool) {
		g.posted(byRead, hashName(name), func(f *File, i int32) bool {
			found = f.Facts.Symbols[i].Name == name
			return !found
		})
		return found
	})
}

// posted calls yield for each place that a table has under key, until it returns false; the caller compares the name, of which only the hash
// was.
func (g *Graph) posted(t table, key uint32, yield func(f *File, i int32) bool) {
	if g.over != nil {
		for _, p := range g.over.tables[t].find(key) {
			if !yield(g.over.files[p.file], p.index) {
				return
			}
		}
	}
	for _, n := range g.base.having(t, key) {
		s := g.base.shards[n]
		for _, p := range s.tables[t].find(key) {
			if f := s.files[p.file]; g.live(f) && !yield(f, p.index) {
				return
			}
		}
	}
}

// home is where a file stands: a shard, and its number there.
type home struct {
	shard  *Shard
	number int32
}

func (g *Graph) homeOf(f *File) home {
	key := hashName(f.Path)
	in := func(s *Shard) (n int32, ok bool) {
		for _, p := range s.tables[byPath].find(key) {
			if s.files[p.file] == f {
				return p.file, true
			}
		}
		return 0, false
	}
	if g.over != nil {
		if n, ok := in(g.over); ok {
			return home{g.over, n}
		}
	}
	for _, i := range g.base.having(byPath, key) {
		if n, ok := in(g.base.shards[i]); ok {
			return home{g.base.shards[i], n}
		}
	}
	return home{}
}

// postedIn is posted for the places of one file.
func (r *resolver) postedIn(f *File, t table, key uint32, yield func(f *File, i int32) bool) {
	at, ok := r.homes[f]
	if !ok {
		at = r.g.homeOf(f)
		r.homes[f] = at
	}
	if at.shard == nil {
		return
	}
	places := at.shard.tables[t].find(key)
	i, _ := slices.BinarySearchFunc(places, at.number, func(p place, n int32) int { return int(p.file - n) })
	for ; i < len(places) && places[i].file == at.number && yield(f, places[i].index); i++ {
	}
}

// inFolder returns the files of a folder, by path.
func (g *Graph) inFolder(dir string) []*File {
	return g.collect(g.folder, byFolder, dir, func(f *File) bool { return folderOf(f) == dir })
}

// inPackage returns the files that declare a package.
func (g *Graph) inPackage(name string) []*File {
	return g.collect(g.pkgs, byPackage, name, func(f *File) bool { return slices.Contains(f.packages(), name) })
}

// collect returns the files that a table has under a name, by path.
func (g *Graph) collect(m map[string][]*File, t table, name string, is func(*File) bool) []*File {
	return memo(g, m, name, func() []*File {
		var out []*File
		g.posted(t, hashName(name), func(f *File, _ int32) bool {
			if is(f) {
				out = append(out, f)
			}
			return true
		})
		slices.SortFunc(out, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
		return out
	})
}

// withSuffix returns the files whose path ends with suffix (whole folder names).
func (g *Graph) withSuffix(suffix string) []*File {
	base := path.Base(suffix)
	var out []*File
	for _, f := range g.collect(g.bases, byBase, base, func(f *File) bool { return path.Base(f.Path) == base }) {
		if strings.HasSuffix(f.Path, "/"+strings.TrimPrefix(suffix, "/")) {
			out = append(out, f)
		}
	}
	return out
}

// manifests returns the files that declare a module path, longest folder first.
func (g *Graph) manifests() []*File {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.modsOK {
		g.each(func(s *Shard) {
			for _, f := range s.manifests {
				if s == g.over || g.live(f) {
					g.mods = append(g.mods, f)
				}
			}
		})
		slices.SortFunc(g.mods, func(a, b *File) int {
			return cmp.Or(cmp.Compare(len(b.Path), len(a.Path)), cmp.Compare(a.Path, b.Path))
		})
		g.modsOK = true
	}
	return g.mods
}

// each calls yield for every shard.
func (g *Graph) each(yield func(*Shard)) {
	if g.over != nil {
		yield(g.over)
	}
	for _, s := range g.base.shards {
		yield(s)
	}
}
