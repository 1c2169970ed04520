; Groovy. The captures are described in internal/syntax/captures.md. The grammar does not know constructors.

(comment) @comment
(groovy_doc) @comment
(groovy_package (qualified_name) @inner) @skip
(groovy_package (qualified_name) @name) @package
(groovy_import import: (_) @path (wildcard_import) @star) @import
((groovy_import import: (_) @path import_alias: (_)? @alias) @import (#not-match? @import "\\*") (#set! split "1"))

(class_definition "interface" name: (_) @name superclass: (_)? @base body: (_) @body) @def.interface
(class_definition name: (_) @name superclass: (_)? @base body: (_) @body) @def.class
(function_definition type: (_)? @type function: (identifier) @name parameters: (_) @params body: (_) @body) @def.function
(function_declaration type: (_)? @type function: (identifier) @name parameters: (_) @params) @def.function
(declaration type: (_)? @type name: (identifier) @name value: (_)? @value) @def.variable

(parameter type: (_)? @type name: (_) @name value: (_)? @value) @param
(for_in_loop variable: (_) @left collection: (_) @right) @each
((function_call function: (dotted_identifier (_) @right (identifier) @_each) args: (argument_list (closure (parameter_list (parameter name: (_) @left))) @each))
	(#any-of? @_each "each" "collect" "find" "findAll" "any" "every" "sum" "eachWithIndex" "groupBy" "sort" "max" "min"))
((juxt_function_call function: (dotted_identifier (_) @right (identifier) @_each) args: (argument_list (closure (parameter_list (parameter name: (_) @left))) @each))
	(#any-of? @_each "each" "collect" "find" "findAll" "any" "every" "sum" "eachWithIndex" "groupBy" "sort" "max" "min"))
((function_call function: (dotted_identifier (_) @right (identifier) @_each) args: (argument_list (closure "{" @left) @each))
	(#any-of? @_each "each" "collect" "find" "findAll" "any" "every" "sum" "eachWithIndex" "groupBy" "sort" "max" "min") (#set! name "it") (#set! unless "parameter_list"))
((juxt_function_call function: (dotted_identifier (_) @right (identifier) @_each) args: (argument_list (closure "{" @left) @each))
	(#any-of? @_each "each" "collect" "find" "findAll" "any" "every" "sum" "eachWithIndex" "groupBy" "sort" "max" "min") (#set! name "it") (#set! unless "parameter_list"))

(argument_list (closure) @lambda)
(declaration value: (closure) @lambda)
(for_in_loop) @scope
(if_statement) @scope

(unary_op "new" (function_call function: (dotted_identifier (function_call function: (identifier) @type args: (_) @args) @new)))
(unary_op "new" (function_call function: (identifier) @type args: (_) @args)) @new
(function_call function: (_) @callee args: (_) @args) @call
(juxt_function_call function: (_) @callee args: (_) @args) @call
(dotted_identifier (_) @of (identifier) @property) @member
(index (_) @of) @index
((string) @literal (#set! type "String"))
((number_literal) @literal (#set! type "int"))
((boolean_literal) @literal (#set! type "boolean"))
((list) @literal (#set! type "List"))
((map) @literal (#set! type "Map"))
(map_item (identifier) @name) @skip
(identifier) @ident

(return (_) @inner) @return
