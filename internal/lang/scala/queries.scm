; Scala. The captures are described in internal/syntax/captures.md.

(comment) @comment
(block_comment) @comment
(package_clause name: (_) @inner) @skip
((package_clause name: (_) @name) @package (#set! nested "1"))

((import_declaration path: (identifier)+ @path (namespace_selectors (identifier) @name)) @import (#set! joined "1"))
((import_declaration path: (identifier)+ @path (namespace_selectors (arrow_renamed_identifier name: (_) @name alias: (_) @alias))) @import (#set! joined "1"))
((import_declaration path: (identifier)+ @path (namespace_selectors (as_renamed_identifier name: (_) @name alias: (_) @alias))) @import (#set! joined "1"))
((import_declaration path: (identifier)+ @path (namespace_selectors (namespace_wildcard) @star)) @import (#set! joined "1"))
((import_declaration path: (identifier)+ @path (namespace_wildcard) @star) @import (#set! joined "1"))
((import_declaration path: (identifier)+ @path) @import (#not-match? @import "\\{|\\._$|\\.\\*$") (#set! joined "1") (#set! split "1"))

; Types.
(class_definition name: (_) @name type_parameters: (type_parameters name: (_)* @tparam)? class_parameters: (_)? @params extend: (extends_clause type: (_)* @base)? body: (_)? @body) @def.class
(object_definition name: (_) @name extend: (extends_clause type: (_)* @base)? body: (_)? @body) @def.class
(trait_definition name: (_) @name type_parameters: (type_parameters name: (_)* @tparam)? extend: (extends_clause type: (_)* @base)? body: (_)? @body) @def.trait
(enum_definition name: (_) @name extend: (extends_clause type: (_)* @base)? body: (_)? @body) @def.enum
(simple_enum_case name: (_) @name) @def.enum_member
(full_enum_case name: (_) @name) @def.enum_member
(type_definition name: (_) @name type: (_) @type) @def.type
((instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @base (template_body "{" @name) @def.class @body) (#set! anonymous "new"))
(extension_definition parameters: (parameters (parameter type: (_) @type))) @impl

; Members. What an implicit class has can be called on what it wraps.
((class_definition (modifiers) @_implicit class_parameters: (class_parameters (class_parameter type: (_) @owner)) body: (template_body (function_definition name: (_) @name parameters: (_)? @params return_type: (_)? @type body: (_) @body) @def.method)) (#match? @_implicit "implicit"))
((function_definition name: (identifier) @name parameters: (_) @params body: (_) @body) @def.constructor (#eq? @name "this"))
(function_definition name: (_) @name type_parameters: (type_parameters name: (_)* @tparam)? parameters: (_)? @params return_type: (_)? @type body: (_) @body) @def.function
(function_declaration name: (_) @name type_parameters: (type_parameters name: (_)* @tparam)? parameters: (_)? @params return_type: (_)? @type) @def.function
(val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @def.variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @def.variable
(val_declaration name: (_) @name type: (_) @type) @def.variable
(var_declaration name: (_) @name type: (_) @type) @def.variable
(val_definition pattern: (tuple_pattern) @left value: (_) @right) @bind
(val_definition pattern: (case_class_pattern) @left) @bind
(case_clause pattern: (case_class_pattern) @left) @bind
(enumerator (case_class_pattern) @left) @bind
(capture_pattern name: (identifier) @left pattern: (case_class_pattern type: (_) @type)) @bind
(self_type (identifier) @name) @skip
(trait_definition name: (_) @type body: (template_body (self_type (_) (type_identifier) @base))) @inherit
(trait_definition name: (_) @type body: (template_body (self_type (compound_type [(type_identifier) (generic_type)] @base)))) @inherit

; Variables.
((class_parameter name: (_) @name type: (_)? @type default_value: (_)? @value) @param (#set! member "1"))
((parameter name: (_) @name type: (repeated_parameter_type type: (_) @type)) @param (#set! variadic "1"))
(parameter name: (_) @name type: (_)? @type default_value: (_)? @value) @param
(binding name: (_) @name type: (_)? @type) @param
((call_expression function: (field_expression value: (_) @right field: (identifier) @_each) arguments: (_ (lambda_expression parameters: (identifier) @left) @each))
	(#any-of? @_each "map" "flatMap" "foreach" "filter" "filterNot" "exists" "forall" "find" "count" "sortBy" "groupBy" "maxBy" "minBy" "partition" "takeWhile" "dropWhile" "withFilter" "collect" "sumBy" "tap"))
((call_expression function: (field_expression value: (_) @right field: (identifier) @_each) arguments: (arguments "(" @left) @each)
	(#any-of? @_each "map" "flatMap" "foreach" "filter" "filterNot" "exists" "forall" "find" "count" "sortBy" "groupBy" "maxBy" "minBy" "partition" "takeWhile" "dropWhile" "withFilter") (#set! name "_"))
(lambda_expression parameters: (identifier) @name @param)
(enumerator (identifier) @left "<-" (_) @right) @each
(enumerator (identifier) @left "=" (_) @right) @bind
(typed_pattern pattern: (identifier) @left type: (_) @type) @bind
(assignment_expression left: (_) @left right: (_) @right) @assign

(lambda_expression) @lambda
(arguments) @scope
(block) @scope
(for_expression) @scope
(case_clause) @scope

; Expressions. A call with several lists is the call with the first.
(call_expression function: (call_expression) @inner) @same
((call_expression function: (generic_function function: (_) @callee) arguments: [(block) (case_block)]) @call (#set! arguments "block"))
(call_expression function: (generic_function function: (_) @callee) arguments: (_) @args) @call
((call_expression function: (_) @callee arguments: [(block) (case_block)]) @call (#set! arguments "block"))
(call_expression function: (_) @callee arguments: (_) @args) @call
(infix_expression left: (_) @of operator: (identifier) @name) @call
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @type arguments: (_)? @args) @new
(extends_clause type: (_) @type (arguments) @args) @new
(annotation name: (_) @name) @typeref
((generic_function function: (field_expression field: (identifier) @_as) type_arguments: (type_arguments (_) @type)) @cast (#eq? @_as "asInstanceOf"))
((generic_function function: (identifier) @_as type_arguments: (type_arguments (_) @type)) @cast (#any-of? @_as "summon" "implicitly" "the"))
(generic_function function: (_) @inner) @same
(field_expression value: (_) @of field: (_) @property) @member
(stable_identifier (_) @of (identifier) @property) @member
(parenthesized_expression (_) @inner) @same
(tuple_pattern) @tuple
(case_class_pattern type: (_) @type) @tuple
(arguments (assignment_expression left: (identifier) @name right: (_) @value) @keyword)
((string) @literal (#set! type "String"))
((interpolated_string_expression) @literal (#set! type "String"))
((integer_literal) @literal (#set! type "Int"))
((floating_point_literal) @literal (#set! type "Double"))
((boolean_literal) @literal (#set! type "Boolean"))
(interpolated_string_expression interpolator: (_) @name) @skip
(stable_type_identifier (_) @of (type_identifier) @name) @typeref
(type_identifier) @typeref
(wildcard) @ident
(identifier) @ident

(return_expression (_) @inner) @return
(function_definition body: [(call_expression) (instance_expression) (identifier) (field_expression)] @inner) @return
((function_definition body: (block (_) @inner)) @return (#set! last "1"))
