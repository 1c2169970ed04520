; Ruby. The captures are described in internal/syntax/captures.md.

(comment) @comment
((call !receiver method: (identifier) @_require arguments: (argument_list (string) @path)) @import (#any-of? @_require "require" "require_relative" "load" "require_dependency") (#set! alias "_"))
((identifier) @access (#any-of? @access "private" "protected" "public"))

; Types. Modules hold names and are mixed in: traits.
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) superclass: (superclass [(constant) (scope_resolution)] @base)? body: (_)? @body) @def.class
(class name: (constant) @name superclass: (superclass [(constant) (scope_resolution)] @base)? body: (_)? @body) @def.class
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_)? @body) @def.trait
(module name: (constant) @name body: (_)? @body) @def.trait
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new arguments: (argument_list [(constant) (scope_resolution)] @base)? block: (_)? @body) @fn) @def.class (#eq? @_class "Class") (#eq? @_new "new"))
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new block: (_)? @body) @fn) @def.class (#any-of? @_class "Struct" "Data") (#any-of? @_new "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new block: (_)? @body) @fn) @def.trait (#eq? @_class "Module") (#eq? @_new "new"))
((assignment left: (constant) right: (call receiver: (constant) @_class method: (identifier) arguments: (argument_list (simple_symbol) @name @def.field))) (#any-of? @_class "Struct" "Data"))
((class name: (_) @type body: (body_statement (call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @base)))) @inherit (#any-of? @_include "include" "extend" "prepend"))
((module name: (_) @type body: (body_statement (call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @base)))) @inherit (#any-of? @_include "include" "extend" "prepend"))

; Members. An alias is a field that holds the method.
((singleton_class body: (body_statement (method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method)) (#set! static "1") (#set! abstract "never"))
((method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function (#set! abstract "never"))
((singleton_method object: (self) name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function (#set! static "1") (#set! abstract "never"))
((singleton_method object: (constant) @owner name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method (#set! static "1") (#set! abstract "never"))
((call !receiver method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @def.field)) (#any-of? @_attr "attr_reader" "attr_accessor" "attr") (#set! value "@"))
(alias name: (identifier) @name alias: (identifier) @value) @def.field
(call !receiver method: (identifier) @_alias arguments: (argument_list (simple_symbol) @name (simple_symbol) @value) (#eq? @_alias "alias_method")) @def.field
(assignment left: (constant) @name right: (_)? @value) @def.constant

; Variables.
(assignment left: (_) @left right: (_) @right) @bind
(operator_assignment left: (_) @left operator: "||=" right: (_) @right) @bind
((call receiver: (_) @right method: (identifier) @_each block: (_ parameters: (block_parameters (identifier) @left)) @each)
	(#any-of? @_each "each" "map" "flat_map" "select" "filter" "filter_map" "reject" "find" "detect" "any?" "all?" "none?" "each_with_index" "each_with_object" "sort_by" "group_by" "min_by" "max_by" "sum" "partition" "find_index" "collect" "count"))
(rescue (exceptions [(constant) (scope_resolution)] @type) variable: (exception_variable (identifier) @left)) @bind
(for pattern: (_) @left value: (in (_) @right)) @each
(case value: (identifier) @left (when pattern: (pattern [(constant) (scope_resolution)] @type) body: (_) @body)) @narrow

(method_parameters (identifier) @name @param)
(optional_parameter name: (_) @name value: (_) @value) @param
(keyword_parameter name: (_) @name value: (_) @value) @param
(keyword_parameter name: (_) @name) @param
((splat_parameter name: (_)? @name) @param (#set! variadic "1") (#set! type "Array"))
((hash_splat_parameter name: (_)? @name) @param (#set! variadic "1") (#set! type "Hash"))
((block_parameter name: (_)? @name) @param (#set! optional "1") (#set! type "Proc"))
(block_parameters (identifier) @name @param)
(lambda_parameters (identifier) @name @param)

(block) @lambda
(do_block) @lambda
(then) @scope
(rescue) @scope

; Expressions. How many arguments there are is not known where keywords or a block are among them.
(call receiver: (_) @of method: [(identifier) (constant)] @name arguments: (argument_list (pair))) @call
(call receiver: (_) @of method: [(identifier) (constant)] @name arguments: (argument_list (block_argument))) @call
(call receiver: (_) @of method: [(identifier) (constant)] @name arguments: (_) @args) @call
((call receiver: (_) @of method: [(identifier) (constant)] @name !arguments) @call (#set! arguments "none"))
(call !receiver method: [(identifier) (constant) (super)] @name arguments: (argument_list (pair))) @call
(call !receiver method: [(identifier) (constant) (super)] @name arguments: (argument_list (block_argument))) @call
(call !receiver method: [(identifier) (constant) (super)] @name arguments: (_) @args) @call
((call !receiver method: [(identifier) (constant) (super)] @name !arguments) @call (#set! arguments "none"))
((super) @name @call)
(scope_resolution scope: (_) @of name: (_) @property) @member
(scope_resolution !scope name: (_) @inner) @same
(element_reference object: (_) @of) @index
(parenthesized_statements (_) @inner) @same
(assignment right: (_) @inner) @same
(operator_assignment right: (_) @inner) @same
(binary left: (_) @inner operator: ["||" "or"]) @same
(conditional consequence: (_) @inner) @same
(left_assignment_list) @tuple
(right_assignment_list) @tuple
(pair key: (hash_key_symbol) @name) @skip
(setter name: (_) @name) @skip
((string) @literal (#set! type "String"))
((integer) @literal (#set! type "Integer"))
((float) @literal (#set! type "Float"))
((array) @literal (#set! type "Array"))
((hash) @literal (#set! type "Hash"))
((simple_symbol) @literal (#set! type "Symbol"))
((nil) @literal (#set! type "nil"))
((lambda) @literal (#set! type "Proc"))
((instance_variable) @ident (#set! member "1"))
((class_variable) @ident (#set! member "1"))
(global_variable) @ident
(self) @ident
(constant) @ident
(identifier) @ident

(return (argument_list (_) @inner)) @return
((method body: (body_statement (_) @inner)) @return (#set! last "1"))
((singleton_method body: (body_statement (_) @inner)) @return (#set! last "1"))
