; JavaScript and JSX. The captures are described in internal/syntax/captures.md.

(comment) @comment
(export_statement) @wrap
(lexical_declaration) @wrap
(variable_declaration) @wrap

; Imports. They stand before the definitions: a variable that holds a module is the module.
(import_statement (import_clause (identifier) @alias @import) source: (_) @path (#set! name "default"))
(import_statement (import_clause (namespace_import (identifier) @alias) @import) source: (_) @path)
(import_statement (import_clause (named_imports (import_specifier name: (_) @name alias: (_)? @alias) @import)) source: (_) @path)
((import_statement source: (_) @path) @import (#match? @import "^import\\s*[\"']") (#set! alias "_"))

(export_statement (export_clause (export_specifier name: (_) @name alias: (_)? @alias) @import) source: (_) @path (#set! reexport "1"))
(export_statement !source (export_clause (export_specifier name: (_) @name alias: (_)? @alias) @import) (#set! reexport "1"))
((export_statement "*" @star source: (_) @path) @import (#set! reexport "1"))
(export_statement (namespace_export (_) @alias) @import source: (_) @path (#set! reexport "1"))
((export_statement value: (identifier) @name) @import (#set! reexport "1") (#set! alias "default"))
((export_statement "default" declaration: (_ name: (_) @name)) @import (#set! reexport "1") (#set! alias "default"))

((variable_declarator name: (identifier) @alias value: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import (#eq? @_require "require"))
((variable_declarator name: (identifier) @alias value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments (string) @path)) property: (_) @name)) @import
	(#eq? @_require "require"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name @import) value: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))
	(#eq? @_require "require"))
(variable_declarator name: (object_pattern (pair_pattern key: (_) @name value: (identifier) @alias) @import) value: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))
	(#eq? @_require "require"))
((assignment_expression left: (identifier) @alias right: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import (#eq? @_require "require"))
(variable_declarator name: (identifier) @alias value: (await_expression (call_expression function: (import) arguments: (arguments (string) @path)))) @import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name @import) value: (await_expression (call_expression function: (import) arguments: (arguments (string) @path))))
(variable_declarator name: (object_pattern (pair_pattern key: (_) @name value: (identifier) @alias) @import) value: (await_expression (call_expression function: (import) arguments: (arguments (string) @path))))

; module.exports = …, exports.name = …
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (identifier) @name) @import
	(#eq? @_module "module") (#eq? @_exports "exports") (#set! reexport "1") (#set! alias "default"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (new_expression constructor: (identifier) @name)) @import
	(#eq? @_module "module") (#eq? @_exports "exports") (#set! reexport "1") (#set! alias "default"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: [(function_expression name: (_) @name) (class name: (_) @name)]) @import
	(#eq? @_module "module") (#eq? @_exports "exports") (#set! reexport "1") (#set! alias "default"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import
	(#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require") (#set! reexport "1") (#set! name "*"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import
	(#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require") (#set! reexport "1") (#set! name "default") (#set! alias "default"))
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (shorthand_property_identifier) @name @import)
	(#eq? @_module "module") (#eq? @_exports "exports") (#set! reexport "1"))
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (pair key: (_) @alias value: (identifier) @name) @import)
	(#eq? @_module "module") (#eq? @_exports "exports") (#set! reexport "1"))
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (pair key: (_) @alias value: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import)
	(#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require") (#set! reexport "1"))
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (spread_element (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import)
	(#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require") (#set! reexport "1") (#set! name "*"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (property_identifier) @alias) right: (identifier) @name) @import
	(#any-of? @_exports "exports" "module.exports") (#set! reexport "1"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (property_identifier) @alias) right: (call_expression function: (identifier) @_require arguments: (arguments (string) @path))) @import
	(#any-of? @_exports "exports" "module.exports") (#eq? @_require "require") (#set! reexport "1"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (property_identifier) @alias) right: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments (string) @path)) property: (_) @name)) @import
	(#any-of? @_exports "exports" "module.exports") (#eq? @_require "require") (#set! reexport "1"))

; Functions and what holds them. [(_ parameters: …) (_ parameter: …)] is any function without a name of its own: arrow, function, generator.
(function_declaration name: (_) @name parameters: (_) @params body: (_) @body) @def.function
(generator_function_declaration name: (_) @name parameters: (_) @params body: (_) @body) @def.function
(variable_declarator name: (identifier) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function
(variable_declarator name: (identifier) @name value: (parenthesized_expression [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn)) @def.function
((export_statement "default" @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function)

; module.exports = function, exports.name = function, Class.prototype.name = function, owner.name = function
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (_ name: (_) @name parameters: (_) @params body: (_) @body) @fn) @def.function
	(#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @name) right: [(_ !name parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function
	(#eq? @_module "module") (#eq? @name "exports") (#set! rename "default"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (property_identifier) @name) right: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function
	(#any-of? @_exports "exports" "module.exports" "window" "globalThis" "global"))
((assignment_expression left: (member_expression object: (member_expression object: (_) @owner property: (_) @_prototype) property: (_) @name) right: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method
	(#eq? @_prototype "prototype"))
(assignment_expression left: (member_expression object: (this) @owner property: (_) @name) right: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @owner property: (_) @name) right: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method (#set! static "1"))
(assignment_expression left: (identifier) @name right: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function

; Methods of object literals: members of the variable that holds the object, exports of the module, or of what the function around makes.
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.function)
	(#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression left: (member_expression object: (identifier) @_module property: (_) @_exports) right: (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.function)
	(#eq? @_module "module") (#eq? @_exports "exports"))
([
	(variable_declarator name: (identifier) @owner value: (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method))
	(assignment_expression left: (member_expression object: (_) @owner property: (_) @_prototype) right: (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method))]
	(#match? @_prototype "^prototype$"))
([
	(variable_declarator name: (identifier) @owner value: (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method))
	(assignment_expression left: (member_expression object: (_) @owner property: (_) @_prototype) right: (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method))]
	(#match? @_prototype "^prototype$"))
; Object.assign(Class.prototype, { … }), Object.assign(Class.prototype, mixin).
((call_expression function: (member_expression object: (identifier) @_o property: (_) @_assign) arguments: (arguments [(member_expression object: (_) @owner property: (_)) (identifier) @owner] @_to (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method)))
	(#eq? @_o "Object") (#eq? @_assign "assign") (#match? @_to "^[^.]+$|\\.prototype$"))
((call_expression function: (member_expression object: (identifier) @_o property: (_) @_assign) arguments: (arguments [(member_expression object: (_) @owner property: (_)) (identifier) @owner] @_to (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method)))
	(#eq? @_o "Object") (#eq? @_assign "assign") (#match? @_to "^[^.]+$|\\.prototype$"))
((call_expression function: (member_expression object: (identifier) @_o property: (_) @_assign) arguments: (arguments (member_expression object: (_) @type property: (_) @_prototype) [(identifier) (member_expression)] @base)) @inherit
	(#eq? @_o "Object") (#eq? @_assign "assign") (#eq? @_prototype "prototype"))
(assignment_expression left: [(identifier) (member_expression)] @owner right: (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method))
(assignment_expression left: [(identifier) (member_expression)] @owner right: (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method))
([
	(return_statement (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method))
	(arrow_function body: (parenthesized_expression (object (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method)))]
	(#set! owner "around"))
([
	(return_statement (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method))
	(arrow_function body: (parenthesized_expression (object (pair key: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method)))]
	(#set! owner "around"))
((pair key: [(property_identifier) (string)] @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method (#set! free "1"))
((pair key: [(property_identifier) (string)] @name value: (parenthesized_expression [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn)) @def.method (#set! free "1"))

((method_definition ["get" "set"] name: (_) @name parameters: (_) @params body: (_) @body) @def.property)
((method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method (#set! free "1"))
((function_expression name: (_) @name parameters: (_) @params body: (_) @body) @def.function)
((generator_function name: (_) @name parameters: (_) @params body: (_) @body) @def.function)

; Classes.
(class_declaration name: (_) @name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @def.class
(variable_declarator name: (identifier) @name value: (class (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @fn) @def.class
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports property: (_) @name) right: (class !name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @fn) @def.class
	(#any-of? @_exports "exports" "module.exports"))
((assignment_expression left: (member_expression object: (identifier) @_module property: (_) @name) right: (class !name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @fn) @def.class
	(#eq? @_module "module") (#eq? @name "exports") (#set! rename "default"))
(export_statement "default" @name value: (class !name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @fn) @def.class
(class name: (_) @name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @def.class
((class !name "class" @name (class_heritage [(identifier) (member_expression)] @base)? body: (_) @body) @def.class (#set! anonymous "class"))
(field_definition property: (_) @name value: [(_ parameters: (_) @params body: (_) @body) (_ parameter: (_) @params body: (_) @body)] @fn) @def.method
(field_definition property: (_) @name value: (_)? @value) @def.field
((call_expression function: (member_expression property: (_) @_inherits) arguments: (arguments (identifier) @type (identifier) @base)) @inherit (#eq? @_inherits "inherits"))
((assignment_expression left: (member_expression object: (identifier) @type property: (_) @_prototype) right: (new_expression constructor: (identifier) @base)) @inherit (#eq? @_prototype "prototype"))
((assignment_expression left: (member_expression object: (identifier) @type property: (_) @_prototype) right: (call_expression function: (member_expression property: (_) @_create) arguments: (arguments (member_expression object: (identifier) @base property: (_) @_of)))) @inherit
	(#eq? @_prototype "prototype") (#eq? @_create "create") (#eq? @_of "prototype"))

; Variables.
((variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @def.variable) (#set! hoist "1"))
(variable_declarator name: (identifier) @name value: (_)? @value) @def.variable
((variable_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @left value: (_) @right) @bind) (#set! hoist "1"))
(lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @left value: (_) @right) @bind)
((assignment_expression left: (_) @left right: (_) @right) @assign (#set! rebind "1"))
(call_expression function: (member_expression object: (_) @right property: (_) @_each) arguments: (arguments (arrow_function parameter: (identifier) @left) @each)
	(#any-of? @_each "forEach" "map" "filter" "find" "findLast" "findIndex" "some" "every" "flatMap" "sort"))
(call_expression function: (member_expression object: (_) @right property: (_) @_each) arguments: (arguments (arrow_function parameters: (formal_parameters (identifier)? @left)) @each)
	(#any-of? @_each "forEach" "map" "filter" "find" "findLast" "findIndex" "some" "every" "flatMap" "sort"))
((call_expression function: (member_expression object: (_) @left property: (_) @_add) arguments: (arguments (_) @right)) @element (#any-of? @_add "push" "add" "unshift"))
(for_in_statement left: (_) @left operator: "of" right: (_) @right) @each
(for_in_statement left: (identifier) @left operator: "in") @bind
(catch_clause parameter: (_) @left) @bind

(formal_parameters (identifier) @name) @param
(formal_parameters [(object_pattern) (array_pattern)] @name) @param
(formal_parameters (assignment_pattern left: (_) @name right: (_) @value)) @param
((formal_parameters (rest_pattern (identifier) @name)) @param (#set! variadic "list"))
(arrow_function parameter: (identifier) @name) @param

(arrow_function) @lambda
(function_expression) @lambda
(generator_function) @lambda
(statement_block) @scope
(for_statement) @scope
(for_in_statement) @scope
(catch_clause) @scope
(switch_body) @scope
(class_static_block) @scope

; Expressions.
; What a library makes of a function calls it.
((call_expression function: [(identifier) (member_expression)] @callee arguments: (arguments [(identifier) (member_expression) (function_expression) (arrow_function)] @inner) @args) @call
	(#match? @callee "^(\\w+\\.)?(debounce|throttle|memoize|memoizeOne|once|promisify|useCallback|memo|forwardRef|observer|unary|negate|asyncHandler|callbackify|markRaw)$") (#set! wraps "1"))
((call_expression function: (member_expression object: (_) @callee property: (_) @_call)) @call (#any-of? @_call "call" "apply"))
((call_expression function: (member_expression object: (_) @inner property: (_) @_bind)) @same (#eq? @_bind "bind"))
((call_expression function: (identifier) @_store arguments: (arguments (_) @inner)) @same (#any-of? @_store "writable" "readable") (#set! held "1"))
(call_expression function: (_) @callee arguments: (_) @args) @call
(new_expression constructor: [(identifier) (member_expression) (this)] @type arguments: (_)? @args) @new
((decorator [(identifier) (member_expression) (call_expression)] @callee) @call (#set! decorates "1"))
((jsx_self_closing_element name: (_) @callee) @call (#match? @callee "^[A-Z]|\\."))
((jsx_opening_element name: (_) @callee) @call (#match? @callee "^[A-Z]|\\."))
(function_expression name: (_) @name) @skip
(generator_function name: (_) @name) @skip
(class name: (_) @name) @skip
(jsx_self_closing_element name: (identifier) @name) @skip
(jsx_opening_element name: (identifier) @name) @skip
(jsx_closing_element name: (_) @inner) @skip

((member_expression object: (_) @inner property: (property_identifier) @_prototype) @same (#eq? @_prototype "prototype"))
(member_expression object: (_) @of property: (_) @property) @member
(subscript_expression object: (_) @of index: (_) @key) @index
(parenthesized_expression (_) @inner) @same
(await_expression (_) @inner) @same
(assignment_expression right: (_) @inner) @same
(assignment_pattern left: (_) @inner) @same
(object_assignment_pattern left: (_) @inner) @same
(rest_pattern (_) @inner) @same
(object_pattern) @object
(array_pattern) @array
(pair_pattern key: (_) @key value: (_) @value) @pair
(shorthand_property_identifier_pattern) @shorthand
(shorthand_property_identifier) @ident
(class_heritage (identifier) @name) @typeref
(class_heritage (member_expression object: (_) @of property: (_) @name)) @typeref
((string) @literal (#set! type "string"))
((template_string) @literal (#set! type "string"))
((number) @literal (#set! type "number"))
((regex) @literal (#set! type "RegExp"))
((array) @literal (#set! type "Array") (#set! items "1"))
((object) @literal (#set! items "keyed"))
(pair key: (_) @key value: (_) @value) @pair
(ternary_expression consequence: (_) @inner alternative: (_) @inner) @either
((binary_expression left: (_) @inner operator: ["||" "??"] right: (_) @inner) @either)
(binary_expression operator: "&&" right: (_) @inner) @same
(this) @ident
(super) @ident
(identifier) @ident

([(return_statement (object) @inner) (arrow_function body: (parenthesized_expression (object)) @inner)] @return (#set! owner "around"))
(return_statement (_) @inner) @return
((yield_expression "*" (_) @inner) @return (#set! yield "all"))
((yield_expression (_) @inner) @return (#set! yield "item"))
(arrow_function body: [(call_expression) (new_expression) (identifier) (member_expression) (await_expression) (this)] @inner @return)
