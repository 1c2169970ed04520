; Dockerfiles: stages, arguments, variables. The captures are described in internal/syntax/captures.md.

(comment) @comment
(from_instruction as: (image_alias) @name) @def.module
(arg_instruction name: (_) @name default: (_)? @value) @def.variable
(env_pair name: (_) @name value: (_)? @value) @def.variable
(image_name) @ident
(expansion (variable) @ident)
