; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(const_item name: (_) @name) @definition.constant
(const_var_declaration (identifier) @name) @definition.constant
(enum_item name: (_) @name) @definition.enum_member
(extern_function_statement name: (_) @name) @definition.function
(extern_type_statement name: (_) @name) @definition.type
(field_declaration name: (_) @name) @definition.field
(function_definition name: (_) @name) @definition.function
(function_signature (identifier) @name) @definition.function
(function_signature (scoped_type_identifier) @name) @definition.function
(function_signature (type_identifier) @name) @definition.function
(let_declaration (identifier) @name) @definition.variable
(let_declaration (scoped_identifier) @name) @definition.variable
(let_declaration (scoped_type_identifier) @name) @definition.variable
(let_declaration (type_identifier) @name) @definition.variable
(local_var_declaration (identifier) @name) @definition.variable
(local_var_declaration (typed_identifier) @name) @definition.variable
(namespace_definition (identifier) @name) @definition.namespace
(struct_definition (identifier) @name) @definition.struct
(struct_definition (typed_identifier) @name) @definition.struct
(struct_item name: (_) @name) @definition.struct
(temp_var_declaration (identifier) @name) @definition.variable
(temp_var_declaration (typed_identifier) @name) @definition.variable
(trait_item name: (_) @name) @definition.trait
(type_definition (identifier) @name) @definition.type
(type_item name: (_) @name) @definition.type
(aliased_import) @import
(arguments) @fold
(attribute_arguments) @fold
(block) @fold
(comment) @comment
(const_item) @fold
(const_var_declaration) @fold
(declaration_list) @fold
(else_clause) @fold
(enum_item) @fold
(enum_variant_list) @fold
(extern_function_statement) @fold
(extern_type_statement) @fold
(field_declaration) @fold
(field_declaration_list) @fold
(field_initializer_list) @fold
(function_definition) @fold
(function_signature) @fold
(implicit_arguments) @fold
(import_statement) @import
(let_declaration) @fold
(local_var_declaration) @fold
(match_block) @fold
(namespace_definition) @fold
(scoped_use_list) @fold
(struct_definition) @fold
(struct_item) @fold
(temp_var_declaration) @fold
(trait_item) @fold
(type_arguments) @fold
(type_definition) @fold
(type_item) @fold
(type_parameters) @fold
(use_as_clause) @fold
(use_declaration) @import
(use_list) @fold
