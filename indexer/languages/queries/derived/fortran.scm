; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(base_type_specifier (identifier) @name) @definition.type
(derived_type_statement (type_name) @name) @definition.type
(end_enumeration_type_statement (name) @name) @definition.type
(end_function_statement (name) @name) @definition.function
(end_interface_statement (name) @name) @definition.interface
(end_module_procedure_statement (name) @name) @definition.module
(end_module_statement (name) @name) @definition.module
(end_subroutine_statement (name) @name) @definition.function
(end_type_statement (name) @name) @definition.type
(enumeration_type_statement (type_name) @name) @definition.type
(enumerator_statement declarator: (_) @name) @definition.enum_member
(function_statement name: (_) @name) @definition.function
(interface_statement (name) @name) @definition.interface
(module_procedure_statement name: (_) @name) @definition.module
(module_statement (name) @name) @definition.module
(preproc_function_def name: (_) @name) @definition.function
(procedure_statement declarator: (_) @name) @definition.function
(subroutine_statement name: (_) @name) @definition.function
(type_statement (identifier) @name) @definition.type
(variable_declaration declarator: (_) @name) @definition.variable
(argument_list) @fold
(base_type_specifier) @fold
(case_value_range_list) @fold
(comment) @comment
(common_block) @fold
(cuda_kernel_argument_list) @fold
(data_set) @fold
(derived_type_definition) @fold
(derived_type_parameter_list) @fold
(derived_type_statement) @fold
(else_clause) @fold
(elseif_clause) @fold
(elsewhere_clause) @fold
(end_enum_statement) @fold
(end_enumeration_type_statement) @fold
(end_function_statement) @fold
(end_interface_statement) @fold
(end_module_procedure_statement) @fold
(end_module_statement) @fold
(end_subroutine_statement) @fold
(end_type_statement) @fold
(enum_statement) @fold
(enumeration_type_statement) @fold
(enumerator_statement) @fold
(equivalence_set) @fold
(function_statement) @fold
(import_statement) @import
(include_statement) @import
(input_item_list) @fold
(interface_statement) @fold
(module_procedure_statement) @fold
(module_statement) @fold
(open_statement) @import
(output_item_list) @fold
(parameters) @fold
(preproc_comment) @comment
(preproc_function_def) @fold
(preproc_include) @import
(procedure_attributes) @fold
(procedure_statement) @fold
(select_type_statement) @fold
(subroutine_statement) @fold
(type_statement) @fold
(use_statement) @import
(variable_attributes) @fold
(variable_declaration) @fold
(variable_group) @fold
