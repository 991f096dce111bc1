; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(abstract_function_declarator declarator: (_) @name) @definition.function
(enum_specifier name: (_) @name) @definition.enum
(field_declaration declarator: (_) @name) @definition.field
(function_declarator declarator: (_) @name) @definition.function
(function_definition name: (_) @name) @definition.function
(function_definition declarator: (_) @name) @definition.function
(macro_type_specifier name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.function
(sized_type_specifier (type_identifier) @name) @definition.type
(struct_specifier name: (_) @name) @definition.struct
(task_definition (identifier) @name) @definition.function
(type_definition name: (_) @name) @definition.type
(type_definition declarator: (_) @name) @definition.type
(union_specifier name: (_) @name) @definition.struct
(abstract_function_declarator) @fold
(argument_list) @fold
(bitfield_clause) @fold
(catch_clause) @fold
(comment) @comment
(compound_statement) @fold
(declaration_list) @fold
(else_clause) @fold
(enum_specifier) @fold
(enumerator_list) @fold
(field_declaration) @fold
(field_declaration_list) @fold
(function_declarator) @fold
(function_definition) @fold
(gnu_asm_clobber_list) @fold
(gnu_asm_goto_list) @fold
(gnu_asm_input_operand_list) @fold
(gnu_asm_output_operand_list) @fold
(initializer_list) @fold
(macro_type_specifier) @fold
(parameter_list) @fold
(preproc_function_def) @fold
(preproc_include) @import
(sized_type_specifier) @fold
(storage_class_specifier) @fold
(struct_specifier) @fold
(task_definition) @fold
(type_definition) @fold
(union_specifier) @fold
