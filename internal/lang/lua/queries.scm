; Lua. The captures are described in internal/syntax/captures.md.

(comment) @comment
(hash_bang_line) @comment
(variable_declaration) @wrap

; local m = require("a.b")
((assignment_statement (variable_list name: (identifier) @alias) @_l (expression_list value: (function_call name: (identifier) @_require arguments: (arguments (string content: (_) @path))))) @import
	(#eq? @_require "require") (#not-match? @_l ","))

; What a file returns is what require gives.
((chunk (return_statement (expression_list (identifier) @name)) @import) (#set! reexport "1") (#set! alias "default"))
((chunk (return_statement (expression_list (function_call name: (identifier) @_set arguments: (arguments (identifier) @name)))) @import)
	(#any-of? @_set "setmetatable" "class" "readonly" "strict") (#set! reexport "1") (#set! alias "default"))
((chunk (return_statement (expression_list (function_call name: (identifier) @_require arguments: (arguments (string content: (_) @path))))) @import)
	(#eq? @_require "require") (#set! reexport "1") (#set! name "*"))
((chunk (return_statement "return" @name (expression_list (function_definition parameters: (_) @params body: (_)? @body) @fn)) @def.function) (#set! rename "default"))
((chunk (return_statement (expression_list (table_constructor (field name: (identifier) @alias value: (identifier) @name) @import)))) (#set! reexport "1"))
(chunk (return_statement (expression_list (table_constructor (field name: (identifier) @name value: (function_definition parameters: (_) @params body: (_)? @body) @fn) @def.function))))
((chunk (return_statement (expression_list (table_constructor (field name: (identifier) @name value: [(dot_index_expression) (function_call)] @value) @def.variable)))))

; Functions.
((function_declaration name: (identifier) @name parameters: (_) @params body: (_)? @body) @def.function (#set! abstract "never"))
((function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) parameters: (_) @params body: (_)? @body) @def.method (#set! static "1") (#set! abstract "never"))
((function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) parameters: (_) @params body: (_)? @body) @def.method (#set! abstract "never"))
((assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_definition parameters: (_) @params body: (_)? @body) @fn)) @def.function)
((assignment_statement (variable_list name: (dot_index_expression table: (_) @owner field: (_) @name)) (expression_list value: (function_definition parameters: (_) @params body: (_)? @body) @fn)) @def.method
	(#set! static "1"))
((assignment_statement (variable_list name: (identifier) @owner) (expression_list value: (table_constructor (field name: (identifier) @name value: (function_definition parameters: (_) @params body: (_)? @body) @fn) @def.method)))
	(#set! static "1"))
((field name: (identifier) @name value: (function_definition parameters: (_) @params body: (_)? @body) @fn) @def.method (#set! free "1"))
(function_definition parameters: (_) @params body: (_)? @body) @lambda

; Tables that are classes: those with a class's or another table's methods, and those that functions are put into.
(chunk (_ (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (table_constructor (field name: (identifier) @_index value: (identifier) @base)))) @def.class) (#eq? @_index "__index"))
(chunk (_ (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_call name: (identifier) @_set arguments: (arguments (_) (table_constructor (field name: (identifier) @_index value: (identifier) @base)))))) @def.class)
	(#eq? @_set "setmetatable") (#eq? @_index "__index"))
((assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_call name: (identifier) @_set arguments: (arguments (_) (identifier) @base))) @value) @def.variable
	(#eq? @_set "setmetatable") (#set! promote "class"))
((assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_call name: (identifier) @_class arguments: (arguments [(identifier) (dot_index_expression)] @base)) @value)) @def.variable
	(#match? @_class "^[cC]lass$") (#set! promote "class"))
((assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_call name: [(method_index_expression table: (_) @base method: (_) @_m) (dot_index_expression table: (_) @base field: (_) @_m)]) @value)) @def.variable
	(#any-of? @_m "extend" "extends" "subclass" "derive" "inherit" "new") (#set! promote "class"))
((assignment_statement (variable_list name: (identifier) @name) @_l (expression_list value: (_) @value)) @def.variable (#not-match? @_l ",") (#set! promote "class"))
(variable_declaration (variable_list name: (identifier) @name)) @def.variable

((function_call name: (identifier) @_set arguments: (arguments (identifier) @type (table_constructor (field name: (identifier) @_index value: (identifier) @base)))) @inherit (#eq? @_set "setmetatable") (#eq? @_index "__index"))
(chunk (function_call name: (identifier) @_set arguments: (arguments (identifier) @type (identifier) @base)) @inherit (#eq? @_set "setmetatable"))
((assignment_statement (variable_list name: (dot_index_expression table: (identifier) @type field: (identifier) @_index)) (expression_list value: (identifier) @base)) @inherit
	(#eq? @_index "__index") (#not-eq? @base @type))

((assignment_statement (variable_list name: (dot_index_expression table: (identifier) @owner field: (identifier) @name)) (expression_list value: (_) @value)) @def.field (#not-eq? @name "__index") (#not-eq? @owner "self"))

; Names.
(parameters name: (identifier) @name) @param
((vararg_expression) @param (#set! variadic "1"))
((variable_declaration (assignment_statement (variable_list) @left @_l (expression_list) @right)) @bind (#match? @_l ","))
(for_generic_clause (variable_list) @left (expression_list) @right) @bind
((for_generic_clause (variable_list) @left (expression_list (function_call name: (identifier) @_pairs arguments: (arguments (_) @right)))) @each (#any-of? @_pairs "ipairs" "pairs") (#set! kv "1"))
(for_numeric_clause name: (_) @left) @bind
(block (function_call name: (identifier) @_set arguments: (arguments (identifier) @left (identifier) @type)) @bind (#eq? @_set "setmetatable"))
((block (assignment_statement (variable_list) @left (expression_list) @right) @assign) (#set! rebind "1"))
((chunk (assignment_statement (variable_list) @left (expression_list) @right) @assign) (#set! rebind "1"))
(do_statement) @scope
(if_statement) @scope
(elseif_statement) @scope
(else_statement) @scope
(for_statement) @scope
(while_statement) @scope
(repeat_statement) @scope

; Expressions.
((function_call name: (identifier) @_set arguments: (arguments (_) (table_constructor (field name: (identifier) @_index value: (identifier) @type)))) @cast (#eq? @_set "setmetatable") (#eq? @_index "__index"))
((function_call name: (identifier) @_set arguments: (arguments (_) (identifier) @type)) @cast (#eq? @_set "setmetatable"))
((function_call name: (identifier) @_set arguments: (arguments (identifier) @inner)) @same (#any-of? @_set "setmetatable" "assert"))
((function_call name: (identifier) @_require arguments: (arguments (string content: (_) @path))) @module (#eq? @_require "require"))
((function_call name: (identifier) @_require) @skip (#any-of? @_require "require" "setmetatable"))
(function_call name: (_) @callee arguments: (_) @args) @call
(dot_index_expression table: (_) @of field: (_) @property) @member
(method_index_expression table: (_) @of method: (_) @property) @member
(bracket_index_expression table: (_) @of) @index
(parenthesized_expression (_) @inner) @same
((binary_expression left: (_) @inner "or") @same)
(variable_list) @tuple
(expression_list) @tuple
(identifier) @ident
((string) @literal (#set! type "string"))
((number) @literal (#set! type "number"))
((return_statement (expression_list) @inner) @return)
(field name: (identifier) @name) @skip
(goto_statement (identifier) @name) @skip
(label_statement (identifier) @name) @skip
(attribute (identifier) @name) @skip
