; C++. The captures are described in internal/syntax/captures.md.

(comment) @comment
(template_declaration) @wrap
(template_declaration) @scope
(access_specifier) @access

(pointer_declarator declarator: (_) @inner) @declarator
(array_declarator declarator: (_) @inner) @declarator
(reference_declarator (_) @inner) @declarator
((parenthesized_declarator (_) @inner) @declarator (#set! parentheses "1"))
(function_declarator declarator: (_) @inner parameters: (_) @params (trailing_return_type (type_descriptor type: (_) @type))?) @declarator
(attributed_declarator (_) @inner) @declarator
(abstract_pointer_declarator) @declarator
(abstract_array_declarator) @declarator
(abstract_reference_declarator) @declarator
(abstract_function_declarator) @declarator
(abstract_parenthesized_declarator) @declarator
(structured_binding_declarator) @tuple

(function_definition type: [(class_specifier) (struct_specifier)] declarator: (identifier) @name body: (_) @body) @def.class
((function_definition type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier) (enum_specifier) (sized_type_specifier) (dependent_type)]? @type
  declarator: (_) @name (default_method_clause)) @def.function (#set! abstract "never"))
(function_definition declarator: (operator_cast "operator" @name type: (_) @type) body: (_)? @body) @def.function
(function_definition type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier) (enum_specifier) (sized_type_specifier) (dependent_type)]? @type
  declarator: [(function_declarator) (pointer_declarator) (reference_declarator) (parenthesized_declarator) (attributed_declarator) (identifier)] @name body: (_)? @body) @def.function

((class_specifier name: (_) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)]* @base)? body: (_) @body) @def.class (#set! access "private"))
(struct_specifier name: (_) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)]* @base)? body: (_) @body) @def.struct
(union_specifier name: (_) @name body: (_) @body) @def.struct
(enum_specifier name: (_) @name body: (_) @body) @def.enum
(enumerator name: (identifier) @name) @def.enum_member
(namespace_definition name: (namespace_identifier) @name body: (_) @body) @def.module
(namespace_definition name: (nested_namespace_specifier (namespace_identifier) @name) body: (_) @body) @def.module
(concept_definition name: (_) @name) @def.type
(alias_declaration name: (type_identifier) @name type: (type_descriptor type: (_) @type)) @def.type
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.enum
(type_definition type: (_) @type declarator: (_) @name) @def.type

(field_declaration type: (_) @type declarator: (_) @name default_value: (_)? @value) @def.field
(declaration type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier) (enum_specifier) (sized_type_specifier) (dependent_type)]? @type
  declarator: (init_declarator declarator: (_) @name value: (_) @value)) @def.variable
(declaration type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier) (enum_specifier) (sized_type_specifier) (dependent_type)]? @type
  declarator: [(identifier) (qualified_identifier) (pointer_declarator) (array_declarator) (function_declarator) (parenthesized_declarator) (attributed_declarator) (reference_declarator)] @name value: (_)? @value) @def.variable
((preproc_function_def name: (identifier) @name parameters: (_) @params value: (_)? @body) @def.macro (#set! abstract "never"))
(preproc_def name: (identifier) @name value: (_) @value) @def.constant
((preproc_arg) @tokens (#set! keywords "if else while for do switch case return sizeof goto struct union enum class const void char int long short unsigned signed float double bool static inline defined new delete this nullptr auto static_cast dynamic_cast const_cast reinterpret_cast template typename std"))

((preproc_include path: (_) @path) @import (#set! name "*"))
((translation_unit [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] @import) (#set! prefix "?"))
((declaration_list [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] @import) (#set! prefix "?"))
((preproc_ifdef [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] @import) (#set! prefix "?"))
((preproc_if [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] @import) (#set! prefix "?"))
((preproc_else [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] @import) (#set! prefix "?"))
((field_declaration type: [(class_specifier name: (type_identifier) @name !body) (struct_specifier name: (type_identifier) @name !body)] !declarator) @import (#set! prefix "?"))
((using_declaration "namespace" (_) @path) @import (#set! name "*") (#set! static "1"))
((using_declaration (qualified_identifier) @path) @import (#set! split "::") (#set! static "1"))
((namespace_alias_definition name: (_) @alias [(nested_namespace_specifier) (namespace_identifier)] @path) @import (#set! static "1"))

(parameter_declaration type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier) (enum_specifier) (sized_type_specifier) (dependent_type)]? @type declarator: (_) @name) @param
((parameter_declaration type: (_) @type !declarator) @param (#not-eq? @type "void"))
((optional_parameter_declaration type: (_) @type declarator: (_) @name) @param (#set! optional "1"))
((optional_parameter_declaration type: (_) @type !declarator) @param (#set! optional "1"))
((variadic_parameter_declaration type: (_) @type) @param (#set! variadic "1"))
((parameter_list "..." @name) @param (#set! variadic "1"))
(preproc_params (identifier) @name) @param
(type_parameter_declaration (type_identifier) @name) @bind
(optional_type_parameter_declaration name: (type_identifier) @name) @bind
(variadic_type_parameter_declaration (type_identifier) @name) @bind

(for_range_loop type: [(primitive_type) (type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier)]? @type declarator: (_) @left right: (_) @right) @each
(assignment_expression left: (_) @left right: (_) @right) @assign
(compound_statement) @scope
(for_statement) @scope
(for_range_loop) @scope
(if_statement) @scope
(while_statement) @scope
(catch_clause) @scope
(lambda_expression) @lambda

((call_expression function: (template_function name: (identifier) @_f arguments: (template_argument_list (type_descriptor type: (_) @type)))) @cast
  (#any-of? @_f "static_cast" "dynamic_cast" "const_cast" "reinterpret_cast" "make_unique" "make_shared"))
((call_expression function: (qualified_identifier name: (template_function name: (identifier) @_f arguments: (template_argument_list (type_descriptor type: (_) @type)))) arguments: (_) @args) @new
  (#any-of? @_f "make_unique" "make_shared"))
((call_expression function: (qualified_identifier scope: (namespace_identifier) @_ns name: (identifier) @_f) arguments: (argument_list (_) @inner)) @same
  (#eq? @_ns "std") (#any-of? @_f "move" "forward" "ref" "cref" "as_const"))
((call_expression function: (field_expression argument: (_) @inner field: (field_identifier) @_m)) @same (#any-of? @_m "get" "value" "lock" "operator->"))
(call_expression function: (_) @callee arguments: (_) @args) @call
(field_initializer [(field_identifier) (qualified_identifier) (template_method)] @callee [(argument_list) (initializer_list)] @args) @call
(new_expression type: (_) @type arguments: (_)? @args) @new
(compound_literal_expression type: (_) @type value: (initializer_list) @args) @new
((declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (identifier)) @new (#set! implicit "0"))
((declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (function_declarator declarator: (identifier) parameters: (parameter_list (_)) @args)) @new (#set! implicit "args"))
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (init_declarator value: (argument_list) @args)) @new
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type declarator: (init_declarator declarator: (identifier) value: (initializer_list) @args)) @new
(field_expression argument: (_) @of field: (_) @property) @member
(initializer_pair designator: (field_designator (field_identifier) @property)) @member
(template_function name: (_) @inner) @same
(template_method name: (_) @inner) @same
(dependent_name (_) @inner) @same
(subscript_expression argument: (_) @of) @index
(pointer_expression argument: (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(co_await_expression argument: (_) @inner) @same
(cast_expression type: (type_descriptor type: (_) @type)) @cast
(conditional_expression consequence: (_) @inner) @same

(qualified_identifier scope: (_) @of name: (type_identifier) @name) @typeref
(qualified_identifier scope: (_) @of name: (template_type name: (type_identifier) @name)) @typeref
((qualified_identifier scope: (_) @of name: (_) @property) @member (#set! path "1"))
(template_type name: (type_identifier) @name) @typeref
(dependent_type (_) @inner) @same
((namespace_identifier) @skip (#eq? @skip "std"))
(namespace_identifier) @ident
(identifier) @ident
((field_identifier) @ident)
(destructor_name (identifier) @name) @skip
(this) @ident
(this) @skip
(type_identifier) @typeref
((string_literal) @literal (#set! type "char"))
((number_literal) @literal (#set! type "int"))

(return_statement (_) @inner) @return
