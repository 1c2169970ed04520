package php

import (
	"fmt"
	"testing"
)

func TestDocTags(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{"@param Foo $x what", "[{0 $x Foo}]"},
		{"@param Foo|null ...$x", "[{0 $x Foo}]"},
		{"@param ?Foo &$x", "[{0 $x Foo}]"},
		{"@param array<int, Foo> $x", "[{0 $x Foo[]}]"},
		{"@param Collection|Foo[] $x", "[{0 $x Collection<Foo>}]"},
		{"@param Collection<int, Foo> $x", "[{0 $x Collection<Foo>}]"},
		{"@param (Foo|null)[] $x", "[{0 $x Foo[]}]"},
		{"@param string|Foo $x", "[{0 $x Foo}]"},
		{"@param Foo|Bar $x", "[]"},
		{"@param string $x", "[]"},
		{"@param array{a: Foo} $x", "[]"},
		{"@param callable(Foo): Bar $x", "[]"},
		{"@param class-string<Foo> $x", "[]"},
		{"@param $x", "[]"},
		{"@return $this", "[{1  static}]"},
		{"@return \\A\\Foo of $x", "[{1  \\A\\Foo}]"},
		{"/** @var Foo $x */", "[{2 $x Foo}]"},
		{"/** @var Foo*/", "[{2  Foo}]"},
		{"@property-read Foo $x", "[{3 x Foo}]"},
		{"@template T of Foo", "[{4 T }]"},
		{"@phpstan-return list<Foo>", "[{1  Foo[]}]"},
		{"mail me@param Foo", "[]"},
		{"@param", "[]"},
		{"@return <", "[]"},
	} {
		if got := fmt.Sprint(docTags(tt.doc)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.doc, got, tt.want)
		}
	}
}
