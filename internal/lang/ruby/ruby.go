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
	Rules: fact.Rules{
		Family: "ruby", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".rb"}, SourceRoots: []string{"lib", "app"},
		SamePackage: true, OpenTypes: true, StaticsApart: true, ImplicitThis: true, NestedClassScope: true,
		Self: []string{"self"}, Super: []string{"super"}, SuperSame: true, Constructors: []string{"initialize"}, Makers: []string{"new"}, BareCalls: true,
		TypeSeparators: []string{"::"},
		Results: map[string]string{"to_s": "String", "inspect": "String", "to_i": "Integer", "to_sym": "Symbol", "to_a": "Array", "to_h": "Hash", "size": "Integer", "length": "Integer", "join": "String",
			"upcase": "String", "downcase": "String", "strip": "String", "gsub": "String", "split": "Array", "keys": "Array", "values": "Array"},
		Builtins: strings.Fields(`puts print p pp raise fail require require_relative load autoload attr_reader attr_writer attr_accessor include extend prepend private public protected
			module_function private_constant public_constant define_method alias_method loop lambda proc format sprintf printf rand srand sleep exit abort at_exit catch throw binding block_given?
			caller freeze frozen? is_a? kind_of? instance_of? respond_to? nil? send public_send __send__ method methods instance_variable_get instance_variable_set instance_eval class_eval
			module_eval instance_exec class_exec tap then dup clone to_json to_s to_str to_a to_h to_i to_sym inspect == eql? equal? blank? present? try presence deep_dup object_id hash class singleton_class Integer Float String Array Hash Rational Complex gets open system exec spawn fork warn
			eval refine using describe context it let subject before after around expect
			Object BasicObject Kernel Module Class Comparable Enumerable Struct Proc Method Symbol Range Regexp MatchData Time Date DateTime IO File Dir Set Thread Mutex Queue Exception StandardError
			ArgumentError TypeError NameError NoMethodError RuntimeError KeyError IndexError NotImplementedError ZeroDivisionError IOError SystemExit StopIteration Encoding Math Process Random
			Signal GC ObjectSpace Marshal ENV ARGV STDIN STDOUT STDERR JSON YAML URI Logger Pathname Tempfile FileUtils`),
	},
}
