package graph

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// typeText is a type as a program writes it, taken apart.
type typeText struct {
	name string   // qualified name with "." between its parts; "" when it is no name (a slice, a function, a tuple)
	args []string // type arguments
	elem string   // element type of arrays, slices, maps, pointers to them; ""
	list []string // the components of a tuple
	call string   // result type of a function type; ""

	function bool // a function type

	key    string    // the member of name whose type it is (TypeScript's T["k"]); ""
	expr   fact.Expr // the expression whose value has the type (typeof x, ReturnType<typeof f>); ""
	either []string  // a union or an intersection
}

// noise is what may stand before or after a type's name without changing what its members are.
var noisePrefixes = []string{"*", "?", "!", "comptime ", "&&", "&", "mut ", "const ", "final ", "static ", "struct ", "class ", "enum ", "union ", "typename ", "readonly ", "dyn ", "impl ", "volatile ",
	"some ", "any ", "inout ", "@escaping ", "@autoclosure ", "unsigned ", "signed ", "inline ", "extern ", "ref ", "out ", "in ", "keyof ", "typeof ", "asserts ", "...", "@Nullable ", "@NotNull ", "private ", "public ", "protected ", "constexpr "}

var noiseSuffixes = []string{"*", "&", "?", "!", " const", "..."}

func parseType(t string, r *fact.Rules) typeText {
	if name := strings.TrimLeft(t, "*&"); isPlain(name) { // most types of most languages
		return typeText{name: name}
	}
	t = strings.TrimSpace(t)
	if name, ok := strings.CutPrefix(t, "typeof "); ok && r.Structural && isPlain(strings.TrimSpace(name)) {
		return typeText{expr: fact.Expr(strings.TrimSpace(name))}
	}
	for changed := true; changed; {
		changed = false
		for _, p := range noisePrefixes {
			if strings.HasPrefix(t, p) {
				t, changed = strings.TrimSpace(t[len(p):]), true
			}
		}
		for _, p := range noiseSuffixes {
			if strings.HasSuffix(t, p) {
				t, changed = strings.TrimSpace(t[:len(t)-len(p)]), true
			}
		}
		if strings.HasPrefix(t, "'") { // a lifetime
			if i := strings.IndexByte(t, ' '); i > 0 {
				t, changed = strings.TrimSpace(t[i:]), true
			}
		}
	}
	if i := strings.IndexByte(t, '!'); i > 0 && (!strings.ContainsAny(t[:i], "<([ ") || strings.HasPrefix(t, "error{")) { // what an error may take the place of
		return parseType(t[i+1:], r)
	}
	if t == "" {
		return typeText{}
	}
	if parts := splitTop(t, '|'); len(parts) > 1 { // a union: the part that is not null
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "None" || s == "null" || s == "undefined" || s == "" })
		if len(parts) != 1 {
			return typeText{either: parts}
		}
		return parseType(parts[0], r)
	}
	if r.Structural {
		if parts := splitTop(t, '&'); len(parts) > 1 {
			return typeText{either: slices.DeleteFunc(parts, func(s string) bool { return s == "" })}
		}
	}
	switch {
	case strings.HasPrefix(t, "["): // Go []T, [3]T; Rust [T], [T; 3]; TypeScript [A, B]
		end := match(t, 0)
		if rest := t[end:]; rest != "" {
			return typeText{elem: rest}
		}
		inner, _, _ := strings.Cut(inside(t, 0, end), ";")
		list := splitTop(inner, ',')
		if r.Separator == "::" { // a slice
			return typeText{elem: list[0]}
		}
		if pair := splitTop(inner, ':'); len(list) == 1 && len(pair) == 2 { // Swift's [Key: Value]
			return typeText{elem: pair[1], args: pair}
		}
		return typeText{elem: list[0], list: list}
	case strings.HasPrefix(t, "map["):
		end := match(t, 3)
		return typeText{elem: t[end:], args: []string{inside(t, 3, end), t[end:]}}
	case strings.HasPrefix(t, "chan "), strings.HasPrefix(t, "<-chan "), strings.HasPrefix(t, "chan<- "):
		return typeText{elem: t[strings.IndexByte(t, ' ')+1:]}
	case strings.HasPrefix(t, "("):
		end := match(t, 0)
		if rest := strings.TrimSpace(t[end:]); strings.HasPrefix(rest, "=>") {
			return typeText{call: strings.TrimSpace(rest[2:]), function: true}
		}
		list := splitTop(inside(t, 0, end), ',')
		for i, c := range list { // Go's named results
			if j := strings.IndexByte(c, ' '); j > 0 && r.Family == "go" && !strings.HasPrefix(c, "chan ") && !strings.HasPrefix(c, "func") {
				list[i] = c[j+1:]
			}
		}
		if r.Family == "go" {
			for i := len(list) - 2; i >= 0; i-- { // (a, b int)
				if strings.HasPrefix(t, "("+list[i]+",") && !strings.ContainsAny(list[i], ".*[") && list[i] == strings.ToLower(list[i]) && strings.Contains(t, " ") && !slices.Contains(r.Builtins, list[i]) {
					list[i] = list[i+1]
				}
			}
		}
		if len(list) == 1 {
			return parseType(list[0], r)
		}
		return typeText{list: list}
	case strings.HasPrefix(t, "func("), strings.HasPrefix(t, "fn("), strings.HasPrefix(t, "Fn("), strings.HasPrefix(t, "FnMut("), strings.HasPrefix(t, "FnOnce("):
		end := match(t, strings.IndexByte(t, '('))
		return typeText{call: strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(t[end:]), "->")), function: true}
	case strings.HasSuffix(t, "[]"):
		return typeText{elem: t[:len(t)-2]}
	}
	for i := strings.IndexByte(t, '<'); i > 0; i = strings.IndexByte(t, '<') { // Outer<T>::Inner
		end := match(t, i)
		rest := t[end:]
		if !strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, ".") || len(rest) < 3 {
			break
		}
		if slices.Contains(r.Iterators, strings.TrimLeft(rest, ":.")) {
			if of := parseType(t[:end], r); of.elem != "" {
				return parseType(of.elem, r)
			}
		}
		t = strings.TrimSpace(t[:i]) + t[end:]
	}
	out := typeText{name: t}
	if i := strings.IndexAny(t, "<[("); i > 0 {
		end := match(t, i)
		out.name, out.args = strings.TrimSpace(t[:i]), splitTop(inside(t, i, end), ',')
		if r.Structural && t[i] == '[' && end == len(t) {
			out.key = strings.Trim(out.args[0], "\"'")
		}
	}
	for _, sep := range r.TypeSeparators {
		out.name = strings.ReplaceAll(out.name, sep, ".")
	}
	out.name = strings.Trim(out.name, ". ")
	if i := strings.LastIndexByte(out.name, ' '); i >= 0 {
		out.name = out.name[i+1:]
	}
	last := out.name[strings.LastIndexByte(out.name, '.')+1:]
	out.function = last == "Callable" || last == "Function"
	if len(out.args) > 0 {
		if slices.Contains(r.Wrappers, last) {
			return parseType(out.args[0], r)
		}
		if slices.Contains(r.ResultTypes, last) {
			if of := parseType(out.args[0], r); of.expr != "" {
				return typeText{expr: of.expr + "()"}
			}
		}
		if slices.Contains(r.Elements, last) {
			out.elem = out.args[len(out.args)-1]
			if last == "tuple" || last == "Tuple" {
				out.list = out.args
			}
		}
		if last == "Callable" {
			out.call = out.args[len(out.args)-1]
		}
	}
	return out
}

// isPlain reports whether t is an ASCII name, maybe qualified with dots.
func isPlain(t string) bool {
	for i := range len(t) {
		c := t[i] | 0x20
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && t[i] != '_' && t[i] != '.' {
			return false
		}
	}
	return t != "" && t[0] != '.' && t[len(t)-1] != '.'
}

// inside returns what stands between the bracket at i and the one before end, if there is one.
func inside(t string, i, end int) string {
	if end-1 > i && strings.IndexByte(")]}>", t[end-1]) >= 0 {
		return t[i+1 : end-1]
	}
	return t[min(i+1, end):end]
}

// match returns the index behind the bracket that closes the one at i; len(t) when none does.
func match(t string, i int) int {
	depth := 0
	for ; i < len(t); i++ {
		switch t[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if i == 0 || t[i-1] != '-' && t[i-1] != '=' {
				depth--
			}
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(t)
}

// splitTop splits at sep outside brackets and trims the parts. It returns at least one part.
func splitTop(t string, sep byte) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0 || c == '>' && (i == 0 || t[i-1] != '-' && t[i-1] != '='):
			depth--
		case c == sep && depth == 0:
			out = append(out, strings.TrimSpace(t[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(t[start:]))
}
