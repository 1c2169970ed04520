// Package php describes PHP.
package php

import (
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/php"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var hidden = regexp.MustCompile(`(?i)\bprivate\b`)

// Language is PHP. Names are found by their namespaces, whichever file declares them.
var Language = &lang.Language{
	Name:       "php",
	Extensions: []string{".php", ".phtml", ".inc"},
	Shebangs:   []string{"php"},
	Grammar:    php.GetLanguage,
	Queries:    queries,
	DocTags:    docTags,
	Exported:   func(_, modifiers string) bool { return !hidden.MatchString(modifiers) },
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, "Test.php") || strings.HasSuffix(base, "TestCase.php")
	},
	TestSymbol: func(name, modifiers string) bool {
		return strings.HasPrefix(name, "test") && len(name) > 4 || strings.Contains(modifiers, "#[Test") || strings.Contains(modifiers, "@test")
	},
	Rules: fact.Rules{
		Family: "php", Unit: fact.UnitDeclared, Separator: `\`, Extensions: []string{".php"}, SourceRoots: []string{"src", "app"},
		SamePackage: true, GlobalSpace: true, NestedClassScope: true,
		Self: []string{"$this", "self", "static"}, Super: []string{"parent"}, Constructors: []string{"__construct"}, TypeSeparators: []string{`\`},
		Elements:  []string{"array", "list", "iterable", "Collection", "Traversable", "Iterator", "IteratorAggregate", "Generator", "ArrayObject", "SplObjectStorage"},
		Keeps:     []string{"filter", "values", "sort", "sortBy", "reverse", "unique", "take", "skip", "where", "each", "reject"},
		Picks:     []string{"first", "last", "find", "get", "pop", "shift", "current"},
		SelfTypes: []string{"static", "$this"},
		Callbacks: strings.Fields(`array_map array_filter array_reduce array_walk usort uasort uksort call_user_func call_user_func_array preg_replace_callback`),
		Builtins: strings.Fields(`isset empty unset echo print die exit eval include require list array compact extract define defined constant count sizeof strlen strtolower strtoupper ucfirst lcfirst
			trim ltrim rtrim str_replace str_contains str_starts_with str_ends_with substr strpos strrpos sprintf printf vsprintf implode explode join in_array array_map array_filter array_reduce
			array_merge array_keys array_values array_key_exists array_push array_pop array_shift array_unshift array_slice array_splice array_search array_unique array_flip array_combine
			array_fill array_walk usort uasort uksort sort ksort is_array is_string is_int is_numeric is_null is_callable is_object is_a is_bool is_float method_exists property_exists class_exists
			function_exists interface_exists get_class gettype get_object_vars call_user_func call_user_func_array func_get_args json_encode json_decode serialize unserialize preg_match preg_replace
			preg_match_all preg_split preg_quote preg_replace_callback file_get_contents file_put_contents file_exists is_dir is_file mkdir unlink fopen fclose fwrite fread date time microtime
			strtotime mktime max min abs floor ceil round rand mt_rand random_int random_bytes md5 sha1 hash var_dump var_export print_r error_log trigger_error spl_object_hash spl_object_id
			iterator_to_array range current next reset end key intval floatval strval boolval settype number_format htmlspecialchars urlencode base64_encode base64_decode bin2hex
			string int float bool mixed void never null true false object iterable callable
			stdClass Exception Error Throwable RuntimeException LogicException InvalidArgumentException DomainException OutOfBoundsException TypeError ValueError JsonException Closure Generator
			Iterator IteratorAggregate ArrayAccess Countable Traversable Stringable JsonSerializable ArrayObject ArrayIterator DateTime DateTimeImmutable DateTimeInterface DateInterval
			ReflectionClass ReflectionMethod ReflectionProperty PDO SplObjectStorage WeakMap BackedEnum UnitEnum Attribute`),
	},
}
