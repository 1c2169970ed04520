package graph

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// index finds things in one file by name. It is made when first needed.
type index struct {
	once     sync.Once
	slots    map[string]int32
	lists    []int32  // of each name one behind the other: its symbols, bindings, imports and re-exports
	starts   []uint32 // where these start in lists, four for each slot, and where the last ends
	stars    []int32
	elements bool                // there are Element bindings
	classes  map[int32]int32     // class symbol, or that of a function that makes objects → its scope
	given    map[fact.Expr]int32 // anonymous function → where it is passed, by Rules.Functional
	owners   map[string]bool     // names of what methods name as their owner, where functions make objects
}

// entry is what a file has by one name.
type entry struct {
	f    *File
	slot int32 // -1: nothing
}

func (f *File) named(name string) entry {
	if slot, ok := f.names().slots[name]; ok {
		return entry{f, slot}
	}
	return entry{f, -1}
}

func (e entry) list(n int32) []int32 {
	if e.slot < 0 {
		return nil
	}
	x := &e.f.index
	from, to := x.starts[4*e.slot+n], x.starts[4*e.slot+n+1]
	return x.lists[from:to:to]
}

func (e entry) symbols() []int32  { return e.list(0) }
func (e entry) bindings() []int32 { return e.list(1) } // by scope, then by place
func (e entry) imports() []int32  { return e.list(2) } // by local name
func (e entry) exports() []int32  { return e.list(3) } // re-exports by exported name

func (f *File) names() *index {
	x := &f.index
	x.once.Do(func() {
		x.slots, x.classes = make(map[string]int32, len(f.Facts.Symbols)+len(f.Facts.Bindings)/2), map[int32]int32{}
		f.eachNamed(func(name string, list, _ int32) {
			slot, ok := x.slots[name]
			if !ok {
				slot = int32(len(x.slots))
				x.slots[name] = slot
				x.starts = append(x.starts, 0, 0, 0, 0)
			}
			x.starts[4*slot+list]++
		})
		total := uint32(0)
		for i, n := range x.starts {
			x.starts[i] = total
			total += n
		}
		x.starts, x.lists = append(x.starts, total), make([]int32, total)
		next := slices.Clone(x.starts)
		f.eachNamed(func(name string, list, i int32) {
			at := &next[4*x.slots[name]+list]
			x.lists[*at] = i
			*at++
		})
		for slot := range int32(len(x.slots)) {
			if is := (entry{f, slot}).bindings(); len(is) > 1 {
				slices.SortStableFunc(is, func(a, b int32) int { return cmp.Compare(f.Facts.Bindings[a].Scope, f.Facts.Bindings[b].Scope) })
			}
		}
		for i := range f.Facts.Symbols {
			if s := &f.Facts.Symbols[i]; f.Rules.FunctionsMake && s.Owner != "" && !s.Static {
				if x.owners == nil {
					x.owners = map[string]bool{}
				}
				x.owners[s.Owner] = true
			}
		}
		for i := range f.Facts.Bindings {
			x.elements = x.elements || f.Facts.Bindings[i].Kind == fact.Element
		}
		for i := range f.Facts.Imports {
			if imp := &f.Facts.Imports[i]; imp.Name == "*" && imp.Alias == "" {
				x.stars = append(x.stars, int32(i))
			}
		}
		if f.Rules.Functional != nil {
			x.given = map[fact.Expr]int32{}
			for i := range f.Facts.Passes {
				if v := f.Facts.Passes[i].Value; v != "" && v[0] == '\\' {
					x.given[v] = int32(i)
				}
			}
		}
		for i := range f.Facts.Scopes {
			if s := &f.Facts.Scopes[i]; s.Symbol >= 0 && (s.Class || f.constructs(x, s.Symbol)) {
				if _, ok := x.classes[s.Symbol]; !ok {
					x.classes[s.Symbol] = int32(i)
				}
			}
		}
	})
	return x
}

// constructs reports whether symbol i is a function that makes objects: methods name it as their owner.
func (f *File) constructs(x *index, i int32) bool {
	return x.owners[f.Facts.Symbols[i].Name] && f.Facts.Symbols[i].Kind == fact.Function
}

// eachNamed calls yield for everything in f that has a name: list is the number of the entry's list that it belongs to, i its place there.
func (f *File) eachNamed(yield func(name string, list, i int32)) {
	for i := range f.Facts.Symbols {
		yield(f.Facts.Symbols[i].Name, 0, int32(i))
	}
	for i := range f.Facts.Bindings {
		yield(f.Facts.Bindings[i].Name, 1, int32(i))
	}
	for i := range f.Facts.Imports {
		imp := &f.Facts.Imports[i]
		if imp.Name == "*" && imp.Alias == "" {
			continue
		}
		if imp.ReExport {
			yield(cmp.Or(imp.Alias, imp.Name), 3, int32(i))
		}
		if imp.Path == "" {
			continue // a re-export of an own name binds nothing
		}
		if n := f.localName(imp); n != "" && n != "_" {
			yield(n, 2, int32(i))
		}
	}
}

// bound returns the bindings of the name in one scope, in order. A file may bind one name in a thousand scopes.
func (e entry) bound(scope int32) []int32 {
	all := e.bindings()
	before := func(i, s int32) int { return cmp.Compare(e.f.Facts.Bindings[i].Scope, s) }
	from, ok := slices.BinarySearchFunc(all, scope, before)
	if !ok {
		return nil
	}
	to, _ := slices.BinarySearchFunc(all[from:], scope+1, before)
	return all[from : from+to]
}

// localName returns the name that an import binds.
func (f *File) localName(imp *fact.Import) string {
	if imp.Alias != "" {
		return imp.Alias
	}
	if imp.Name != "" {
		return imp.Name
	}
	parts := strings.Split(imp.Path, f.Rules.Separator)
	if f.Rules.Unit == fact.UnitFile && f.Rules.Separator == "." { // import a.b binds a
		return parts[0]
	}
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" { // Go: a major version is no name
		last = parts[len(parts)-2]
	}
	last, _, _ = strings.Cut(last, ".v") // gopkg.in/yaml.v3
	return strings.TrimPrefix(last, "go-")
}

// top reports whether symbol i is visible as a member of the file's module: it stands in no other symbol and belongs to no type.
func (f *File) top(i int32) bool {
	return f.Facts.Symbols[i].Owner == "" && f.holder(i) < 0
}

// holder returns the symbol whose member symbol i is as a name: what stands around it, but not the types whose members are names beside them.
func (f *File) holder(i int32) int32 {
	p := f.Facts.Symbols[i].Parent
	for f.Rules.FlatTypes && p >= 0 && (f.Facts.Symbols[p].Kind.IsType() && f.Facts.Symbols[p].Kind != fact.Trait || f.Facts.Symbols[p].Kind == fact.EnumMember) {
		p = f.Facts.Symbols[p].Parent
	}
	return p
}

// scopeOf returns the scope in which symbol i is declared.
func (f *File) scopeOf(i int32) int32 {
	s := f.Facts.ScopeAt(f.Facts.Symbols[i].NameRange.Start)
	for s > 0 && (f.Facts.Scopes[s].Symbol == i || f.Facts.Scopes[s].Range.Start >= f.Facts.Symbols[i].Range.Start && f.Facts.Scopes[s].Range.End <= f.Facts.Symbols[i].Range.End) {
		s = f.Facts.Scopes[s].Parent
	}
	for f.Rules.FlatTypes && s > 0 && f.Facts.Scopes[s].Class && f.Facts.Symbols[i].Owner == "" && f.holder(i) != f.Facts.Scopes[s].Symbol {
		s = f.Facts.Scopes[s].Parent
	}
	return s
}
