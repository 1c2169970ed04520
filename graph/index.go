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
	symbols  map[string][]int32
	bindings map[string][]int32 // by scope, then by place
	imports  map[string][]int32 // by local name
	stars    []int32
	elements bool                // there are Element bindings
	exports  map[string][]int32  // re-exports by exported name
	classes  map[int32]int32     // class symbol, or that of a function that makes objects → its scope
	given    map[fact.Expr]int32 // anonymous function → where it is passed, by Rules.Functional
	owners   map[string]bool     // names of what methods name as their owner, where functions make objects
}

func (f *File) names() *index {
	x := &f.index
	x.once.Do(func() {
		x.symbols, x.bindings, x.imports, x.exports, x.classes = map[string][]int32{}, map[string][]int32{}, map[string][]int32{}, map[string][]int32{}, map[int32]int32{}
		for i := range f.Facts.Symbols {
			s := &f.Facts.Symbols[i]
			x.symbols[s.Name] = append(x.symbols[s.Name], int32(i))
			if f.Rules.FunctionsMake && s.Owner != "" && !s.Static {
				if x.owners == nil {
					x.owners = map[string]bool{}
				}
				x.owners[s.Owner] = true
			}
		}
		for i := range f.Facts.Bindings {
			n := f.Facts.Bindings[i].Name
			x.bindings[n] = append(x.bindings[n], int32(i))
			x.elements = x.elements || f.Facts.Bindings[i].Kind == fact.Element
		}
		for _, is := range x.bindings {
			slices.SortStableFunc(is, func(a, b int32) int { return cmp.Compare(f.Facts.Bindings[a].Scope, f.Facts.Bindings[b].Scope) })
		}
		for i := range f.Facts.Imports {
			imp := &f.Facts.Imports[i]
			if imp.Name == "*" && imp.Alias == "" {
				x.stars = append(x.stars, int32(i))
				continue
			}
			if imp.ReExport {
				n := imp.Alias
				if n == "" {
					n = imp.Name
				}
				x.exports[n] = append(x.exports[n], int32(i))
			}
			if imp.Path == "" {
				continue // a re-export of an own name binds nothing
			}
			if n := f.localName(imp); n != "" && n != "_" {
				x.imports[n] = append(x.imports[n], int32(i))
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

// bound returns the bindings of a name in one scope, in order. A file may bind one name in a thousand scopes.
func (f *File) bound(name string, scope int32) []int32 {
	all := f.names().bindings[name]
	before := func(i, s int32) int { return cmp.Compare(f.Facts.Bindings[i].Scope, s) }
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

// binds reports whether something in f has or binds a name.
func (f *File) binds(name string) bool {
	x := f.names()
	return len(x.symbols[name]) > 0 || len(x.bindings[name]) > 0 || len(x.imports[name]) > 0
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
