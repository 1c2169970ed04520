package graph

import (
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// apart returns a member of v in languages where a type and its values may both have one of that name (Ruby): the type's own members for the
// type, the others for a value. none: there is no such one; then any may be meant, as a mixin's are.
func (r *resolver) apart(v value, name string, from *File) value {
	if !from.Rules.StaticsApart || v.kind != isType && v.kind != instance || !r.declaresCallable(name) {
		return value{kind: none}
	}
	var ids []ID
	for _, id := range v.ids {
		ids = appendNew(ids, r.declaredApart(id, name, v.kind == isType))
	}
	if len(ids) == 0 {
		return value{kind: none}
	}
	out := r.symbolValue(ids...)
	out.weak = v.weak
	return out
}

func (r *resolver) declaredApart(id ID, name string, static bool) []ID {
	for _, a := range r.ancestors(id) {
		ids := slices.DeleteFunc(r.ownMembers(a, name), func(m ID) bool { return !m.Def().Kind.Callable() || m.Def().Static != static })
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// ancestors returns a type and its bases in the order in which a method is looked for: what is mixed in last comes first.
func (r *resolver) ancestors(id ID) []ID {
	if out, ok := r.lines[id]; ok {
		return out
	}
	out := r.appendAncestors(nil, id)
	if len(r.busy) == 0 { // else bases may be missing that are being looked up
		r.lines[id] = out
	}
	return out
}

func (r *resolver) appendAncestors(out []ID, id ID) []ID {
	if slices.Contains(out, id) {
		return out
	}
	out = append(out, id)
	bases, _ := r.bases(id)
	for _, b := range slices.Backward(bases) {
		out = r.appendAncestors(out, b)
	}
	return out
}

// declaresCallable reports whether some callable has the name; most names that stand alone are a library's.
func (r *resolver) declaresCallable(name string) bool {
	return slices.ContainsFunc(r.g.Named(name), func(id ID) bool { return id.Def().Kind.Callable() })
}

// receiverKind says whether code at a place belongs to a type itself or to its values.
func (f *File) receiverKind(at uint32) kind {
	if !f.Rules.StaticsApart {
		return instance
	}
	for s := f.Facts.SymbolAt(at); s >= 0; s = f.Facts.Symbols[s].Parent {
		switch sym := &f.Facts.Symbols[s]; {
		case sym.Kind.IsType(), sym.Kind.Callable() && sym.Static:
			return isType
		case sym.Kind.Callable():
			return instance
		}
	}
	return instance
}

// applied returns the methods that calling v itself runs (Scala's apply).
func (r *resolver) applied(f *File, v value) []ID {
	for _, name := range f.Rules.Applies {
		if m := r.member(v, name, f); m.kind == isFunc && !m.extends {
			return m.ids
		}
	}
	return nil
}

// makes reports whether name is the member of a type that makes an instance of it (Ruby's new), which no class declares.
func makes(v value, name string, f *File) bool {
	return v.kind == isType && slices.Contains(f.Rules.Makers, name)
}

// sameInBases returns the method that super runs where it names none: the base's of the name of the method around (Ruby).
func (r *resolver) sameInBases(f *File, at uint32) value {
	s := f.Facts.SymbolAt(at)
	for s >= 0 && !f.Facts.Symbols[s].Kind.Callable() {
		s = f.Facts.Symbols[s].Parent
	}
	if s < 0 {
		return value{}
	}
	v := r.super(f, at)
	if v.kind != instance {
		return v
	}
	v.kind = f.receiverKind(at)
	out := r.member(v, f.Facts.Symbols[s].Name, f)
	if out.kind == isFunc && slices.Contains(out.ids, ID{f, s}) { // opened again: the base is its other part
		return value{}
	}
	return out
}

// runs returns what a name stands for where reading a callable's name calls it.
func (r *resolver) runs(f *File, v value) value {
	if f.Rules.BareCalls && v.kind == isFunc && v.ids[0].Def() != nil && v.ids[0].Def().Kind != fact.Constructor {
		return r.result(v)
	}
	return v
}

// methodAround returns the method that a name called at a place of f means where fields and variables do not hide methods (Java): that of the
// innermost type around that has one.
func (r *resolver) methodAround(f *File, name string, at uint32) value {
	if !f.Rules.FieldsApart {
		return value{}
	}
	for s := f.Facts.SymbolAt(at); s >= 0; s = f.Facts.Symbols[s].Parent {
		if !f.Facts.Symbols[s].Kind.IsType() {
			continue
		}
		if v := r.member(value{kind: instance, ids: []ID{{f, s}}}, name, f); v.kind == isFunc {
			return v
		}
	}
	return value{}
}

// fieldAround returns the field that a name read at a place of f means, where a method has that name as well.
func (r *resolver) fieldAround(f *File, name string, at uint32) value {
	for s := f.Facts.SymbolAt(at); s >= 0; s = f.Facts.Symbols[s].Parent {
		if f.Facts.Symbols[s].Kind.IsType() {
			if v := r.fieldOf([]ID{{f, s}}, name); v.kind != unknown {
				return v
			}
		}
	}
	return value{}
}

// fieldOf returns what the field called name of one of the types or their bases holds.
func (r *resolver) fieldOf(types []ID, name string) value {
	for _, t := range types {
		for _, a := range r.ancestors(t) {
			for _, m := range r.ownMembers(a, name) {
				if k := m.Def().Kind; !k.Callable() && !k.IsType() {
					return r.symbolValue(m)
				}
			}
		}
	}
	return value{}
}
