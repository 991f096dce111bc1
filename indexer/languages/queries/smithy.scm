; Smithy. A shape's range begins at its first trait.

(shape_statement (shape_body (structure_statement "structure" . (identifier) @name (shape_members) @body))) @definition.struct
(shape_statement (shape_body (union_statement (identifier) @name (shape_members) @body))) @definition.struct
(shape_statement (shape_body (enum_statement (identifier) @name (enum_members) @body))) @definition.enum
(shape_statement (shape_body (operation_statement (identifier) @name (operation_body) @body))) @definition.function
(shape_statement (shape_body (service_statement (identifier) @name (node_object) @body))) @definition.interface
(shape_statement (shape_body (resource_statement (identifier) @name (node_object) @body))) @definition.resource
(shape_statement (shape_body (simple_shape_statement (primitive) . (identifier) @name))) @definition.type
(shape_statement (shape_body (list_statement (identifier) @name))) @definition.type
(shape_statement (shape_body (map_statement (identifier) @name))) @definition.type
(namespace_statement (namespace) @name) @definition.namespace
(shape_member (field) @name) @definition.field
(shape_member (shape_member_elided (identifier) @name)) @definition.field
(enum_member (enum_field) @name) @definition.enum_member

[
  (shape_members) (enum_members) (operation_body) (node_object) (node_array) (trait_body) (operation_errors)
  (inline_structure)
] @fold
(comment) @comment
(use_statement) @import

(use_statement (absolute_root_shape_id) @name) @reference.import
(mixins (shape_id) @name) @reference.extends
(trait_statement (shape_id) @name) @reference.call
(shape_member (shape_id) @name) @reference.type
(operation_member (shape_id) @name) @reference.type
(operation_error (identifier) @name) @reference.type
(node_value (shape_id) @name) @reference.type
