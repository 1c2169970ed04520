package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// maxCandidates bounds how many same-named methods one call is said to lead to possibly.
const maxCandidates = 64

// resolve returns the targets of a reference whose tier is at least lowest. known is false when something of the workspace could be
// meant but it cannot be told what.
func (r *resolver) resolve(f *File, ref int, lowest Tier) (targets []Target, known bool) {
	u := &f.Facts.References[ref]
	var v value
	switch {
	case u.Value:
		v = r.eval(f, f.Facts.CalledBy(int32(ref)), u.Start)
	case u.Recv == "":
		v = r.bare(f, u)
	default:
		recv := r.eval(f, u.Recv, u.Start)
		if recv.kind == unknown {
			if back := r.calledBack(f, ref, recv); len(back) > 0 {
				return back, true
			}
			return r.guess(f, u, lowest)
		}
		v = r.member(recv, u.Name, f)
		if v.kind == none {
			if m, ok := r.pathMember(f, string(u.Recv), u.Name, u.Start); ok {
				recv, v = value{kind: isModule}, m
			}
		}
		if v.kind == none && recv.kind == instance && slices.Contains(f.Rules.Self, string(u.Recv)) {
			v = r.below(recv.ids, u.Name)
		}
		if v.kind == unknown && recv.kind == object {
			return r.guess(f, u, lowest)
		}
		if v.kind == unknown {
			return nil, false
		}
		if v.kind == external && u.Kind != fact.Call && u.Kind != fact.New { // a field of a library's type
			if ids := r.named(f, u); len(ids) > 0 {
				return []Target{{ID: ids[0], Tier: Exact}}, true
			}
		}
		if v.kind == external && recv.kind != external && recv.kind != isModule {
			if lowest == Possible { // a base outside the workspace may have it
				t, _ := r.guess(f, u, lowest)
				return demote(t), len(t) == 0
			}
			return nil, true
		}
		v.weak = v.weak || recv.weak
		if lowest == Possible && u.Kind == fact.Call && recv.kind == external && v.kind == external {
			return append(r.calledBack(f, ref, v), r.libraryDispatch(f, u, recv)...), true
		}
	}
	targets = r.targets(f, u, v, lowest)
	if len(targets) == 0 && v.kind != isFunc {
		targets = r.calledBack(f, ref, v)
	}
	return targets, v.kind != unknown
}

// calledBack returns the functions that are given to a function of a library that calls them (Rules.Callbacks).
func (r *resolver) calledBack(f *File, ref int, v value) (out []Target) {
	u := &f.Facts.References[ref]
	if u.Kind != fact.Call || u.Value || v.kind != external && v.kind != none && v.kind != unknown || !slices.Contains(f.Rules.Callbacks, u.Name) {
		return nil
	}
	for _, p := range f.Facts.PassesTo(int32(ref)) {
		for _, v := range flatten([]value{r.eval(f, p.Value, u.Start)}) {
			for _, id := range v.ids {
				if v.kind == isFunc && !v.vague {
					out = append(out, Target{ID: id, Tier: Likely})
				}
			}
		}
	}
	return out
}

// below returns the method that a class calls on itself and only those that inherit from it have.
func (r *resolver) below(ids []ID, name string) value {
	var all []value
	for _, m := range r.g.Named(name) {
		o := m.container()
		if m.Def().Kind == fact.Method && o.Symbol >= 0 && len(all) <= maxCandidates && slices.ContainsFunc(ids, func(id ID) bool { return o != id && slices.Contains(r.ancestors(o), id) }) {
			all = append(all, value{kind: isFunc, ids: []ID{m}})
		}
	}
	if len(all) == 0 {
		return value{kind: none}
	}
	v := merge(all)
	v.weak = true
	return v
}

func demote(ts []Target) []Target {
	for i := range ts {
		ts[i].Tier = Possible
	}
	return ts
}

// bare resolves a name that stands alone.
func (r *resolver) bare(f *File, u *fact.Reference) value {
	switch {
	case u.Kind != fact.Call:
	case slices.Contains(f.Rules.Super, u.Name) && f.Rules.SuperSame:
		return r.sameInBases(f, u.Start)
	case slices.Contains(f.Rules.Super, u.Name): // super(…) runs the base's constructor
		if v := r.super(f, u.Start); v.kind == instance {
			ids := slices.DeleteFunc(slices.Clone(v.ids), func(id ID) bool { return id.Def().Kind == fact.Interface })
			return value{kind: isType, ids: ids}
		}
		return value{kind: external}
	case f.Rules.Unit == fact.UnitDeclared && slices.Contains(f.Rules.Self, u.Name): // this(…) runs another constructor (Java)
		return value{kind: isType, ids: r.enclosingTypes(f, u.Start)}
	}
	if f.Rules.Components && strings.Contains(u.Name, "-") {
		return r.lookup(f, capitals(u.Name), u.Start)
	}
	if v, ok := r.dotted(f, u.Name, u.Start); ok {
		return v
	}
	if u.Kind == fact.Call {
		if v := r.methodAround(f, u.Name, u.Start); v.kind == isFunc {
			return v
		}
	}
	if u.Kind == fact.TypeUse || u.Kind == fact.New {
		if v := r.lookupType(f, u.Name, u.Start); v.kind == isType || v.kind == isModule {
			return v
		}
	}
	return r.lookup(f, u.Name, u.Start)
}

// capitals writes a name with dashes as one with capitals: price-tag is PriceTag.
func capitals(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// dashes writes a name with capitals as one with dashes.
func dashes(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}

// targets turns a value into the symbols that a reference leads to.
func (r *resolver) targets(f *File, u *fact.Reference, v value, lowest Tier) []Target {
	call := u.Kind == fact.Call || u.Kind == fact.New
	var ids []ID
	switch v.kind {
	case several:
		return r.anyTargets(f, u, v, lowest)
	case isFunc:
		ids = v.ids
	case isType:
		ids = v.ids
		if applied := r.applied(f, v); u.Kind == fact.Call && len(applied) > 0 {
			ids = applied
		} else if call {
			ids = r.constructors(f, v.ids)
		}
	case isModule:
		if call {
			if d := r.export(v.mod, "default", 0); d.kind == isFunc || d.kind == isType {
				return r.targets(f, u, d, lowest)
			}
			return nil
		}
		if v.mod.scope >= 0 {
			ids = []ID{{v.mod.files[0], v.mod.scope}}
		} else if len(v.mod.files) > 0 {
			ids = []ID{{v.mod.files[0], -1}}
		}
	case instance:
		if call {
			ids = r.applied(f, v)
		}
		if call && slices.Contains(f.Rules.Constructors, "__init__") {
			if m := r.member(v, "__call__", f); m.kind == isFunc {
				ids = m.ids
			}
		}
	}
	if !call {
		if direct := r.named(f, u); direct != nil {
			ids = direct
		}
	}
	fit := fitting(ids, u.Args)
	if v.extends && call && u.Args >= 0 && len(fit) > 0 && !takes(fit[0], int(u.Args)) {
		return nil
	}
	fit, decided := r.overload(f, u, fit)
	ids = r.definitions(f, fit)
	tier := Exact
	switch {
	case !decided:
		tier = Possible
	case v.weak || len(ids) > 1:
		tier = Likely
	}
	if v.vague {
		tier = Possible
	}
	if call && v.kind == isType && !slices.Contains(f.Rules.Super, u.Name) {
		ids = appendNew(ids, r.inheriting(v.ids, ids))
	}
	var out []Target
	for _, id := range ids {
		out = append(out, Target{ID: id, Tier: tier})
	}
	if call && lowest == Possible {
		for _, id := range ids {
			out = append(out, r.dispatch(id)...)
			if v.weak {
				out = append(out, r.otherObjects(id)...)
			}
		}
	}
	return out
}

// anyTargets returns the targets of all that a name may stand for.
func (r *resolver) anyTargets(f *File, u *fact.Reference, v value, lowest Tier) []Target {
	var out []Target
	for _, p := range v.parts {
		p.weak, p.vague = true, p.vague || v.vague
		for _, t := range r.targets(f, u, p, lowest) {
			if !slices.ContainsFunc(out, func(o Target) bool { return o.ID == t.ID }) {
				out = append(out, t)
			}
		}
	}
	return out
}

// named returns the variable, field or constant that a use names, where lookup would follow it to its value.
func (r *resolver) named(f *File, u *fact.Reference) []ID {
	if u.Recv != "" {
		recv := r.eval(f, u.Recv, u.Start)
		switch recv.kind {
		case isType, instance:
			for _, id := range recv.ids {
				if ids := r.declared(id, u.Name, 0); len(ids) > 0 {
					return ids[:1]
				}
			}
		case isModule:
			for _, m := range recv.mod.files {
				for _, i := range m.named(u.Name).symbols() {
					if m.Facts.Symbols[i].Parent == recv.mod.scope {
						return []ID{{m, i}}
					}
				}
			}
		}
		return nil
	}
	for _, id := range r.g.Named(u.Name) {
		k := id.Def().Kind
		if k != fact.Variable && k != fact.Constant && k != fact.EnumMember || id.File.Rules.Family != f.Rules.Family {
			continue
		}
		if id.File == f && id.Def().Parent < 0 || f.Rules.SamePackage && r.sameUnit(f, id.File) && id.File.top(id.Symbol) {
			return []ID{id}
		}
		for _, i := range f.named(u.Name).imports() {
			if m := r.importModule(f, f.Facts.Imports[i].Path); m != nil && slices.Contains(m.files, id.File) && id.File.top(id.Symbol) {
				return []ID{id}
			}
		}
	}
	return nil
}

// declared returns the symbol called name in a type or its bases.
func (r *resolver) declared(id ID, name string, hops int) []ID {
	if ids := r.ownMembers(id, name); len(ids) > 0 || hops > 8 {
		return ids
	}
	bases, _ := r.bases(id)
	for _, b := range bases {
		if ids := r.declared(b, name, hops+1); len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// constructors returns what making an instance of types runs: their constructors, inherited ones too, else the types themselves.
func (r *resolver) constructors(f *File, types []ID) []ID {
	var out []ID
	for _, t := range types {
		if !t.Def().Kind.IsType() {
			out = append(out, t)
			continue
		}
		found := false
		for _, part := range r.parts(t) {
			if len(part.Def().Params) > 0 && !slices.Contains(out, part) { // a primary constructor stands beside the others
				out = append(out, part)
			}
		}
		for _, name := range t.File.Rules.Constructors {
			if name == "=" {
				name = t.Def().Name
			}
			if m := r.memberOf(t, name); m.kind == isFunc && (m.ids[0].Def().Kind == fact.Constructor || m.ids[0].Def().Kind == fact.Method) {
				out, found = appendNew(out, m.ids), true
				break
			}
		}
		if !found && !slices.Contains(out, t) && !slices.ContainsFunc(out, func(o ID) bool { return slices.Contains(r.parts(t), o) }) {
			out = append(out, t)
		}
	}
	return out
}

// inheriting returns those of types that are made by a constructor of a base, which is one of targets: the call makes an instance of just them.
func (r *resolver) inheriting(types, targets []ID) []ID {
	var out []ID
	for _, t := range types {
		if !t.Def().Kind.IsType() || slices.Contains(targets, t) {
			continue
		}
		parts := r.parts(t)
		if slices.ContainsFunc(targets, func(m ID) bool { return m.Def().Kind == fact.Constructor || m.Def().Kind == fact.Method }) &&
			!slices.ContainsFunc(targets, func(m ID) bool { return slices.Contains(parts, m) || slices.Contains(parts, m.container()) }) {
			out = append(out, t)
		}
	}
	return out
}

// fitting keeps the candidates that take n arguments (-1: unknown), all of them when none does.
func fitting(ids []ID, n int16) []ID {
	if len(ids) < 2 || n < 0 {
		return ids
	}
	out := slices.DeleteFunc(slices.Clone(ids), func(id ID) bool { return !takes(id, int(n)) })
	if len(out) == 0 {
		return ids
	}
	return out
}

// takes reports whether a callable can be called with n arguments.
func takes(id ID, n int) bool {
	s := id.Def()
	if s == nil || !s.Kind.Callable() && len(s.Params) == 0 {
		return true
	}
	least, most := 0, 0
	for i, p := range s.Params {
		if i == 0 && slices.Contains(id.File.Rules.Self, p.Name) {
			continue
		}
		switch {
		case p.Variadic:
			most = 1 << 20
		case p.Optional:
			most++
		default:
			least++
			most++
		}
	}
	return n >= least && n <= most
}

// definitions puts the definition in the place of a declaration without a body, in languages that have both (C and C++).
func (r *resolver) definitions(f *File, ids []ID) []ID {
	if !f.Rules.Includes {
		return ids
	}
	var out []ID
	for _, id := range ids {
		s := id.Def()
		found := []ID{id}
		if s != nil && s.Abstract && s.Kind.Callable() {
			var bodies []ID
			for _, o := range r.g.Named(s.Name) {
				d := o.Def()
				if !d.Abstract && d.Kind.Callable() && o.File.Rules.Family == f.Rules.Family && (d.Exported || o.File == f) && defines(o, id) {
					bodies = append(bodies, o)
				}
			}
			if bodies = fitting(bodies, int16(len(s.Params))); len(bodies) > 1 {
				if exact := slices.DeleteFunc(slices.Clone(bodies), func(o ID) bool { return !sameParams(o, id) }); len(exact) > 0 {
					bodies = exact
				}
			}
			if len(bodies) > 0 {
				found = bodies
			}
		}
		for _, b := range found {
			if !slices.Contains(out, b) {
				out = append(out, b)
			}
		}
	}
	return out
}

// defines reports whether definition d may be that of declaration id: both stand in the same namespace and class, as far as d says.
func defines(d, id ID) bool {
	at, declared := space(d), space(id)
	return at == declared || lastOwner(d) != "" && strings.HasSuffix(declared, "::"+at)
}

// space returns the namespaces and classes around a symbol, also those in front of its name.
func space(id ID) string {
	var parts []string
	if owner := id.Def().Owner; owner != "" {
		parts = strings.Split(withoutArguments(owner), "::")
	}
	for p := id.Def().Parent; p >= 0; p = id.File.Facts.Symbols[p].Parent {
		parts = slices.Insert(parts, 0, id.File.Facts.Symbols[p].Name)
	}
	return strings.Join(parts, "::")
}

// withoutArguments takes the type arguments out of a qualified name: "List<T>::Node" → "List::Node".
func withoutArguments(name string) string {
	for i := strings.IndexByte(name, '<'); i > 0; i = strings.IndexByte(name, '<') {
		name = name[:i] + name[match(name, i):]
	}
	return name
}

// spaceAt returns the namespaces and classes around a place.
func (f *File) spaceAt(at uint32) string {
	var parts []string
	for p := f.Facts.SymbolAt(at); p >= 0; p = f.Facts.Symbols[p].Parent {
		if s := &f.Facts.Symbols[p]; s.Kind == fact.Module || s.Kind.IsType() {
			parts = append(parts, s.Name)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, "::")
}

// lastOwner returns the name of the type that a callable belongs to, "" for free ones.
func lastOwner(id ID) string {
	if o := id.Def().Owner; o != "" {
		return fact.TypeName(o)
	}
	if p := id.Def().Parent; p >= 0 && id.File.Facts.Symbols[p].Kind.IsType() {
		return id.File.Facts.Symbols[p].Name
	}
	return ""
}

// guess finds methods by name alone, for receivers of which nothing is known.
func (r *resolver) guess(f *File, u *fact.Reference, lowest Tier) ([]Target, bool) {
	if u.Kind != fact.Call || !isNameByte(u.Name[0]) { // nearly all operators are the language's own
		return nil, true
	}
	var out []Target
	for _, id := range r.g.Named(u.Name) {
		s := id.Def()
		free := lastOwner(id) == ""
		if !s.Kind.Callable() || id.File.Rules.Family != f.Rules.Family || free && (lowest > Possible || s.Kind != fact.Method) || u.Args >= 0 && !takes(id, int(u.Args)) {
			continue
		}
		if !s.Exported && packageOf(id) != f.Facts.PackageAt(u.Start) && f.Rules.Unit != fact.UnitFile {
			continue
		}
		if f.Rules.PrivateOwn && !s.Exported {
			continue
		}
		out = append(out, Target{ID: id, Tier: Possible})
		if len(out) == maxCandidates {
			break
		}
	}
	if len(out) == 0 {
		return nil, true
	}
	if len(out) == 1 && lastOwner(out[0].ID) != "" && !local(out[0].ID) && !(f.Rules.StaticsApart && out[0].ID.Def().Static) && !commonMethods[strings.TrimRight(strings.ToLower(u.Name), "?!")] && !slices.Contains(f.Rules.Builtins, u.Name) {
		out[0].Tier = Likely
		return out, true
	}
	if lowest > Possible {
		return nil, false
	}
	return out, false
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '#' || c == '@' || c == '`'
}

// local reports whether a method belongs to an object that a function keeps to itself.
func local(id ID) bool {
	p := id.Def().Parent
	return p >= 0 && id.File.Facts.Symbols[p].Kind.Callable() && id.Def().Owner != "" && id.File.Rules.FunctionsMake
}

// commonMethods are names that the types of standard libraries have in most languages: one workspace method of such a name is
// no evidence that a call on an unknown receiver means it.
var commonMethods = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`get set put add setdefault popitem fromkeys issubset issuperset union intersection difference rstrip lstrip splitlines rsplit partition zfill isdigit isalpha title capitalize casefold rfind hexdigest digest pop push append extend insert remove delete del clear copy clone update items keys values entries contains has
		includes index indexof find filter map reduce foreach each some every any all sort sorted reverse join split strip trim replace format startswith
		endswith lower upper tolower toupper encode decode read write readline readlines writeline close open flush seek tell send recv receive
		connect listen accept bind start stop run exec execute call apply wait notify acquire release lock unlock next iter len length size count
		is equals equal compare compareto hash hashcode string tostring str repr print println log debug info warn warning error fatal exception
		load loads dump dumps parse save reset init setup then catch finally resolve reject emit on off once subscribe unsubscribe
		test match search group groups sub findall fetch query commit rollback cursor fetchone fetchall mkdir exists isdir isfile name value type first last
		min max sum mean shape reshape invoke stream batch to from of new create build done cancel submit result unwrap expect iter into_iter collect
		as_ref as_str to_string to_owned is_some is_none is_empty ok err isempty tolist toarray getname getvalue setvalue path url text json status`) {
		m[n] = true
	}
	return m
}()

func sortTargets(ts []Target) {
	slices.SortStableFunc(ts, func(a, b Target) int {
		return cmp.Or(cmp.Compare(b.Tier, a.Tier), cmp.Compare(a.ID.File.Path, b.ID.File.Path), cmp.Compare(a.ID.Symbol, b.ID.Symbol))
	})
}
