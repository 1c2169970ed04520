package graph

import (
	"slices"
	"sort"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// fit says how well an argument fits a parameter.
type fit int8

const (
	misfit  fit = iota - 1
	unsure      // nothing is known of the argument
	loose       // a library's type that may have the parameter's as a base, or a conversion
	general     // the parameter takes anything
	wide        // the parameter's type is a base, or one that the built-in type widens to; better ones are larger

	same fit = 100 // the types are the same
)

// overload chooses among callables of one name by the types of the arguments of the call u. decided is false when several fit equally
// well: then nobody can tell which one runs.
func (r *resolver) overload(f *File, u *fact.Reference, ids []ID) (best []ID, decided bool) {
	if len(ids) < 2 || !u.Calls() || !ids[0].File.Rules.Overloads || slices.ContainsFunc(ids, notCallable) {
		return ids, true
	}
	args := r.arguments(f, u)
	fits := make([][]fit, 0, len(ids))
	best = make([]ID, 0, len(ids))
	for _, id := range ids {
		if v := r.fits(id, args, int(u.Args)); !slices.Contains(v, misfit) {
			fits, best = append(fits, v), append(best, id)
		}
	}
	if len(best) == 0 {
		return ids, false
	}
	fitting := best
	if best = r.mostSpecific(best, fits); len(best) == 1 && len(fitting) > 1 && best[0] == caller(f, u) && unproven(fits[slices.Index(fitting, best[0])], u) {
		return fitting, false // more often one overload calls another
	}
	if len(best) > 1 { // one that calls its own name most often calls another
		if others := slices.DeleteFunc(slices.Clone(best), func(id ID) bool { return id == caller(f, u) }); len(others) > 0 {
			best = others
		}
	}
	return best, len(best) == 1 || !overloaded(best)
}

// unproven reports whether nothing is known of an argument of the call u.
func unproven(fits []fit, u *fact.Reference) bool {
	return len(fits)-1 < int(u.Args) || slices.Contains(fits, unsure)
}

func notCallable(id ID) bool { return id.Def() == nil || !id.Def().Kind.Callable() }

// overloaded reports whether two of the callables belong to the same type.
func overloaded(ids []ID) bool {
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			extend := a.File.Rules.ExtensionMethods && a.Def().Owner != "" && b.Def().Owner != "" // what is extended is not known
			if (lastOwner(a) == lastOwner(b) || extend) && !sameText(a, b) || extend && lastOwner(a) != lastOwner(b) {
				return true
			}
		}
	}
	return false
}

// sameText reports whether the types of two callables' parameters are written in the same way.
func sameText(a, b ID) bool {
	return slices.EqualFunc(a.Def().Params, b.Def().Params, func(x, y fact.Param) bool { return x.Type == y.Type })
}

// argument is what is known of an argument.
type argument struct {
	at      int
	keyword string
	value   value
}

// arguments evaluates the arguments of a call.
func (r *resolver) arguments(f *File, u *fact.Reference) []argument {
	refs := f.Facts.References
	ref := sort.Search(len(refs), func(i int) bool { return refs[i].Start >= u.Start })
	for ref < len(refs) && &refs[ref] != u {
		ref++
	}
	passes := f.Facts.Passes
	i := sort.Search(len(passes), func(i int) bool { return int(passes[i].Ref) >= ref })
	var out []argument
	for ; i < len(passes) && int(passes[i].Ref) == ref; i++ {
		if passes[i].Arg == fact.Called {
			continue
		}
		out = append(out, argument{int(passes[i].Arg), passes[i].Keyword, r.eval(f, passes[i].Value, u.Start)})
	}
	return out
}

// fits compares a callable's parameters with what is known of the arguments. The last element is loose for a callable that takes any
// number of arguments, which is second choice where all the given ones are known.
func (r *resolver) fits(id ID, args []argument, given int) []fit {
	params := id.Def().Params
	if len(params) > 0 && slices.Contains(id.File.Rules.Self, params[0].Name) {
		params = params[1:]
	}
	out := make([]fit, len(args), len(args)+1)
	for i, a := range args {
		n := a.at
		switch a.keyword {
		case "":
		case fact.Block:
			n = len(params) - 1
		default:
			if n = slices.IndexFunc(params, func(p fact.Param) bool { return p.Name == a.keyword }); n < 0 {
				out[i] = misfit
				continue
			}
		}
		if n < 0 {
			continue
		}
		if n >= len(params) && len(params) > 0 && params[len(params)-1].Variadic {
			n = len(params) - 1
		}
		if n < len(params) {
			typ := params[n].Type
			if params[n].Variadic && isArray(a.value.text) && !isArray(typ) { // the whole list at once
				typ += "[]"
			}
			out[i] = r.fit(id, typ, a.value)
		}
	}
	last := same
	if len(params) > 0 && params[len(params)-1].Variadic && len(args) == given && !slices.Contains(out, unsure) {
		last = loose
		if n := len(args); n > 0 && args[n-1].at == len(params)-1 && out[n-1] == same && isList(args[n-1].value.text) { // the list itself is passed (C#)
			last = same
		}
	}
	return append(out, last)
}

func isList(text string) bool { return strings.HasSuffix(strings.TrimRight(text, "? "), "[]") }

// fit compares one argument with the type of a parameter of id.
func (r *resolver) fit(id ID, param string, arg value) fit {
	rules := id.File.Rules
	p := parseType(param, rules)
	name := fact.TypeName(p.name)
	switch {
	case arg.kind == isLambda && rules.Functional != nil && param != "":
		return r.fitFunction(r.instance(id.File, param, id.Def().Range.Start), arg, &arg.file.Facts.Lambdas[arg.file.lambdaAt(arg.at)])
	case param == "" || arg.kind != instance && arg.kind != external || arg.kind == external && arg.text == "":
		return unsure
	case r.isTypeParam(id, p.name), slices.Contains(rules.Tops, name):
		return general
	}
	a := argumentType(arg)
	if slices.Contains(rules.Exact, name) && a != name {
		return misfit
	}
	if a == "" && arg.kind == external || p.name == "" {
		return r.fitShape(param, arg)
	}
	if a == nullType {
		if builtin(name, rules) && name == strings.ToLower(name) {
			return misfit
		}
		return unsure
	}
	typ := r.unaliased(r.typeNamed(id.File, p.name, id.Def().Range.Start))
	arg = r.unaliased(arg)
	if arg.kind == instance {
		return r.fitInstance(typ, name, arg, rules)
	}
	return fitLibrary(typ, name, a, rules)
}

// fitFunction compares an anonymous function with a parameter of type t. One that returns something is better given where that is asked for.
func (r *resolver) fitFunction(t, arg value, l *fact.Lambda) fit {
	switch n, gives, ok := r.functional(t); {
	case n >= 0 && gives && strings.HasSuffix(string(l.Value), ")") && r.result(arg).text == "void":
		return misfit
	case !ok || n >= 0 && n != len(l.Params) || n >= 0 && gives && l.Value == "":
		return misfit
	case n < 0 || !gives && l.Value != "":
		return unsure
	}
	return loose
}

// nullType is the type of a literal that any reference may hold.
const nullType = "null"

// argumentType returns the last name of a library type.
func argumentType(v value) string {
	if v.text == "" {
		return ""
	}
	first, _, _ := strings.Cut(v.text, "|") // one of several that are caught
	return fact.TypeName(parseType(first, v.file.Rules).name)
}

// fitShape compares types that are no names: arrays, functions.
func (r *resolver) fitShape(param string, arg value) fit {
	a, p := plainType.Replace(arg.text), plainType.Replace(param)
	if a == p {
		return same
	}
	if isArray(a) != isArray(p) {
		return misfit
	}
	return loose
}

// plainType takes out what makes no difference between types.
var plainType = strings.NewReplacer(" ", "", "?", "", "!", "")

func isArray(t string) bool { return strings.HasSuffix(plainType.Replace(t), "[]") }

// fitInstance compares a value of a workspace type with a parameter of type typ, called name.
func (r *resolver) fitInstance(typ value, name string, arg value, rules *fact.Rules) fit {
	best := misfit
	for _, id := range arg.ids {
		if typ.kind == isType && slices.Contains(typ.ids, id) {
			return same
		}
		open, found := r.hasBase(id, name)
		switch {
		case found && typ.kind == isType:
			best = max(best, wide)
		case r.namesBase(id, name):
			best = max(best, wide)
		case open && typ.kind != isType && !builtin(name, rules):
			best = max(best, loose)
		}
	}
	if best == misfit && converts(typ, rules) {
		return loose
	}
	return best
}

// namesBase reports whether id or a base of it names a library type as its base.
func (r *resolver) namesBase(id ID, name string) bool {
	return slices.ContainsFunc(r.ancestors(id), func(a ID) bool {
		return slices.ContainsFunc(a.Def().Bases, func(b string) bool { return fact.TypeName(b) == name })
	})
}

// fitLibrary compares a value of a library's type called a with a parameter of type typ, called name.
func fitLibrary(typ value, name, a string, rules *fact.Rules) fit {
	if typ.kind == isType {
		if converts(typ, rules) {
			return loose
		}
		return misfit
	}
	if a == name {
		return same
	}
	if bases, ok := rules.Bases[a]; ok && !slices.Contains(rules.Tops, name) {
		if i := slices.Index(bases, name); i >= 0 {
			return wide + fit(len(bases)-i)
		}
		if _, known := rules.Bases[name]; known || builtin(name, rules) {
			return misfit
		}
	}
	wider, closed := rules.Widens[a]
	if i := slices.Index(wider, name); i >= 0 {
		return wide + fit(len(wider)-i)
	}
	if !rules.Converts && (closed || builtin(name, rules)) {
		return misfit
	}
	return loose
}

// unaliased replaces the name of a type that is only another name.
func (r *resolver) unaliased(v value) value {
	for range 8 {
		if v.kind != isType && v.kind != instance || v.ids[0].Def().Kind != fact.Type || v.ids[0].Def().Type == "" {
			break
		}
		s := v.ids[0].Def()
		to := r.instance(v.ids[0].File, s.Type, s.NameRange.Start)
		if to.kind != instance || to.ids[0] == v.ids[0] {
			break
		}
		to.kind = v.kind
		v = to
	}
	return v
}

// builtin reports whether nothing of the workspace can be a kind of the type called name.
func builtin(name string, rules *fact.Rules) bool {
	_, ok := rules.Widens[name]
	return ok
}

// converts reports whether values of other types may become one of typ where it is asked for.
func converts(typ value, rules *fact.Rules) bool {
	return rules.Converts && typ.kind == isType && typ.ids[0].Def().Kind != fact.Enum
}

// isTypeParam reports whether name is a type parameter of id or of what stands around it.
func (r *resolver) isTypeParam(id ID, name string) bool {
	for s := id.Symbol; s >= 0; s = id.File.Facts.Symbols[s].Parent {
		if slices.Contains(id.File.Facts.Symbols[s].TypeParams, name) {
			return true
		}
	}
	return false
}

// mostSpecific drops the candidates to which another one is to be preferred.
func (r *resolver) mostSpecific(ids []ID, fits [][]fit) []ID {
	var out []ID
	for i, id := range ids {
		if !slices.ContainsFunc(ids, func(o ID) bool {
			j := slices.Index(ids, o)
			return j != i && r.preferred(o, fits[j], id, fits[i])
		}) {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return ids
	}
	return out
}

// preferred reports whether candidate a fits no argument worse than b and some better. Where both take a base of the argument's type,
// the closer base is the better one.
func (r *resolver) preferred(a ID, fa []fit, b ID, fb []fit) bool {
	better, proven := false, false // proven: fits where b would take a library's type of which that is not known
	for i := range fa {
		switch {
		case fa[i] < fb[i] && proven && i == len(fa)-1:
		case fa[i] < fb[i]:
			return false
		case fa[i] > fb[i]:
			better, proven = true, proven || fa[i] >= wide && fb[i] == loose
		case fa[i] == wide && i < len(fa)-1 && i < min(len(a.Def().Params), len(b.Def().Params)):
			pa, pb := r.paramType(a, i), r.paramType(b, i)
			if pa.kind != isType || pb.kind != isType || pa.ids[0] == pb.ids[0] {
				continue
			}
			if _, found := r.hasBase(pa.ids[0], pb.ids[0].Def().Name); found {
				better = true
			} else {
				return false
			}
		}
	}
	return better
}

func (r *resolver) paramType(id ID, i int) value {
	return r.typeNamed(id.File, parseType(id.Def().Params[i].Type, id.File.Rules).name, id.Def().Range.Start)
}

// sameParams reports whether two callables have parameters of the same types, as far as their last names tell.
func sameParams(a, b ID) bool {
	pa, pb := a.Def().Params, b.Def().Params
	return slices.EqualFunc(pa, pb, func(x, y fact.Param) bool {
		return x.Type == y.Type || fact.TypeName(x.Type) == fact.TypeName(y.Type)
	})
}
