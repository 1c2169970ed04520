package lua

import (
	"fmt"
	"testing"
)

func TestDocTags(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{"---@param x Foo what", "[{0 x Foo}]"},
		{"--- @param x? a.b.Foo", "[{0 x Foo}]"},
		{"---@param x Foo|nil", "[{0 x Foo}]"},
		{"---@param x nil|Foo", "[{0 x Foo}]"},
		{"---@param x Foo?", "[{0 x Foo}]"},
		{"---@param x Foo|Bar", "[]"},
		{"---@param x Foo[]", "[{0 x Foo[]}]"},
		{"---@param x table<string, a.Foo>", "[{0 x Foo[]}]"},
		{"---@param x string", "[]"},
		{"---@param x fun(a: Foo): Bar", "[]"},
		{"---@param x {a: Foo}", "[]"},
		{"---@return Foo, string?", "[{1  Foo}]"},
		{"---@type Foo", "[{2  Foo}]"},
		{"---@field private x Foo", "[{3 x Foo}]"},
		{"---@class a.Foo: a.Bar", "[{5 Foo Bar}]"},
		{"---@class Foo", "[{5 Foo }]"},
		{"-- @param x a table", "[]"},
		{"---@param", "[]"},
		{"---@class", "[]"},
		{"---@return <", "[]"},
	} {
		if got := fmt.Sprint(docTags(tt.doc)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.doc, got, tt.want)
		}
	}
}
