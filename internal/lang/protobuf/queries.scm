; Protocol Buffers. The captures are described in internal/syntax/captures.md.

(comment) @comment
(package (full_ident) @name) @package
((import path: (string) @path) @import (#set! alias "_"))
(message (message_name (identifier) @name) (message_body) @body) @def.struct
(enum (enum_name (identifier) @name) (enum_body) @body) @def.enum
(enum_field (identifier) @name) @def.enum_member
(field (type) @type (identifier) @name) @def.field
(oneof_field (type) @type (identifier) @name) @def.field
(map_field (type) @type (identifier) @name) @def.field
(service (service_name (identifier) @name)) @def.interface
(rpc (rpc_name (identifier) @name) (message_or_enum_type) @params (message_or_enum_type) @type) @def.method
(message_or_enum_type (identifier) @typeref)
