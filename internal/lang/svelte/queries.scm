; Svelte. The captures are described in internal/syntax/captures.md. Scripts, expressions in braces and blocks are nodes in which the trees
; of their TypeScript stand; what TypeScript's query says of that follows behind this one.

; The component is what the file exports by default: a function that runs what no other function does.
((instance) @name @def.function (#set! component "1") (#set! rename "default") (#set! abstract "never"))
((component [(identifier) (member_expression)] @callee) @call (#set! decorates "1"))
((start_tag (tag_name) @_component (attribute (attribute_name) @_this (attribute_value (expression (_) @callee) @call))) (#any-of? @_component "svelte:component" "svelte:element") (#eq? @_this "this"))
((self_closing_tag (tag_name) @_component (attribute (attribute_name) @_this (attribute_value (expression (_) @callee) @call))) (#any-of? @_component "svelte:component" "svelte:element") (#eq? @_this "this"))

; Handlers run, as do actions and transitions.
(handler [(identifier) (member_expression)] @callee) @call
((directive [(identifier) (member_expression)] @callee) @call (#set! decorates "1"))

((attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) @def.variable (#eq? @_id "id"))
((element (start_tag (tag_name) @_tag) (text) @name) @def.section (#match? @_tag "^[hH][1-6]$") (#set! once "1"))

; Blocks.
((snippet_block (snippet (identifier) @name (formal_parameters) @params)) @def.function (#set! abstract "never"))
(each_block (list (_) @right) (item (_) @left)) @each
(each_block (index (identifier) @left)) @bind
(await_block (awaited (_) @right) (then (_) @left)) @bind
(await_block (catch (_) @left)) @bind
(const (assignment_expression left: (_) @left right: (_) @right)) @bind
(let (_) @left) @bind
(each_block) @scope
(await_block) @scope
(if_block) @scope
(key_block) @scope
(element) @scope

; Stores and what the compiler knows.
((identifier) @ident (#match? @ident "^\\$[A-Za-z_]") (#not-any-of? @ident "$state" "$derived" "$props" "$effect" "$bindable" "$inspect" "$host" "$$props" "$$restProps" "$$slots") (#set! sigil "$"))
((call_expression function: (identifier) @_rune arguments: (arguments (_) @inner)) @same (#any-of? @_rune "$state" "$derived" "$bindable"))
((call_expression function: (member_expression object: (identifier) @_rune property: (_) @_raw) arguments: (arguments (_) @inner)) @same (#any-of? @_rune "$state" "$derived") (#any-of? @_raw "raw" "snapshot"))
((labeled_statement label: (_) @_reactive body: (expression_statement (assignment_expression left: (identifier) @name right: (_) @value) @def.variable)) (#eq? @_reactive "$"))

