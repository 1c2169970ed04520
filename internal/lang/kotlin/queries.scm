; Kotlin. The captures are described in internal/syntax/captures.md. The grammar has no fields: order tells what a child is.

(line_comment) @comment
(multiline_comment) @comment
(package_header (identifier) @inner) @skip
(package_header (identifier) @name) @package

((import_header (identifier) @path (import_alias (type_identifier) @alias)) @import (#set! split "1"))
(import_header (identifier) @path (wildcard_import) @star) @import
((import_header (identifier) @path) @import (#not-match? @import "^import\\s+[^\\s/]+(\\s+as\\s|\\.\\*)") (#set! split "1"))

; Types. What stands in a companion object belongs to the class around it.
(class_declaration "interface" (type_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)? (delegation_specifier (user_type) @base)* (class_body)? @body) @def.interface
(class_declaration "enum" (type_identifier) @name (primary_constructor)? @params (delegation_specifier (user_type) @base)* (enum_class_body)? @body) @def.enum
(class_declaration (type_identifier) @name (type_parameters (type_parameter (type_identifier) @tparam)*)? (primary_constructor)? @params
	(delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)])* (class_body)? @body) @def.class
(object_declaration (type_identifier) @name (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)])* (class_body)? @body) @def.class
(enum_entry (simple_identifier) @name) @def.enum_member
((object_literal (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)])? (class_body "{" @name) @def.class @body) (#set! anonymous "object"))
((class_declaration (type_identifier) @base (enum_class_body (enum_entry (class_body "{" @name) @def.class @body))) (#set! anonymous "object"))
(type_alias (type_identifier) @name [(user_type) (nullable_type) (function_type)] @type) @def.type

; Members. The receiver of an extension is its owner.
(function_declaration (type_parameters (type_parameter (type_identifier) @tparam)*)? [(user_type) (nullable_type) (parenthesized_type)] @owner "." (simple_identifier) @name (function_value_parameters) @params
	[(user_type) (nullable_type) (function_type)]? @type (function_body)? @body) @def.function
(function_declaration (type_parameters (type_parameter (type_identifier) @tparam)*)? (simple_identifier) @name (function_value_parameters) @params
	[(user_type) (nullable_type) (function_type)]? @type (function_body)? @body) @def.function
(secondary_constructor "constructor" @name (function_value_parameters) @params (statements)? @body) @def.constructor
((property_declaration [(user_type) (nullable_type)] @owner "." (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type) (getter)? @body) @def.property (#set! abstract "never"))
((property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type) (getter) @body) @def.property (#set! abstract "never"))
(property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type) (function_type)] @type)) @def.variable
((property_declaration (variable_declaration (simple_identifier) @name) (property_delegate (call_expression (simple_identifier) @_lazy (call_suffix (annotated_lambda (lambda_literal (statements (_) @value))))))) @def.variable (#eq? @_lazy "lazy"))
(property_declaration (variable_declaration (simple_identifier) @name) (_)? @value) @def.variable
(property_declaration (multi_variable_declaration) @left (_) @right) @bind
((class_declaration (type_identifier) @value (class_body (companion_object (type_identifier) @name @def.field))) (#set! value "name"))
(class_declaration (primary_constructor (class_parameter (binding_pattern_kind) (simple_identifier) @name (_)? @type) @def.field))

; Variables. What bounds a type parameter is its type.
(type_parameter (type_identifier) @left (user_type) @type) @bind
(type_constraint (type_identifier) @left (user_type) @type) @bind
((class_declaration (primary_constructor (class_parameter (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type) @param)) (#set! member "1") (#set! default "="))
((function_value_parameters (parameter (simple_identifier) @name [(user_type) (nullable_type) (function_type) (parenthesized_type)]? @type) @param) (#set! default "=") (#set! modifier "vararg"))
(parameter (simple_identifier) @name [(user_type) (nullable_type) (function_type)]? @type) @param
(parameter_with_optional_type (simple_identifier) @name (_)? @type) @param

((call_expression (navigation_expression (_) @right (navigation_suffix (simple_identifier) @_each)) (call_suffix (annotated_lambda (lambda_literal "{" @left) @each)))
	(#any-of? @_each "forEach" "onEach" "map" "mapNotNull" "flatMap" "filter" "filterNot" "find" "findLast" "first" "firstOrNull" "last" "lastOrNull" "single" "singleOrNull" "any" "all" "none" "count" "sumOf" "sortedBy"
		"sortedByDescending" "groupBy" "associateBy" "associateWith" "associate" "partition" "maxByOrNull" "minByOrNull" "maxBy" "minBy" "takeWhile" "dropWhile" "distinctBy" "joinToString" "removeAll" "removeIf" "indexOfFirst" "collect") (#set! name "it") (#set! unless "lambda_parameters"))
((call_expression (navigation_expression (_) @right (navigation_suffix (simple_identifier) @_each)) (call_suffix (annotated_lambda (lambda_literal (lambda_parameters (variable_declaration (simple_identifier) @left))) @each)))
	(#any-of? @_each "forEach" "onEach" "map" "mapNotNull" "flatMap" "filter" "filterNot" "find" "findLast" "first" "firstOrNull" "last" "lastOrNull" "single" "singleOrNull" "any" "all" "none" "count" "sumOf" "sortedBy"
		"sortedByDescending" "groupBy" "associateBy" "associateWith" "associate" "partition" "maxByOrNull" "minByOrNull" "maxBy" "minBy" "takeWhile" "dropWhile" "distinctBy" "joinToString" "removeAll" "removeIf" "indexOfFirst" "collect"))
((call_expression (navigation_expression (_) @right (navigation_suffix (simple_identifier) @_let)) (call_suffix (annotated_lambda (lambda_literal "{" @left) @bind)))
	(#any-of? @_let "let" "also" "takeIf" "takeUnless" "use") (#set! name "it") (#set! unless "lambda_parameters"))
((call_expression (navigation_expression (_) @right (navigation_suffix (simple_identifier) @_let)) (call_suffix (annotated_lambda (lambda_literal (lambda_parameters (variable_declaration (simple_identifier) @left))) @bind)))
	(#any-of? @_let "let" "also" "takeIf" "takeUnless" "use"))
((call_expression (navigation_expression (_) @right (navigation_suffix (simple_identifier) @_apply)) (call_suffix (annotated_lambda (lambda_literal "{" @left) @bind)))
	(#any-of? @_apply "apply" "run") (#set! name "this"))
((call_expression (call_expression (simple_identifier) @_with (call_suffix (value_arguments (value_argument (_) @right)))) (call_suffix (annotated_lambda (lambda_literal "{" @left) @bind)))
	(#eq? @_with "with") (#set! name "this"))
((call_expression [(simple_identifier) (navigation_expression)] @right (call_suffix (annotated_lambda (lambda_literal "{" @left) @bind))) (#set! name "this") (#set! receives "1"))
((call_expression (call_expression [(simple_identifier) (navigation_expression)] @right (call_suffix (value_arguments))) (call_suffix (annotated_lambda (lambda_literal "{" @left) @bind))) (#set! name "this") (#set! receives "1"))
((call_expression [(simple_identifier) (navigation_expression)] @right (call_suffix (value_arguments (value_argument (lambda_literal "{" @left) @bind)))) (#set! name "this") (#set! receives "1"))
(lambda_parameters (variable_declaration (simple_identifier) @name (_)? @type) @param)
(for_statement (variable_declaration (simple_identifier) @left) (_) @right (control_structure_body)) @each
(for_statement (multi_variable_declaration) @left (_) @right (control_structure_body)) @each
(when_subject (variable_declaration (simple_identifier) @left) (_) @right) @bind
(catch_block (simple_identifier) @left (user_type) @type) @bind
(check_expression (simple_identifier) @left "is" (user_type) @type) @narrow
(check_expression (simple_identifier) @left "!is" (user_type) @type) @narrow
(when_expression (when_subject (simple_identifier) @left) (when_entry (when_condition (type_test (user_type) @type)) (control_structure_body) @body)) @narrow
(assignment (directly_assignable_expression (_) @left) (_) @right) @assign

(lambda_literal) @lambda
(anonymous_function) @lambda
(control_structure_body) @scope
(when_entry) @scope
(when_expression) @scope
(for_statement) @scope
(catch_block) @scope
(getter) @scope
(setter) @scope

; Expressions.
((call_expression (simple_identifier) @_list (call_suffix (value_arguments))) @literal (#any-of? @_list "listOf" "mutableListOf" "listOfNotNull" "arrayListOf") (#set! type "List"))
((call_expression (call_expression (navigation_expression (_) @of (navigation_suffix (simple_identifier) @name)) (call_suffix (value_arguments) @args)) @call (call_suffix (annotated_lambda (lambda_literal) @block))) (#set! block "1"))
((call_expression (call_expression (simple_identifier) @name (call_suffix (value_arguments) @args)) @call (call_suffix (annotated_lambda (lambda_literal) @block))) (#set! block "1"))
(call_expression (call_expression) @inner (call_suffix (annotated_lambda))) @same
(call_expression (navigation_expression (_) @of (navigation_suffix (simple_identifier) @name)) (call_suffix (value_arguments) @args)) @call
((call_expression (navigation_expression (_) @of (navigation_suffix (simple_identifier) @name)) (call_suffix (annotated_lambda (lambda_literal) @block))) @call (#set! arguments "block"))
(call_expression (simple_identifier) @name (call_suffix (value_arguments) @args)) @call
((call_expression (simple_identifier) @name (call_suffix (annotated_lambda (lambda_literal) @block))) @call (#set! arguments "block"))
(call_expression (_) @callee (call_suffix (value_arguments) @args)) @call
(call_expression (_) @callee (call_suffix)) @call
(infix_expression (_) @of (simple_identifier) @name (_)) @call

; Operators that the type of the left side may define.
((additive_expression (_) @of ["+" "-"] @name (_)) @call (#set! operator "1") (#set! arguments "block"))
((multiplicative_expression (_) @of ["*" "/" "%"] @name (_)) @call (#set! operator "1") (#set! arguments "block"))
((range_expression (_) @of ".." @name (_)) @call (#set! operator "1") (#set! arguments "block"))
((prefix_expression "!" @name (_) @of) @call (#set! operator "1") (#set! arguments "none"))
((comparison_expression (_) @of ["<" ">" "<=" ">="] @name (_)) @call (#set! operator "1") (#set! arguments "block"))
((check_expression (_) ["in" "!in"] @name (_) @of) @call (#set! operator "1") (#set! arguments "block"))
((assignment (directly_assignable_expression (_) @of) ["+=" "-="] @name (_)) @call (#set! operator "1") (#set! arguments "block"))
((indexing_expression (_) @of (indexing_suffix "[" @name @call)) (#set! operator "1"))
(constructor_invocation (user_type) @type (value_arguments) @args) @new
(constructor_delegation_call ["this" "super"] @name (value_arguments) @args) @call
(callable_reference (type_identifier) @of (simple_identifier) @property) @member
(navigation_expression (_) @of (navigation_suffix (simple_identifier) @property)) @member
(indexing_expression (_) @of (indexing_suffix)) @index
(parenthesized_expression (_) @inner) @same
(postfix_expression (_) @inner) @same
(elvis_expression (_) @inner (_) @inner) @either
(when_expression (when_entry (control_structure_body (_) @inner))*) @either
(as_expression (_) [(user_type) (nullable_type)] @type) @cast
(this_expression (type_identifier) @type) @cast
(super_expression (user_type) @type) @cast
(this_expression) @ident
(super_expression) @ident
(object_literal (delegation_specifier [(user_type) @type (constructor_invocation (user_type) @type)])) @cast
(multi_variable_declaration) @tuple
(variable_declaration (simple_identifier) @inner) @same
(value_argument (simple_identifier) @name "=" (_) @value) @keyword
(value_argument (_) @inner) @same
((comparison_expression) @literal (#set! type "Boolean"))
((equality_expression) @literal (#set! type "Boolean"))
((conjunction_expression) @literal (#set! type "Boolean"))
((disjunction_expression) @literal (#set! type "Boolean"))
(if_expression (control_structure_body (_) @inner) "else" (control_structure_body (_) @inner)) @either
((string_literal) @literal (#set! type "String"))
((integer_literal) @literal (#set! type "Int"))
((long_literal) @literal (#set! type "Long"))
((real_literal) @literal (#set! type "Double"))
((character_literal) @literal (#set! type "Char"))
((boolean_literal) @literal (#set! type "Boolean"))
(user_type (type_identifier) @of (type_identifier) @name) @typeref
(type_identifier) @typeref
(simple_identifier) @ident

(jump_expression "return" (_) @inner) @return
(function_body "=" (_) @inner) @return
