; What TSX leaves out of TypeScript.

(type_assertion (type_arguments (_) @type)) @cast
