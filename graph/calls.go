package graph

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sort"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// caller returns the callable that the code of a reference belongs to; the body of a type belongs to what stands around it.
func caller(f *File, u *fact.Reference) ID {
	s := u.Symbol
	for s >= 0 && !f.Facts.Symbols[s].Kind.Callable() {
		s = f.Facts.Symbols[s].Parent
	}
	return ID{f, s}
}

// wanted reports whether f passes the filter.
func (x Filter) wanted(f *File, s *fact.Symbol) bool {
	if x.Languages != nil && !slices.Contains(x.Languages, f.Facts.Language) {
		return false
	}
	return !(x.NoTests && (f.Marks.Test || s != nil && s.Test) || x.NoVendored && f.Marks.Vendored || x.NoGenerated && f.Marks.Generated)
}

// isCall reports whether a reference that leads to target is a call: properties run when they are read.
func isCall(u *fact.Reference, target ID) bool {
	switch u.Kind {
	case fact.Call, fact.New:
		s := target.Def()
		if s == nil {
			return false
		}
		if s.Kind.IsType() { // making an instance of a type without a constructor
			return s.Kind != fact.Interface && s.Kind != fact.Trait && s.Kind != fact.Type && len(target.File.Rules.Constructors) > 0 && !target.File.Rules.Includes
		}
		return s.Kind.Callable()
	case fact.Read:
		s := target.Def()
		return s != nil && (s.Kind == fact.Property || s.Kind.Callable() && (target.File.Rules.ReadsCall || target.File.Rules.BareCalls && takes(target, 0)))
	}
	return false
}

// Incoming returns the callers of id, by path and place; a type's are those that make an instance. Recursive calls are included. Unresolved counts calls of
// the same name whose target is not known. The error is the context's.
func (g *Graph) Incoming(ctx context.Context, id ID, x Filter) (Calls, error) {
	r := newResolver(g)
	runs := isCall(&fact.Reference{Kind: fact.Read}, id) // by being read
	var uses []use
	err := r.candidates(ctx, id, func(f *File, i int) bool {
		u := &f.Facts.References[i]
		if (u.Kind == fact.Call || u.Kind == fact.New || u.Kind == fact.Read && runs) && x.wanted(f, caller(f, u).Def()) {
			uses = append(uses, use{f, i})
		}
		return true
	})
	if err != nil {
		return Calls{}, err
	}
	edges := newEdgeSet()
	var out Calls
	for _, c := range r.callsIn(ctx, uses, id, x) {
		for _, s := range c.sites {
			edges.add(s.caller, id, s.target, s.at)
		}
		out.Unresolved += c.unresolved
	}
	if ctx.Err() != nil {
		return Calls{}, ctx.Err()
	}
	out.Edges = edges.sorted()
	return out, nil
}

// use is a reference.
type use struct {
	file  *File
	index int
}

// callsOf are the calls of a symbol among some uses of its names.
type callsOf struct {
	sites      []callSite
	unresolved int
}

type callSite struct {
	caller ID
	target Target
	at     fact.Range
}

// usesEach is how many uses are worth a goroutine.
const usesEach = 300

// callsIn resolves uses, many of them on all processors, and returns what was found, in their order.
func (r *resolver) callsIn(ctx context.Context, uses []use, id ID, x Filter) []callsOf {
	n := max(1, min(runtime.GOMAXPROCS(0), len(uses)/usesEach))
	out := make([]callsOf, n)
	panics := make([]any, n)
	var wg sync.WaitGroup
	for k := range n {
		own := r
		if k > 0 {
			own = newResolver(r.g)
		}
		wg.Go(func() {
			defer func() { panics[k] = recover() }() // for who asked, as if there were no goroutines
			out[k] = own.callsAmong(ctx, uses[k*len(uses)/n:(k+1)*len(uses)/n], id, x)
		})
	}
	wg.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	return out
}

func (r *resolver) callsAmong(ctx context.Context, uses []use, id ID, x Filter) (out callsOf) {
	makers := r.makers(id)
	for k, a := range uses {
		if k&63 == 0 && ctx.Err() != nil {
			return out
		}
		u := &a.file.Facts.References[a.index]
		targets, known := r.resolve(a.file, a.index, x.Tier)
		hit := false
		for _, t := range targets {
			if (t.ID == id || slices.Contains(makers, t.ID) && makesOne(id, a.file, u, t.ID)) && t.Tier >= x.Tier && isCall(u, id) {
				out.sites = append(out.sites, callSite{caller(a.file, u), t, u.Range()})
				hit = true
			}
		}
		if !hit && !known && u.Kind == fact.Call {
			out.unresolved++
		}
	}
	return out
}

// makers returns the constructors that run, inherited ones too, when an instance of a type is made.
func (r *resolver) makers(id ID) []ID {
	if s := id.Def(); s == nil || !s.Kind.IsType() {
		return nil
	}
	return r.constructors(id.File, []ID{id})
}

// makesOne reports whether a call that runs one of a type's constructors makes an instance of just that type: super(…) and this(…) go on with one that is
// being made, cls(…) in a base makes one of any subclass.
func makesOne(id ID, f *File, u *fact.Reference, constructor ID) bool {
	if slices.Contains(f.Rules.Super, u.Name) {
		return false
	}
	own := constructor.File == id.File && constructor.Symbol >= 0 && constructor.Def().Parent == id.Symbol
	return !slices.Contains(f.Rules.Self, u.Name) || own && f.Rules.Unit != fact.UnitDeclared
}

// Outgoing returns what id calls, in the order of the first site; for a module, what its top-level code calls. Unresolved counts
// calls in id whose target may be in the workspace but is not known.
func (g *Graph) Outgoing(ctx context.Context, id ID, x Filter) (Calls, error) {
	return newResolver(g).outgoing(ctx, id, x)
}

func (r *resolver) outgoing(ctx context.Context, id ID, x Filter) (Calls, error) {
	f := id.File
	refs := f.Facts.References
	from, to := 0, len(refs)
	if s := id.Def(); s != nil && !s.StandsForFile() {
		from = sort.Search(len(refs), func(i int) bool { return refs[i].Start >= s.Range.Start })
		to = sort.Search(len(refs), func(i int) bool { return refs[i].Start >= s.Range.End })
	}
	edges := newEdgeSet()
	var out Calls
	for i := from; i < to; i++ {
		if i&63 == 0 && ctx.Err() != nil {
			return Calls{}, ctx.Err()
		}
		if caller(f, &refs[i]) != id {
			continue
		}
		if !r.addCalls(edges, f, i, x) {
			out.Unresolved++
		}
	}
	out.Edges = edges.list
	slices.SortStableFunc(out.Edges, func(a, b Edge) int { return cmp.Compare(a.Sites[0].Start, b.Sites[0].Start) })
	return out, nil
}

// addCalls adds the edges of reference i of f. It returns false when the call could not be resolved.
func (r *resolver) addCalls(edges *edgeSet, f *File, i int, x Filter) bool {
	u := &f.Facts.References[i]
	if u.Kind != fact.Call && u.Kind != fact.New && (u.Kind != fact.Read || !f.Rules.ReadsCall && (u.Recv == "" && !f.Rules.ImplicitThis || !r.runsWhenRead(f, u.Name))) {
		return true
	}
	targets, known := r.resolve(f, i, x.Tier)
	for _, t := range targets {
		if t.Tier >= x.Tier && isCall(u, t.ID) && x.wanted(t.ID.File, t.ID.Def()) {
			edges.add(caller(f, u), t.ID, t, u.Range())
		}
	}
	return known || len(targets) > 0 || u.Kind != fact.Call
}

// runsWhenRead reports whether something that runs when it is read in f may have this name.
func (r *resolver) runsWhenRead(f *File, name string) bool {
	if f.Rules.BareCalls {
		return slices.ContainsFunc(r.g.Named(name), func(id ID) bool { return id.Def().Kind == fact.Property || id.Def().Kind.Callable() })
	}
	return r.g.readable(name)
}

// Edges calls yield for every edge of the workspace, file by file, until it returns false. The error is the context's.
func (g *Graph) Edges(ctx context.Context, x Filter, yield func(Edge) bool) error {
	for batch := range slices.Chunk(g.SortedFiles(), EdgeBatch) {
		edges, err := g.EdgesOf(ctx, batch, x)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if !yield(e) {
				return nil
			}
		}
	}
	return nil
}

// EdgeBatch is how many files EdgesOf is best given at once.
const EdgeBatch = 256

// SortedFiles returns every file, by path.
func (g *Graph) SortedFiles() []*File {
	var files []*File
	g.Files(func(f *File) bool { files = append(files, f); return true })
	slices.SortFunc(files, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	return files
}

// EdgesOf returns the edges whose callers stand in files, file by file. The error is the context's. Several goroutines may share the work:
// files of one folder, which import much the same, are best kept together.
func (g *Graph) EdgesOf(ctx context.Context, files []*File, x Filter) ([]Edge, error) {
	out := make([][]Edge, 0, len(files))
	r := newResolver(g)
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		edges := newEdgeSet()
		for i := range f.Facts.References {
			if x.wanted(f, caller(f, &f.Facts.References[i]).Def()) {
				r.addCalls(edges, f, i, x)
			}
		}
		out = append(out, edges.sorted())
	}
	return slices.Concat(out...), nil
}

// edgeSet gathers sites by caller and callee.
type edgeSet struct {
	at   map[[2]ID]int
	list []Edge
}

func newEdgeSet() *edgeSet { return &edgeSet{at: map[[2]ID]int{}} }

func (s *edgeSet) add(from, to ID, t Target, site fact.Range) {
	key := [2]ID{from, to}
	i, ok := s.at[key]
	if !ok {
		i = len(s.list)
		s.at[key] = i
		s.list = append(s.list, Edge{Caller: from, Callee: to, Tier: t.Tier, Dispatch: t.Dispatch})
	}
	e := &s.list[i]
	e.Tier = max(e.Tier, t.Tier)
	e.Dispatch = e.Dispatch && t.Dispatch
	if !slices.Contains(e.Sites, site) {
		e.Sites = append(e.Sites, site)
	}
}

// sorted returns the edges by caller, then callee, with their sites in order.
func (s *edgeSet) sorted() []Edge {
	for i := range s.list {
		slices.SortFunc(s.list[i].Sites, func(a, b fact.Range) int { return cmp.Compare(a.Start, b.Start) })
	}
	slices.SortFunc(s.list, func(a, b Edge) int {
		if c := compareIDs(a.Caller, b.Caller); c != 0 {
			return c
		}
		return compareIDs(a.Callee, b.Callee)
	})
	return s.list
}
