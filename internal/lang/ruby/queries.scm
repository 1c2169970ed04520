; Ruby. The captures are described in internal/syntax/captures.md.

(comment) @comment
((call !receiver method: (identifier) @_require arguments: (argument_list (string) @path)) @import (#any-of? @_require "require" "require_relative" "load" "require_dependency") (#set! alias "_"))
((identifier) @access (#any-of? @access "private" "protected" "public"))
((call !receiver method: (identifier) @_access arguments: (argument_list [(method) (singleton_method)])) @wrap (#any-of? @_access "private" "protected" "private_class_method" "module_function"))
((call !receiver method: (identifier) @_access arguments: (argument_list [(method) (singleton_method)]) @wrap) (#any-of? @_access "private" "protected" "private_class_method" "module_function"))

; Types. Modules hold names and are mixed in: traits.
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) superclass: (superclass [(constant) (scope_resolution)] @base)? body: (_)? @body) @def.class
(class name: (constant) @name superclass: (superclass [(constant) (scope_resolution)] @base)? body: (_)? @body) @def.class
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_)? @body) @def.trait
(module name: (constant) @name body: (_)? @body) @def.trait
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new arguments: (argument_list [(constant) (scope_resolution)] @base)? block: (_)? @body) @fn) @def.class (#eq? @_class "Class") (#eq? @_new "new"))
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new block: (_)? @body) @fn) @def.class (#any-of? @_class "Struct" "Data") (#any-of? @_new "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new block: (_)? @body) @fn) @def.trait (#eq? @_class "Module") (#eq? @_new "new"))
; What a concern has for classes is in a module of its own, which its users get as well.
((module name: (_) @type body: (body_statement (module name: (constant) @base))) @inherit (#eq? @base "ClassMethods"))
((assignment left: (constant) right: (call receiver: (constant) @_class method: (identifier) arguments: (argument_list (simple_symbol) @name @def.field))) (#any-of? @_class "Struct" "Data"))
((class name: (_) @type body: (body_statement (call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @base)))) @inherit (#any-of? @_include "include" "extend" "prepend"))
((module name: (_) @type body: (body_statement (call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @base)))) @inherit (#any-of? @_include "include" "extend" "prepend"))

; Members. An alias is a field that holds the method; so is what is delegated.
((module name: (constant) @_methods body: (body_statement (method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function)) (#eq? @_methods "ClassMethods") (#set! static "1") (#set! abstract "never"))
((call !receiver method: (identifier) @_methods block: (_ body: (body_statement (method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function))) (#eq? @_methods "class_methods") (#set! static "1") (#set! abstract "never"))
((call !receiver method: (identifier) @_define arguments: (argument_list (simple_symbol) @name) block: (_ parameters: (_)? @params) @body) @def.function (#eq? @_define "define_method"))
((call !receiver method: (identifier) @_scope arguments: (argument_list (simple_symbol) @name (lambda parameters: (_)? @params) @body)) @def.function (#eq? @_scope "scope") (#set! static "1") (#set! typed "Array<self>"))
((singleton_class body: (body_statement (method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method)) (#set! static "1") (#set! abstract "never"))
((method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function (#set! abstract "never"))
((singleton_method object: (self) name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function (#set! static "1") (#set! abstract "never"))
((singleton_method object: (constant) @owner name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method (#set! static "1") (#set! abstract "never"))
((call !receiver method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @def.field)) (#any-of? @_attr "attr_reader" "attr_accessor" "attr") (#set! value "@"))
(alias name: (identifier) @name alias: (identifier) @value) @def.field
((call !receiver method: (identifier) @_alias arguments: (argument_list [(simple_symbol) (string)] @name [(simple_symbol) (string)] @value)) @def.field (#any-of? @_alias "alias_method" "alias_attribute") (#set! value "name"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @name @def.field (pair key: (hash_key_symbol) @_to value: (simple_symbol) @of))) (#eq? @_delegate "delegate") (#eq? @_to "to") (#set! value "name"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @of (simple_symbol) @name @def.field)) (#any-of? @_delegate "def_delegators" "def_instance_delegators") (#set! value "name"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @of (simple_symbol) @value (simple_symbol) @name)) @def.field (#any-of? @_delegate "def_delegator" "def_instance_delegator") (#set! value "name"))
((call !receiver method: (identifier) @_delegate arguments: (argument_list (simple_symbol) @of (simple_symbol) @name)) @def.field (#any-of? @_delegate "def_delegator" "def_instance_delegator") (#set! value "name"))
; What a model's records belong to and have.
((call !receiver method: (identifier) @_has arguments: (argument_list (simple_symbol) @name (pair key: (hash_key_symbol) @_class value: (string) @type))) @def.field (#any-of? @_has "belongs_to" "has_one") (#eq? @_class "class_name") (#set! typed "%"))
((call !receiver method: (identifier) @_has arguments: (argument_list (simple_symbol) @name)) @def.field (#any-of? @_has "belongs_to" "has_one") (#set! typed "%"))
((call !receiver method: (identifier) @_has arguments: (argument_list (simple_symbol) @name (pair key: (hash_key_symbol) @_class value: (string) @type))) @def.field (#any-of? @_has "has_many" "has_and_belongs_to_many") (#eq? @_class "class_name") (#set! typed "Array<%>"))
((call !receiver method: (identifier) @_has arguments: (argument_list (simple_symbol) @name)) @def.field (#any-of? @_has "has_many" "has_and_belongs_to_many") (#set! typed "Array<%>"))
(assignment left: (constant) @name right: (_)? @value) @def.constant

; Variables.
(assignment left: (_) @left right: (_) @right) @bind
(operator_assignment left: (_) @left operator: "||=" right: (_) @right) @bind
((call receiver: (_) @right method: (identifier) @_each block: (_ parameters: (block_parameters (identifier) @left)) @each)
	(#any-of? @_each "each" "find_each" "map" "flat_map" "select" "filter" "filter_map" "reject" "find" "detect" "any?" "all?" "none?" "each_with_index" "each_with_object" "sort_by" "group_by" "min_by" "max_by" "sum" "partition" "find_index" "collect" "count"))
((call receiver: (_) @right method: (identifier) @_each block: (_) @left @each)
	(#any-of? @_each "each" "find_each" "map" "flat_map" "select" "filter" "filter_map" "reject" "find" "detect" "any?" "all?" "none?" "sort_by" "group_by" "min_by" "max_by" "sum" "partition" "collect" "count") (#set! name "it") (#set! unless "block_parameters"))
(as_pattern value: [(constant) (scope_resolution)] @type name: (identifier) @left) @bind
(rescue (exceptions [(constant) (scope_resolution)] @type) variable: (exception_variable (identifier) @left)) @bind
(for pattern: (_) @left value: (in (_) @right)) @each
(case value: (identifier) @left (when pattern: (pattern [(constant) (scope_resolution)] @type) body: (_) @body)) @narrow

(method_parameters (identifier) @name @param)
(optional_parameter name: (_) @name value: (_) @value) @param
(keyword_parameter name: (_) @name value: (_) @value) @param
(keyword_parameter name: (_) @name) @param
((splat_parameter name: (_)? @name) @param (#set! variadic "1") (#set! type "Array"))
((hash_splat_parameter name: (_)? @name) @param (#set! variadic "named") (#set! type "Hash"))
((block_parameter name: (_)? @name) @param (#set! optional "1") (#set! type "Proc"))
(block_parameters (identifier) @name @param)
(lambda_parameters (identifier) @name @param)

(block) @lambda
(do_block) @lambda
(then) @scope
(rescue) @scope

; Expressions. How many arguments there are is not known where keywords or a block are among them. What is assigned to is no call of what reads it.
; Symbols name what is called: on each element, by a name that is given, before an action.
(assignment left: (call receiver: (_) @_of !arguments) @call)
(assignment left: (call receiver: (_) @_of method: (_) @name) @skip)
((call receiver: (_) @of method: (identifier) @_each arguments: (argument_list (block_argument (simple_symbol) @name @call))) (#set! sigil ":") (#set! arguments "none") (#set! element "1"))
((call receiver: (_) @of method: (identifier) @_send arguments: (argument_list (simple_symbol) @name @call)) (#any-of? @_send "send" "public_send" "__send__" "method" "try") (#set! sigil ":") (#set! first "1"))
((call !receiver method: (identifier) @_send arguments: (argument_list (simple_symbol) @name @call)) (#any-of? @_send "send" "public_send" "__send__" "method") (#set! sigil ":") (#set! first "1"))
((call !receiver method: (identifier) @_hook arguments: (argument_list (simple_symbol) @name @call))
	(#match? @_hook "^(before|after|around)_(action|validation|save|create|update|destroy|commit|rollback|initialize|find|touch|perform|enqueue)$|^(validate|after_create_commit|after_update_commit|after_save_commit)$") (#set! sigil ":") (#set! arguments "none"))
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
(conditional consequence: (_) @inner alternative: (_) @inner) @either
((if consequence: (then (_)* @inner)? alternative: (else (_)* @inner)) @either (#set! last "1"))
((if consequence: (then (_)* @inner)? alternative: (elsif) @inner) @either (#set! last "1"))
((elsif consequence: (then (_)* @inner)? alternative: (else (_)* @inner)) @either (#set! last "1"))
((unless consequence: (then (_)* @inner)? alternative: (else (_)* @inner)) @either (#set! last "1"))
((begin (_)* @inner) @either (#set! last "1"))
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
