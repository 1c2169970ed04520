; SQL. The captures are described in internal/syntax/captures.md. A schema owns what is defined with its name; tables and types have members, the
; columns of a view are not known.

(comment) @comment
(marginalia) @comment

(create_schema (identifier) @name) @def.class
(create_table (object_reference schema: (identifier)? @owner name: (identifier) @name) (column_definitions)? @body) @def.struct
(column_definition name: (identifier) @name custom_type: (object_reference)? @type) @def.field
(create_view (object_reference schema: (identifier)? @owner name: (identifier) @name) (create_query) @body) @def.struct
(create_materialized_view (object_reference schema: (identifier)? @owner name: (identifier) @name) (create_query) @body) @def.struct
(create_type (object_reference schema: (identifier)? @owner name: (identifier) @name) (enum_elements) @body) @def.enum
(create_type (object_reference schema: (identifier)? @owner name: (identifier) @name)) @def.struct
(enum_elements enum_element: (literal) @name @def.enum_member)
(create_sequence (object_reference schema: (identifier)? @owner name: (identifier) @name)) @def.variable
((create_trigger (object_reference name: (identifier) @name) (keyword_on) (object_reference name: (identifier) @owner) (keyword_execute)) @def.method (#set! abstract "never"))

(create_function (object_reference schema: (identifier)? @owner name: (identifier) @name) (function_arguments) @params (object_reference)? @type (function_body) @body) @def.function
(function_argument (identifier) @name (object_reference)? @type) @param
(function_declaration (identifier) @left (object_reference)? @type) @bind

; FROM orders o: the columns of o are those of orders. WITH orders AS (…) hides a table orders.
(statement) @scope
(create_query) @scope
(subquery) @scope
(cte (identifier) @left) @bind
(cte (identifier) @ident)
(relation (object_reference) @type alias: (identifier) @left) @bind
(relation alias: (identifier) @ident)

(invocation (object_reference schema: (identifier) @of name: (identifier) @name)) @call
(invocation (object_reference name: (identifier) @name)) @call
(create_trigger (keyword_execute) (object_reference schema: (identifier) @of name: (identifier) @name)) @call
(create_trigger (keyword_execute) (object_reference name: (identifier) @name)) @call
(field (object_reference name: (identifier) @of) name: (identifier) @property) @member
(field name: (identifier) @ident)
(object_reference schema: (identifier) @of name: (identifier) @property) @member
(object_reference schema: (identifier) @ident)
(object_reference name: (identifier) @ident)

; What the grammar does not know of PL/pgSQL is read as text; what it does not know of other statements names functions that nothing calls.
((ERROR) @tokens (#match? @tokens "(?i)\\b(perform|return|if|elsif|while|loop|raise|into)\\b|:=")
  (#not-match? @tokens "(?i)\\b(create|alter|drop|call|function|procedure|operator|grant|revoke|comment|constraint|index)\\b")
  (#set! keywords "if IF return RETURN values VALUES in IN and AND or OR not NOT perform PERFORM"))
