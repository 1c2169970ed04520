// Package elixir describes Elixir. A module is a class whose functions are its methods: that is how the graph follows names in modules,
// behaviours and protocols.
package elixir

import (
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/elixir"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var private = regexp.MustCompile(`\b(defp|defmacrop|defguardp|defnp)[ (]`)

// Language is Elixir.
var Language = &lang.Language{
	Name:       "elixir",
	Extensions: []string{".ex", ".exs"},
	Shebangs:   []string{"elixir"},
	Grammar:    elixir.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !private.MatchString(modifiers) },
	TestFile:   func(base string) bool { return strings.HasSuffix(base, "_test.exs") || base == "test_helper.exs" },
	TestSymbol: func(_, modifiers string) bool {
		return strings.HasPrefix(modifiers, "test ") || strings.HasPrefix(modifiers, "property ") || strings.HasPrefix(modifiers, "test(")
	},
	Rules: fact.Rules{
		Family: "elixir", Unit: fact.UnitType, Separator: ".", Extensions: []string{".ex", ".exs"},
		NestedClassScope: true, Self: []string{"__MODULE__"}, TypeSeparators: []string{"."}, Injectors: []string{"__using__", "__before_compile__"},
		Attributes: []string{"unary_operator"}, DocAttribute: "@doc",
		Builtins: strings.Fields(`def defp defmacro defmacrop defmodule defstruct defexception defprotocol defimpl defdelegate defguard defguardp defoverridable
			alias import require use quote unquote unquote_splicing super if unless case cond with for fn receive try raise reraise throw exit
			abs apply binary_part bit_size byte_size ceil div elem floor hd inspect is_atom is_binary is_bitstring is_boolean is_exception is_float is_function
			is_integer is_list is_map is_map_key is_nil is_number is_pid is_port is_reference is_struct is_tuple length make_ref map_size max min node not
			pop_in put_elem put_in get_in update_in get_and_update_in rem round self send spawn spawn_link spawn_monitor struct struct! tap then tl trunc tuple_size
			to_charlist to_string sigil_r sigil_s sigil_w binding dbg destructure function_exported? macro_exported? in match? and or
			assert refute assert_raise assert_receive assert_received refute_receive refute_received flunk setup setup_all on_exit describe test`),
	},
}
