; Vue. The captures are described in internal/syntax/captures.md. Scripts and the expressions of a template are nodes in which the trees of
; their TypeScript stand; what TypeScript's query says of that follows behind this one.

((instance) @name @def.function (#set! component "1") (#set! rename "default") (#set! abstract "never"))
((component [(identifier) (member_expression)] @callee) @call (#set! decorates "1"))
((start_tag (tag_name) @name @call) (#match? @name "^[a-z][a-z0-9]*(-[a-z0-9]+)+$") (#set! arguments "none"))
((self_closing_tag (tag_name) @name @call) (#match? @name "^[a-z][a-z0-9]*(-[a-z0-9]+)+$") (#set! arguments "none"))
(handler (program (expression_statement [(identifier) (member_expression)] @callee) @call))

((attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) @def.variable (#eq? @_id "id"))
((element (start_tag (tag_name) @_tag) (text) @name) @def.section (#match? @_tag "^[hH][1-6]$") (#set! once "1"))

(attribute_value (item (_) @left) (list (_) @right)) @each
(attribute_value (index (_) @left)) @bind
(slot_props (_) @left) @bind
(element) @scope

; A computed value or a reference holds what it is made of; templates see what it holds.
((call_expression function: (identifier) @_ref arguments: (arguments (_) @inner)) @same (#any-of? @_ref "ref" "shallowRef" "reactive" "shallowReactive" "readonly" "toRaw" "markRaw" "unref"))

