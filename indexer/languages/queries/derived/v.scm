; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(enum_declaration name: (_) @name) @definition.enum
(function_declaration name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(struct_declaration name: (_) @name) @definition.struct
(struct_field_declaration name: (_) @name) @definition.struct
(type_declaration name: (_) @name) @definition.type
(argument_list) @fold
(array) @fold
(attribute_list) @fold
(block) @fold
(case_list) @fold
(comment) @comment
(const_declaration) @fold
(cstyle_for_clause) @fold
(element) @fold
(enum_declaration) @fold
(enum_member_declaration_list) @fold
(exposed_variables_list) @fold
(expression_list) @fold
(fixed_array) @fold
(function_declaration) @fold
(global_var_declaration) @fold
(identifier_list) @fold
(import_declaration) @import
(import_symbols_list) @fold
(interface_declaration) @fold
(interface_field_scope) @fold
(interface_spec_list) @fold
(keyed_element) @fold
(map) @fold
(module_clause) @fold
(or_block) @fold
(parameter_list) @fold
(short_var_declaration) @fold
(special_argument_list) @fold
(struct_declaration) @fold
(struct_field_declaration) @fold
(struct_field_declaration_list) @fold
(struct_field_scope) @fold
(type_declaration) @fold
(type_list) @fold
(type_only_parameter_list) @fold
(type_parameters) @fold
