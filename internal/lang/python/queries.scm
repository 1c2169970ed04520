; Python. The captures are described in internal/syntax/captures.md.

(comment) @comment
(decorated_definition) @wrap
((decorator [(identifier) (attribute) (call)] @callee) @call (#set! decorates "1"))

(decorated_definition (decorator [(identifier) @_property (attribute attribute: (identifier) @_property)])
	definition: (function_definition name: (identifier) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @def.property (#match? @_property "^(cached_)?property$"))
(decorated_definition (decorator (attribute attribute: (identifier) @_property))
	definition: (function_definition name: (identifier) @name parameters: (_) @params body: (_) @body) @def.property (#any-of? @_property "setter" "deleter" "getter"))
(function_definition name: (identifier) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @def.function
(class_definition name: (identifier) @name superclasses: (argument_list [(identifier) (attribute) (subscript)]* @base)? body: (_) @body) @def.class
(assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @def.variable
(type_alias_statement (type (identifier) @name) (type) @type) @def.type

(import_statement name: (dotted_name) @path) @import
(import_statement name: (aliased_import name: (_) @path alias: (_) @alias)) @import
(import_from_statement module_name: (_) @path name: (dotted_name) @name) @import
(import_from_statement module_name: (_) @path name: (aliased_import name: (_) @name alias: (_) @alias)) @import
(import_from_statement module_name: (_) @path (wildcard_import) @star) @import

(parameters (identifier) @name) @param
(lambda_parameters (identifier) @name) @param
(typed_parameter (identifier) @name type: (_) @type) @param
(default_parameter name: (_) @name value: (_) @value) @param
((typed_default_parameter name: (_) @name type: (_) @type value: (_)) @param (#set! optional "1"))
((list_splat_pattern (identifier) @name) @param (#set! variadic "1") (#set! type "tuple"))
((dictionary_splat_pattern (identifier) @name) @param (#set! variadic "named") (#set! type "dict"))

(assignment left: (_) @left type: (_)? @type right: (_)? @right) @bind
(named_expression name: (_) @left value: (_) @right) @bind
(with_item value: (as_pattern (_) @right alias: (as_pattern_target (_) @left))) @bind
(except_clause (as_pattern (_) @type alias: (as_pattern_target (_) @left))) @bind
(for_statement left: (_) @left right: (_) @right) @each
(for_in_clause left: (_) @left right: (_) @right) @each
((call function: (attribute object: (_) @left attribute: (_) @_add) arguments: (argument_list (_) @right)) @element (#any-of? @_add "append" "add" "appendleft"))
((call function: (attribute object: (_) @left attribute: (_) @_add) arguments: (argument_list (_) @right)) @element (#any-of? @_add "extend" "update") (#set! spread "1"))
(global_statement (identifier) @name) @global
(nonlocal_statement (identifier) @name) @global

(lambda) @lambda
(list_comprehension) @scope
(set_comprehension) @scope
(dictionary_comprehension) @scope
(generator_expression) @scope

(call function: (_) @callee arguments: (_) @args) @call
(raise_statement [(identifier) (attribute)] @type) @new
(attribute object: (_) @of attribute: (_) @property) @member
((subscript value: (_) @inner subscript: (slice)) @same (#set! part "1"))
(subscript value: (_) @of subscript: (_) @key) @index
(await (_) @inner) @same
(assignment right: (_) @inner) @same
(named_expression value: (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(type (identifier) @name) @typeref
(type (attribute object: (_) @of attribute: (_) @name)) @typeref
(pattern_list) @tuple
(tuple_pattern) @tuple
((expression_list) @tuple (#set! items "1"))
((tuple) @tuple (#set! items "1"))
(keyword_argument name: (identifier) @name) @skip
(keyword_argument name: (identifier) @name value: (_) @value) @keyword
((string) @literal (#set! type "str"))
((integer) @literal (#set! type "int"))
((float) @literal (#set! type "float"))
((list) @literal (#set! type "list") (#set! items "1"))
((dictionary) @literal (#set! type "dict") (#set! items "1"))
(pair key: (_) @key value: (_) @value) @pair
(conditional_expression (_) @inner "if" (_) "else" (_) @inner) @either
(boolean_operator left: (_) @inner operator: "or" right: (_) @inner) @either
(boolean_operator operator: "and" right: (_) @inner) @same
((set) @literal (#set! type "set"))
((list_comprehension) @literal (#set! type "list"))
((dictionary_comprehension) @literal (#set! type "dict"))
((none) @literal (#set! type "None"))
(identifier) @ident

(return_statement (_) @inner) @return
((yield "from" (_) @inner) @return (#set! yield "all"))
((yield (_) @inner) @return (#set! yield "item"))
