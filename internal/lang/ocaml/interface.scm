; Interfaces of OCaml. The captures are described in internal/syntax/captures.md.

(comment) @comment
(type_definition) @wrap
((open_module (module_path) @path) @import (#set! name "*"))
((include_module_type (module_type_of (module_path) @path)) @import (#set! name "*") (#set! reexport "1"))
(module_definition (module_binding name: (module_name) @name) @def.module)
((module_type_definition name: (module_type_name) @name body: (_)? @body) @def.trait)
(type_binding name: (type_constructor) @name body: (record_declaration) @body) @def.struct
(type_binding name: (type_constructor) @name body: (variant_declaration) @body) @def.enum
(type_binding name: (type_constructor) @name) @def.type
(constructor_declaration (constructor_name) @name) @def.enum_member
(field_declaration (field_name) @name) @def.field
(value_specification (value_name) @name (_) @type) @def.function
(external (value_name) @name) @def.function
(type_constructor_path (extended_module_path) @of (type_constructor) @name) @typeref
(type_constructor_path (type_constructor) @name) @typeref
