; GraphQL: schemas and operations. A description belongs to the definition it describes.

(object_type_definition (name) @name (fields_definition)? @body) @definition.class
(object_type_extension (name) @name (fields_definition)? @body) @definition.class
(interface_type_definition (name) @name (fields_definition)? @body) @definition.interface
(interface_type_extension (name) @name (fields_definition)? @body) @definition.interface
(input_object_type_definition (name) @name (input_fields_definition)? @body) @definition.struct
(input_object_type_extension (name) @name (input_fields_definition)? @body) @definition.struct
(enum_type_definition (name) @name (enum_values_definition)? @body) @definition.enum
(enum_type_extension (name) @name (enum_values_definition)? @body) @definition.enum
(union_type_definition (name) @name) @definition.type
(union_type_extension (name) @name) @definition.type
(scalar_type_definition (name) @name) @definition.type
(scalar_type_extension (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro
(schema_definition "schema" @name) @definition.module
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(enum_value_definition (enum_value) @name) @definition.enum_member
(operation_definition (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name) @name (selection_set) @body) @definition.function

[
  (fields_definition) (input_fields_definition) (enum_values_definition) (arguments_definition) (selection_set) (arguments)
  (variable_definitions) (object_value) (list_value) (description) (schema_definition)
] @fold
(comment) @comment

(fragment_spread (fragment_name) @name) @reference.call
(implements_interfaces (named_type (name) @name)) @reference.implements
(type (named_type (name) @name)) @reference.type
