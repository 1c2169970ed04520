; HCL. The captures are described in internal/syntax/captures.md. A block's last label is its name; a reference names it behind its type.

(comment) @comment
((block (identifier) @_b (string_lit (template_literal) @name) (body)? @body) @def.variable (#eq? @_b "variable"))
((block (identifier) @_b (string_lit (template_literal) @name) (body)? @body) @def.constant (#eq? @_b "output"))
((block (identifier) @_b (string_lit (template_literal) @name) (body)? @body) @def.module (#eq? @_b "module"))
((block (identifier) @_b (string_lit (template_literal) @base) (string_lit (template_literal) @name) (body)? @body) @def.struct (#any-of? @_b "resource" "data"))
(block (identifier) @_b (body (attribute (identifier) @name (expression) @value) @def.variable) (#eq? @_b "locals"))
((block (identifier) @_b (body (attribute (identifier) @_s (expression (literal_value (string_lit (template_literal) @path)))))) @import (#eq? @_b "module") (#eq? @_s "source") (#set! alias "_"))

(variable_expr (identifier) @skip)
(get_attr (identifier) @ident)
(function_call (identifier) @name) @call
