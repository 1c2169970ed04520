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
	paths     map[string]*File
	folders   map[string][]*File // by folder
	packages  map[string][]*File // by declared package, in languages whose imports name those
	prefixes  map[string]bool    // the packages around those that are declared
	bases     map[string][]*File // by base name
	manifests []*File            // files with a ModulePath
	symbols   postings
	members   postings        // symbols with an Owner, by its last name and theirs; see memberName
	runs      map[string]bool // names of what runs when it is read
	types     postings        // by full name, in languages where that is enough to know them
	uses      postings        // references
	aliases   postings        // imports that rename, by what they take; what holds, returns or is given a value, by the name that it is got from
	subtypes  postings        // symbols with Bases and Inherits, by the base's last name
	mentions  postings        // by the last part of the name
}

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
	s := &Shard{files: files, runs: map[string]bool{}, paths: map[string]*File{}, folders: map[string][]*File{}, packages: map[string][]*File{}, prefixes: map[string]bool{}, bases: map[string][]*File{}}
	var symbols, members, types, uses, aliases, subtypes, named []posting
	for n, f := range files {
		dir, base := path.Split(f.Path)
		s.paths[f.Path] = f
		s.folders[strings.TrimSuffix(dir, "/")] = append(s.folders[strings.TrimSuffix(dir, "/")], f)
		s.bases[base] = append(s.bases[base], f)
		if f.Rules.Unit == fact.UnitDeclared {
			for _, p := range f.packages() {
				s.packages[p] = append(s.packages[p], f)
				prefixesOf(p, f.Rules.Separator, func(p string) { s.prefixes[p] = true })
			}
		}
		if f.Facts.ModulePath != "" || f.Rules.Manifest == fact.ManifestIncludes {
			s.manifests = append(s.manifests, f)
		}
		put := func(to *[]posting, name string, i int) {
			if name != "" {
				*to = append(*to, posting{hashName(name), place{int32(n), int32(i)}})
			}
		}
		for i := range f.Facts.Symbols {
			sym := &f.Facts.Symbols[i]
			put(&symbols, sym.Name, i)
			if sym.Kind == fact.Property {
				s.runs[sym.Name] = true
			}
			if sym.Owner != "" {
				put(&members, memberName(fact.TypeName(sym.Owner), sym.Name), i)
			}
			if f.Rules.Unit == fact.UnitType && sym.Kind.IsType() {
				full := f.Facts.Qualified(int32(i))
				put(&types, full, i)
				prefixesOf(full, f.Rules.Separator, func(p string) { s.prefixes[p] = true })
			}
			for _, b := range sym.Bases {
				put(&subtypes, fact.TypeName(b), i)
			}
		}
		for i := range f.Facts.References {
			put(&uses, f.Facts.References[i].Name, i)
		}
		aliasPostings(f, func(name string, i int) { put(&aliases, name, i) })
		for i := range f.Facts.Inherits {
			put(&subtypes, fact.TypeName(f.Facts.Inherits[i].Base), -1-i)
		}
		for i := range f.Facts.Mentions {
			put(&named, lastOf(f.Facts.Mentions[i].Name), i)
		}
	}
	s.types, s.members = newPostings(types), newPostings(members)
	s.symbols, s.uses, s.aliases, s.subtypes, s.mentions = newPostings(symbols), newPostings(uses), newPostings(aliases), newPostings(subtypes), newPostings(named)
	return s
}

// Graph is an immutable view of the facts of a workspace.
type Graph struct {
	shards []*Shard
	over   *Shard
	hidden map[string]bool // paths of base that over replaces or that do not exist any more

	mu     sync.Mutex // guards the memos, which only save work
	named  map[string][]ID
	member map[string][]ID // by memberName
	folder map[string][]*File
	pkgs   map[string][]*File
	files  map[string]*File
	mods   []*File
	modsOK bool
}

// New returns the graph of base, in which the files of overlay (may be nil) take the place of those with the same path. hidden are further
// paths of base that do not exist any more.
func New(base []*Shard, overlay *Shard, hidden map[string]bool) *Graph {
	g := &Graph{shards: base, over: overlay, hidden: map[string]bool{}, named: map[string][]ID{}, member: map[string][]ID{}, folder: map[string][]*File{}, pkgs: map[string][]*File{}, files: map[string]*File{}}
	for p := range hidden {
		g.hidden[p] = true
	}
	if overlay != nil {
		for p := range overlay.paths {
			g.hidden[p] = true
		}
	}
	return g
}

// each calls yield for every shard; live tells which of its files count.
func (g *Graph) each(yield func(s *Shard, live func(*File) bool) bool) {
	if g.over != nil && !yield(g.over, func(*File) bool { return true }) {
		return
	}
	live := func(f *File) bool { return len(g.hidden) == 0 || !g.hidden[f.Path] }
	for _, s := range g.shards {
		if s != nil && !yield(s, live) {
			return
		}
	}
}

// memo returns m[key], made by find when it is not there.
func memo[V any](g *Graph, m map[string]V, key string, find func() V) V {
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
	return memo(g, g.files, p, func() *File {
		var out *File
		g.each(func(s *Shard, live func(*File) bool) bool {
			if f := s.paths[p]; f != nil && live(f) {
				out = f
			}
			return out == nil
		})
		return out
	})
}

// Files calls yield for every file, in no particular order, until it returns false.
func (g *Graph) Files(yield func(*File) bool) {
	g.each(func(s *Shard, live func(*File) bool) bool {
		for _, f := range s.files {
			if live(f) && !yield(f) {
				return false
			}
		}
		return true
	})
}

// Named returns the symbols with exactly this name, by path and place.
func (g *Graph) Named(name string) []ID {
	return memo(g, g.named, name, func() []ID {
		var out []ID
		g.posted(func(s *Shard) *postings { return &s.symbols }, name, func(f *File, i int32) bool {
			if f.Facts.Symbols[i].Name == name {
				out = append(out, ID{f, i})
			}
			return true
		})
		sortIDs(out)
		return out
	})
}

func memberName(owner, name string) string { return owner + "\x00" + name }

// owned returns the symbols with this name whose Owner's last name is owner, by path and place: one method name may be that of thousands
// of types.
func (g *Graph) owned(owner, name string) []ID {
	key := memberName(owner, name)
	return memo(g, g.member, key, func() []ID {
		var out []ID
		g.posted(func(s *Shard) *postings { return &s.members }, key, func(f *File, i int32) bool {
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
	slices.SortFunc(ids, func(a, b ID) int {
		return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Symbol, b.Symbol))
	})
}

// posted calls yield for each place that postings have under name, until it returns false; the caller compares the name, of which only the
// hash was.
func (g *Graph) posted(of func(*Shard) *postings, name string, yield func(f *File, i int32) bool) {
	key := hashName(name)
	g.each(func(s *Shard, live func(*File) bool) bool {
		for _, p := range of(s).find(key) {
			if f := s.files[p.file]; live(f) && !yield(f, p.index) {
				return false
			}
		}
		return true
	})
}

// home is where a file stands: a shard, and its number there.
type home struct {
	shard  *Shard
	number int32
}

func (g *Graph) homeOf(f *File) (out home) {
	g.each(func(s *Shard, _ func(*File) bool) bool {
		if s.paths[f.Path] == f {
			out = home{s, int32(slices.Index(s.files, f))}
		}
		return out.shard == nil
	})
	return out
}

// postedIn is posted for the places of one file.
func (r *resolver) postedIn(f *File, of func(*Shard) *postings, name string, yield func(f *File, i int32) bool) {
	at, ok := r.homes[f]
	if !ok {
		at = r.g.homeOf(f)
		r.homes[f] = at
	}
	if at.shard == nil {
		return
	}
	places := of(at.shard).find(hashName(name))
	i, _ := slices.BinarySearchFunc(places, at.number, func(p place, n int32) int { return int(p.file - n) })
	for ; i < len(places) && places[i].file == at.number && yield(f, places[i].index); i++ {
	}
}

// inFolder returns the files of a folder, by path.
func (g *Graph) inFolder(dir string) []*File {
	return g.collect(g.folder, dir, func(s *Shard) []*File { return s.folders[dir] })
}

// inPackage returns the files that declare a package.
func (g *Graph) inPackage(name string) []*File {
	return g.collect(g.pkgs, name, func(s *Shard) []*File { return s.packages[name] })
}

func (g *Graph) collect(m map[string][]*File, key string, of func(*Shard) []*File) []*File {
	return memo(g, m, key, func() []*File {
		var out []*File
		g.each(func(s *Shard, live func(*File) bool) bool {
			for _, f := range of(s) {
				if live(f) {
					out = append(out, f)
				}
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
	all := g.collect(g.pkgs, "\x00base "+base, func(s *Shard) []*File { return s.bases[base] })
	var out []*File
	for _, f := range all {
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
		g.each(func(s *Shard, live func(*File) bool) bool {
			for _, f := range s.manifests {
				if live(f) {
					g.mods = append(g.mods, f)
				}
			}
			return true
		})
		slices.SortFunc(g.mods, func(a, b *File) int {
			return cmp.Or(cmp.Compare(len(b.Path), len(a.Path)), cmp.Compare(a.Path, b.Path))
		})
		g.modsOK = true
	}
	return g.mods
}
