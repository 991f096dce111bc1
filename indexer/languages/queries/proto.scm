; Protocol Buffers.

(message (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(enum_field . (identifier) @name) @definition.enum_member
(field (type) . (identifier) @name) @definition.field
(map_field (type) . (identifier) @name) @definition.field
(oneof_field (type) . (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.field
(service (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.method
(extend (full_ident) @name (message_body) @body) @definition.impl
(package (full_ident) @name) @definition.package

[(message_body) (enum_body) (service) (rpc) (oneof) (field_options) (block_lit)] @fold
(comment) @comment
(import) @import

(import path: (string) @name) @reference.import
(type (message_or_enum_type) @name) @reference.type
(rpc (message_or_enum_type) @name) @reference.type
