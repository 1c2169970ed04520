; C#. The captures are described in internal/syntax/captures.md. this and base are tokens, not nodes.

(comment) @comment
(namespace_declaration name: (_) @inner) @skip
(file_scoped_namespace_declaration name: (_) @inner) @skip
(namespace_declaration name: (_) @name) @package
(file_scoped_namespace_declaration name: (_) @name) @package

((using_directive "global" "static" [(identifier) (qualified_name) (alias_qualified_name)] @path @star) @import (#set! static "1") (#set! reexport "1"))
((using_directive "global" name: (identifier) @alias [(qualified_name) (alias_qualified_name)] @path) @import (#set! split "1") (#set! reexport "1"))
((using_directive "global" !name [(identifier) (qualified_name) (alias_qualified_name)] @path @star) @import (#set! reexport "1"))
((using_directive "static" [(identifier) (qualified_name) (alias_qualified_name)] @path @star) @import (#set! static "1"))
((using_directive name: (identifier) @alias [(qualified_name) (alias_qualified_name)] @path) @import (#set! split "1"))
(using_directive name: (identifier) @name (generic_name)) @skip
(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @path @star) @import

; Types. A type with parameters of its own has fields of their names.
(class_declaration name: (_) @name (type_parameter_list (type_parameter name: (_) @tparam)*)? (parameter_list)? @params (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)]* @base)? body: (_)? @body) @def.class
(record_declaration "struct" name: (_) @name (type_parameter_list (type_parameter name: (_) @tparam)*)? (parameter_list)? @params (base_list [(identifier) (generic_name) (qualified_name) (primary_constructor_base_type)]* @base)? body: (_)? @body) @def.struct
(record_declaration name: (_) @name (type_parameter_list (type_parameter name: (_) @tparam)*)? (parameter_list)? @params (base_list [(identifier) (generic_name) (qualified_name) (primary_constructor_base_type)]* @base)? body: (_)? @body) @def.class
(struct_declaration name: (_) @name (type_parameter_list (type_parameter name: (_) @tparam)*)? (parameter_list)? @params (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)]* @base)? body: (_)? @body) @def.struct
((interface_declaration name: (_) @name (type_parameter_list (type_parameter name: (_) @tparam)*)? (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)]* @base)? body: (_)? @body) @def.interface (#set! access "public"))
((enum_declaration name: (_) @name body: (_) @body) @def.enum (#set! access "public"))
(enum_member_declaration name: (_) @name) @def.enum_member
(delegate_declaration type: (_) @type name: (_) @name parameters: (_) @params) @def.type

; Members.
(method_declaration returns: (_) @type name: (_) @name type_parameters: (type_parameter_list (type_parameter name: (_) @tparam)*)?
	parameters: (parameter_list (parameter (modifier) @_this type: (_) @owner)) @params body: (_)? @body (#eq? @_this "this")) @def.method
(method_declaration returns: (_) @type name: (_) @name type_parameters: (type_parameter_list (type_parameter name: (_) @tparam)*)? parameters: (_) @params body: (_)? @body) @def.method
(constructor_declaration name: (_) @name parameters: (_) @params body: (_) @body) @def.constructor
((destructor_declaration name: (_) @name parameters: (_) @params body: (_) @body) @def.method (#set! rename "Finalize"))
(operator_declaration type: (_) @type operator: _ @name parameters: (_) @params body: (_)? @body) @def.method
(conversion_operator_declaration "operator" @name type: (_) @type parameters: (_) @params body: (_)? @body) @def.method
(indexer_declaration type: (_) @type "this" @name parameters: (_) @params) @def.method
(local_function_statement type: (_) @type name: (_) @name type_parameters: (type_parameter_list (type_parameter name: (_) @tparam)*)? parameters: (_) @params body: (_) @body) @def.function
((property_declaration type: (_) @type name: (_) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @def.property (#set! abstract "never"))
((property_declaration type: (_) @type name: (_) @name value: (arrow_expression_clause) @body) @def.property (#set! abstract "never"))
(property_declaration type: (_) @type name: (_) @name value: (_)? @value) @def.field
(event_declaration type: (_) @type name: (_) @name) @def.field
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name) @def.field))
(field_declaration (modifier) @_const (variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value) @def.constant) (#eq? @_const "const"))
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value) @def.field))
(field_declaration (variable_declaration) @wrap)
(field_declaration) @wrap
(event_field_declaration (variable_declaration) @wrap)
(event_field_declaration) @wrap
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @def.field))

; Variables.
(variable_declaration type: (implicit_type) (variable_declarator (tuple_pattern) @left (_) @right) @bind)
(variable_declaration type: (implicit_type) (variable_declarator name: (_) @left (_)? @right) @bind)
(variable_declaration type: (_) @type (variable_declarator name: (_) @left) @bind (#not-eq? @type "var"))
(foreach_statement type: (implicit_type) left: (_) @left right: (_) @right) @each
((foreach_statement type: (_) @type left: (_) @left) @bind (#not-eq? @type "var"))
(from_clause type: (_) @type name: (_) @left) @bind
(from_clause !type name: (_) @left (_) @right) @each
(catch_declaration type: (_) @type name: (_) @left) @bind
(declaration_pattern type: (implicit_type) name: (_) @left) @bind
((declaration_pattern type: (_) @type name: (_) @left) @bind (#not-eq? @type "var"))
(recursive_pattern type: (_) @type name: (_) @left) @bind
((var_pattern name: (_) @left) @bind)
((declaration_expression type: (implicit_type) name: (_) @left) @bind)
((declaration_expression type: (_) @type name: (_) @left) @bind (#not-eq? @type "var"))
(assignment_expression left: (tuple_expression) @left right: (_) @right) @bind
(assignment_expression left: (_) @left right: (_) @right) @assign
(invocation_expression function: (member_access_expression expression: (_) @right name: (_) @_each) arguments: (argument_list (argument (lambda_expression parameters: (implicit_parameter) @left) @each))
	(#any-of? @_each "ForEach" "Where" "Select" "SelectMany" "Any" "All" "First" "FirstOrDefault" "Single" "SingleOrDefault" "Last" "LastOrDefault" "Count" "Sum" "Min" "Max" "OrderBy" "OrderByDescending"
		"GroupBy" "ToDictionary" "Find" "FindAll" "Exists" "RemoveAll" "TakeWhile" "SkipWhile" "MaxBy" "MinBy" "DistinctBy" "ConvertAll"))
(invocation_expression function: (member_access_expression expression: (_) @right name: (_) @_each) arguments: (argument_list (argument (lambda_expression parameters: (parameter_list (parameter !type name: (_) @left))) @each))
	(#any-of? @_each "ForEach" "Where" "Select" "SelectMany" "Any" "All" "First" "FirstOrDefault" "OrderBy" "Find" "FindAll" "Exists" "RemoveAll"))

((parameter (modifier) @_this type: (_) @type name: (_) @name) @param (#eq? @_this "this") (#set! receiver "1"))
((parameter (modifier) @_params type: (_) @type name: (_) @name) @param (#eq? @_params "params") (#set! variadic "list"))
((parameter_list type: (_) @type name: (_) @name) @param (#set! variadic "list"))
((class_declaration (parameter_list (parameter type: (_) @type name: (_) @name (_)? @value) @param)) (#set! member "1"))
((struct_declaration (parameter_list (parameter type: (_) @type name: (_) @name (_)? @value) @param)) (#set! member "1"))
(parameter type: (_)? @type name: (_) @name (_)? @value) @param
(implicit_parameter) @param

(lambda_expression) @lambda
(anonymous_method_expression) @lambda
(block) @scope
(for_statement) @scope
(foreach_statement) @scope
(using_statement) @scope
(catch_clause) @scope
(switch_section) @scope
(switch_expression_arm) @scope
(query_expression) @scope

; Expressions.
(invocation_expression function: (identifier) @_nameof arguments: (argument_list (argument (_) @inner)) (#eq? @_nameof "nameof")) @skip
(constructor_initializer ["base" "this"] @name (argument_list) @args) @call
(invocation_expression function: (generic_name (identifier) @name) arguments: (_) @args) @call
(invocation_expression function: (conditional_access_expression condition: (_) @of (member_binding_expression name: (generic_name (identifier) @name))) arguments: (_) @args) @call
(invocation_expression function: (conditional_access_expression condition: (_) @of (member_binding_expression name: (identifier) @name)) arguments: (_) @args) @call
(invocation_expression function: (member_access_expression expression: _ @of name: (generic_name (identifier) @name)) arguments: (_) @args) @call
(invocation_expression function: (member_access_expression expression: _ @of name: (identifier) @name) arguments: (_) @args) @call
(invocation_expression function: (_) @callee arguments: (_) @args) @call
(object_creation_expression type: (_) @type arguments: (_)? @args) @new
((variable_declaration type: (_) @type (variable_declarator (implicit_object_creation_expression (argument_list) @args) @new)))
((property_declaration type: (_) @type value: (implicit_object_creation_expression (argument_list) @args) @new))
(primary_constructor_base_type type: (_) @type (argument_list) @args) @new
(base_list [(identifier) (generic_name) (qualified_name)] @type (argument_list) @args) @new
(attribute name: (_) @type) @new
(with_expression (_) @inner) @same
(argument name: (identifier) @name (_) @value) @keyword
(goto_statement (identifier) @name) @skip
(labeled_statement (identifier) @name) @skip

(member_access_expression expression: _ @of name: (generic_name (identifier) @property)) @member
(member_access_expression expression: _ @of name: (identifier) @property) @member
(conditional_access_expression condition: (_) @of (member_binding_expression name: (identifier) @property)) @member
(element_access_expression expression: (_) @of) @index
(parenthesized_expression (_) @inner) @same
(await_expression (_) @inner) @same
(postfix_unary_expression (_) @inner) @same
(assignment_expression right: (_) @inner) @same
(checked_expression (_) @inner) @same
(cast_expression type: (_) @type) @cast
(as_expression right: (_) @type) @cast
(array_creation_expression type: (_) @type) @cast
(tuple_pattern) @tuple
(tuple_expression) @tuple
(argument (_) @inner) @same
((string_literal) @literal (#set! type "string"))
((verbatim_string_literal) @literal (#set! type "string"))
((raw_string_literal) @literal (#set! type "string"))
((interpolated_string_expression) @literal (#set! type "string"))
((integer_literal) @literal (#set! type "int"))
((real_literal) @literal (#set! type "double"))
((character_literal) @literal (#set! type "char"))
((boolean_literal) @literal (#set! type "bool"))
((null_literal) @literal (#set! type "null"))
((binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @literal (#set! type "bool"))
((is_pattern_expression) @literal (#set! type "bool"))
(conditional_expression consequence: (null_literal) alternative: (_) @inner) @same
(conditional_expression consequence: (_) @inner) @same
(binary_expression left: (_) @inner operator: "??") @same
((typeof_expression) @literal (#set! type "Type"))
((implicit_type) @skip)
(qualified_name qualifier: (_) @of name: (generic_name (identifier) @name)) @typeref
(qualified_name qualifier: (_) @of name: (identifier) @name) @typeref
(generic_name (identifier) @name) @typeref
(["this" "base"] @ident)
(identifier) @ident

(return_statement (_) @inner) @return
(arrow_expression_clause (_) @inner) @return
