; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(bit_field_declaration (identifier) @name) @definition.field
(const_declaration (identifier) @name) @definition.constant
(const_type_declaration (identifier) @name) @definition.type
(enum_declaration (identifier) @name) @definition.enum
(overloaded_procedure_declaration (identifier) @name) @definition.function
(package_declaration (identifier) @name) @definition.module
(procedure_declaration (identifier) @name) @definition.function
(struct_declaration (identifier) @name) @definition.struct
(union_declaration (identifier) @name) @definition.struct
(var_declaration (field_identifier) @name) @definition.variable
(var_declaration (identifier) @name) @definition.variable
(variable_declaration (identifier) @name) @definition.variable
(attributes) @fold
(bit_field_declaration) @fold
(bit_set) @fold
(block) @fold
(block_comment) @comment
(comment) @comment
(const_declaration) @fold
(const_type_declaration) @fold
(else_clause) @fold
(else_if_clause) @fold
(else_when_clause) @fold
(enum_declaration) @fold
(foreign_block) @fold
(import_declaration) @import
(map) @fold
(overloaded_procedure_declaration) @fold
(package_declaration) @fold
(parameters) @fold
(polymorphic_parameters) @fold
(procedure_declaration) @fold
(struct) @fold
(struct_declaration) @fold
(tagged_block) @fold
(union_declaration) @fold
(using_statement) @import
(var_declaration) @fold
(variable_declaration) @fold
(where_clause) @fold
