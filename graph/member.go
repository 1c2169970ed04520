package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// member returns what v.name stands for. from is the file that asks.
func (r *resolver) member(v value, name string, from *File) value {
	if method, ok := from.Rules.Operators[name]; ok {
		name = method
	}
	if v.items != nil && from.Rules.Keyed {
		if m := r.itemValue(v.items, name); m.kind != unknown {
			return m
		}
	}
	v = r.runs(from, v)
	switch v.kind {
	case several:
		return v.each(func(p value) value { return r.member(p, name, from) })
	case object:
		return value{}
	case isLambda:
		return value{kind: external}
	case isModule:
		if out := r.export(v.mod, name, 0); out.kind != none && (out.kind != unknown || len(v.mod.files) > 0) {
			return out
		}
		if sub, ok := r.fullType(from, v.mod.path+from.Rules.Separator+name); ok && v.mod.path != "" {
			return sub
		}
		if sub := r.submodule(v.mod, name); sub != nil {
			return value{kind: isModule, mod: sub}
		}
		if d := r.export(v.mod, "default", 0); d.kind != none && d.kind != unknown && d.kind != isModule && name != "default" {
			return r.member(d, name, from)
		}
		return value{kind: none}
	case isType, instance, isFunc:
		if out := r.apart(v, name, from); out.kind != none {
			return out
		}
		out := value{kind: none}
		for _, id := range v.ids {
			m := r.memberOf(id, name)
			if m.kind == none || m.kind == unknown && out.kind != none {
				continue
			}
			if m.kind == isFunc && out.kind == isFunc {
				out.ids = appendNew(slices.Clone(out.ids), m.ids)
				continue
			}
			out = m
		}
		out.weak = out.weak || v.weak
		if out.kind == isFunc && v.kind == instance && (len(from.Rules.Functional) > 0 || out.ids[0].Def() != nil && out.ids[0].generic(out.ids[0].Def().Type)) {
			out.recv = &v
		}
		if makes(v, name, from) && out.kind != isFunc {
			return v
		}
		if out.kind == none || out.kind == external {
			if x := r.extension(v, name, from); x.kind != unknown {
				return x
			}
		}
		return out
	case external:
		if x := r.extension(v, name, from); x.kind != unknown {
			return x
		}
	}
	return value{kind: v.kind}
}

// appendNew appends those of more that ids have not.
func appendNew(ids, more []ID) []ID {
	for _, id := range more {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// memberOf returns a member of one type, its own or an inherited one. none: certainly not there; external: a base outside the workspace may have it.
func (r *resolver) memberOf(id ID, name string) value {
	key := memberKey{id, name, r.level}
	if v, ok := r.members[key]; ok {
		if v.kind == none && v.extends {
			r.cuts++
		}
		return v
	}
	r.members[key] = value{kind: none, extends: true} // cut cycles of bases
	cuts := r.cuts
	r.walks++
	v := r.findMember(id, name)
	r.walks--
	r.members[key] = v
	if len(r.busy) > 0 && r.cuts != cuts && v.kind != isFunc && v.kind != isType {
		r.passing = append(r.passing, key) // may depend on what was cut on the way here
	}
	if r.walks == 0 {
		for _, k := range r.passing {
			delete(r.members, k)
		}
		r.passing = r.passing[:0]
	}
	return v
}

func (r *resolver) findMember(id ID, name string) value {
	if ids := r.ownMembers(id, name); len(ids) > 0 {
		callable := slices.DeleteFunc(slices.Clone(ids), func(m ID) bool { k := m.Def().Kind; return !k.Callable() && !k.IsType() })
		if own := slices.DeleteFunc(slices.Clone(callable), func(m ID) bool { return m.Def().Trait != "" }); len(own) > 0 {
			callable = own // a type's own methods come before those that it has for a trait
		}
		if len(callable) > 0 {
			return r.symbolValue(r.withInherited(id, name, callable)...)
		}
		if v := r.inheritedMethod(id, name); v.kind == isFunc {
			return v
		}
		if v := r.symbolValue(ids[0]); v.kind != unknown {
			return v
		}
	}
	if v, ok := r.memberBinding(id, name); ok {
		return v
	}
	s := id.Def()
	if n, err := strconv.Atoi(name); err == nil && 0 <= n && n < len(s.Params) && s.Params[n].Type != "" { // what a pattern takes apart
		return r.instance(id.File, s.Params[n].Type, s.NameRange.Start)
	}
	if e := r.withElements(value{}, id.File, 0, s.Name); e.items != nil && s.Parent < 0 { // Type.name = …
		if v := r.itemValue(e.items, name); v.kind != unknown {
			return v
		}
	}
	if s.Kind == fact.Type && s.Type != "" { // an alias has what its type has
		if t := r.instance(id.File, s.Type, s.NameRange.Start); t.kind == instance && t.ids[0] != id || t.kind == several || t.kind == isModule {
			return r.member(t, name, id.File)
		}
	}
	if v, ok := r.nested(id, name); ok {
		return v
	}
	if id.File.Rules.DuckTyped {
		for _, b := range s.Bases { // an embedded field has its type's name
			if fact.TypeName(b) == name {
				return r.instance(id.File, b, s.NameRange.Start)
			}
		}
	}
	if v := r.mixedIn(id, name); v.kind == isFunc {
		return v
	}
	bases, open := r.bases(id)
	var found value
	for _, b := range bases {
		v := r.injected(b, name)
		if v.kind != isFunc {
			v = r.memberOf(b, name)
		}
		if v.kind == none {
			continue
		}
		if v.kind == external || v.kind == unknown {
			open = true
			continue
		}
		if found.kind == unknown || allAbstract(found.ids) || r.overriding(v, found) {
			found = v
		}
	}
	if found.kind != unknown {
		return found
	}
	if open {
		return value{kind: external}
	}
	return value{kind: none}
}

// inheritedMethod returns the method of a base that has the name of a field of id, where both can be meant.
func (r *resolver) inheritedMethod(id ID, name string) value {
	if !id.File.Rules.FieldsApart {
		return value{}
	}
	bases, _ := r.bases(id)
	for _, b := range bases {
		if v := r.memberOf(b, name); v.kind == isFunc {
			return v
		}
	}
	return value{}
}

// mixedIn finds a member in the objects that are copied into a class's prototype (JavaScript).
func (r *resolver) mixedIn(id ID, name string) value {
	if !id.File.Rules.FunctionsMake {
		return value{}
	}
	for i := range id.File.Facts.Inherits {
		h := &id.File.Facts.Inherits[i]
		if h.Type != id.Def().Name {
			continue
		}
		if v := r.eval(id.File, fact.Expr(h.Base), h.Start); v.items != nil {
			if m := r.itemValue(v.items, name); m.kind == isFunc {
				return m
			}
		}
	}
	return value{}
}

// withInherited adds the overloads of bases that a type's own methods do not override.
func (r *resolver) withInherited(id ID, name string, own []ID) []ID {
	if rules := id.File.Rules; !rules.Overloads || rules.Includes || !own[0].Def().Kind.Callable() || own[0].Def().Kind == fact.Constructor {
		return own
	}
	bases, _ := r.bases(id)
	for _, b := range bases {
		v := r.memberOf(b, name)
		if v.kind != isFunc {
			continue
		}
		for _, m := range v.ids {
			if private := !m.Def().Exported && m.File != id.File; !private && !slices.ContainsFunc(own, func(o ID) bool { return overrides(o, m) }) {
				own = append(own, m)
			}
		}
	}
	return own
}

// overrides reports whether method o, of a derived type, takes the place of m.
func overrides(o, m ID) bool {
	return o == m || len(o.Def().Params) == len(m.Def().Params) && (sameParams(o, m) || generic(m))
}

// generic reports whether a parameter of m has the type of a type parameter, which a derived type fills in.
func generic(m ID) bool {
	return slices.ContainsFunc(m.Def().Params, func(p fact.Param) bool {
		name := fact.TypeName(p.Type)
		for s := m.Symbol; s >= 0; s = m.File.Facts.Symbols[s].Parent {
			if slices.Contains(m.File.Facts.Symbols[s].TypeParams, name) {
				return true
			}
		}
		return false
	})
}

// overriding reports whether v is the member of a type below that which has the member o: of several bases, that type comes first.
func (r *resolver) overriding(v, o value) bool {
	if v.kind != isFunc || o.kind != isFunc || len(r.g.Named(v.ids[0].Def().Name)) > maxCandidates {
		return false
	}
	below, above := v.ids[0].container(), o.ids[0].container()
	return below.Symbol >= 0 && above.Symbol >= 0 && below != above && slices.Contains(r.ancestors(below), above)
}

// container returns the type that a member stands in; Symbol is -1 for others.
func (id ID) container() ID { return ID{id.File, id.File.Facts.Container(id.Symbol)} }

func allAbstract(ids []ID) bool {
	return !slices.ContainsFunc(ids, func(id ID) bool { return id.Def() == nil || !id.Def().Abstract })
}

// ownMembers returns the members that are declared in the type or name it as their owner.
func (r *resolver) ownMembers(id ID, name string) []ID {
	f, s := id.File, id.Def()
	var ids []ID
	for _, part := range r.parts(id) {
		for _, i := range part.File.named(name).symbols() {
			if m := &part.File.Facts.Symbols[i]; m.Parent == part.Symbol && (m.Owner == "" || part.File.Rules.ExtensionMethods && m.Static) {
				ids = append(ids, ID{part.File, i})
			}
		}
	}
	for _, m := range r.g.owned(s.Name, name) {
		if !slices.Contains(ids, m) && m.File.Rules.Family == f.Rules.Family && r.sameUnit(f, m.File) && r.belongs(m, id) {
			ids = append(ids, m)
		}
	}
	if len(ids) > 1 { // a definition says more than its declaration
		if bodies := slices.DeleteFunc(slices.Clone(ids), func(m ID) bool { return m.Def().Abstract }); len(bodies) > 0 {
			ids = bodies
		}
	}
	return ids
}

// sameUnit reports whether a method in file m may belong to a type in file f.
func (r *resolver) sameUnit(f, m *File) bool {
	switch {
	case f == m:
		return true
	case f.Rules.Unit == fact.UnitFolder:
		return folderOf(f) == folderOf(m) && f.Facts.Package == m.Facts.Package
	case f.Rules.Includes, f.Rules.Separator == "::":
		return true
	case f.Rules.Separator == "/": // JavaScript: only where the type is imported; a file's own objects are its own
		return false
	}
	return slices.ContainsFunc(f.packages(), func(p string) bool { return slices.Contains(m.packages(), p) })
}

// belongs reports whether the owner that m names is id, where several types have that name.
func (r *resolver) belongs(m, id ID) bool {
	rules := id.File.Rules
	switch {
	case rules.Includes:
		owner, class := space(m), id.Def().Name
		if at := space(id); at != "" {
			class = at + "::" + class
		}
		return owner == class || strings.HasSuffix(class, "::"+owner) || strings.HasSuffix(owner, "::"+class)
	case (rules.Separator == "::" || rules.Separator == "." && rules.Unit == fact.UnitFile && m.File != id.File) && r.several(id):
		types, ok := r.owners[m]
		if !ok {
			types = r.ownerTypes(m.File, m.Symbol)
			r.owners[m] = types
		}
		return slices.Contains(types, id)
	}
	return true
}

// several reports whether other types of the workspace have the name of id.
func (r *resolver) several(id ID) bool {
	return slices.ContainsFunc(r.g.Named(id.Def().Name), func(o ID) bool {
		return o != id && o.Def().Kind.IsType() && o.File.Rules.Family == id.File.Rules.Family
	})
}

// memberBinding returns what self.name = … in a method gives.
func (r *resolver) memberBinding(id ID, name string) (value, bool) {
	for _, part := range r.parts(id) {
		if v, ok := r.partBinding(part, name); ok {
			return v, true
		}
	}
	return value{}, false
}

func (r *resolver) partBinding(id ID, name string) (value, bool) {
	f := id.File
	x := f.names()
	scope, ok := x.classes[id.Symbol]
	if !ok {
		return value{}, false
	}
	found := false
	var all []value
	for _, i := range f.named(name).bound(scope) {
		if b := &f.Facts.Bindings[i]; b.Kind == fact.Member {
			found = true
			if v := r.bindingValue(f, i); v.kind != unknown && v.kind != none {
				if v.kind == external && (b.Value == "`None`" || b.Value == "`null`") {
					continue
				}
				all = append(all, v)
			}
		}
	}
	return assignments(all), found
}

// assignments returns what a member holds that is assigned several times: the first counts, but functions take turns and what is put into a
// list or an object adds to it.
func assignments(all []value) value {
	if len(all) == 0 {
		return value{}
	}
	out := all[0]
	for _, v := range all[1:] {
		switch {
		case out.kind == isFunc || out.kind == isLambda || out.kind == several:
			if v.kind == isFunc || v.kind == isLambda {
				out = merge([]value{out, v})
			}
		case v.kind == object && (out.kind == object || out.kind == external):
			out.items = append(slices.Clone(out.items), v.items...)
		}
	}
	return out
}

// bases returns the base types of id that are in the workspace; open tells that others are not.
func (r *resolver) bases(id ID) (ids []ID, open bool) {
	if id.Def() == nil {
		return nil, false
	}
	for _, part := range r.parts(id) {
		more, unseen := r.partBases(part)
		open = open || unseen
		for _, b := range more {
			if b != id && !slices.Contains(ids, b) {
				ids = append(ids, b)
			}
		}
	}
	return ids, open
}

// partBases returns the bases that one declaration of a type names.
func (r *resolver) partBases(id ID) (ids []ID, open bool) {
	f, s := id.File, id.Def()
	at := s.Range.Start
	if at > 0 {
		at--
	}
	add := func(text string, in *File, at uint32) {
		t := parseType(text, in.Rules)
		if t.name == "" {
			return
		}
		v := r.typeNamed(in, t.name, at)
		if v.kind != isType && strings.Contains(text, "(") { // a mixin: class A extends B(C)
			v = value{}
		}
		if v.kind != isType {
			open = true
			return
		}
		for _, b := range v.ids {
			if b != id && !slices.Contains(ids, b) {
				ids = append(ids, b)
			}
		}
	}
	for _, b := range s.Bases {
		add(b, f, at)
	}
	for i := range f.Facts.Inherits {
		if h := &f.Facts.Inherits[i]; fact.TypeName(h.Type) == fact.TypeName(s.Name) {
			n := len(ids)
			wasOpen := open
			add(h.Base, f, h.Start)
			if len(ids) == n { // Rust's derives and library traits do not add inherent names
				open = wasOpen
			}
		}
	}
	return ids, open
}
