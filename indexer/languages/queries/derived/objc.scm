; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(abstract_function_declarator declarator: (_) @name) @definition.function
(array_type_specifier (identifier) @name) @definition.type
(array_type_specifier (type_identifier) @name) @definition.type
(class_declaration (identifier) @name) @definition.class
(compatibility_alias_declaration (identifier) @name) @definition.type
(enum_specifier name: (_) @name) @definition.enum
(field_declaration declarator: (_) @name) @definition.field
(function_declarator declarator: (_) @name) @definition.function
(function_definition name: (_) @name) @definition.function
(function_definition declarator: (_) @name) @definition.function
(macro_type_specifier name: (_) @name) @definition.macro
(method_declaration name: (_) @name) @definition.method
(method_declaration declarator: (_) @name) @definition.method
(method_definition name: (_) @name) @definition.method
(method_definition declarator: (_) @name) @definition.method
(preproc_function_def name: (_) @name) @definition.function
(protocol_declaration name: (_) @name) @definition.interface
(protocol_declaration declarator: (_) @name) @definition.interface
(sized_type_specifier name: (_) @name) @definition.type
(sized_type_specifier declarator: (_) @name) @definition.type
(struct_declaration (type_identifier) @name) @definition.struct
(struct_declarator (identifier) @name) @definition.struct
(struct_specifier name: (_) @name) @definition.struct
(type_definition name: (_) @name) @definition.type
(type_definition declarator: (_) @name) @definition.type
(union_specifier name: (_) @name) @definition.struct
(abstract_function_declarator) @fold
(argument_list) @fold
(array_type_specifier) @fold
(bitfield_clause) @fold
(catch_clause) @fold
(class_declaration) @fold
(comment) @comment
(compatibility_alias_declaration) @fold
(compound_statement) @fold
(declaration_list) @fold
(else_clause) @fold
(enum_specifier) @fold
(enumerator_list) @fold
(field_declaration) @fold
(field_declaration_list) @fold
(finally_clause) @fold
(function_declarator) @fold
(function_definition) @fold
(generic_arguments) @fold
(gnu_asm_clobber_list) @fold
(gnu_asm_goto_list) @fold
(gnu_asm_input_operand_list) @fold
(gnu_asm_output_operand_list) @fold
(initializer_list) @fold
(macro_type_specifier) @fold
(method_declaration) @fold
(method_definition) @fold
(module_import) @import
(ms_asm_block) @fold
(parameter_list) @fold
(parameterized_arguments) @fold
(preproc_function_def) @fold
(preproc_include) @import
(property_attributes_declaration) @fold
(property_declaration) @fold
(protocol_declaration) @fold
(protocol_reference_list) @fold
(qualified_protocol_interface_declaration) @fold
(sized_type_specifier) @fold
(storage_class_specifier) @fold
(struct_declaration) @fold
(struct_declarator) @fold
(struct_specifier) @fold
(type_definition) @fold
(union_specifier) @fold
