// Package lua describes Lua.
package lua

import (
	_ "embed" // queries.scm
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Lua.
var Language = &lang.Language{
	Name:       "lua",
	Extensions: []string{".lua", ".rockspec", ".wlua"},
	Shebangs:   []string{"lua", "luajit"},
	Grammar:    func() *sitter.Language { return sitter.NewLanguage(lua.Language()) },
	Queries:    queries,
	DocTags:    docTags,
	Exported: func(name, modifiers string) bool {
		return !strings.HasPrefix(modifiers, "local") && !strings.HasPrefix(name, "_")
	},
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, "_spec.lua") || strings.HasSuffix(base, "_test.lua") || strings.HasPrefix(base, "test_") || strings.HasPrefix(base, "test-")
	},
	TestSymbol: func(name, _ string) bool { return strings.HasPrefix(name, "test_") },
	Rules: fact.Rules{
		Family: "lua", Unit: fact.UnitFile, Separator: ".", Extensions: []string{".lua"}, Index: []string{"init"}, SourceRoots: []string{"lua", "src", "lib"},
		NestedClassScope: true, Self: []string{"self"}, Globals: true, TypeSeparators: []string{"."},
		Constructors: []string{"new", "_init", "init", "initialize", "__init", "constructor"},
		Builtins: strings.Fields(`_G _ENV _VERSION assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring module next pairs pcall print rawequal rawget rawlen
			rawset require select setfenv getfenv setmetatable tonumber tostring type unpack warn xpcall arg
			coroutine debug io math os package string table utf8 bit bit32 jit ffi vim love ngx redis describe it before_each after_each setup teardown`),
	},
}
