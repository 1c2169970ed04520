package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// The names by which a function may be called are found against the flow of values: who binds, returns, passes or keeps what has its name.

// alias is a name that an expression may get its value from.
type alias struct {
	name  string
	taken int // how many calls and elements stand behind the name: f()[] is 2 away from f
	kept  int // how many lists and objects stand around it
	key   string
}

// aliasesIn calls yield for each name that e may get its value from.
func aliasesIn(f *File, e fact.Expr, yield func(alias)) {
	if e != "" && e[0] != '?' {
		aliasesOf(f, string(e), alias{}, yield)
	}
}

func aliasesOf(f *File, s string, a alias, yield func(alias)) {
	if a.kept > 3 || s == "" {
		return
	}
	i := 0
	switch s[0] {
	case '`', '"':
		i = 2 + strings.IndexByte(s[1:], s[0])
		if s[0] == '`' && len(f.Rules.Loops) > 0 && !strings.HasPrefix(s[i:], "{") { // an instance is what calling the type gives
			a.name = s[1 : i-1]
			a.taken++
		}
	case '(':
		i = exprEnd(s, 0)
		inner := a
		inner.taken += taken(s[i:])
		for _, part := range exprParts(s[1:i-1], '|') {
			if !strings.Contains(s[i:], ".") {
				aliasesOf(f, part, inner, yield)
			}
		}
	case '{':
	case '\\':
		i = digitsEnd(s, 1)
		if name := nameAt(f.Facts, s[1:i]); name != "" {
			a.name = name
		}
	case '$':
		if i = digitsEnd(s, 1); i == 1 {
			i = nameEnd(s, 0)
			a.name = s[:i]
		}
	default:
		i = nameEnd(s, 0)
		a.name = s[:i]
	}
	rest := s[i:]
	if strings.HasPrefix(rest, "{") {
		end := exprEnd(rest, 0)
		t := taken(rest[end:])
		for _, part := range exprParts(rest[1:end-1], ',') {
			item := alias{taken: a.taken + max(t-1, 0), kept: a.kept + 1 - min(t, 1)}
			if k := keyEnd(part); k >= 0 {
				if t == 0 {
					item.key = part[:k]
				}
				part = part[k+1:]
			}
			if strings.HasPrefix(part, "*") {
				item.kept, part = item.kept-1, part[1:]
			}
			aliasesOf(f, part, item, yield)
		}
		return
	}
	if dot := strings.LastIndexByte(rest, '.'); dot >= 0 && s[0] != '(' {
		end := nameEnd(rest, dot+1)
		a.name, rest = rest[dot+1:end], rest[end:]
	}
	if a.name != "" {
		a.taken += taken(rest)
		yield(a)
	}
}

// taken counts the calls and elements in what stands behind a name.
func taken(rest string) int {
	return strings.Count(rest, "(") + strings.Count(rest, "[") + strings.Count(rest, "#")
}

// nameAt returns the name of the symbol that is defined at an offset.
func nameAt(f *fact.File, digits string) string {
	at := uint32(0)
	for i := range digits {
		at = at*10 + uint32(digits[i]-'0')
	}
	if s := f.SymbolAt(at); s >= 0 {
		return f.Symbols[s].Name
	}
	return ""
}

// An alias posting's index says what it is by its remainder.
const aliasKinds = 4

func aliasOfImport(i int) int  { return aliasKinds * i }
func aliasOfBinding(i int) int { return aliasKinds*i + 1 }
func aliasOfSymbol(i int) int  { return aliasKinds*i + 2 }
func aliasOfPass(i int) int    { return aliasKinds*i + 3 }

// aliasPostings calls put for what f gives other names.
func aliasPostings(f *File, put func(name string, index int)) {
	for i := range f.Facts.Symbols {
		aliasesIn(f, f.Facts.Symbols[i].Value, func(a alias) { put(a.name, aliasOfSymbol(i)) })
	}
	for i := range f.Facts.Imports {
		put(f.Facts.Imports[i].Name, aliasOfImport(i))
	}
	for i := range f.Facts.Bindings {
		aliasesIn(f, f.Facts.Bindings[i].Value, func(a alias) { put(a.name, aliasOfBinding(i)) })
	}
	for i := range f.Facts.Passes {
		if p := &f.Facts.Passes[i]; p.Arg != fact.Called {
			aliasesIn(f, p.Value, func(a alias) { put(a.name, aliasOfPass(i)) })
		}
	}
}

// otherName is a name, and how many calls and elements lead from it to the symbol: a function that returns the symbol is 1 away.
type otherName struct {
	name string
	far  int
	in   *File // where it is a variable, a parameter or an inner function; nil: anywhere

	within fact.Range // the part of in that knows it
}

// knownIn reports whether the name means the same in a part of f.
func (k otherName) knownIn(f *File, part fact.Range) bool {
	return k.in == nil || k.in == f && part.Start < k.within.End && part.End > k.within.Start
}

// maxAliases bounds how many places that give a name's value to another are looked at, imports aside: a name that is in more of them is given
// to anything.
const maxAliases = 200

// expand adds the names under which imports, variables, members, results and parameters hold what name i of a symbol stands for.
func (r *resolver) expand(n *names, i int) {
	if len(n.list) >= maxNames {
		return
	}
	var places []func()
	found := map[otherName]bool{}
	add := func(k otherName) {
		if k.name != "" && k.far >= 0 && k.far <= 3 && !n.has[k] {
			found[k] = true
		}
	}
	r.postings(byAlias, n, n.list[i], func(f *File, place int32) bool {
		if f.Rules.Family == n.id.File.Rules.Family && (len(places) <= maxAliases || place%aliasKinds == int32(aliasOfImport(0))) {
			r.aliasNames(n.id, f, n.list[i], int(place), func(do func()) { places = append(places, do) }, add)
		}
		return true
	})
	if len(places) <= maxAliases {
		for _, do := range places {
			do()
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(found), compareNames) {
		n.add(k, maxNames)
	}
}

func compareNames(a, b otherName) int {
	path := func(f *File) string {
		if f == nil {
			return ""
		}
		return f.Path
	}
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.far, b.far), cmp.Compare(path(a.in), path(b.in)),
		cmp.Compare(a.within.Start, b.within.Start), cmp.Compare(a.within.End, b.within.End))
}

// postings calls yield for each place that a table of n's family has under a name, where it is known by that.
func (r *resolver) postings(t table, n *names, k otherName, yield func(f *File, i int32) bool) {
	key := familyKey(n.id.File.Rules.Family, k.name)
	if k.in != nil {
		r.postedIn(k.in, t, key, yield)
	} else {
		r.g.posted(t, key, yield)
	}
}

// aliasNames adds the names that place n of f's aliases gives to what k names.
func (r *resolver) aliasNames(id ID, f *File, k otherName, n int, later func(func()), add func(otherName)) {
	each := func(e fact.Expr, at uint32, yield func(far int)) {
		aliasesIn(f, e, func(a alias) {
			if a.name != k.name || a.taken > k.far {
				return
			}
			later(func() {
				switch far := k.far - a.taken; {
				case a.key != "":
					add(otherName{name: a.key, far: far})
					yield(far + a.kept)
				case far+a.kept > 0 || r.mayBe(r.eval(f, e, at), id): // most are other things of the same name
					yield(far + a.kept)
				}
			})
		})
	}
	switch i := n / aliasKinds; n % aliasKinds {
	case 0:
		imp := &f.Facts.Imports[i]
		if imp.Name == k.name && imp.Alias != "" && imp.Alias != "_" && r.mayBring(f, imp, id) {
			add(otherName{name: imp.Alias, far: k.far})
			if imp.Alias == "default" {
				r.defaultNames(f, func(name string) { add(otherName{name: name, far: k.far}) })
			}
		}
	case 1:
		b := &f.Facts.Bindings[i]
		if !k.knownIn(f, fact.Range{Start: b.Start, End: b.Start + 1}) {
			return
		}
		each(b.Value, max(b.Start, 1)-1, func(far int) { add(f.nameOf(b, far)) })
	case 2:
		s := &f.Facts.Symbols[i]
		if !k.knownIn(f, s.Range) {
			return
		}
		at := s.NameRange.Start
		if s.Kind.Callable() {
			at = max(s.Range.End, 1) - 1
		}
		each(s.Value, at, func(far int) {
			if s.Kind.Callable() && s.Kind != fact.Property {
				far++
			}
			add(otherName{name: s.Name, far: far})
			if slices.Contains(f.Rules.Loops, s.Name) {
				add(otherName{name: lastOwner(ID{f, int32(i)}), far: far + 1}) // an element of what calling the class gives
			}
		})
	case 3:
		p := &f.Facts.Passes[i]
		u := &f.Facts.References[p.Ref]
		if !k.knownIn(f, u.Range()) {
			return
		}
		each(p.Value, u.Start, func(far int) {
			r.passedFor(f, p, func(to ID, i int, _ bool) {
				o := otherName{name: to.Def().Params[i].Name, far: far, in: to.File, within: to.Def().Range}
				if to.Def().Params[i].Variadic { // a list of what is passed
					o.far++
				}
				add(o)
			})
		})
	}
}

// mayBring reports whether an import may be of id. Every module may have a default export, so that its name alone says nothing.
func (r *resolver) mayBring(f *File, imp *fact.Import, id ID) bool {
	if imp.Name != "default" || id.Def().Name != imp.Name {
		return true
	}
	m := r.importModule(f, imp.Path)
	return m == nil || len(m.files) == 0 || m.files[0] == id.File || len(m.files[0].named(imp.Name).symbols()) == 0
}

// nameOf returns the name that a binding gives to what its value is made of.
func (f *File) nameOf(b *fact.Binding, far int) otherName {
	o := otherName{name: b.Name, far: far}
	if b.Kind != fact.Member && b.Scope != 0 {
		o.in, o.within = f, f.Facts.Scopes[b.Scope].Range
	}
	return o
}

// mayBe reports whether v may be id, its declaration, or the class, which may inherit it, or an instance that runs it when it is called.
func (r *resolver) mayBe(v value, id ID) bool {
	return slices.ContainsFunc(flatten([]value{v}), func(p value) bool {
		switch p.kind {
		case isModule: // its default export
			return true
		case isFunc, isType:
			return slices.ContainsFunc(p.ids, func(o ID) bool {
				return o == id || o == id.container() || p.kind == isType && slices.Contains(r.ancestors(o), id.container()) || o.Def().Name == id.Def().Name && o.Def().Abstract && id.File.Rules.Includes
			})
		}
		return slices.Contains(p.ids, id) && p.kind != instance || slices.Contains(p.ids, id.container()) // what calling an instance runs
	})
}

// passedFor calls yield for the parameter, of each function that may be called, that an argument is passed for; rest is true where it is one of several that
// a variadic parameter takes, and not the first.
func (r *resolver) passedFor(f *File, p *fact.Pass, yield func(id ID, param int, rest bool)) {
	u := &f.Facts.References[p.Ref]
	targets, _ := r.resolve(f, int(p.Ref), Likely)
	for _, t := range targets {
		s := t.ID.Def()
		if s == nil || !s.Kind.Callable() {
			continue
		}
		n := int(p.Arg) + r.skipped(f, u, t.ID)
		if i := taker(s.Params, n, p.Keyword); i >= 0 {
			yield(t.ID, i, p.Keyword == "" && i != n)
		}
	}
}

// taker returns which parameter takes argument n of a call, or the one that it calls keyword; -1: none.
func taker(params []fact.Param, n int, keyword string) int {
	if keyword == fact.Block {
		return len(params) - 1
	}
	return slices.IndexFunc(params, func(p fact.Param) bool {
		if keyword != "" {
			return p.Name == keyword || p.Named
		}
		n--
		return !p.Named && (n < 0 || p.Variadic)
	})
}
