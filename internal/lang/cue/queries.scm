; CUE. The captures are described in internal/syntax/captures.md.

(comment) @comment
(package_clause (package_identifier) @name) @package
(import_spec name: (package_identifier) @alias path: (_) @path) @import
(import_spec !name path: (_) @path) @import
((field (label (identifier) @name) (value) @body) @def.struct (#match? @name "^_?#"))
(field (label (identifier) @name) (value) @value) @def.field
(call_expression function: (_) @callee (arguments) @args) @call
(selector_expression (identifier) @of (identifier) @property) @member
(identifier) @ident
