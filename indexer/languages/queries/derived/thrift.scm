; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(const_definition (identifier) @name) @definition.constant
(enum_definition (annotation_identifier) @name) @definition.enum
(enum_definition (field_id) @name) @definition.enum
(enum_definition (identifier) @name) @definition.enum
(enum_definition (typedef_identifier) @name) @definition.enum
(function_definition (identifier) @name) @definition.function
(service_definition (annotation_identifier) @name) @definition.interface
(service_definition (field_id) @name) @definition.interface
(service_definition (identifier) @name) @definition.interface
(service_definition (typedef_identifier) @name) @definition.interface
(struct_definition (identifier) @name) @definition.struct
(union_definition (identifier) @name) @definition.struct
(comment) @comment
(const_definition) @fold
(enum_definition) @fold
(function_definition) @fold
(include_statement) @import
(list) @fold
(map) @fold
(namespace_declaration) @fold
(namespace_scope) @fold
(package_declaration) @fold
(parameters) @fold
(service_definition) @fold
(set) @fold
(struct_definition) @fold
(union_definition) @fold
