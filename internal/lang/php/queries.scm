; PHP. The captures are described in internal/syntax/captures.md. Variables keep their dollar; properties have none.

(comment) @comment
(namespace_definition name: (_) @inner) @skip
(namespace_definition name: (_) @name) @package

((namespace_use_declaration !body (namespace_use_clause [(qualified_name) (name)] @path (namespace_aliasing_clause (name) @alias)) @import) (#set! split "1"))
((namespace_use_clause (qualified_name) @path) @import (#not-match? @import "\\s") (#set! split "1"))
((namespace_use_declaration (namespace_name) @path (namespace_use_group (namespace_use_group_clause (namespace_name) @name (namespace_aliasing_clause (name) @alias)) @import)))
((namespace_use_declaration (namespace_name) @path (namespace_use_group (namespace_use_group_clause (namespace_name) @name) @import)) (#not-match? @import "\\s"))

; Types. Traits that a class uses are bases.
(class_declaration name: (_) @name (base_clause [(name) (qualified_name)]* @base)? (class_interface_clause [(name) (qualified_name)]* @base)? body: (_) @body) @def.class
(interface_declaration name: (_) @name (base_clause [(name) (qualified_name)]* @base)? body: (_) @body) @def.interface
(trait_declaration name: (_) @name body: (_) @body) @def.trait
(enum_declaration name: (_) @name (class_interface_clause [(name) (qualified_name)]* @base)? body: (_) @body) @def.enum
(enum_case name: (_) @name) @def.enum_member
((object_creation_expression (base_clause [(name) (qualified_name)] @base)? (declaration_list "{" @name) @def.class @body) (#set! anonymous "class"))
(class_declaration name: (_) @type body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @inherit
(trait_declaration name: (_) @type body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @inherit
(enum_declaration name: (_) @type body: (_ (use_declaration [(name) (qualified_name)] @base))) @inherit

; Members.
(method_declaration name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_)? @body) @def.method
(function_definition name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @def.function
(property_declaration type: (_)? @type (property_element (variable_name (name) @name) (property_initializer (_) @value)?) @def.field)
(property_declaration) @wrap
((use_as_clause (class_constant_access_expression (_) @of (name) @value) (name) @name) @def.field (#set! value "name"))
((use_as_clause (name) @value (name) @name) @def.field (#set! value "name") (#set! of "$this"))
(const_declaration (const_element (name) @name (_) @value) @def.constant)
(const_declaration) @wrap

; Variables.
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @inner) @name default_value: (_)? @value) @param (#set! member "1"))
(simple_parameter type: (_)? @type name: (variable_name) @name default_value: (_)? @value) @param
((variadic_parameter type: (_)? @type name: (variable_name) @name) @param (#set! variadic "1"))
(assignment_expression left: (_) @left right: (_) @right) @bind
(augmented_assignment_expression left: (_) @left operator: "??=" right: (_) @right) @bind
(foreach_statement (_) @right (pair (_) (_) @left) body: (_)) @each
((foreach_statement (_) @right (variable_name) @left body: (_)) @each (#set! adjacent "1"))
(catch_clause type: (_) @type name: (_) @left) @bind
(binary_expression left: (variable_name) @left operator: "instanceof" right: [(name) (qualified_name)] @type) @narrow

(anonymous_function_creation_expression) @lambda
(arrow_function) @lambda

; Expressions.
((function_call_expression function: (_) @callee arguments: (arguments (variadic_placeholder))) @call (#set! named "1"))
((member_call_expression object: (_) @of name: (name) @name arguments: (arguments (variadic_placeholder))) @call (#set! named "1"))
((scoped_call_expression scope: (_) @of name: (name) @name arguments: (arguments (variadic_placeholder))) @call (#set! named "1"))
(array_creation_expression (array_element_initializer [(variable_name) (class_constant_access_expression)] @of) (array_element_initializer (string (string_content) @name @call)) (#match? @of "^(\\$this|.*::class)$"))
(function_call_expression function: (_) @callee arguments: (_) @args) @call
(member_call_expression object: (_) @of name: (name) @name arguments: (_) @args) @call
(nullsafe_member_call_expression object: (_) @of name: (name) @name arguments: (_) @args) @call
(scoped_call_expression scope: (_) @of name: (name) @name arguments: (_) @args) @call
((object_creation_expression [(name) (qualified_name)] @type (arguments) @args) @new (#not-any-of? @type "static" "self" "parent"))
((object_creation_expression [(name) (qualified_name)] @type) @new (#not-any-of? @type "static" "self" "parent"))
(object_creation_expression (name) @name (arguments) @args) @call
(attribute [(name) (qualified_name)] @name) @typeref
(member_access_expression object: (_) @of name: (name) @property) @member
(nullsafe_member_access_expression object: (_) @of name: (name) @property) @member
(scoped_property_access_expression scope: (_) @of name: (variable_name (name) @property)) @member
((class_constant_access_expression (_) @inner (name) @_class) @same (#eq? @_class "class"))
((class_constant_access_expression (_) @of (name) @property) @member (#not-eq? @property "class"))
(subscript_expression (_) @of) @index
(parenthesized_expression (_) @inner) @same
(assignment_expression right: (_) @inner) @same
(augmented_assignment_expression right: (_) @inner) @same
(clone_expression (_) @inner) @same
(by_ref (_) @inner) @same
(binary_expression left: (_) @inner operator: "??" right: (_) @inner) @either
(conditional_expression body: (_) @inner alternative: (_) @inner) @either
(conditional_expression condition: (_) @inner alternative: (_) @inner) @either
(match_expression body: (match_block (match_conditional_expression return_expression: (_) @inner)* (match_default_expression return_expression: (_) @inner)?)) @either
(cast_expression type: (_) @type) @cast
(argument name: (name) @name (_) @value) @keyword
(argument (_) @inner) @same
(array_element_initializer (_) @inner) @same
(list_literal) @tuple
((string) @literal (#set! type "string"))
((encapsed_string) @literal (#set! type "string"))
((integer) @literal (#set! type "int"))
((float) @literal (#set! type "float"))
((boolean) @literal (#set! type "bool"))
((array_creation_expression) @literal (#set! type "array"))
((null) @literal (#set! type "null"))
(variable_name) @ident
(relative_scope) @ident
(qualified_name (name) @property) @member
(namespace_name_as_prefix (namespace_name (name) @skip))
(name) @ident

(return_statement (_) @inner) @return
(arrow_function body: (_) @inner) @return
