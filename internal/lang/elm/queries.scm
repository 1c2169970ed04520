; Elm. The captures are described in internal/syntax/captures.md. A function is used by naming it: Rules.ReadsCall.

(block_comment) @comment
(line_comment) @comment
(module_declaration name: (upper_case_qid) @name) @package
(module_declaration exposing: (exposing_list (exposed_value (lower_case_identifier) @name) @export))
(module_declaration exposing: (exposing_list (exposed_type (upper_case_identifier) @name) @export))

((import_clause moduleName: (upper_case_qid) @path exposing: (exposing_list doubleDot: (_))) @import (#set! name "*"))
(import_clause moduleName: (upper_case_qid) @path exposing: (exposing_list (exposed_value (lower_case_identifier) @name))) @import
(import_clause moduleName: (upper_case_qid) @path exposing: (exposing_list (exposed_type (upper_case_identifier) @name))) @import
(import_clause moduleName: (upper_case_qid) @path asClause: (as_clause name: (upper_case_identifier) @alias)) @import

(type_alias_declaration name: (upper_case_identifier) @name typeExpression: (type_expression part: (record_type)) @body) @def.struct
(type_alias_declaration name: (upper_case_identifier) @name typeExpression: (type_expression) @type) @def.type
(type_declaration name: (upper_case_identifier) @name) @def.enum
(union_variant name: (upper_case_identifier) @name) @def.enum_member
(type_alias_declaration typeExpression: (type_expression part: (record_type fieldType: (field_type name: (lower_case_identifier) @name typeExpression: (_) @type) @def.field)))
((port_annotation name: (lower_case_identifier) @name) @def.function (#set! abstract "never"))

(let_in_expr valueDeclaration: (value_declaration functionDeclarationLeft: (function_declaration_left (lower_case_identifier) @name !pattern) body: (_) @value) @def.variable)
(value_declaration functionDeclarationLeft: (function_declaration_left (lower_case_identifier) @name) @params body: (_) @body) @def.function

(function_declaration_left pattern: (_) @param)
(anonymous_function_expr param: (_) @param)
(value_declaration pattern: (_) @left body: (_)) @bind
(case_of_branch pattern: (_) @left) @bind
(anonymous_function_expr) @lambda
(let_in_expr) @scope
(case_of_branch) @scope

(type_annotation name: (lower_case_identifier) @name) @skip
(field name: (lower_case_identifier) @name) @skip
(pattern child: (_) @inner) @same
(lower_pattern (lower_case_identifier) @inner) @same
(record_pattern) @object
(tuple_pattern) @object
(union_pattern) @object
(cons_pattern) @object
(list_pattern) @object

(value_qid (upper_case_identifier) (lower_case_identifier) @property) @member
(value_qid (lower_case_identifier) @inner) @same
(lower_case_identifier) @ident
(type_ref (upper_case_qid) @typeref)
