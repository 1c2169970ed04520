// Package swift describes Swift.
package swift

import (
	_ "embed" // queries.scm
	"regexp"
	"strings"

	"github.com/smacker/go-tree-sitter/swift"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

var hidden = regexp.MustCompile(`\b(?:private|fileprivate)\b(?:[^(]|$)`) // not private(set)

// widens says what a literal's type may become.
var widens = map[string][]string{
	"Int": {"Double", "CGFloat", "Float", "TimeInterval", "Int64", "Int32", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Decimal"}, "Double": {"CGFloat", "Float", "TimeInterval", "Decimal"},
	"String": {"Substring", "Character", "StaticString", "StringProtocol"}, "Bool": nil,
}

// Language is Swift. The files of a workspace see each other as those of one module do.
var Language = &lang.Language{
	Name:       "swift",
	Extensions: []string{".swift"},
	Grammar:    swift.GetLanguage,
	Queries:    queries,
	Exported:   func(_, modifiers string) bool { return !hidden.MatchString(modifiers) },
	TestFile: func(base string) bool {
		stem := strings.TrimSuffix(base, ".swift")
		return strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Spec")
	},
	TestSymbol: func(name, modifiers string) bool {
		return strings.HasPrefix(name, "test") && len(name) > 4 && name[4] < 'a' || strings.Contains(modifiers, "@Test")
	},
	Rules: fact.Rules{
		Family: "swift", Unit: fact.UnitDeclared, Separator: ".", Extensions: []string{".swift"}, SourceRoots: []string{"Sources"},
		SamePackage: true, ExtensionMethods: true, Overloads: true, Tops: []string{"Any", "AnyObject"}, Widens: widens,
		SelfTypes: []string{"Self"}, Operators: map[string]string{"[": "subscript"},
		Self: []string{"self", "Self"}, Super: []string{"super"}, ImplicitThis: true, NestedClassScope: true, Constructors: []string{"init"}, TypeSeparators: []string{"."},
		Wrappers: []string{"Optional", "Published", "Binding", "State", "StateObject", "ObservedObject", "Weak"},
		Elements: []string{"Array", "Set", "Dictionary", "ArraySlice", "ContiguousArray", "Sequence", "Collection", "AnySequence", "AsyncStream", "AsyncThrowingStream", "Deque", "OrderedSet", "OrderedDictionary"},
		Unwraps:  []string{"wrappedValue", "unsafelyUnwrapped"},
		Keeps:    []string{"filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "lazy", "values", "drop", "removingDuplicates"},
		Picks:    []string{"first", "last", "randomElement", "removeFirst", "removeLast", "popLast", "popFirst", "min", "max", "next"},
		Results: map[string]string{"description": "String", "count": "Int", "isEmpty": "Bool", "contains": "Bool", "hasPrefix": "Bool", "hasSuffix": "Bool", "lowercased": "String", "uppercased": "String",
			"hashValue": "Int", "rawValue": "", "absoluteString": "String", "localizedDescription": "String"},
		Builtins: strings.Fields(`print debugPrint dump fatalError precondition preconditionFailure assert assertionFailure min max abs zip stride type swap repeatElement withUnsafePointer
			withExtendedLifetime defer numericCast unsafeBitCast
			Any AnyObject Never Void Bool Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double CGFloat String Substring Character StaticString Array Set Dictionary Optional Range
			ClosedRange Error Equatable Hashable Comparable Codable Encodable Decodable CaseIterable RawRepresentable Identifiable CustomStringConvertible Sequence Collection IteratorProtocol
			Sendable Task MainActor Data Date URL URLRequest URLSession URLResponse HTTPURLResponse NSObject NSError DispatchQueue NotificationCenter UUID Bundle FileManager JSONDecoder JSONEncoder
			Locale Calendar TimeInterval NSLock OperationQueue Result KeyPath XCTestCase XCTAssert XCTAssertEqual XCTAssertTrue XCTAssertFalse XCTAssertNil XCTAssertNotNil XCTFail XCTUnwrap
			true false nil`),
	},
}
