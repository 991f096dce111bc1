; Thrift. Enum members and the parts of a qualified name have no node of their own.

(enum_definition "enum" . (identifier) @name "{" @body) @definition.enum
(enum_definition (identifier) @name @definition.enum_member)
(struct_definition "struct" . (identifier) @name "{" @body) @definition.struct
(union_definition "union" . (identifier) @name "{" @body) @definition.struct
(exception_definition "exception" . (identifier) @name "{" @body) @definition.class
(service_definition "service" . (identifier) @name "{" @body) @definition.interface
(function_definition (type) . (identifier) @name) @definition.method
(field (type) . (identifier) @name) @definition.field
(typedef_definition (typedef_identifier) @name) @definition.type
(const_definition (type) . (identifier) @name) @definition.constant
(namespace_declaration (namespace_scope) . (_)+ @name) @definition.namespace

[
  (enum_definition) (struct_definition) (union_definition) (exception_definition) (service_definition)
  (function_definition) (parameters) (map_literal) (list_literal)
] @fold
(comment) @comment
(include_statement) @import

(include_statement (string (string_fragment) @name)) @reference.import
(service_definition "extends" (identifier) @name . "{") @reference.extends
(type (identifier) @name .) @reference.type
(definition_type (identifier) @name .) @reference.type
