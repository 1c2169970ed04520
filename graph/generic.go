package graph

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// written is a type as it is written at a place, where its names have their meaning.
type written struct {
	text string
	file *File
	at   uint32
}

func (w written) in(r *resolver) value { return r.instance(w.file, w.text, w.at) }

// argumentsOf returns what the type parameters of id stand for in the type w.
func argumentsOf(id ID, w written) map[string]written {
	params := id.Def().TypeParams
	if len(params) == 0 || w.file == nil {
		return nil
	}
	args := parseType(w.text, w.file.Rules).args
	out := map[string]written{}
	for i, p := range params {
		if i < len(args) {
			out[p] = written{args[i], w.file, w.at}
		}
	}
	return out
}

// filled returns the type w with its type parameters replaced; ok is false when it has none of them. What is put in decides where names
// have their meaning.
func filled(w written, args map[string]written) (out written, ok bool) {
	var b strings.Builder
	start := 0
	out = w
	for i := 0; i < len(w.text); {
		end := i
		for end < len(w.text) && fact.IsWordByte(w.text[end]) {
			end++
		}
		if end == i {
			i++
			continue
		}
		if a, found := args[w.text[i:end]]; found {
			b.WriteString(w.text[start:i] + a.text)
			out.file, out.at, ok, start = a.file, a.at, true, end
		}
		i = end
	}
	out.text = b.String() + w.text[start:]
	return out, ok
}

// walkBases calls yield for a type and its bases with what their type parameters stand for, until it returns false: id where the workspace has
// the type, else the base as it is written.
func (r *resolver) walkBases(v value, yield func(id ID, base written, args map[string]written) bool) {
	seen := map[ID]bool{}
	var walk func(id ID, args map[string]written) bool
	walk = func(id ID, args map[string]written) bool {
		if seen[id] || len(seen) > maxCandidates {
			return true
		}
		seen[id] = true
		if !yield(id, written{}, args) {
			return false
		}
		s := id.Def()
		at := s.Range.Start
		if at > 0 {
			at--
		}
		for _, b := range s.Bases {
			w := written{b, id.File, s.Range.Start}
			if f, ok := filled(w, args); ok {
				w = f
			}
			t := r.typeNamed(id.File, parseType(b, id.File.Rules).name, at)
			if t.kind != isType {
				if !yield(ID{}, w, nil) {
					return false
				}
				continue
			}
			if !walk(t.ids[0], argumentsOf(t.ids[0], w)) {
				return false
			}
		}
		return true
	}
	for _, id := range v.ids {
		if !walk(id, argumentsOf(id, written{v.text, v.file, v.at})) {
			return
		}
	}
}

// argumentsIn returns what the type parameters of type id stand for in the value v of a type below it.
func (r *resolver) argumentsIn(v value, id ID) (args map[string]written) {
	r.walkBases(v, func(base ID, _ written, given map[string]written) bool {
		if base == id {
			args = given
			return false
		}
		return true
	})
	return args
}

// generic reports whether the type text of a member of id's type names one of the type's parameters.
func (id ID) generic(text string) bool {
	c := id.container()
	return c.Symbol >= 0 && len(c.Def().TypeParams) > 0 && slices.ContainsFunc(c.Def().TypeParams, func(p string) bool { return fact.HasWord(text, p) })
}

// fill returns a value of the type that the member id, which is found in recv, declares as text.
func (r *resolver) fill(id ID, text string, recv *value) (value, bool) {
	if recv == nil || text == "" || !id.generic(text) {
		return value{}, false
	}
	w, ok := filled(written{text, id.File, id.Def().NameRange.Start}, r.argumentsIn(*recv, id.container()))
	if !ok {
		return value{}, false
	}
	v := r.instance(id.File, text, id.Def().NameRange.Start)
	if v.kind != instance || slices.Contains(id.container().Def().TypeParams, parseType(text, id.File.Rules).name) {
		return w.in(r), true
	}
	v.text, v.file, v.at = w.text, w.file, w.at
	return v, true
}

// collection returns the library's collection that v, of a type of the workspace, is as well.
func (r *resolver) collection(v value) (out value, ok bool) {
	if v.kind != instance || len(v.ids[0].File.Rules.Picks) == 0 {
		return value{}, false
	}
	r.walkBases(v, func(_ ID, base written, _ map[string]written) bool {
		if base.text != "" && parseType(base.text, base.file.Rules).elem != "" {
			out, ok = value{kind: external, text: base.text, file: base.file, at: base.at}, true
		}
		return !ok
	})
	return out, ok
}

// lambdaParameter returns what parameter n of the anonymous function that starts at an offset of f holds, by the type of the parameter that
// the function is given for.
func (r *resolver) lambdaParameter(f *File, start uint32, n int) value {
	p, ok := f.names().given[fact.Expr(`\`+strconv.Itoa(int(start)))]
	if !ok {
		return value{}
	}
	leave, ok := r.enter(busyKey{file: f, kind: 'f', i: p})
	if !ok {
		return value{}
	}
	defer leave()
	pass := &f.Facts.Passes[p]
	callee := r.callee(f, int(pass.Ref))
	var all []value
	for _, id := range callee.ids {
		param := paramAt(id, int(pass.Arg))
		if param == "" {
			continue
		}
		t, filledIn := r.fill(id, param, callee.recv)
		if !filledIn {
			t = r.instance(id.File, param, id.Def().Range.Start)
		}
		all = append(all, r.functionParameter(t, n))
	}
	if len(all) == 0 {
		return value{}
	}
	for _, v := range all[1:] {
		if v.kind != all[0].kind || !slices.Equal(v.ids, all[0].ids) {
			return value{}
		}
	}
	return all[0]
}

// paramAt returns the type of the parameter that takes argument i of a call of id, "" when there is none.
func paramAt(id ID, i int) string {
	s := id.Def()
	switch n := len(s.Params); {
	case i < n:
		return s.Params[i].Type
	case n > 0 && s.Params[n-1].Variadic:
		return s.Params[n-1].Type
	}
	return ""
}

// functionParameter returns parameter n of the function that a value of a type with a single method is.
func (r *resolver) functionParameter(t value, n int) value {
	switch t.kind {
	case external:
		p := parseType(t.text, t.file.Rules)
		if places, ok := t.file.Rules.Functional[fact.TypeName(p.name)]; ok && n < len(places) {
			if i := int(places[n] - '0'); i < len(p.args) {
				return r.instance(t.file, p.args[i], t.at)
			}
		}
	case instance:
		if m, args, ok := r.singleMethod(t); ok && n < len(m.Def().Params) {
			w := written{m.Def().Params[n].Type, m.File, m.Def().Range.Start}
			if f, ok := filled(w, args); ok {
				v := w.in(r)
				if v.kind == instance && !r.isTypeParam(m, parseType(w.text, m.File.Rules).name) {
					v.text, v.file, v.at = f.text, f.file, f.at
					return v
				}
				w = f
			}
			return w.in(r)
		}
	}
	return value{}
}

// singleMethod returns the one method without a body of an interface, and what the type parameters stand for where it is declared.
func (r *resolver) singleMethod(t value) (m ID, args map[string]written, ok bool) {
	count := 0
	var names []string
	r.walkBases(t, func(id ID, _ written, given map[string]written) bool {
		if id.File == nil || id.Def().Kind != fact.Interface {
			return true
		}
		for i := id.Symbol + 1; int(i) < len(id.File.Facts.Symbols) && id.File.Facts.Symbols[i].Range.Start < id.Def().Range.End; i++ {
			s := &id.File.Facts.Symbols[i]
			if s.Parent != id.Symbol || s.Kind != fact.Method || slices.Contains(names, s.Name) {
				continue
			}
			names = append(names, s.Name)
			if s.Abstract {
				m, args = ID{id.File, i}, given
				count++
			}
		}
		return true
	})
	return m, args, count == 1
}

// functional returns how many parameters a function has that is given for a parameter of type t, -1 when that is not known, and whether it
// returns something; ok is false when no function can be given.
func (r *resolver) functional(t value) (n int, gives, ok bool) {
	switch {
	case t.kind == external && t.text != "":
		name := fact.TypeName(parseType(t.text, t.file.Rules).name)
		if places, ok := t.file.Rules.Functional[name]; ok {
			return len(places), !strings.HasSuffix(name, "Consumer") && name != "Runnable", true
		}
		_, known := t.file.Rules.Bases[name]
		return -1, false, !known && !builtin(name, t.file.Rules)
	case t.kind == instance && t.ids[0].Def().Kind.IsType():
		if m, _, ok := r.singleMethod(t); ok {
			return len(m.Def().Params), m.Def().Type != "void", true
		}
		_, open := r.bases(t.ids[0])
		return -1, false, open && t.ids[0].Def().Kind == fact.Interface
	}
	return -1, false, true
}

// callee returns the functions that the call at reference ref of f runs, and what they were found in.
func (r *resolver) callee(f *File, ref int) value {
	key := refKey{f, ref}
	if v, ok := r.callees[key]; ok {
		return v
	}
	cuts := r.cuts
	v := r.findCallee(f, ref)
	if r.cuts == cuts {
		r.callees[key] = v
	}
	return v
}

// resultAt returns what the call at a place of f yields that runs v: of overloads the one that takes what is given, and type parameters of a
// function are what is given for them.
func (r *resolver) resultAt(f *File, v value, at uint32) value {
	refs := f.Facts.References
	ref := sort.Search(len(refs), func(i int) bool { return refs[i].Start >= at })
	if ref == len(refs) || refs[ref].Start != at || !refs[ref].Calls() {
		return r.result(v)
	}
	if v.kind != isFunc {
		if p := f.Facts.PassesTo(int32(ref)); v.kind == external && len(p) > 0 && p[0].Arg == 0 && slices.Contains(f.Rules.Gives, refs[ref].Name) {
			return r.eval(f, p[0].Value, at)
		}
		return r.result(v)
	}
	if v.ids = r.chosen(f, ref, v.ids); len(v.ids) == 1 {
		if given := r.inferred(f, ref, v.ids[0]); given.kind == instance || given.kind == external && given.text != "" {
			return given
		}
		return r.result(v)
	}
	var all []value
	for _, id := range v.ids {
		one := v
		one.ids = []ID{id}
		all = append(all, r.result(one))
	}
	return merge(all)
}

// chosen returns those of the overloads ids that the call at reference ref of f may run.
func (r *resolver) chosen(f *File, ref int, ids []ID) []ID {
	u := &f.Facts.References[ref]
	if ids = fitting(ids, u.Args); len(ids) < 2 {
		return ids
	}
	leave, ok := r.enter(busyKey{file: f, kind: 'o', i: int32(ref)})
	if !ok {
		return ids
	}
	defer leave()
	best, _ := r.overload(f, u, ids)
	return best
}

// inferred returns the argument that is given to the call at reference ref of f for the type parameter that id returns.
func (r *resolver) inferred(f *File, ref int, id ID) value {
	s := id.Def()
	if len(s.TypeParams) == 0 || !slices.Contains(s.TypeParams, s.Type) {
		return value{}
	}
	for _, p := range f.Facts.PassesTo(int32(ref)) {
		if paramAt(id, int(p.Arg)) != s.Type {
			continue
		}
		leave, ok := r.enter(busyKey{file: f, kind: 'g', i: int32(ref)})
		if !ok {
			return value{}
		}
		defer leave()
		return r.eval(f, p.Value, f.Facts.References[ref].Start)
	}
	return value{}
}

// refKey names a reference.
type refKey struct {
	file *File
	ref  int
}

func (r *resolver) findCallee(f *File, ref int) value {
	u := &f.Facts.References[ref]
	var v value
	switch {
	case !u.Calls() || u.Value:
		return value{}
	case u.Recv == "":
		v = r.bare(f, u)
	default:
		v = r.member(r.eval(f, u.Recv, u.Start), u.Name, f)
	}
	if v.kind == isType {
		v = value{kind: isFunc, ids: r.constructors(f, v.ids)}
	}
	if v.kind != isFunc {
		return value{}
	}
	best, _ := r.overload(f, u, fitting(v.ids, u.Args))
	v.ids = slices.DeleteFunc(slices.Clone(best), notCallable)
	return v
}
