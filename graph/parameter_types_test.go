package graph

import (
	"slices"
	"testing"
)

func TestParameterTypes(t *testing.T) {
	for text, want := range map[string][]string{
		"(Sq) -> T": {"Sq"}, "@escaping (a: A, B) -> Void": {"A", "B"}, "((A) -> B)?": {"A"}, "suspend (A<B, C>) -> Unit": {"A<B, C>"},
		"(x: A) => void": {"A"}, "A => B": {"A"}, "impl Fn(&A) -> B": {"&A"}, "Func<A, B, R>": {"A", "B"}, "Action<A>": {"A"}, "Consumer<A>": {"A"},
		"() -> A": nil, "A": nil, "List<A>": nil, "(A, B)": nil, "T.(A) -> B": nil,
	} {
		if got := parameterTypes(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
