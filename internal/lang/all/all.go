// Package all lists the languages.
package all

import (
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/bash"
	"github.com/sibyl-ls/sibyl/internal/lang/c"
	"github.com/sibyl-ls/sibyl/internal/lang/cargo"
	"github.com/sibyl-ls/sibyl/internal/lang/cpp"
	"github.com/sibyl-ls/sibyl/internal/lang/csharp"
	"github.com/sibyl-ls/sibyl/internal/lang/elixir"
	"github.com/sibyl-ls/sibyl/internal/lang/golang"
	"github.com/sibyl-ls/sibyl/internal/lang/gomod"
	"github.com/sibyl-ls/sibyl/internal/lang/haskell"
	"github.com/sibyl-ls/sibyl/internal/lang/java"
	"github.com/sibyl-ls/sibyl/internal/lang/javascript"
	"github.com/sibyl-ls/sibyl/internal/lang/kotlin"
	"github.com/sibyl-ls/sibyl/internal/lang/lua"
	"github.com/sibyl-ls/sibyl/internal/lang/markdown"
	"github.com/sibyl-ls/sibyl/internal/lang/ocaml"
	"github.com/sibyl-ls/sibyl/internal/lang/packagejson"
	"github.com/sibyl-ls/sibyl/internal/lang/php"
	"github.com/sibyl-ls/sibyl/internal/lang/python"
	"github.com/sibyl-ls/sibyl/internal/lang/ruby"
	"github.com/sibyl-ls/sibyl/internal/lang/rust"
	"github.com/sibyl-ls/sibyl/internal/lang/swift"
	"github.com/sibyl-ls/sibyl/internal/lang/typescript"
	"github.com/sibyl-ls/sibyl/internal/lang/zig"
)

// Languages is every language that Sibyl knows, in the order in which they claim files.
var Languages = lang.NewSet(
	golang.Language,
	python.Language,
	rust.Language,
	c.Language,
	cpp.Language,
	javascript.Language,
	typescript.Language,
	typescript.React,
	java.Language,
	csharp.Language,
	kotlin.Language,
	ruby.Language,
	swift.Language,
	php.Language,
	lua.Language,
	bash.Language,
	elixir.Language,
	zig.Language,
	haskell.Language,
	ocaml.Language,
	ocaml.Interface,
	markdown.Language,
	gomod.Language,
	packagejson.Language,
	cargo.Language,
)
