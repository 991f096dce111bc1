; Prisma. A model is a table, its fields are the columns.

(model_block "model" (identifier) @name "{" @body) @definition.table
(model_block (identifier) @name "{" @body) @definition.type
(enum_block "enum" . (identifier) @name "{" @body) @definition.enum
(enum_block (identifier) @name @definition.enum_member)
(key_value_block (identifier) @name "{" @body) @definition.resource
(model_field field_name: (identifier) @name) @definition.field

[(model_block) (enum_block) (key_value_block)] @fold
[(comment) (document_comment)] @comment

(non_null_type (identifier) @name) @reference.type
(apply_function name: (identifier) @name) @reference.call
