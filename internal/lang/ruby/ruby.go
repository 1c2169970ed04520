// Package ruby describes Ruby.
package ruby

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/ruby"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Ruby. All files of a workspace share one space of constants, whoever requires them; modules are traits that hold names.
var Language = &lang.Language{
	Name:       "ruby",
	Extensions: []string{".rb", ".rake", ".gemspec", ".ru", ".rbi"},
	Filenames:  []string{"Rakefile", "Gemfile", "Capfile", "Guardfile", "Podfile", "Fastfile", "Vagrantfile", "Brewfile"},
	Shebangs:   []string{"ruby", "rake"},
	Grammar:    ruby.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !strings.Contains(modifiers, "private ") },
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, "_spec.rb") || strings.HasSuffix(base, "_test.rb") || strings.HasPrefix(base, "test_") || base == "spec_helper.rb" || base == "test_helper.rb"
	},
	TestSymbol: func(name, _ string) bool { return strings.HasPrefix(name, "test_") },
	TypeNamed:  className,
	Rules: fact.Rules{
		Family: "ruby", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".rb"}, SourceRoots: []string{"lib", "app"},
		SamePackage: true, OpenTypes: true, StaticsApart: true, ImplicitThis: true, NestedClassScope: true,
		Self: []string{"self"}, Super: []string{"super"}, SuperSame: true, Constructors: []string{"initialize"}, Makers: []string{"new"}, BareCalls: true,
		TypeSeparators: []string{"::"},
		Results: map[string]string{"to_s": "String", "inspect": "String", "to_i": "Integer", "to_sym": "Symbol", "to_a": "Array", "to_h": "Hash", "size": "Integer", "length": "Integer", "join": "String",
			"upcase": "String", "downcase": "String", "strip": "String", "gsub": "String", "split": "Array", "keys": "Array", "values": "Array"},
		Chains: []string{"tap", "freeze", "dup", "clone", "itself", "deep_dup", "presence", "reload"}, Elements: []string{"Array"}, Collections: true, PrivateOwn: true,
		Keeps: strings.Fields(`all where not order reorder limit offset includes preload eager_load joins left_joins left_outer_joins distinct unscoped merge references lock readonly in_batches
			rewhere select reject filter sort sort_by uniq compact reverse to_a each drop shuffle find_all concat`),
		Picks: strings.Fields(`first first! last last! second third find find_by find_by! take take! sole sample detect min_by max_by pop shift fetch
			build create create! new find_or_create_by find_or_create_by! find_or_initialize_by create_or_find_by`),
		// The second half are members of the core's own types: a call on something unknown means those.
		Builtins: strings.Fields(`puts print p pp raise fail require require_relative load autoload attr_reader attr_writer attr_accessor include extend prepend private public protected
			module_function private_constant public_constant define_method alias_method loop lambda proc format sprintf printf rand srand sleep exit abort at_exit catch throw binding block_given?
			caller freeze frozen? is_a? kind_of? instance_of? respond_to? nil? send public_send __send__ method methods instance_variable_get instance_variable_set instance_eval class_eval
			module_eval instance_exec class_exec tap then dup clone to_json to_s to_str to_a to_h to_i to_sym inspect == eql? equal? blank? present? try presence deep_dup object_id hash class singleton_class Integer Float String Array Hash Rational Complex gets open system exec spawn fork warn
			eval refine using describe context it let subject before after around expect
			Object BasicObject Kernel Module Class Comparable Enumerable Struct Proc Method Symbol Range Regexp MatchData Time Date DateTime IO File Dir Set Thread Mutex Queue Exception StandardError
			ArgumentError TypeError NameError NoMethodError RuntimeError KeyError IndexError NotImplementedError ZeroDivisionError IOError SystemExit StopIteration Encoding Math Process Random
			Signal GC ObjectSpace Marshal ENV ARGV STDIN STDOUT STDERR JSON YAML URI Logger Pathname Tempfile FileUtils
			any? all? none? one? empty? include? member? key? value? zero? positive? negative? even? odd? start_with? end_with? match? instance_variable_defined? const_get
			const_defined? each_with_index each_with_object each_slice each_cons each_key each_value each_pair each_char each_line each_entry flat_map filter_map detect collect inject
			group_by sort_by min_by max_by tally zip take take_while drop drop_while flatten compact uniq shuffle sample rotate transpose product combination permutation
			shift unshift prepend dig store merge! delete_if keep_if reject! select! map! transform_values transform_keys slice except invert
			gsub gsub! sub! scan tr squeeze chomp chop chars bytes lines lstrip rstrip upcase downcase swapcase center ljust rjust succ ord hex unpack pack
			abs ceil floor round divmod fdiv times upto downto step clamp to_r to_c to_f to_proc arity curry parameters owner receiver source_location
			year month day hour min sec usec strftime iso8601 utc localtime truncate rewind readlines each_byte sysread syswrite fsync basename dirname extname
			message backtrace full_message cause id ids find_each pluck where order limit offset joins includes save! update! destroy destroy! reload attributes errors valid?`),
	},
}

// className returns the class of what Rails calls name: "moderation_logs" → "ModerationLog".
func className(name string) string {
	for _, plural := range []struct{ end, one string }{{"ies", "y"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"uses", "us"}, {"ss", "ss"}, {"us", "us"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(name, plural.end); ok {
			name = stem + plural.one
			break
		}
	}
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
