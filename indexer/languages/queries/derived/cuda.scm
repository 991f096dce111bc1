; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(abstract_function_declarator name: (_) @name) @definition.function
(abstract_function_declarator declarator: (_) @name) @definition.function
(alias_declaration name: (_) @name) @definition.type
(class_specifier name: (_) @name) @definition.class
(enum_specifier name: (_) @name) @definition.enum
(explicit_function_specifier (identifier) @name) @definition.function
(explicit_function_specifier (qualified_identifier) @name) @definition.function
(field_declaration name: (_) @name) @definition.field
(field_declaration declarator: (_) @name) @definition.field
(function_declarator name: (_) @name) @definition.function
(function_declarator declarator: (_) @name) @definition.function
(function_definition name: (_) @name) @definition.function
(function_definition declarator: (_) @name) @definition.function
(namespace_alias_definition name: (_) @name) @definition.namespace
(namespace_definition name: (_) @name) @definition.namespace
(nested_namespace_specifier (namespace_identifier) @name) @definition.namespace
(placeholder_type_specifier (qualified_identifier) @name) @definition.type
(placeholder_type_specifier (type_identifier) @name) @definition.type
(pointer_type_declarator declarator: (_) @name) @definition.type
(preproc_function_def name: (_) @name) @definition.function
(sized_type_specifier name: (_) @name) @definition.type
(sized_type_specifier declarator: (_) @name) @definition.type
(struct_specifier name: (_) @name) @definition.struct
(type_definition name: (_) @name) @definition.type
(type_definition declarator: (_) @name) @definition.type
(union_specifier name: (_) @name) @definition.struct
(abstract_function_declarator) @fold
(alias_declaration) @fold
(argument_list) @fold
(base_class_clause) @fold
(bitfield_clause) @fold
(catch_clause) @fold
(class_specifier) @fold
(comment) @comment
(compound_statement) @fold
(condition_clause) @fold
(declaration_list) @fold
(default_method_clause) @fold
(delete_method_clause) @fold
(else_clause) @fold
(enum_specifier) @fold
(enumerator_list) @fold
(explicit_function_specifier) @fold
(field_declaration) @fold
(field_declaration_list) @fold
(field_initializer_list) @fold
(function_declarator) @fold
(function_definition) @fold
(gnu_asm_clobber_list) @fold
(gnu_asm_goto_list) @fold
(gnu_asm_input_operand_list) @fold
(gnu_asm_output_operand_list) @fold
(initializer_list) @fold
(namespace_alias_definition) @fold
(namespace_definition) @fold
(nested_namespace_specifier) @fold
(parameter_list) @fold
(placeholder_type_specifier) @fold
(pointer_type_declarator) @fold
(preproc_function_def) @fold
(preproc_include) @import
(pure_virtual_clause) @fold
(requires_clause) @fold
(seh_except_clause) @fold
(seh_finally_clause) @fold
(sized_type_specifier) @fold
(storage_class_specifier) @fold
(struct_specifier) @fold
(subscript_argument_list) @fold
(template_argument_list) @fold
(template_parameter_list) @fold
(type_definition) @fold
(union_specifier) @fold
(using_declaration) @import
