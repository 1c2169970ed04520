; Rust. The captures are described in internal/syntax/captures.md.

(line_comment) @comment
(block_comment) @comment

((function_item name: (identifier) @name
  type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)?
  parameters: (parameters [(self_parameter) (parameter pattern: (self))]? @receiver) @params return_type: (_)? @type body: (_) @body) @def.function
  (#set! static "no receiver"))
((function_signature_item name: (identifier) @name
  type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)?
  parameters: (parameters [(self_parameter) (parameter pattern: (self))]? @receiver) @params return_type: (_)? @type) @def.function
  (#set! static "no receiver"))
(macro_definition name: (identifier) @name (macro_rule)? @body) @def.macro

(mod_item name: (identifier) @name body: (_) @body) @def.module
(struct_item name: (type_identifier) @name type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)? body: (_)? @body) @def.struct
(union_item name: (type_identifier) @name type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)? body: (_)? @body) @def.struct
(enum_item name: (type_identifier) @name type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)? body: (_)? @body) @def.enum
(trait_item name: (type_identifier) @name type_parameters: (type_parameters [(type_identifier) @tparam (constrained_type_parameter left: (type_identifier) @tparam)]*)?
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)]* @base)? body: (_) @body) @def.trait
(type_item name: (type_identifier) @name type: (_) @type) @def.type
(associated_type name: (type_identifier) @name bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)]? @type)?) @def.type
(enum_variant name: (identifier) @name) @def.enum_member
(field_declaration name: (field_identifier) @name type: (_) @type) @def.field
((ordered_field_declaration_list type: (_) @name @type) @def.field (#set! name "index"))
(const_item name: (identifier) @name type: (_)? @type value: (_)? @value) @def.constant
(static_item name: (identifier) @name type: (_)? @type value: (_)? @value) @def.variable

(impl_item trait: (_)? @trait type: (_) @type) @impl
(block) @scope
(if_expression) @scope
(while_expression) @scope
(for_expression) @scope
(match_arm) @scope
(closure_expression) @lambda

((use_declaration argument: [(identifier) (scoped_identifier)] @path) @import (#set! split "1"))
((use_list [(identifier) (scoped_identifier)] @path) @import (#set! split "1"))
((use_list (self) @_self) @import (#set! split "1"))
((use_as_clause path: (self) alias: (_) @alias) @import (#set! split "1"))
((use_as_clause path: [(identifier) (scoped_identifier)] @path alias: (_) @alias) @import (#set! split "1"))
((use_wildcard [(identifier) (scoped_identifier) (crate) (super) (self)]? @path) @import (#set! name "*"))
(scoped_use_list path: (_) @path) @import.prefix
(extern_crate_declaration name: (_) @path alias: (_)? @alias) @import
((mod_item name: (identifier) @path !body) @import (#set! prefix "self::"))

(self_parameter (self) @name) @param
(parameter pattern: (_) @name type: (_) @type) @param
(closure_parameters [(identifier) (tuple_pattern) (reference_pattern) (struct_pattern) (tuple_struct_pattern) (mut_pattern)] @name) @param
(constrained_type_parameter left: (type_identifier) @name bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)]+ @type)) @bind
(where_predicate left: (type_identifier) @name bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)]+ @type)) @bind

(let_declaration pattern: (_) @left type: (_)? @type value: (_)? @right) @bind
(let_condition pattern: (_) @left value: (_) @right) @bind
(for_expression pattern: (_) @left value: (_) @right) @each
(call_expression function: (field_expression value: (_) @right field: (field_identifier) @_each)
  arguments: (arguments (closure_expression parameters: (closure_parameters [(identifier) (reference_pattern)] @left)) @each)
  (#any-of? @_each "map" "for_each" "filter" "filter_map" "flat_map" "any" "all" "find" "find_map" "position" "partition" "take_while" "skip_while" "inspect" "retain" "max_by_key" "min_by_key" "sort_by_key" "map_or" "and_then" "is_some_and" "is_none_or" "map_while"))
(match_expression value: (_) @right body: (match_block (match_arm pattern: (match_pattern
  [(tuple_struct_pattern) (struct_pattern) (tuple_pattern) (captured_pattern) (ref_pattern) (or_pattern) (reference_pattern) (slice_pattern) (mut_pattern)] @left)))) @bind
(match_expression value: (_) @right body: (match_block (match_arm pattern: (match_pattern !condition (identifier) @left)))) @bind
(match_expression value: (_) @right body: (match_block (match_arm pattern: (match_pattern (identifier) @left condition: (_))))) @bind
(assignment_expression left: (_) @left right: (_) @right) @assign

((tuple_struct_pattern type: (identifier) @_t [(identifier) (tuple_struct_pattern) (struct_pattern) (tuple_pattern) (captured_pattern) (ref_pattern) (or_pattern) (reference_pattern) (slice_pattern) (mut_pattern)] @inner) @same
  (#any-of? @_t "Some" "Ok") (#not-any-of? @inner "Some" "Ok"))
(tuple_struct_pattern type: (_) @type) @tuple
(struct_pattern type: (_) @type) @object
(field_pattern name: (field_identifier) @key pattern: (_) @value) @pair
(field_pattern name: (shorthand_field_identifier) @inner !pattern) @same
(shorthand_field_identifier) @shorthand
(tuple_pattern) @tuple
(slice_pattern) @array
(captured_pattern) @object
(or_pattern (_) @inner) @same
(ref_pattern (_) @inner) @same
(mut_pattern (identifier) @inner) @same
(reference_pattern [(identifier) (tuple_struct_pattern) (struct_pattern) (tuple_pattern) (captured_pattern) (ref_pattern) (reference_pattern) (mut_pattern)] @inner) @same

((call_expression function: (field_expression value: (_) @inner field: (field_identifier) @_m)) @same
  (#any-of? @_m "unwrap" "expect" "unwrap_or_default") (#set! member "unwrap"))
((call_expression function: (field_expression value: (_) @inner field: (field_identifier) @_m)) @same
  (#any-of? @_m "clone" "cloned" "copied" "iter" "iter_mut" "into_iter" "as_ref" "as_mut" "as_deref" "borrow" "borrow_mut" "to_owned" "lock" "await" "ok" "filter" "rev" "skip" "take" "peekable" "by_ref" "drain"))
(call_expression function: (_) @callee arguments: (_) @args) @call
(macro_invocation macro: (_) @callee) @call
((macro_invocation (token_tree) @inner) @tokens (#set! keywords "self Self crate super if while match for in return let mut ref move as fn Some None Ok Err true false async await"))
((macro_rule right: (token_tree) @inner) @tokens (#set! keywords "self Self crate super if while match for in return let mut ref move as fn Some None Ok Err true false async await"))
(generic_function function: (_) @inner) @same
(field_expression value: (_) @of field: (_) @property) @member
((scoped_identifier path: (_) @of name: (_) @property) @member (#set! path "1"))
((bracketed_type (qualified_type type: (_) @_t alias: (_) @type)) @cast (#match? @_t "^([A-Z]|Self)$"))
(bracketed_type (qualified_type type: (_) @type alias: (_))) @cast
(bracketed_type [(type_identifier) (generic_type) (scoped_type_identifier)] @type) @cast
(index_expression (_) @of) @index
((try_expression (_) @inner) @same (#set! member "unwrap"))
(await_expression (_) @inner) @same
(parenthesized_expression (_) @inner) @same
(unary_expression (_) @inner) @same
(reference_expression value: (_) @inner) @same
(type_cast_expression type: (_) @type) @cast
(struct_expression name: (_) @type) @new
(shorthand_field_initializer (identifier) @inner) @same
(tuple_expression) @tuple
(array_expression) @array

(scoped_type_identifier path: (_) @of name: (_) @name) @typeref
((type_identifier) @skip (#eq? @skip "Self"))
(type_identifier) @typeref
((identifier) @ident (#match? @ident "^[A-Z]") (#set! path "1"))
((identifier) @skip (#eq? @skip "Self"))
(identifier) @ident
(self) @ident
(crate) @ident
(crate) @skip
(super) @ident
(super) @skip
(lifetime (identifier) @name) @skip
(attribute (identifier) @name arguments: (_)? @inner) @skip
((string_literal) @literal (#set! type "&str"))
((integer_literal) @literal (#set! type "i32"))
((float_literal) @literal (#set! type "f64"))
((char_literal) @literal (#set! type "char"))
((boolean_literal) @literal (#set! type "bool"))
