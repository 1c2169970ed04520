; Zig. The captures are described in internal/syntax/captures.md.

(comment) @comment

; Imports.
((variable_declaration ["const" "var"] (identifier) @alias (builtin_function (builtin_identifier) @_i (arguments (string (string_content) @path)))) @import (#eq? @_i "@import"))
((variable_declaration ["const" "var"] (identifier) @alias (field_expression object: (builtin_function (builtin_identifier) @_i (arguments (string (string_content) @path))) member: (identifier) @name)) @import
	(#eq? @_i "@import"))
((using_namespace_declaration (builtin_function (builtin_identifier) @_i (arguments (string (string_content) @path)))) @import (#eq? @_i "@import") (#set! name "*") (#set! reexport "1"))

; Containers. The struct that a function returns has the function's name.
(variable_declaration "const" (identifier) @name (struct_declaration) @body) @def.struct
(variable_declaration "const" (identifier) @name (opaque_declaration) @body) @def.struct
(variable_declaration "const" (identifier) @name (union_declaration) @body) @def.struct
(variable_declaration "const" (identifier) @name (enum_declaration) @body) @def.enum
(variable_declaration "const" (identifier) @name (error_set_declaration) @body) @def.enum
(return_expression (struct_declaration "struct" @name) @body @def.struct (#set! named "around"))
(return_expression (union_declaration "union" @name) @body @def.struct (#set! named "around"))
(enum_declaration (container_field name: (identifier) @name) @def.enum_member)
(error_set_declaration (identifier) @name @def.enum_member)
(container_field name: (identifier) @name type: (_)? @type) @def.field

((function_declaration name: (identifier) @name (parameters) @params type: (_)? @type body: (_)? @body) @def.function)
((test_declaration (string) @name (block) @body) @def.function (#set! before "test "))
((test_declaration (identifier) @name (block) @body) @def.function (#set! before "test "))

; const Self = @This(); const User = users.User;
((variable_declaration "const" (identifier) @name (builtin_function (builtin_identifier) @_t) @type) @def.type (#eq? @_t "@This"))
((variable_declaration "const" (identifier) @name !type [(field_expression) (identifier) (call_expression)] @type) @def.type (#match? @name "^[A-Z]\\w*[a-z]") (#match? @type "(^|\\.)[A-Z]\\w*(\\(.*\\))?$"))
(variable_declaration ["const" "var"] (identifier) @name type: (_) @type (_)? @value) @def.variable
(variable_declaration ["const" "var"] (identifier) @name !type (_) @value) @def.variable
(variable_declaration "," (identifier) @left) @bind

(parameter name: (identifier) @name type: (_) @type) @param
(payload (identifier) @left) @bind
(for_statement (_) @right (payload (identifier) @left)) @each
(if_statement condition: (_) @right (payload (identifier) @left)) @bind
(while_statement condition: (_) @right (payload (identifier) @left)) @bind
(assignment_expression left: (_) @left right: (_) @right) @assign

(block) @scope
(if_statement) @scope
(for_statement) @scope
(while_statement) @scope
(switch_case) @scope
(else_clause) @scope

; Expressions. In x: T = .init(), the function is T's.
((variable_declaration type: (_) @of (call_expression function: (field_expression !object member: (identifier) @name)) @call))
((variable_declaration type: (_) @of (try_expression (call_expression function: (field_expression !object member: (identifier) @name)) @call)))
(call_expression function: (field_expression !object)) @call
(call_expression function: (_) @callee) @call
(field_expression object: (_) @of member: (_) @property) @member
((field_expression !object member: (identifier) @name) @skip)
((builtin_function (builtin_identifier) @_i (arguments (string (string_content) @path))) @module (#eq? @_i "@import"))
((builtin_function (builtin_identifier) @_b) @literal (#eq? @_b "@This") (#set! type "@This"))
((builtin_function (builtin_identifier) @_b (arguments (_) @type)) @cast (#any-of? @_b "@as" "@fieldParentPtr"))
((builtin_function (builtin_identifier) @_b (arguments (_) @inner)) @same (#any-of? @_b "@constCast" "@alignCast" "@ptrCast"))
(struct_initializer [(identifier) (field_expression) (call_expression)] @type) @new
(index_expression object: (_) @of) @index
(try_expression (_) @inner) @same
(catch_expression (_) @inner) @same
(null_coercion_expression (_) @inner) @same
(dereference_expression (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(unary_expression (_) @inner) @same
(error_union_type ok: (_) @inner) @same
(nullable_type (_) @inner) @same
(pointer_type (_) @inner) @same
((binary_expression left: (_) @inner "orelse") @same)
(return_expression (_) @inner) @return
(identifier) @ident
((string) @literal (#set! type "[]const u8"))
((integer) @literal (#set! type "comptime_int"))
