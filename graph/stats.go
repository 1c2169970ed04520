package graph

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Stats is what a look at all calls shows.
type Stats struct {
	Edges   map[Tier]int
	Callers map[ID]int // different callers of each symbol
	Callees map[ID]int // different callees of each symbol
	Unused  []ID       // see isUnused; by path and place
	Cycles  []Cycle    // of modules that call each other, the largest group first
}

// Cycle is a group of modules each of which reaches each other by calls.
type Cycle struct {
	Modules []string // folders, declared packages, or files without extension, by what one import names in the language
	Calls   []Edge   // one call for each step of a shortest way round
}

// Stats looks at every call that x lets through.
func (g *Graph) Stats(ctx context.Context, x Filter) (Stats, error) {
	s := Stats{Edges: map[Tier]int{}, Callers: map[ID]int{}, Callees: map[ID]int{}}
	called := map[ID]bool{}
	modules := map[string]map[string]Edge{}
	lowest := x
	lowest.Tier = Possible
	err := g.Edges(ctx, lowest, func(e Edge) bool {
		if e.Caller != e.Callee {
			called[e.Callee] = true
		}
		if e.Tier < x.Tier {
			return true
		}
		s.Edges[e.Tier]++
		s.Callers[e.Callee]++
		s.Callees[e.Caller]++
		from, to := e.Caller.File.module(), e.Callee.File.module()
		if from != to && !e.Dispatch {
			if modules[from] == nil {
				modules[from] = map[string]Edge{}
			}
			if _, seen := modules[from][to]; !seen {
				modules[from][to] = e
			}
		}
		return true
	})
	if err != nil {
		return s, err
	}
	s.Cycles = cycles(modules)
	s.Unused = g.unused(called, x)
	return s, ctx.Err()
}

// module names what a file belongs to for those who import it.
func (f *File) module() string {
	switch {
	case f.Rules.Unit == fact.UnitDeclared && f.Facts.Package != "":
		return f.Facts.Package
	case f.Rules.Unit == fact.UnitFile:
		return strings.TrimSuffix(f.Path, path.Ext(f.Path)) // a C header and its source are one
	}
	return folderOf(f)
}

func (g *Graph) unused(called map[ID]bool, x Filter) (out []ID) {
	r := newResolver(g)
	g.Files(func(f *File) bool {
		if f.Marks.Generated || f.Marks.Vendored || f.Marks.Test {
			return true
		}
		for i := range f.Facts.Symbols {
			if id := (ID{f, int32(i)}); !called[id] && x.wanted(f, id.Def()) && r.isUnused(id) {
				out = append(out, id)
			}
		}
		return true
	})
	sortIDs(out)
	return out
}

// isUnused reports whether a callable that nothing calls has no other use either: it is private, no test, no entry point, no override of something that
// is not known here, and no use of its name may mean it.
func (r *resolver) isUnused(id ID) bool {
	d := id.Def()
	if d.Kind != fact.Function && d.Kind != fact.Method || d.Exported || d.Test || d.Abstract || slices.Contains(id.File.Rules.Constructors, d.Name) || isEntry(d.Name) {
		return false
	}
	if c := id.File.Facts.Container(id.Symbol); c >= 0 && len(r.g.Supertypes(ID{id.File, c})) < len(id.File.Facts.Symbols[c].Bases) {
		return false
	}
	used := false
	r.g.posted(byUse, familyKey(id.File.Rules.Family, d.Name), func(f *File, i int32) bool {
		u := &f.Facts.References[i]
		if u.Name != d.Name || f == id.File && d.Range.Encloses(u.Range()) {
			return true
		}
		targets, _ := r.resolve(f, int(i), Likely)
		used = len(targets) == 0 || slices.ContainsFunc(targets, func(t Target) bool { return t.ID == id })
		return !used
	})
	return !used
}

// isEntry: what a program's start or a language's runtime calls.
func isEntry(name string) bool {
	return strings.EqualFold(name, "main") || name == "init" || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// cycles returns the strongly connected components of two or more modules.
func cycles(calls map[string]map[string]Edge) (out []Cycle) {
	for _, group := range components(calls) {
		if len(group) > 1 {
			slices.Sort(group)
			out = append(out, Cycle{group, around(calls, group)})
		}
	}
	slices.SortFunc(out, func(a, b Cycle) int {
		return cmp.Or(len(b.Modules)-len(a.Modules), cmp.Compare(a.Modules[0], b.Modules[0]))
	})
	return out
}

// components returns the strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972; without recursion).
func components(calls map[string]map[string]Edge) (out [][]string) {
	type frame struct {
		node string
		next []string
	}
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var frames []frame
	enter := func(n string) {
		index[n] = len(index)
		low[n] = index[n]
		stack, on[n] = append(stack, n), true
		frames = append(frames, frame{n, slices.Sorted(maps.Keys(calls[n]))})
	}
	for _, root := range slices.Sorted(maps.Keys(calls)) {
		if _, seen := index[root]; !seen {
			enter(root)
		}
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if len(f.next) > 0 {
				n := f.next[0]
				f.next = f.next[1:]
				if _, seen := index[n]; !seen {
					enter(n)
				} else if on[n] {
					low[f.node] = min(low[f.node], index[n])
				}
				continue
			}
			n := f.node
			if frames = frames[:len(frames)-1]; len(frames) > 0 {
				above := frames[len(frames)-1].node
				low[above] = min(low[above], low[n])
			}
			if low[n] == index[n] {
				at := slices.Index(stack, n)
				group := slices.Clone(stack[at:])
				stack = stack[:at]
				for _, m := range group {
					on[m] = false
				}
				out = append(out, group)
			}
		}
	}
	return out
}

// around returns the calls of a shortest way from the first module of a group round to itself.
func around(calls map[string]map[string]Edge, group []string) []Edge {
	start := group[0]
	came := map[string]string{}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range slices.Sorted(maps.Keys(calls[at])) {
			if next == start {
				way := []Edge{calls[at][next]}
				for ; at != start; at = came[at] {
					way = append(way, calls[came[at]][at])
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := came[next]; !seen && slices.Contains(group, next) {
				came[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}
