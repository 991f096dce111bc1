; Odin. Constants whose value is a type are types; what stands in a procedure is its own.

(procedure_declaration . (attributes)? . (identifier) @name (procedure (block) @body)) @definition.function
(procedure_declaration . (attributes)? . (identifier) @name) @definition.function
(overloaded_procedure_declaration . (attributes)? . (identifier) @name) @definition.function
(struct_declaration . (attributes)? . (identifier) @name "{" @body) @definition.struct
(union_declaration . (attributes)? . (identifier) @name "{" @body) @definition.struct
(bit_field_declaration . (attributes)? . (identifier) @name) @definition.struct
(enum_declaration . (attributes)? . (identifier) @name . "::") @definition.enum
(enum_declaration "{" (identifier) @name @definition.enum_member)
(field . (identifier) @name . ":") @definition.field
(field (identifier) @name @definition.field)
(source_file (const_declaration . (attributes)? . (identifier) @name . "::" . [(distinct_type) (bit_set_type) (type)]) @definition.type)
(source_file (const_declaration . (attributes)? . (identifier) @name) @definition.constant)
(source_file (var_declaration . (attributes)? . (identifier) @name) @definition.variable)
(source_file (variable_declaration . (attributes)? . (identifier) @name) @definition.variable)
(package_declaration (identifier) @name) @definition.package

[
  (block) (struct_declaration) (union_declaration) (enum_declaration) (bit_field_declaration) (struct) (parameters)
  (call_expression) (switch_statement) (switch_case) (overloaded_procedure_declaration) (parenthesized_expression)
] @fold
[(comment) (block_comment)] @comment
(import_declaration) @import

[(if_statement) (when_statement)] @block.if
(else_if_clause) @block.elif
(else_clause) @block.else
(for_statement) @block.loop
(switch_statement) @block.switch
(switch_case) @block.case
(foreign_block) @block.block

(import_declaration (string (string_content) @name)) @reference.import
(call_expression function: (identifier) @name) @reference.call
(type (identifier) @name) @reference.type
(field_type (identifier) @name .) @reference.type
