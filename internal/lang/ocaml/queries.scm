; OCaml. The captures are described in internal/syntax/captures.md. A function is used by naming it: Rules.ReadsCall.

(comment) @comment
(value_definition) @wrap
(type_definition) @wrap
(module_definition) @wrap

; Modules: opened, included, renamed, applied.
((open_module (module_path) @path) @import (#set! name "*"))
((local_open_expression (module_path) @path) @import (#set! name "*"))
((include_module (module_path) @path) @import (#set! name "*") (#set! reexport "1"))
((module_binding name: (module_name) @alias body: (module_path) @path) @import (#set! reexport "1"))
((module_binding name: (module_name) @alias body: (module_application functor: (module_path) @path)) @import (#set! reexport "1"))
((module_binding name: (module_name) @name body: (structure) @body) @def.module)
((module_binding name: (module_name) @name body: (typed_module_expression (structure)) @body) @def.module)
((module_type_definition name: (module_type_name) @name body: (_) @body) @def.trait)
(module_parameter name: (module_name) @name (module_type_path) @type) @bind
(module_definition (module_binding name: (module_name) @type (module_type_path) @base body: (structure))) @inherit

; Types.
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @def.struct
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @def.enum
(type_binding name: (type_constructor) @name) @def.type
(constructor_declaration (constructor_name) @name) @def.enum_member
(field_declaration (field_name) @name) @def.field
(class_binding name: (class_name) @name body: (object_expression (inheritance_definition [(class_application class: (class_path) @base) (class_path) @base])*) @body) @def.class
(class_binding name: (class_name) @name body: (_) @body) @def.class
(method_definition name: (method_name) @name body: (_)? @body) @def.method
(instance_variable_definition name: (instance_variable_name) @name) @def.field

; Functions are let bindings with parameters or with a function as their value.
((let_binding pattern: (value_name) @name (parameter) body: (_) @body) @params @def.function)
((let_binding pattern: (parenthesized_operator (_) @name) body: (_) @body) @params @def.function)
((let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) @params @def.function)
(let_binding pattern: (value_name) @name body: (_) @value) @def.variable
(let_binding pattern: [(tuple_pattern) (record_pattern) (constructor_pattern) (alias_pattern) (typed_pattern) (parenthesized_pattern) (cons_pattern)] @left body: (_)) @bind
(external (value_name) @name) @def.function
(value_specification (value_name) @name (_) @type) @def.function

; Names.
(parameter pattern: (typed_pattern pattern: (_) @name)) @param
(parameter pattern: (_) @name) @param
(match_case pattern: (_) @left) @bind
(for_expression name: (_) @left) @bind
(fun_expression) @lambda
(function_expression) @lambda
(let_expression) @scope
(match_case) @scope
(let_open_expression) @scope

(constructor_pattern) @object
(cons_pattern) @object
(tuple_pattern) @object
(record_pattern) @object
(field_pattern) @object
(list_pattern) @object
(array_pattern) @object
(alias_pattern) @object
(or_pattern) @object
(typed_pattern) @object
(parenthesized_pattern (_) @inner) @same
(lazy_pattern (_) @inner) @same

; Expressions.
(module_path (module_path) @of (module_name) @property) @member
(module_path (module_name) @inner) @same
(value_path (module_path) @of (value_name) @property) @member
(value_path (parenthesized_operator (_) @inner)) @same
(value_path (value_name) @inner) @same
(method_invocation (_) @of (method_name) @property) @member
(new_expression (class_path (class_name) @type)) @new
(application_expression function: (new_expression) @inner) @same
(application_expression function: (_) @callee) @call
(parenthesized_expression (_) @inner) @same
(infix_expression operator: (_) @ident @_op (#not-any-of? @_op "+" "-" "*" "/" "=" "<" ">" "<=" ">=" "<>" "==" "!=" "&&" "||" "^" "@" "::" ":=" "|>" "@@" "+." "-." "*." "/." "mod" "land" "lor" "lsl" "lsr" "asr"))
(class_path (class_name) @inner) @same
(class_name) @ident
(value_pattern) @ident
(value_name) @ident
(module_name) @ident
(type_constructor_path (extended_module_path) @of (type_constructor) @name) @typeref
(type_constructor_path (type_constructor) @name) @typeref
(module_type_path (extended_module_path) @of (module_type_name) @name) @typeref
(module_type_path (module_type_name) @name) @typeref
