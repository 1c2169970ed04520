; Haskell. The captures are described in internal/syntax/captures.md. A function is used by naming it: Rules.ReadsCall.

(comment) @comment
(haddock) @comment
(header module: (module) @name) @package

; Exports and imports.
(export variable: (variable) @name) @export
(export type: (name) @name) @export
(export operator: (prefix_id (operator) @name)) @export
(module_export module: (module) @name) @export

((export variable: (variable) @name) @import (#set! reexport "1"))
((import module: (module) @path !names) @import @_i (#not-match? @_i "\\bqualified\\b") (#set! name "*"))
((import module: (module) @path names: (import_list name: (import_name type: (_) children: (_)))) @import @_i (#not-match? @_i "\\b(qualified|hiding)\\b") (#set! name "*"))
((import module: (module) @path names: (import_list name: (import_name variable: (_) @name))) @import @_i (#not-match? @_i "\\b(qualified|hiding)\\b"))
((import module: (module) @path names: (import_list name: (import_name operator: (prefix_id (operator) @name)))) @import @_i (#not-match? @_i "\\b(qualified|hiding)\\b"))
((import module: (module) @path names: (import_list name: (import_name type: (_) @name))) @import @_i (#not-match? @_i "\\b(qualified|hiding)\\b"))
((import module: (module) @path names: (import_list)) @import @_i (#match? @_i "\\bhiding\\b") (#not-match? @_i "\\bqualified\\b") (#set! name "*"))
((import module: (module) @path names: (import_list name: (import_name variable: (_) @name))) @import @_i (#match? @_i "\\bhiding\\b") (#set! alias "_"))
(import module: (module) @path alias: (module) @alias) @import

; Types.
(data_type name: (name) @name constructors: (_)? @body) @def.struct
(newtype name: (name) @name constructor: (_) @body) @def.struct
(data_constructor constructor: (_ name: (constructor) @name)) @def.enum_member
(newtype_constructor name: (constructor) @name) @def.enum_member
(gadt_constructor name: (constructor) @name) @def.enum_member
(field name: (field_name (variable) @name) type: (_) @type) @def.field
(type_synomym name: (name) @name type: (_) @type) @def.type
(type_family name: (name) @name) @def.type
(class name: (name) @name declarations: (_)? @body) @def.interface
(class_declarations declaration: (signature name: (variable) @name type: (_) @type) @def.method (#set! overload "1"))
(class_declarations declaration: (signature name: (prefix_id (operator) @name) type: (_) @type) @def.method (#set! overload "1"))
(class_declarations declaration: (signature names: (binding_list name: (variable) @name) type: (_) @type) @def.method (#set! overload "1"))
(instance name: (name) @trait patterns: (type_patterns (name) @type)) @impl
(instance name: (name) @trait patterns: (type_patterns (parens type: (apply constructor: (_) @type)))) @impl
(instance name: (name) @trait patterns: (type_patterns (_) @type)) @impl
(instance name: (qualified id: (name) @trait) patterns: (type_patterns [(name) (parens)] @type)) @impl

; Functions: clauses of one name are one. Bindings without parameters are functions at the top, variables below.
((function name: (variable) @name patterns: (patterns)? @params match: (_) @body) @def.function (#set! clauses "1"))
((function name: (prefix_id (operator) @name) patterns: (patterns)? @params match: (_) @body) @def.function (#set! clauses "1"))
((function (infix operator: (operator) @name) match: (_) @body) @def.function (#set! clauses "1"))
((function (infix operator: (infix_id (variable) @name)) match: (_) @body) @def.function (#set! clauses "1"))
(local_binds (bind name: (variable) @name match: (match expression: (_) @value)) @def.variable)
((bind name: (variable) @name match: (_) @body) @def.function (#set! clauses "1"))
((bind name: (prefix_id (operator) @name) match: (_) @body) @def.function (#set! clauses "1"))
((foreign_import signature: (signature name: (variable) @name)) @def.function)

; Names.
(patterns (_) @param)
(function (infix left_operand: (_) @param))
(function (infix right_operand: (_) @param))
(bind pattern: (_) @left expression: (_)? @right) @bind
(bind pattern: (_) @left match: (_)) @bind
(generator pattern: (_) @left expression: (_) @right) @each
(pattern_guard pattern: (_) @left) @bind
(alternative pattern: (_) @left) @bind
(lambda) @lambda
(lambda_case) @lambda
(alternative) @scope
(do) @scope
(let_in) @scope
(list_comprehension) @scope
(match) @scope

(signature name: (variable) @name) @skip
(signature name: (prefix_id (operator) @name)) @skip
(signature names: (binding_list name: (_) @name)) @skip
(fixity (_) @inner) @skip
(type_params (_) @inner) @skip
(forall (_) @inner) @skip
(quantified_variables (_) @inner) @skip
(fundeps (_) @inner) @skip
(apply constructor: (_) argument: (variable) @skip)
(function parameter: (variable) @skip)
(function result: (variable) @skip)
(field type: (variable) @skip)
(signature type: (variable) @skip)
(field_update field: (field_name (variable) @name)) @skip
(field_pattern field: (field_name (variable) @key) pattern: (_) @value) @pair
(field_pattern field: (field_name (variable) @inner) !pattern) @same

; Expressions and patterns.
(qualified module: (module) @of id: (_) @property) @member
((module) @skip)
(module) @ident
(parens pattern: (_) @inner) @same
(parens expression: (_) @inner) @same
(strict pattern: (_) @inner) @same
(irrefutable pattern: (_) @inner) @same
(view_pattern pattern: (_) @inner) @same
(signature pattern: (_) @inner) @same
(as) @object
(record) @object
(apply) @object
(infix) @object
(tuple) @tuple
(list) @array
(variable) @ident
(operator) @ident
((constructor) @ident (#set! path "1"))
(name) @typeref
