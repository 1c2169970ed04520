package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// eval returns what expression e stands for at a place in f.
func (r *resolver) eval(f *File, e fact.Expr, at uint32) value {
	s := string(e)
	if s == "" || s[0] == '?' {
		return value{}
	}
	v, i := r.head(f, s, at)
	if v.kind == isFunc && f.Rules.FieldsApart && !called(s, i) {
		if field := r.fieldAround(f, s[:i], at); field.kind != unknown {
			v = field
		}
	}
	for i < len(s) {
		if (v.kind == unknown || v.kind == none) && (s[i] != '.' || f.Rules.Results == nil) {
			break
		}
		v, i = r.step(f, v, s, i, at)
	}
	return v
}

// head evaluates the first part of an expression and returns where the next one starts.
func (r *resolver) head(f *File, s string, at uint32) (value, int) {
	switch s[0] {
	case '`':
		i := 1 + strings.IndexByte(s[1:], '`') + 1
		return r.instance(f, s[1:i-1], at), i
	case '"':
		i := 1 + strings.IndexByte(s[1:], '"') + 1
		if m := r.importModule(f, s[1:i-1]); m != nil {
			return value{kind: isModule, mod: m}, i
		}
		return value{kind: external}, i
	case '(':
		end := exprEnd(s, 0)
		var all []value
		for _, part := range exprParts(s[1:end-1], '|') {
			all = append(all, r.eval(f, fact.Expr(part), at))
		}
		return merge(all), end
	case '{':
		return value{kind: object, items: itemsOf(f, s, at)}, exprEnd(s, 0)
	case '\\':
		end := digitsEnd(s, 1)
		start, _ := strconv.Atoi(s[1:end])
		return definedAt(f, uint32(start)), end
	case '$': // where no variable is called so (Swift's $0, PHP's $x)
		end := digitsEnd(s, 1)
		if n, err := strconv.Atoi(s[1:end]); err == nil && len(f.named(s[:end]).bindings()) == 0 {
			return r.argumentAt(f, at, n), end
		}
	}
	if strings.HasPrefix(s, "super()") && slices.Contains(f.Rules.Super, "super()") {
		return r.super(f, at), len("super()")
	}
	i := nameEnd(s, 0)
	if slices.Contains(f.Rules.Super, s[:i]) {
		return r.super(f, at), i
	}
	if called(s, i) {
		if m := r.methodAround(f, s[:i], at); m.kind == isFunc {
			return m, i
		}
	}
	return r.lookup(f, s[:i], at), i
}

// called reports whether the part of an expression that ends at i is called.
func called(s string, i int) bool { return i < len(s) && s[i] == '(' }

// behindCall returns where the call of the part of an expression that ends at i ends: "()", or with the call's place; i when it is not called.
func behindCall(s string, i int) int {
	if called(s, i) {
		return digitsEnd(s, i+1) + 1
	}
	return i
}

// step applies the part of an expression that starts at i to the value of what stands before it.
func (r *resolver) step(f *File, v value, s string, i int, at uint32) (value, int) {
	switch s[i] {
	case '.':
		end := nameEnd(s, i+1)
		if same, ok := r.library(v, s[i+1:end], f); ok {
			return same, behindCall(s, end)
		}
		m := r.member(v, s[i+1:end], f)
		if same, ok := returnsSelf(v, m); ok && strings.HasPrefix(s[end:], "()") {
			return same, end + 2
		}
		if m.kind == isFunc && f.Rules.FieldsApart && !called(s, end) {
			if field := r.fieldOf(v.ids, s[i+1:end]); field.kind != unknown {
				m = field
			}
		}
		if m.kind == none {
			if p, ok := r.pathMember(f, s[:i], s[i+1:end], at); ok {
				m = p
			}
		}
		if m.kind == unknown || m.kind == none || m.kind == external && m.text == "" {
			if v.kind == instance && slices.Contains(f.Rules.Chains, s[i+1:end]) {
				return v, behindCall(s, end)
			}
			if found, ok := r.collected(v, s[i+1:end], f); ok {
				return found, behindCall(s, end)
			}
			if same, ok := usual(s[i+1:end], f); ok && v.kind != isModule {
				return same, end
			}
			if v.kind == external && v.text == "" && makesOwn(s[:i], s[i+1:end], f.Rules) {
				return value{kind: external, text: "func() " + s[:i], file: f, at: at}, end
			}
			if v.kind == external && v.text == "" && ownConstant(s[:i], s[i+1:end], f.Rules) {
				return value{kind: external, text: s[:i], file: f, at: at}, end
			}
		}
		return m, end
	case '(':
		end := digitsEnd(s, i+1)
		if call, err := strconv.Atoi(s[i+1 : end]); err == nil {
			return r.resultAt(f, v, uint32(call)), end + 1
		}
		return r.result(v), end + 1
	case '[':
		end := i + strings.IndexByte(s[i:], ']')
		switch s[i+1 : end] {
		case "@":
			return r.iteration(v), end + 1
		case "<":
			return r.receiverOf(v), end + 1
		}
		return r.element(v, s[i+1:end]), end + 1
	case '{':
		v.items = itemsOf(f, s[i:], at)
		return v, exprEnd(s, i)
	case '#':
		end := digitsEnd(s, i+1)
		n, _ := strconv.Atoi(s[i+1 : end])
		if c := r.component(v, n); c.kind != unknown || n != 1 || s[i-1] != ']' || len(f.Rules.Entries) == 0 {
			return c, end
		}
		return v, end // of an entry of a map the element is the value
	}
	return value{}, len(s)
}

// returnsSelf returns what a call of m, a member of v, yields when that is v itself or another value of its type.
func returnsSelf(v, m value) (value, bool) {
	if m.kind != isFunc || v.kind != instance && v.kind != isType {
		return value{}, false
	}
	s, rules := m.ids[0].Def(), m.ids[0].File.Rules
	switch {
	case slices.Contains(rules.SelfTypes, s.Type):
		v.kind = instance
		return v, true
	case s.Type != "" && s.Type == s.Owner && slices.Contains(s.TypeParams, s.Type): // T.f(): T
		return v, v.kind == instance
	case s.Type == "" && s.Value != "" && slices.Contains(rules.Self, string(s.Value)):
		return v, v.kind == instance
	}
	return value{}, false
}

// receiverOf returns what the function v calls the function on that it takes as its last argument, as the parameter's type says: T.() -> Unit.
func (r *resolver) receiverOf(v value) value {
	if v.kind != isFunc {
		return value{}
	}
	var all []value
	for _, id := range v.ids {
		s := id.Def()
		if len(s.Params) == 0 {
			continue
		}
		t := strings.TrimPrefix(strings.TrimLeft(s.Params[len(s.Params)-1].Type, "("), "suspend ")
		if i := strings.Index(t, ".("); i > 0 && !slices.Contains(s.TypeParams, t[:i]) {
			all = append(all, r.instance(id.File, t[:i], s.Range.Start))
		}
	}
	return merge(all)
}

func digitsEnd(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// nameEnd returns where the name that starts at i ends; what starts with '#' may be one (JavaScript's private members), not where a number follows.
func nameEnd(s string, i int) int {
	for i < len(s) && strings.IndexByte(".([", s[i]) < 0 && !(s[i] == '#' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9') {
		i++
	}
	return i
}

// exprEnd returns the index behind the bracket that closes the one at i.
func exprEnd(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '`', '"':
			if end := strings.IndexByte(s[i+1:], s[i]); end >= 0 {
				i += end + 1
			}
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// exprParts splits at a separator that stands outside of brackets and quotes.
func exprParts(s string, separator byte) (parts []string) {
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '`', '"':
			if end := strings.IndexByte(s[i+1:], s[i]); end >= 0 {
				i += end + 1
			}
		case '(', '{', '[':
			i = exprEnd(s, i) - 1
		case separator:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// item is an element of a list or a member of an object.
type item struct {
	key  string // "?" when it is not known, "*" when expr is another list or object whose items these are
	expr fact.Expr
	file *File
	at   uint32
}

// itemsOf returns the items of the list or object that s starts with.
func itemsOf(f *File, s string, at uint32) []item {
	s = s[1 : exprEnd(s, 0)-1]
	if s == "" {
		return []item{}
	}
	items, place := []item{}, 0
	for _, part := range exprParts(s, ',') {
		key := strconv.Itoa(place)
		switch i := keyEnd(part); {
		case part == "":
			place++
			continue
		case part[0] == '*':
			key, part, place = "*", part[1:], 1<<20 // what follows has no certain place
		case i >= 0:
			key, part = part[:i], part[i+1:]
		case place >= 1<<20:
			key = "?"
		}
		place++
		items = append(items, item{key, fact.Expr(part), f, at})
	}
	return items
}

// keyEnd returns where the key before an item ends, -1 when it has none.
func keyEnd(s string) int {
	for i := range len(s) {
		switch s[i] {
		case ':':
			return i
		case '`', '"', '(', '{', '[':
			return -1
		}
	}
	return -1
}

// definedAt returns the function or class whose definition starts at an offset of f.
func definedAt(f *File, start uint32) value {
	if i := f.lambdaAt(start); i >= 0 {
		return value{kind: isLambda, file: f, at: start}
	}
	s := f.Facts.SymbolAt(start)
	if s < 0 {
		return value{}
	}
	id := ID{f, s}
	switch k := id.Def().Kind; {
	case k.Callable():
		return value{kind: isFunc, ids: []ID{id}}
	case k.IsType():
		return value{kind: isType, ids: []ID{id}}
	}
	return value{}
}

// lambdaAt returns the index of the anonymous function that starts at an offset, -1 when there is none.
func (f *File) lambdaAt(start uint32) int {
	i, ok := slices.BinarySearchFunc(f.Facts.Lambdas, start, func(l fact.Lambda, start uint32) int { return int(l.Start) - int(start) })
	if !ok {
		return -1
	}
	return i
}

// itemValue returns the item with a constant key, what any item may be when key is "".
func (r *resolver) itemValue(items []item, key string) value {
	if key != "" {
		for i := len(items) - 1; i >= 0; i-- { // the last one counts
			it := &items[i]
			if it.key == key {
				return r.itemOf(it)
			}
			if it.key == "*" {
				if v := r.spreadValue(it, key); v.kind != unknown {
					return v
				}
			}
		}
	}
	var all []value
	for i := range items {
		if key != "" && items[i].key != "?" && (items[i].key != "*" || !isNumber(key)) {
			continue
		}
		v := r.itemOf(&items[i])
		if items[i].key == "*" {
			v = r.spreadElement(&items[i], v)
		}
		if all = append(all, v); len(all) > maxFlow {
			return value{}
		}
	}
	return merge(all)
}

// spreadValue returns what has a key in the object whose items are put into another, which may be a former value of the same variable.
func (r *resolver) spreadValue(it *item, key string) value {
	leave, ok := r.enter(busyKey{file: it.file, kind: 'k', i: int32(it.at), name: key + "\x00" + string(it.expr)})
	if !ok {
		return value{}
	}
	defer leave()
	if more := r.itemOf(it); more.items != nil && !isNumber(key) {
		return r.itemValue(more.items, key)
	}
	return value{}
}

// spreadElement returns an element of v, the list whose items are put into another.
func (r *resolver) spreadElement(it *item, v value) value {
	leave, ok := r.enter(busyKey{file: it.file, kind: 'k', i: int32(it.at), name: "\x00" + string(it.expr)})
	if !ok {
		return value{}
	}
	defer leave()
	return r.element(v, "")
}

func isNumber(key string) bool { return digitsEnd(key, 0) == len(key) }

// itemOf evaluates an item where it stands.
func (r *resolver) itemOf(it *item) value {
	leave, ok := r.enter(busyKey{file: it.file, kind: 'i', i: int32(it.at), name: string(it.expr)})
	if !ok {
		return value{}
	}
	defer leave()
	return r.eval(it.file, it.expr, it.at)
}

// withElements adds to v what is put into the variable of that name and scope, which holds v.
func (r *resolver) withElements(v value, f *File, scope int32, name string) value {
	var items []item
	if !f.names().elements {
		return v
	}
	for _, i := range f.named(name).bound(scope) {
		if b := &f.Facts.Bindings[i]; b.Kind == fact.Element {
			items = append(items, itemsOf(f, string(b.Value), b.Start)...)
		}
	}
	if len(items) == 0 {
		return v
	}
	if v.kind == unknown || v.kind == none {
		v = value{kind: object}
	}
	v.items = append(slices.Clone(v.items), items...)
	return v
}

// withItems adds to v, a variable of a declared type, the items of the list or object that it starts with.
func withItems(v value, f *File, e fact.Expr, at uint32) value {
	if strings.HasSuffix(string(e), "}") {
		if i := strings.IndexByte(string(e), '{'); i == 0 || e[0] == '`' && strings.IndexByte(string(e[1:]), '`') == i-2 {
			v.items = itemsOf(f, string(e[i:]), at)
		}
	}
	return v
}
