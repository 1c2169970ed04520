; Go. The captures are described in internal/syntax/captures.md.

(package_clause (package_identifier) @name) @package
(comment) @comment

(function_declaration name: (identifier) @name type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @tparam)*)? parameters: (_) @params result: (_)? @type body: (_)? @body) @def.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (field_identifier) @name parameters: (_) @params result: (_)? @type body: (_)? @body) @def.method
(method_elem name: (field_identifier) @name parameters: (_) @params result: (_)? @type) @def.method

; A struct without a name has a place instead.
((slice_type element: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((array_type element: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((map_type value: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((pointer_type (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((channel_type value: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((composite_literal type: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((var_spec type: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((field_declaration type: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
((parameter_declaration type: (struct_type "struct" @name (field_declaration_list (field_declaration !name type: (_) @base)*) @body) @def.struct) (#match? @body "\\w") (#set! anonymous "struct"))
(type_spec name: (type_identifier) @name type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @tparam)*)? type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)*)) @body) @def.struct
(type_spec name: (type_identifier) @name type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @tparam)*)? type: (interface_type (type_elem (_) @base)*) @body) @def.interface
(type_spec name: (type_identifier) @name type_parameters: (type_parameter_list (type_parameter_declaration name: (_) @tparam)*)? type: (_) @type) @def.type
(type_alias name: (type_identifier) @name type: (_) @type) @def.type
(field_declaration name: (field_identifier) @name type: (_) @type) @def.field

(const_spec name: (identifier) @name type: (_)? @type) @def.constant
(var_spec name: (identifier) @name type: (_)? @type value: (expression_list)? @value) @def.variable

(import_spec name: (package_identifier) @alias path: (_) @path) @import
(import_spec name: (dot) @star path: (_) @path) @import
(import_spec name: (blank_identifier) @alias path: (_) @path) @import
(import_spec !name path: (_) @path) @import

(parameter_declaration name: (identifier) @name type: (_) @type) @param
(parameter_declaration !name type: (_) @type) @param
((variadic_parameter_declaration name: (identifier)? @name type: (_) @type) @param (#set! variadic "1"))

(short_var_declaration left: (_) @left right: (_) @right) @bind
(assignment_statement left: (_) @left right: (_) @right) @assign
((range_clause left: (_) @left right: (_) @right) @each (#set! kv "1"))
(receive_statement left: (_) @left right: (_) @right) @bind
(type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value) @bind
(type_switch_statement alias: (expression_list (identifier) @name) (type_case type: (_) @type) @body) @narrow

(func_literal parameters: (_) @params result: (_)? @type body: (_) @body) @lambda
(block) @scope
(if_statement) @scope
(for_statement) @scope
(expression_switch_statement) @scope
(type_switch_statement) @scope
(expression_case) @scope
(type_case) @scope
(communication_case) @scope

((call_expression function: (selector_expression field: (_) @_once) arguments: (argument_list (_) @inner)) @same (#any-of? @_once "OnceFunc" "OnceValue" "OnceValues"))
((call_expression function: (identifier) @_make arguments: (argument_list (_) @type)) @cast (#any-of? @_make "make" "new"))
(type_conversion_expression type: (generic_type type: (_) @callee)) @call
(call_expression function: (_) @callee arguments: (_) @args) @call
(selector_expression operand: (_) @of field: (_) @property) @member
(index_expression operand: (_) @of) @index
(slice_expression operand: (_) @inner) @same
(composite_literal type: (_) @type body: (_)) @new
(type_assertion_expression type: (_) @type) @cast
(type_conversion_expression type: (_) @type) @cast
(unary_expression operand: (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(expression_list) @tuple
(identifier) @ident
(field_identifier) @ident
(qualified_type package: (_) @of name: (_) @name) @typeref
(type_identifier) @typeref
((interpreted_string_literal) @literal (#set! type "string"))
((raw_string_literal) @literal (#set! type "string"))
((int_literal) @literal (#set! type "int"))
((float_literal) @literal (#set! type "float64"))

(return_statement (expression_list) @inner) @return

(keyed_element (literal_element (identifier) @name) (literal_element)) @skip
