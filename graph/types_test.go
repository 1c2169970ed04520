package graph

import (
	"slices"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

func TestParseType(t *testing.T) {
	goRules := &fact.Rules{Family: "go", TypeSeparators: []string{"."}}
	py := &fact.Rules{TypeSeparators: []string{"."}, Wrappers: []string{"Optional"}, Elements: []string{"list", "dict"}}
	rust := &fact.Rules{Separator: "::", TypeSeparators: []string{"::"}, Wrappers: []string{"Box", "Option"}, Elements: []string{"Vec"}}
	cpp := &fact.Rules{TypeSeparators: []string{"::", "."}}
	for _, c := range []struct {
		rules            *fact.Rules
		text, name, elem string
		list             []string
	}{
		{goRules, "*http.Client", "http.Client", "", nil},
		{goRules, "[]*T", "", "*T", nil},
		{goRules, "[3]T", "", "T", nil},
		{goRules, "map[string]*T", "", "*T", nil},
		{goRules, "chan T", "", "T", nil},
		{goRules, "(x int, err error)", "", "", []string{"int", "error"}},
		{goRules, "(T, error)", "", "", []string{"T", "error"}},
		{goRules, "(T)", "T", "", nil},
		{goRules, "List[K, V]", "List", "", nil},
		{py, "Optional[Foo]", "Foo", "", nil},
		{py, "Foo | None", "Foo", "", nil},
		{py, "Foo | Bar", "", "", nil},
		{py, "list[a.Foo]", "list", "a.Foo", nil},
		{py, "dict[str, Foo]", "dict", "Foo", nil},
		{rust, "&'a mut Foo<T>", "Foo", "", nil},
		{rust, "Box<dyn a::Trait>", "a.Trait", "", nil},
		{rust, "Vec<Option<Foo>>", "Vec", "Option<Foo>", nil},
		{rust, "&[Foo]", "", "Foo", nil},
		{rust, "", "", "", nil},
		{cpp, "List<K, V>::Node", "List.Node", "", nil},
		{cpp, "const a::List<K>::Node<K>*", "a.List.Node", "", nil},
	} {
		got := parseType(c.text, c.rules)
		if got.name != c.name || got.elem != c.elem || !slices.Equal(got.list, c.list) {
			t.Errorf("parseType(%q) = name %q, elem %q, list %q; want %q, %q, %q", c.text, got.name, got.elem, got.list, c.name, c.elem, c.list)
		}
	}
}

// FuzzParseType looks for panics and endless loops: types come from broken source too.
func FuzzParseType(f *testing.F) {
	for _, s := range []string{"map[", "[", "(", "a<b", "func(", "A<B>C>", "([)]", "*", "a|b|", "'a", "(a, b", "[]", "x[]", "Foo<", "]["} {
		f.Add(s)
	}
	rules := []*fact.Rules{{Family: "go", TypeSeparators: []string{"."}}, {TypeSeparators: []string{"::", "."}, Wrappers: []string{"A"}, Elements: []string{"B", "tuple"}}}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range rules {
			parseType(s, r)
		}
	})
}
