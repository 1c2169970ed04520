; C. The captures are described in internal/syntax/captures.md.

(comment) @comment

(pointer_declarator declarator: (_) @inner) @declarator
(array_declarator declarator: (_) @inner) @declarator
((parenthesized_declarator (_) @inner) @declarator (#set! parentheses "1"))
(function_declarator declarator: (_) @inner parameters: (_) @params) @declarator
(attributed_declarator (_) @inner) @declarator
(abstract_pointer_declarator) @declarator
(abstract_array_declarator) @declarator
(abstract_function_declarator) @declarator
(abstract_parenthesized_declarator) @declarator

(function_definition type: (_) @type declarator: (_) @name body: (_) @body) @def.function
(struct_specifier name: (_) @name body: (_) @body) @def.struct
(union_specifier name: (_) @name body: (_) @body) @def.struct
(enum_specifier name: (_) @name body: (_) @body) @def.enum
(enumerator name: (identifier) @name) @def.enum_member
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @def.enum
(type_definition type: (_) @type declarator: (_) @name) @def.type
(field_declaration type: (_) @type declarator: (_) @name) @def.field
(declaration type: (_) @type declarator: (init_declarator declarator: (_) @name value: (_) @value)) @def.variable
(declaration type: (_) @type declarator: [(identifier) (pointer_declarator) (array_declarator) (function_declarator) (parenthesized_declarator) (attributed_declarator)] @name) @def.variable
((preproc_function_def name: (identifier) @name parameters: (_) @params value: (_)? @body) @def.macro (#set! abstract "never"))
(preproc_def name: (identifier) @name value: (_) @value) @def.constant
((preproc_arg) @tokens (#set! keywords "if else while for do switch case return sizeof goto struct union enum const void char int long short unsigned signed float double static inline defined"))

((translation_unit (struct_specifier name: (type_identifier) @name !body) @import) (#set! prefix "?"))
((preproc_ifdef (struct_specifier name: (type_identifier) @name !body) @import) (#set! prefix "?"))
((preproc_if (struct_specifier name: (type_identifier) @name !body) @import) (#set! prefix "?"))
((preproc_else (struct_specifier name: (type_identifier) @name !body) @import) (#set! prefix "?"))
((preproc_include path: (_) @path) @import (#set! name "*"))

(parameter_declaration type: (_) @type declarator: (_) @name) @param
((parameter_declaration type: (_) @type !declarator) @param (#not-eq? @type "void"))
(parameter_list (identifier) @name) @param
((variadic_parameter) @param (#set! variadic "1"))
(preproc_params (identifier) @name) @param

(assignment_expression left: (_) @left right: (_) @right) @assign
(compound_statement) @scope
(for_statement) @scope

(call_expression function: (_) @callee arguments: (_) @args) @call
(field_expression argument: (_) @of field: (_) @property) @member
(initializer_pair designator: (field_designator (field_identifier) @property)) @member
(subscript_expression argument: (_) @inner) @same
(pointer_expression argument: (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(cast_expression type: (type_descriptor type: (_) @type)) @cast
(compound_literal_expression type: (type_descriptor type: (_) @type)) @new
(assignment_expression right: (_) @inner) @same
(conditional_expression consequence: (_) @inner) @same
(identifier) @ident
(type_identifier) @typeref
((string_literal) @literal (#set! type "char"))
((number_literal) @literal (#set! type "int"))
(attribute_specifier (argument_list) @inner) @skip

(return_statement (_) @inner) @return
