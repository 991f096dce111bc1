; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(enum_field_declaration (blank_identifier) @name) @definition.enum
(enum_field_declaration (identifier) @name) @definition.enum
(field_declaration (blank_identifier) @name) @definition.field
(field_declaration (identifier) @name) @definition.field
(func_declaration name: (_) @name) @definition.function
(macro_declaration name: (_) @name) @definition.macro
(method_declaration name: (_) @name) @definition.method
(proc_declaration name: (_) @name) @definition.function
(type_symbol_declaration name: (_) @name) @definition.type
(variable_declaration (blank_identifier) @name) @definition.variable
(variable_declaration (identifier) @name) @definition.variable
(variant_discriminator_declaration (blank_identifier) @name) @definition.enum_member
(variant_discriminator_declaration (identifier) @name) @definition.enum_member
(argument_list) @fold
(block) @fold
(block_comment) @comment
(block_documentation_comment) @comment
(comment) @comment
(comment_content) @comment
(const_section) @fold
(do_block) @fold
(documentation_comment) @comment
(enum_declaration) @fold
(enum_field_declaration) @fold
(except_clause) @fold
(expression_list) @fold
(field_declaration) @fold
(field_declaration_list) @fold
(func_declaration) @fold
(generic_argument_list) @fold
(generic_parameter_list) @fold
(import_statement) @import
(include_statement) @import
(let_section) @fold
(macro_declaration) @fold
(method_declaration) @fold
(object_declaration) @fold
(parameter_declaration_list) @fold
(parameter_list) @fold
(pragma_list) @fold
(proc_declaration) @fold
(refinement_list) @fold
(statement_list) @fold
(symbol_declaration_list) @fold
(type_declaration) @fold
(type_section) @fold
(type_symbol_declaration) @fold
(using_section) @fold
(var_section) @fold
(variable_declaration) @fold
(variant_declaration) @fold
(variant_discriminator_declaration) @fold
