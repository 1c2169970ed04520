// Package zig describes Zig.
package zig

import (
	_ "embed" // queries.scm
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Zig.
var Language = &lang.Language{
	Name:       "zig",
	Extensions: []string{".zig"},
	Grammar:    func() *sitter.Language { return sitter.NewLanguage(zig.Language()) },
	Queries:    queries,
	Exported: func(_, modifiers string) bool {
		return strings.HasPrefix(modifiers, "pub ") || strings.HasPrefix(modifiers, "export ")
	},
	TestFile: func(base string) bool {
		return base == "test.zig" || base == "tests.zig" || strings.HasSuffix(base, "_test.zig")
	},
	TestSymbol: func(_, modifiers string) bool { return strings.HasPrefix(modifiers, "test ") },
	Rules: fact.Rules{
		Family: "zig", Unit: fact.UnitFile, Separator: "/", Extensions: []string{".zig"}, SourceRoots: []string{"src", "lib"}, RelativePaths: true, ReExportWord: "pub",
		NestedClassScope: true, FileTypes: true, FunctionsMake: true, Self: []string{"@This", "self"}, TypeSeparators: []string{"."},
		Elements: []string{"ArrayList", "ArrayListUnmanaged", "ArrayHashMap", "ArrayHashMapUnmanaged", "AutoArrayHashMapUnmanaged", "StringArrayHashMapUnmanaged", "AutoHashMap",
			"AutoHashMapUnmanaged", "StringHashMap", "StringHashMapUnmanaged", "HashMap", "MultiArrayList", "BoundedArray", "SegmentedList", "DoublyLinkedList", "SinglyLinkedList"},
		Keeps: []string{"items", "values", "slice", "constSlice"}, Picks: []string{"get", "getPtr", "pop", "getLast", "getLastOrNull", "orderedRemove", "swapRemove", "addOne", "at"},
		Builtins: strings.Fields(`bool void noreturn type anyerror anytype anyopaque comptime_int comptime_float isize usize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128
			f16 f32 f64 f80 f128 c_int c_uint c_char c_long true false null undefined std builtin root`),
	},
}
