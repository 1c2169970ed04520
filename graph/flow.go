package graph

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Values flow from calls to parameters. They are followed against their direction, when a parameter's value is asked for: the calls of its
// function are found by name and resolved, and what they pass is evaluated where they stand. Functions are not told apart by who calls
// them. How far that goes is bounded by numbers alone, so that an answer does not depend on what has been asked before.
const (
	maxLevel   = 3   // parameters whose values come from other parameters
	maxUses    = 200 // uses of a function's names; what is called more often is given anything
	maxSources = 32  // calls that are looked at
	maxFlow    = 8   // functions or types that one expression may stand for with some certainty
)

// flowKey names a parameter, by the scope that binds it and its number, and how far its values may still be followed.
type flowKey struct {
	file  *File
	scope int32
	n     int
	level int
}

// siteKey names a callable (start is 0) or an anonymous function.
type siteKey struct {
	id    ID
	start uint32
	level int
}

// site is a call: a reference of a file. skip is how many parameters come before those that the arguments are for: 1 for a receiver.
type site struct {
	file *File
	ref  int
	skip int
}

// merge returns what may be any of several values, without those of which nothing is known.
func merge(all []value) value {
	var out []value
	for _, v := range flatten(all) {
		if v.kind == unknown || v.kind == none {
			continue
		}
		i := slices.IndexFunc(out, func(o value) bool { return o.alike(v) })
		if i < 0 {
			v.ids = slices.Clone(v.ids)
			out = append(out, v)
			continue
		}
		out[i].ids, out[i].weak, out[i].vague = appendNew(out[i].ids, v.ids), true, out[i].vague || v.vague
	}
	count := 0
	for i := range out {
		out[i].weak = out[i].weak || len(all) > 1
		count += max(len(out[i].ids), 1)
	}
	for i := range out {
		out[i].vague = out[i].vague || count > maxFlow
	}
	switch len(out) {
	case 0:
		return value{}
	case 1:
		return out[0]
	}
	return value{kind: several, parts: out, weak: true}
}

func flatten(all []value) []value {
	var out []value
	for _, v := range all {
		if v.kind == several {
			out = append(out, v.parts...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// alike reports whether v and o are told apart by their ids alone.
func (v value) alike(o value) bool {
	if v.kind != o.kind || len(v.items) > 0 || len(o.items) > 0 {
		return false
	}
	switch v.kind {
	case isFunc, isType:
		return true
	case instance:
		return v.text == o.text && v.file == o.file || v.text == "" && o.text == ""
	case external:
		return v.text == o.text
	case isLambda:
		return v.file == o.file && v.at == o.at
	}
	return false
}

// each applies f to all that v may be.
func (v value) each(f func(value) value) value {
	if v.kind != several {
		return f(v)
	}
	var all []value
	for _, p := range v.parts {
		all = append(all, f(p))
	}
	out := merge(all)
	out.weak = true
	return out
}

// parameter returns what the parameter that binding i of f is may hold.
func (r *resolver) parameter(f *File, i int32) value {
	b := &f.Facts.Bindings[i]
	n, variadic := f.parameterNumber(b.Scope, b.Name)
	if n < 0 && b.Type == "" { // a part of one
		return r.guarded(f, 'b', i, b.Value, b.Start)
	}
	given := func() value {
		if n < 0 {
			return value{}
		}
		return r.argument(f, b.Scope, n, variadic, b.Name, b.Value)
	}
	if b.Type == "" {
		if v := r.lambdaParameter(f, f.Facts.Scopes[b.Scope].Range.Start, n); v.kind == instance || v.kind == external && v.text != "" {
			return v
		}
		return given()
	}
	v := r.instance(f, b.Type, b.Start)
	if variadic {
		if g := given(); g.kind != unknown {
			v.items = g.items
		}
		return v
	}
	if !r.callableType(v) {
		return v
	}
	switch g := given(); g.kind {
	case isFunc, several:
		g.text, g.file, g.at = v.text, v.file, v.at
		return g
	case isLambda: // its file and place say which one it is
		declared := v
		g.declared = &declared
		return g
	}
	return v
}

// callableType reports whether values of v's type are functions.
func (r *resolver) callableType(v value) bool {
	if isFunctionType(v.text, v.file) {
		return true
	}
	if v.kind != instance || len(v.ids) == 0 {
		return false
	}
	s := v.ids[0].Def()
	return s.Kind == fact.Type && isFunctionType(s.Type, v.ids[0].File)
}

// isFunctionType reports whether a type's text is that of a function's type.
func isFunctionType(text string, f *File) bool {
	if !strings.Contains(text, "=>") && !strings.Contains(text, "func") && !strings.Contains(text, "fn(") && !strings.Contains(text, "Fn") && !strings.Contains(text, "Callable") && !strings.Contains(text, "Function") {
		return false
	}
	t := parseType(text, f.Rules)
	return t.call != "" || t.function
}

// parameterNumber returns which parameter of the function that a scope belongs to has a name; -1 when none has.
func (f *File) parameterNumber(scope int32, name string) (n int, variadic bool) {
	sc := &f.Facts.Scopes[scope]
	if l := f.lambdaAt(sc.Range.Start); l >= 0 {
		return slices.Index(f.Facts.Lambdas[l].Params, name), false
	}
	if sc.Symbol < 0 {
		return -1, false
	}
	params := f.Facts.Symbols[sc.Symbol].Params
	n = slices.IndexFunc(params, func(p fact.Param) bool { return p.Name == name })
	return n, n >= 0 && params[n].Variadic
}

// argumentAt returns what argument n of the function around a place may be.
func (r *resolver) argumentAt(f *File, at uint32, n int) value {
	for s := f.Facts.ScopeAt(at); s > 0; s = f.Facts.Scopes[s].Parent {
		sc := &f.Facts.Scopes[s]
		own := sc.Symbol >= 0 && f.Facts.Symbols[sc.Symbol].Kind.Callable() && f.Facts.Scopes[sc.Parent].Symbol != sc.Symbol
		if own || f.lambdaAt(sc.Range.Start) >= 0 {
			return r.argument(f, s, n, false, "", "")
		}
	}
	return value{}
}

// argument returns what callers pass as parameter n of the function that a scope belongs to. name is what calls may call it; rest: it takes
// all arguments from there; otherwise is its default.
func (r *resolver) argument(f *File, scope int32, n int, rest bool, name string, otherwise fact.Expr) value {
	if r.level == 0 {
		r.cuts++
		return value{}
	}
	key := flowKey{f, scope, n, r.level}
	if v, ok := r.flows[key]; ok {
		return v
	}
	r.flows[key] = value{}
	level, busy := r.level, r.busy
	r.level, r.busy = level-1, busy[len(busy):]
	v := r.passed(f, scope, n, rest, name, otherwise)
	r.level, r.busy = level, busy
	r.flows[key] = v
	return v
}

func (r *resolver) passed(f *File, scope int32, n int, rest bool, name string, otherwise fact.Expr) value {
	var sites []site
	takes := func(i int, keyword string) bool { return keyword == "" && i == n || keyword != "" && keyword == name }
	l := f.lambdaAt(f.Facts.Scopes[scope].Range.Start)
	if l >= 0 {
		sites = r.lambdaSites(f, l)
	} else if s := f.Facts.Scopes[scope].Symbol; s >= 0 {
		sites = r.sites(ID{f, s})
		if params := f.Facts.Symbols[s].Params; name != "" {
			takes = func(i int, keyword string) bool { return taker(params, i, keyword) == n }
		}
	}
	var all []value
	var items []item
	left := len(sites) == 0 // some call leaves the argument out
	for _, c := range sites {
		found := false
		for _, p := range c.file.Facts.PassesTo(int32(c.ref)) {
			at := c.file.Facts.References[c.ref].Start
			i := int(p.Arg) + c.skip
			switch {
			case p.Arg == fact.Called || !takes(i, p.Keyword):
			case rest:
				items = append(items, item{cmp.Or(p.Keyword, strconv.Itoa(i-n)), p.Value, c.file, at})
			default:
				all = append(all, r.eval(c.file, p.Value, at))
				found = true
			}
		}
		left = left || !found
	}
	if rest {
		if len(items) == 0 {
			return value{}
		}
		return value{kind: object, items: items, weak: true}
	}
	if otherwise != "" && left {
		all = append(all, r.eval(f, otherwise, max(f.Facts.Scopes[scope].Range.Start, 1)-1))
	}
	v := merge(all)
	if v.kind == unknown && l >= 0 {
		v = r.declaredArgument(f, l, n)
	}
	v.weak = true
	return v
}

// declaredArgument returns what argument n of an anonymous function is by the type of the parameter that it is passed for.
func (r *resolver) declaredArgument(f *File, l, n int) value {
	expr := fact.Expr(`\` + strconv.Itoa(int(f.Facts.Lambdas[l].Start)))
	var all []value
	for i := range f.Facts.Passes {
		if p := &f.Facts.Passes[i]; p.Value == expr {
			r.passedFor(f, p, func(id ID, i int, _ bool) {
				if types := parameterTypes(id.Def().Params[i].Type); n < len(types) {
					all = append(all, r.instance(id.File, types[n], id.Def().NameRange.Start))
				}
			})
		}
	}
	return merge(all)
}

// parameterTypes returns the types of the parameters of a function's type: (A, b: B) -> C, A => B, Fn(A) -> B, Func<A, B>.
func parameterTypes(t string) []string {
	t = strings.TrimSpace(t)
	for {
		_, rest, ok := strings.Cut(t, " ")
		if ok && (strings.HasPrefix(t, "@") || strings.HasPrefix(t, "suspend ") || strings.HasPrefix(t, "impl ") || strings.HasPrefix(t, "inout ")) {
			t = strings.TrimSpace(rest)
			continue
		}
		break
	}
	if strings.HasPrefix(t, "(") && match(t, 0) >= len(strings.TrimRight(t, "?! ")) { // ((A) -> B)?
		if inner := inside(t, 0, match(t, 0)); strings.Contains(inner, "->") || strings.Contains(inner, "=>") {
			return parameterTypes(inner)
		}
	}
	i := strings.IndexAny(t, "(<")
	switch arrow := strings.Index(t, "=>"); {
	case arrow > 0 && (i < 0 || i > arrow): // A => B
		return []string{strings.TrimSpace(t[:arrow])}
	case i < 0:
		return nil
	case t[i] == '<':
		name, args := t[:i], splitTop(inside(t, i, match(t, i)), ',')
		switch {
		case strings.HasSuffix(name, "Func"), strings.HasSuffix(name, "Function"):
			return args[:len(args)-1]
		case strings.HasSuffix(name, "Action"), strings.HasSuffix(name, "Consumer"), strings.HasSuffix(name, "Predicate"):
			return args
		}
		return nil
	}
	end := match(t, i)
	if rest := strings.TrimSpace(t[end:]); i > 0 && !strings.HasPrefix(t[:i], "Fn") || i == 0 && !strings.HasPrefix(rest, "->") && !strings.HasPrefix(rest, "=>") && !strings.HasPrefix(rest, "async") && !strings.HasPrefix(rest, "throws") {
		return nil
	}
	if end <= i+2 { // ()
		return nil
	}
	types := splitTop(inside(t, i, end), ',')
	for k, p := range types {
		if parts := splitTop(p, ':'); len(parts) == 2 {
			p = parts[1]
		}
		types[k] = strings.TrimPrefix(p, "_ ")
	}
	return types
}

// sites returns the calls of id that are known.
func (r *resolver) sites(id ID) []site {
	key := siteKey{id: id, level: r.level}
	if out, ok := r.calls[key]; ok {
		return out
	}
	r.calls[key] = nil
	optional := slices.ContainsFunc(id.Def().Params, func(p fact.Param) bool { return p.Optional })
	var uses, out []site
	r.candidates(context.Background(), id, func(f *File, i int) bool {
		if u := &f.Facts.References[i]; u.Calls() && (!f.Marks.Test || id.File.Marks.Test) {
			uses = append(uses, site{file: f, ref: i})
		}
		return len(uses) <= maxUses
	})
	if len(uses) > maxUses {
		return nil
	}
	for _, c := range uses {
		if !optional && len(c.file.Facts.PassesTo(int32(c.ref))) == 0 {
			continue
		}
		if targets, _ := r.resolve(c.file, c.ref, Likely); slices.ContainsFunc(targets, func(t Target) bool { return t.ID == id && !t.Dispatch }) {
			c.skip = r.skipped(c.file, &c.file.Facts.References[c.ref], id)
			out = append(out, c)
		}
	}
	if len(out) > maxSources {
		out = nil
	}
	sortSites(out)
	r.calls[key] = out
	return out
}

func sortSites(s []site) {
	slices.SortFunc(s, func(a, b site) int {
		if a.file != b.file {
			if a.file.Path < b.file.Path {
				return -1
			}
			return 1
		}
		return a.ref - b.ref
	})
}

// skipped returns how many parameters of id a call does not give: the receiver, which languages like Python list among them.
func (r *resolver) skipped(f *File, u *fact.Reference, id ID) int {
	s := id.Def()
	if len(s.Params) == 0 || !slices.Contains(id.File.Rules.Self, s.Params[0].Name) || lastOwner(id) == "" {
		return 0
	}
	if s.Params[0].Name == "self" && u.Recv != "" && !u.Value && u.Name == s.Name && r.eval(f, u.Recv, u.Start).kind == isType {
		return 0 // Type.method(receiver, …)
	}
	return 1
}

// lambdaSites returns the calls of an anonymous function: those of the variable that holds it, and those of the parameter that it is passed
// for.
func (r *resolver) lambdaSites(f *File, l int) []site {
	start := f.Facts.Lambdas[l].Start
	key := siteKey{id: ID{f, -1}, start: start, level: r.level}
	if out, ok := r.calls[key]; ok {
		return out
	}
	r.calls[key] = nil
	expr := fact.Expr(`\` + strconv.Itoa(int(start)))
	var out []site
	for i := range f.Facts.Bindings {
		if b := &f.Facts.Bindings[i]; b.Value == expr {
			out = append(out, r.sitesOfName(f, b.Name, 0, uint32(f.Facts.Size), start)...)
		}
	}
	for i := range f.Facts.Symbols {
		if s := &f.Facts.Symbols[i]; s.Value == expr {
			out = append(out, r.sitesOfName(f, s.Name, 0, uint32(f.Facts.Size), start)...)
		}
	}
	for _, p := range f.Facts.Passes {
		if p.Value == expr {
			out = append(out, r.sitesOfParameter(f, p)...)
		}
	}
	if len(out) > maxSources {
		out = nil
	}
	r.calls[key] = out
	return out
}

// sitesOfName returns the calls in a part of f of a name that stands for the anonymous function at start.
func (r *resolver) sitesOfName(f *File, name string, from, to, start uint32) (out []site) {
	for i := range f.Facts.References {
		u := &f.Facts.References[i]
		if u.Name != name || u.Kind != fact.Call || u.Value || u.Recv != "" || u.Start < from || u.Start >= to || len(out) > maxSources {
			continue
		}
		if v := r.lookup(f, name, u.Start); v.holds(f, start) {
			out = append(out, site{f, i, 0})
		}
	}
	return out
}

// holds reports whether v may be the anonymous function at start.
func (v value) holds(f *File, start uint32) bool {
	return slices.ContainsFunc(flatten([]value{v}), func(p value) bool { return p.kind == isLambda && p.file == f && p.at == start })
}

// sitesOfParameter returns the calls of the parameter that an argument is passed for, in the function that is called.
func (r *resolver) sitesOfParameter(f *File, p fact.Pass) (out []site) {
	r.passedFor(f, &p, func(id ID, i int, rest bool) {
		if !rest {
			out = append(out, callsOfParameter(id, id.Def().Params[i].Name)...)
		}
	})
	return out
}

func callsOfParameter(id ID, name string) (out []site) {
	within := id.Def().Range
	for i := range id.File.Facts.References {
		u := &id.File.Facts.References[i]
		if u.Name == name && u.Kind == fact.Call && u.Recv == "" && !u.Value && u.Start >= within.Start && u.Start < within.End {
			out = append(out, site{id.File, i, 0})
		}
	}
	return out
}
