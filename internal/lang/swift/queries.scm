; Swift. The captures are described in internal/syntax/captures.md. What an extension declares belongs to the type that it names.

(comment) @comment
(multiline_comment) @comment
(import_declaration (identifier) @path @star) @import

(class_declaration declaration_kind: "extension" name: (_) @type) @impl
(class_declaration declaration_kind: "extension" name: (_) @type (inheritance_specifier inherits_from: (_) @base)) @inherit

; Types.
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)? (inheritance_specifier inherits_from: (_) @base)* body: (_) @body) @def.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)? (inheritance_specifier inherits_from: (_) @base)* body: (_) @body) @def.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)? (inheritance_specifier inherits_from: (_) @base)* body: (_) @body) @def.enum
(protocol_declaration name: (type_identifier) @name (inheritance_specifier inherits_from: (_) @base)* body: (_) @body) @def.interface
(enum_entry name: (simple_identifier) @name @def.enum_member)
(typealias_declaration name: (type_identifier) @name name: (_) @type) @def.type
(associatedtype_declaration name: (type_identifier) @name) @def.type

; Members.
(function_declaration name: [(simple_identifier) (custom_operator)] @name (type_parameters (type_parameter (type_identifier) @tparam)*)?
	name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (opaque_type) (function_type)]? @type body: (_)? @body) @def.function @params
(function_declaration name: ["+" "-" "*" "/" "==" "<" ">" "<=" ">="] @name body: (_) @body) @def.function @params
(protocol_function_declaration name: (simple_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)?
	name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (opaque_type) (function_type)]? @type) @def.method @params
(init_declaration name: "init" @name body: (_)? @body) @def.constructor @params
((deinit_declaration "deinit" @name body: (_) @body) @def.method)
((subscript_declaration "subscript" @name name: (_)? @type) @def.method @params (#set! abstract "never"))
((property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation name: (_) @type)? computed_value: (_) @body) @def.property (#set! abstract "never"))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation name: (_) @type) value: (_)? @value) @def.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_)? @value) @def.variable
(property_declaration name: (pattern (pattern)) @left value: (_) @right) @bind
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation name: (_) @type)?) @def.field

; Variables. What bounds a type parameter is its type.
(type_parameter (type_identifier) @left name: (_) @type) @bind
(inheritance_constraint constrained_type: (identifier (simple_identifier) @left) name: (_) @type) @bind
((parameter external_name: (simple_identifier)? @key name: (simple_identifier) @name name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (opaque_type) (function_type)]? @type "...") @param (#set! variadic "1"))
((parameter external_name: (simple_identifier)? @key name: (simple_identifier) @name name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (opaque_type) (function_type)]? @type) @param (#set! default "="))
((if_statement bound_identifier: (simple_identifier) @left condition: "=" condition: (_) @right) @bind (#set! adjacent "1"))
((guard_statement bound_identifier: (simple_identifier) @left condition: "=" condition: (_) @right) @bind (#set! adjacent "1"))
((while_statement bound_identifier: (simple_identifier) @left condition: "=" condition: (_) @right) @bind (#set! adjacent "1"))
(for_statement item: (pattern bound_identifier: (simple_identifier) @left) collection: (_) @right) @each
(pattern (pattern bound_identifier: (simple_identifier) @left) "as" name: (_) @type) @bind
((call_expression (navigation_expression target: (_) @right suffix: (navigation_suffix suffix: (simple_identifier) @_each)) (call_suffix (lambda_literal type: (lambda_function_type (lambda_function_type_parameters (lambda_parameter name: (simple_identifier) @left)))) @each))
	(#any-of? @_each "forEach" "map" "compactMap" "flatMap" "filter" "first" "last" "contains" "allSatisfy" "sorted" "min" "max" "removeAll" "firstIndex" "lastIndex" "partition" "drop" "prefix"))
((call_expression (navigation_expression target: (_) @right suffix: (navigation_suffix suffix: (simple_identifier) @_each)) (call_suffix (lambda_literal "{" @left) @each))
	(#any-of? @_each "forEach" "map" "compactMap" "flatMap" "filter" "first" "last" "contains" "allSatisfy" "sorted" "min" "max" "removeAll" "firstIndex" "lastIndex" "partition" "drop" "prefix") (#set! name "$0"))
(lambda_parameter name: (simple_identifier) @name name: [(user_type) (optional_type) (array_type) (dictionary_type) (tuple_type)]? @type) @param
(capture_list_item name: (_) @name) @skip
(assignment target: (directly_assignable_expression (_) @left) result: (_) @right) @assign

(lambda_literal) @lambda
(if_statement) @scope
(for_statement) @scope
(while_statement) @scope
(do_statement) @scope
(catch_block) @scope
(switch_entry) @scope
(guard_statement (statements) @scope)

; Expressions. A subscript is written as a call with another bracket.
(call_expression (_) @of (call_suffix (value_arguments "["))) @index
(property_declaration (type_annotation name: (_) @of) value: (call_expression (prefix_expression operation: "." target: (simple_identifier) @name) (call_suffix (value_arguments) @args)) @call)
((call_expression (simple_identifier) @name (call_suffix (value_arguments) @args (lambda_literal) @block)) @call (#set! block "1"))
((call_expression (navigation_expression target: (_) @of suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix (value_arguments) @args (lambda_literal) @block)) @call (#set! block "1"))
(call_expression (simple_identifier) @name (call_suffix (value_arguments) @args)) @call
(call_expression (navigation_expression target: (_) @of suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix (value_arguments) @args)) @call
((call_expression (simple_identifier) @name (call_suffix (lambda_literal) @block)) @call (#set! arguments "block"))
((call_expression (navigation_expression target: (_) @of suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix (lambda_literal) @block)) @call (#set! arguments "block"))
(constructor_expression constructed_type: (_) @type (constructor_suffix (value_arguments) @args)) @new
(call_expression (_) @callee (call_suffix)) @call
(navigation_expression target: (_) @of suffix: (navigation_suffix suffix: (simple_identifier) @property)) @member
(postfix_expression target: (_) @inner) @same
(tuple_expression value: (_) @inner) @same
(try_expression expr: (_) @inner) @same
(await_expression expr: (_) @inner) @same
(nil_coalescing_expression value: (_) @inner if_nil: (_) @inner) @either
(ternary_expression if_true: (_) @inner if_false: (_) @inner) @either
(as_expression name: (_) @type) @cast
(value_argument name: (value_argument_label (simple_identifier) @name) value: (_) @value) @keyword
(value_argument value: (_) @inner) @same
(pattern (pattern)) @tuple
(pattern bound_identifier: (_) @inner) @same
(pattern (simple_identifier) @inner) @same
(tuple_type_item name: (simple_identifier) @name) @skip
((line_string_literal) @literal (#set! type "String"))
((multi_line_string_literal) @literal (#set! type "String"))
((integer_literal) @literal (#set! type "Int"))
((real_literal) @literal (#set! type "Double"))
((boolean_literal) @literal (#set! type "Bool"))
((array_literal) @literal (#set! type "Array") (#set! items "1"))
((dictionary_literal) @literal (#set! type "Dictionary"))
((comparison_expression) @literal (#set! type "Bool"))
((equality_expression) @literal (#set! type "Bool"))
((conjunction_expression) @literal (#set! type "Bool"))
(user_type (type_identifier) @of (type_identifier) @name) @typeref
(type_identifier) @typeref
(self_expression) @ident
(super_expression) @ident
(simple_identifier) @ident

(control_transfer_statement result: (_) @inner) @return
((function_declaration body: (function_body (statements (_) @inner))) @return (#set! last "1"))
((property_declaration computed_value: (computed_property (statements (_) @inner))) @return (#set! last "1"))
