package graph

import (
	"context"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// names are the names by which a symbol may be called. They are found one from the other, as far as somebody asks.
type names struct {
	id   ID
	list []otherName
	has  map[otherName]bool
}

// maxNames bounds by how many names one symbol is known.
const maxNames = 64

// add appends a name that is not there yet, to at most limit names.
func (n *names) add(o otherName, limit int) {
	if o.name != "" && !n.has[o] && len(n.list) < limit {
		n.has[o] = true
		n.list = append(n.list, o)
		if n.id.File.Rules.Components && o.name[0] >= 'A' && o.name[0] <= 'Z' {
			o.name = dashes(o.name)
			n.add(o, limit)
		}
	}
}

// candidates calls yield for every reference that may lead to id, by its name and the names under which others know it, until yield returns
// false. The error is the context's.
func (r *resolver) candidates(ctx context.Context, id ID, yield func(f *File, i int) bool) error {
	n := r.names(id)
	for i := 0; i < len(n.list); i++ {
		if ctx.Err() != nil || !r.usesOf(ctx, n, i, yield) {
			return ctx.Err()
		}
		r.expand(n, i)
	}
	for _, name := range n.list {
		if name.far > 0 || len(n.id.File.Rules.Callbacks) == 0 {
			continue
		}
		r.postings(byAlias, n, name, func(f *File, place int32) bool {
			if place%aliasKinds != int32(aliasOfPass(0)) || f.Rules.Family != n.id.File.Rules.Family {
				return true
			}
			ref := f.Facts.Passes[place/aliasKinds].Ref
			return !slices.Contains(f.Rules.Callbacks, f.Facts.References[ref].Name) || yield(f, int(ref))
		})
	}
	return ctx.Err()
}

// usesOf calls yield for every reference that name i of a symbol may stand for and none before it does, until yield returns false.
func (r *resolver) usesOf(ctx context.Context, n *names, i int, yield func(f *File, i int) bool) (more bool) {
	name := n.list[i]
	var before []otherName
	for _, o := range n.list[:i] {
		if o.name == name.name {
			before = append(before, o)
		}
	}
	count := 0
	more = true
	r.postings(byUse, n, name, func(f *File, i int32) bool {
		if count++; count&255 == 0 && ctx.Err() != nil {
			return false
		}
		u := &f.Facts.References[i]
		if f.Rules.Family != n.id.File.Rules.Family || u.Name != name.name || !name.names(f, u) {
			return true
		}
		if !slices.ContainsFunc(before, func(o otherName) bool { return o.names(f, u) }) { // has been there
			more = yield(f, int(i))
		}
		return more
	})
	return more
}

// names reports whether u, which has the name, may lead to what it stands for.
func (k otherName) names(f *File, u *fact.Reference) bool {
	return (u.Value || k.far == 0 && (k.in == nil || u.Recv == "")) && k.knownIn(f, u.Range())
}

// names returns the names by which id may be called: its own, and its class's if it constructs.
func (r *resolver) names(id ID) *names {
	out := &names{id: id, has: map[otherName]bool{}}
	s := id.Def()
	if s == nil {
		return out
	}
	add := func(n string, far int) { out.add(otherName{name: n, far: far}, maxNames/2) }
	if id.inner() {
		out.add(otherName{name: s.Name, in: id.File, within: id.File.Facts.Scopes[id.File.scopeOf(id.Symbol)].Range}, maxNames)
	} else {
		add(s.Name, 0)
	}
	owner, rules := lastOwner(id), id.File.Rules
	for operator, method := range rules.Operators {
		if method == s.Name {
			add(operator, 0)
		}
	}
	if owner != "" && (slices.Contains(rules.Constructors, s.Name) || slices.Contains(rules.Applies, s.Name) || s.Kind == fact.Constructor) {
		add(owner, 0)
		for i := len(out.list) - 1; i < len(out.list); i++ { // an inherited constructor runs under the names of those that inherit it
			for _, sub := range r.subtypesOf(out.list[i].name) {
				add(sub.Def().Name, 0)
			}
		}
	}
	if rules.Unit == fact.UnitType && s.Kind.IsType() {
		add(fact.TypeName(s.Name), 0)
	}
	if s.Kind.IsType() || slices.Contains(rules.Constructors, s.Name) {
		for _, n := range rules.Makers {
			add(n, 0)
		}
		if slices.Contains(rules.Self, "cls") { // cls() in a class method
			add("cls", 0)
		}
	}
	if rules.SuperSame {
		for _, n := range rules.Super {
			add(n, 0)
		}
	} else if s.Kind.IsType() || s.Kind == fact.Constructor || rules.FunctionsMake && len(r.subtypesOf(s.Name)) > 0 { // super(…), this(…)
		for _, n := range rules.Super {
			add(n, 0)
		}
		if rules.Unit == fact.UnitDeclared && s.Kind == fact.Constructor {
			for _, n := range rules.Self {
				add(n, 0)
			}
		}
	}
	if owner != "" && (s.Name == "__call__" && slices.Contains(rules.Constructors, "__init__") || slices.Contains(rules.Loops, s.Name)) {
		add(owner, 1) // what calling the class gives is called or looped over
	}
	return out
}

// inner reports whether a function is declared inside another one: other files do not know its name.
func (id ID) inner() bool {
	p := id.Def().Parent
	if id.Def().Kind != fact.Function || id.Def().Owner != "" || p < 0 || len(id.File.Rules.Injectors) > 0 {
		return false
	}
	k := id.File.Facts.Symbols[p].Kind
	return k == fact.Function || k == fact.Method || k == fact.Constructor // what stands in a macro, who uses that has
}

// defaultNames adds the names under which other files import the default export of f, or the module that it is.
func (r *resolver) defaultNames(f *File, add func(string)) {
	stem := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	stem, _, _ = strings.Cut(stem, ".")
	folder := f.Path[:max(strings.LastIndexByte(f.Path, '/'), 0)]
	folder = folder[strings.LastIndexByte(folder, '/')+1:]
	r.g.Files(func(o *File) bool {
		if o.Rules.Family != f.Rules.Family {
			return true
		}
		for i := range o.Facts.Imports {
			imp := &o.Facts.Imports[i]
			if imp.Alias == "" || imp.Name != "default" && imp.Name != "" || !strings.Contains(imp.Path, stem) && !strings.Contains(imp.Path, folder) && strings.Trim(imp.Path, "./") != "" {
				continue
			}
			if m := r.importModule(o, imp.Path); m != nil && slices.Contains(m.files, f) {
				add(imp.Alias)
			}
		}
		return true
	})
}
