; What TSX adds to TypeScript.

((jsx_self_closing_element name: (_) @callee) @call (#match? @callee "^[A-Z]|\\."))
((jsx_opening_element name: (_) @callee) @call (#match? @callee "^[A-Z]|\\."))
(jsx_self_closing_element name: (identifier) @name) @skip
(jsx_opening_element name: (identifier) @name) @skip
(jsx_closing_element name: (_) @inner) @skip
