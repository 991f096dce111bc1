; Cap'n Proto.

(struct "struct" . (type_identifier) @name "{" @body) @definition.struct
(interface "interface" . (type_identifier) @name "{" @body) @definition.interface
(enum (enum_identifier) @name "{" @body) @definition.enum
(union . (type_identifier) @name "{" @body) @definition.struct
(group . (type_identifier) @name "{" @body) @definition.struct
(enum_field . (enum_member) @name) @definition.enum_member
(field . (field_identifier) @name) @definition.field
(union_field . (field_identifier) @name) @definition.field
(method . (method_identifier) @name) @definition.method
(const (const_identifier) @name . ":") @definition.constant
(annotation "annotation" . (annotation_definition_identifier) @name) @definition.macro
(replace_using (type_definition) @name) @definition.type

[
  (struct) (interface) (enum) (union) (group) (method) (struct_shorthand) (const_list) (method_parameters)
  (named_return_types)
] @fold
(comment) @comment
[(using_directive (import_using)) (import)] @import

(import_path (string_fragment) @name) @reference.import
(interface (extend_type) @name) @reference.extends
(custom_type . (type_identifier) @name) @reference.type
(unnamed_return_type (type_identifier) @name) @reference.type
(named_return_type (type_identifier) @name) @reference.type
