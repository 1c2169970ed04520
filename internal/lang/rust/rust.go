// Package rust describes Rust.
package rust

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/rust"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Rust.
var Language = &lang.Language{
	Name:       "rust",
	Extensions: []string{".rs"},
	Grammar:    rust.GetLanguage,
	Queries:    queries,
	Exported: func(_, modifiers string) bool {
		return strings.Contains(modifiers, "pub ") || strings.Contains(modifiers, "pub(") || strings.Contains(modifiers, "macro_export")
	},
	TestFile: func(base string) bool {
		return base == "tests.rs" || strings.HasSuffix(base, "_test.rs") || strings.HasSuffix(base, "_tests.rs")
	},
	TestSymbol: func(_, modifiers string) bool {
		for _, mark := range []string{"#[test]", "::test]", "::test(", "#[cfg(test)]", "#[bench]", "#[rstest"} {
			if strings.Contains(modifiers, mark) {
				return true
			}
		}
		return false
	},
	Rules: fact.Rules{
		Family: "rust", Unit: fact.UnitFile, Separator: "::", Extensions: []string{".rs"}, Index: []string{"mod", "lib", "main"}, SourceRoots: []string{"src"},
		ReExportWord: "pub", Self: []string{"self", "Self"}, NestedClassScope: true, Sequential: true, Overloads: true, Unwraps: []string{"unwrap"}, Options: []string{"Option", "Result"}, Iterates: []string{"Item", "next", "iter", "into_iter"}, TypeSeparators: []string{"::"},
		Attributes: []string{"attribute_item"},
		Wrappers: []string{"Box", "Rc", "Arc", "Option", "Result", "RefCell", "Cell", "Ref", "RefMut", "Mutex", "MutexGuard", "RwLock", "RwLockReadGuard", "RwLockWriteGuard",
			"Pin", "Cow", "Weak", "ManuallyDrop", "MaybeUninit", "OnceCell", "OnceLock", "LazyLock", "LazyCell"},
		Elements: []string{"Vec", "VecDeque", "LinkedList", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "BinaryHeap", "IndexMap", "Iter", "IterMut", "IntoIter", "Iterator", "IntoIterator", "SmallVec"},
		Builtins: strings.Fields(`Some None Ok Err Self bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 String Vec Box Option Result drop
			println print eprintln eprint format write writeln vec panic assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne todo unimplemented
			unreachable matches dbg include include_str include_bytes env option_env concat stringify line column file module_path cfg compile_error thread_local
			format_args`),
	},
}
