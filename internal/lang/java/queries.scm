; Java. The captures are described in internal/syntax/captures.md.

(line_comment) @comment
(block_comment) @comment
(package_declaration (_) @inner) @skip
(module_declaration) @skip
(package_declaration [(identifier) (scoped_identifier)] @name) @package

((import_declaration (scoped_identifier) @path) @import (#not-match? @import "\\*|^import\\s+static\\b") (#set! split "1"))
((import_declaration (scoped_identifier) @path) @import (#not-match? @import "\\*") (#match? @import "^import\\s+static\\b") (#set! split "1") (#set! static "1"))
((import_declaration [(identifier) (scoped_identifier)] @path (asterisk) @star) @import (#not-match? @import "^import\\s+static\\b"))
((import_declaration [(identifier) (scoped_identifier)] @path (asterisk) @star) @import (#match? @import "^import\\s+static\\b") (#set! static "1"))

; Types. An anonymous class is named by its base; it starts at its body, for what is passed to the base's constructor stands outside.
(class_declaration name: (_) @name type_parameters: (type_parameters (type_parameter (type_identifier) @tparam)*)? superclass: (superclass (_) @base)?
	interfaces: (super_interfaces (type_list (_)* @base))? body: (_) @body) @def.class
(record_declaration name: (_) @name type_parameters: (type_parameters (type_parameter (type_identifier) @tparam)*)? parameters: (_) @params
	interfaces: (super_interfaces (type_list (_)* @base))? body: (_) @body) @def.class
(interface_declaration name: (_) @name type_parameters: (type_parameters (type_parameter (type_identifier) @tparam)*)? (extends_interfaces (type_list (_)* @base))? body: (_) @body) @def.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @def.interface
(enum_declaration name: (_) @name interfaces: (super_interfaces (type_list (_)* @base))? body: (_) @body) @def.enum
(enum_constant name: (_) @name) @def.enum_member
((object_creation_expression type: (_) @base (class_body "{" @name) @def.class @body) (#set! anonymous "new"))
((enum_declaration name: (_) @base body: (enum_body (enum_constant body: (class_body "{" @name) @def.class @body))) (#set! anonymous "new"))

(method_declaration type_parameters: (type_parameters (type_parameter (type_identifier) @tparam)*)? type: (_) @type name: (_) @name parameters: (_) @params body: (_)? @body) @def.method
(annotation_type_element_declaration type: (_) @type name: (_) @name) @def.method
(constructor_declaration name: (_) @name parameters: (_) @params body: (_) @body) @def.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @def.constructor
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @def.field)
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @def.constant)
(field_declaration) @wrap
(constant_declaration) @wrap
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @def.field))

; Variables.
(type_parameter (type_identifier) @left (type_bound (_) @type)) @bind
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @left value: (_)? @right) @bind (#not-eq? @type "var"))
(local_variable_declaration type: (_) @_type declarator: (variable_declarator name: (_) @left value: (_) @right) @bind (#eq? @_type "var"))
((enhanced_for_statement type: (_) @type name: (_) @left) @bind (#not-eq? @type "var"))
((enhanced_for_statement type: (_) @_type name: (_) @left value: (_) @right) @each (#eq? @_type "var"))
(method_invocation object: (_) @right name: (_) @_each arguments: (argument_list (lambda_expression parameters: (identifier) @left) @each) (#any-of? @_each "forEach" "removeIf" "filter" "map" "flatMap" "anyMatch" "allMatch" "noneMatch" "peek" "mapToInt" "mapToObj" "ifPresent" "takeWhile" "dropWhile"))
((resource type: (_) @type name: (_) @left value: (_) @right) @bind (#not-eq? @type "var"))
((resource type: (_) @_type name: (_) @left value: (_) @right) @bind (#eq? @_type "var"))
(catch_formal_parameter (catch_type) @type name: (_) @left) @bind
(instanceof_expression right: (_) @type name: (_) @left) @bind
(type_pattern (_) @type (identifier) @left) @bind
(record_pattern_component (_) @type (identifier) @left) @bind
(assignment_expression left: (_) @left right: (_) @right) @assign

(formal_parameter type: (_) @type name: (_) @name) @param
((spread_parameter [(type_identifier) (scoped_type_identifier) (generic_type) (array_type) (integral_type) (floating_point_type) (boolean_type)] @type (variable_declarator name: (_) @name)) @param (#set! variadic "1"))
(inferred_parameters (identifier) @name) @param
(lambda_expression parameters: (identifier) @name) @param
(receiver_parameter) @skip

(lambda_expression) @lambda
(block) @scope
(for_statement) @scope
(enhanced_for_statement) @scope
(try_with_resources_statement) @scope
(catch_clause) @scope
(switch_block) @scope
(switch_rule) @scope
(if_statement) @scope

; Expressions.
(method_invocation object: (_) (super) @of name: (_) @name arguments: (_) @args) @call
(method_invocation object: (_)? @of name: (_) @name arguments: (_) @args) @call
(explicit_constructor_invocation constructor: (_) @name arguments: (_) @args) @call
(object_creation_expression type: (_) @type arguments: (_) @args) @new
(method_reference (_) @of (identifier) @property) @member
(method_reference (identifier) @type "new") @new
(annotation name: [(identifier) (scoped_identifier)] @name) @typeref
(marker_annotation name: [(identifier) (scoped_identifier)] @name) @typeref
(element_value_pair key: (identifier) @name) @skip
(labeled_statement (identifier) @name) @skip
(break_statement (identifier) @name) @skip
(continue_statement (identifier) @name) @skip

(field_access object: (_) @type field: (this)) @cast
(field_access object: (_) @of field: (_) @property) @member
(scoped_identifier scope: (_) @of name: (_) @property) @member
(array_access array: (_) @of) @index
(parenthesized_expression (_) @inner) @same
(assignment_expression right: (_) @inner) @same
(cast_expression type: (_) @type) @cast
((string_literal) @literal (#set! type "String"))
((decimal_integer_literal) @literal (#set! type "int"))
((decimal_floating_point_literal) @literal (#set! type "double"))
((character_literal) @literal (#set! type "char"))
((null_literal) @literal (#set! type "null"))
((class_literal) @literal (#set! type "Class"))
((binary_expression operator: "+") @literal (#match? @literal "\"\\s*\\+|\\+\\s*\"") (#set! type "String"))
((binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal (#set! type "boolean"))
((instanceof_expression) @literal (#set! type "boolean"))
(ternary_expression consequence: (null_literal) alternative: (_) @inner) @same
(ternary_expression consequence: (_) @inner) @same
((true) @literal (#set! type "boolean"))
((false) @literal (#set! type "boolean"))
((class_literal) @literal (#set! type "Class"))
(scoped_type_identifier (_) @of (type_identifier) @name) @typeref
((type_identifier) @skip (#eq? @skip "var"))
(type_identifier) @typeref
(this) @ident
(super) @ident
(identifier) @ident

(return_statement (_) @inner) @return
((lambda_expression body: (_) @inner) @return (#not-match? @inner "^\\{"))
(lambda_expression body: (block (throw_statement) @inner)) @return
