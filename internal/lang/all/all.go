// Package all lists the languages.
package all

import (
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/bash"
	"github.com/sibyl-ls/sibyl/internal/lang/c"
	"github.com/sibyl-ls/sibyl/internal/lang/cargo"
	"github.com/sibyl-ls/sibyl/internal/lang/cpp"
	"github.com/sibyl-ls/sibyl/internal/lang/csharp"
	"github.com/sibyl-ls/sibyl/internal/lang/cue"
	"github.com/sibyl-ls/sibyl/internal/lang/dockerfile"
	"github.com/sibyl-ls/sibyl/internal/lang/elixir"
	"github.com/sibyl-ls/sibyl/internal/lang/elm"
	"github.com/sibyl-ls/sibyl/internal/lang/golang"
	"github.com/sibyl-ls/sibyl/internal/lang/gomod"
	"github.com/sibyl-ls/sibyl/internal/lang/groovy"
	"github.com/sibyl-ls/sibyl/internal/lang/haskell"
	"github.com/sibyl-ls/sibyl/internal/lang/hcl"
	"github.com/sibyl-ls/sibyl/internal/lang/java"
	"github.com/sibyl-ls/sibyl/internal/lang/javascript"
	"github.com/sibyl-ls/sibyl/internal/lang/json"
	"github.com/sibyl-ls/sibyl/internal/lang/kotlin"
	"github.com/sibyl-ls/sibyl/internal/lang/lua"
	"github.com/sibyl-ls/sibyl/internal/lang/markdown"
	"github.com/sibyl-ls/sibyl/internal/lang/ocaml"
	"github.com/sibyl-ls/sibyl/internal/lang/packagejson"
	"github.com/sibyl-ls/sibyl/internal/lang/php"
	"github.com/sibyl-ls/sibyl/internal/lang/protobuf"
	"github.com/sibyl-ls/sibyl/internal/lang/python"
	"github.com/sibyl-ls/sibyl/internal/lang/ruby"
	"github.com/sibyl-ls/sibyl/internal/lang/rust"
	"github.com/sibyl-ls/sibyl/internal/lang/scala"
	"github.com/sibyl-ls/sibyl/internal/lang/swift"
	"github.com/sibyl-ls/sibyl/internal/lang/toml"
	"github.com/sibyl-ls/sibyl/internal/lang/typescript"
	"github.com/sibyl-ls/sibyl/internal/lang/yaml"
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
	scala.Language,
	groovy.Language,
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
	elm.Language,
	hcl.Language,
	protobuf.Language,
	cue.Language,
	dockerfile.Language,
	yaml.Language,
	toml.Language,
	json.Language,
	markdown.Language,
	gomod.Language,
	packagejson.Language,
	cargo.Language,
)
