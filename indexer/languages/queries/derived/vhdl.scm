; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(alias_declaration (ambiguous_name) @name) @definition.type
(alias_declaration (attribute_name) @name) @definition.type
(alias_declaration (extended_identifier) @name) @definition.type
(alias_declaration (extended_simple_name) @name) @definition.type
(alias_declaration (external_constant_name) @name) @definition.type
(alias_declaration (external_signal_name) @name) @definition.type
(alias_declaration (external_variable_name) @name) @definition.type
(alias_declaration (identifier) @name) @definition.type
(alias_declaration (operator_symbol) @name) @definition.type
(alias_declaration (selected_name) @name) @definition.type
(alias_declaration (simple_name) @name) @definition.type
(alias_declaration (slice_name) @name) @definition.type
(entity_declaration name: (_) @name) @definition.class
(enumeration_type_definition (extended_identifier) @name) @definition.type
(enumeration_type_definition (identifier) @name) @definition.type
(full_type_declaration name: (_) @name) @definition.type
(function_declaration (extended_identifier) @name) @definition.function
(function_declaration (identifier) @name) @definition.function
(function_declaration (operator_symbol) @name) @definition.function
(function_instantiation_declaration (extended_identifier) @name) @definition.function
(function_instantiation_declaration (extended_simple_name) @name) @definition.function
(function_instantiation_declaration (identifier) @name) @definition.function
(function_instantiation_declaration (operator_symbol) @name) @definition.function
(function_instantiation_declaration (selected_name) @name) @definition.function
(function_instantiation_declaration (simple_name) @name) @definition.function
(function_interface_declaration (extended_identifier) @name) @definition.interface
(function_interface_declaration (identifier) @name) @definition.interface
(function_interface_declaration (operator_symbol) @name) @definition.interface
(incomplete_type_declaration name: (_) @name) @definition.type
(numeric_type_definition (attribute_name) @name) @definition.type
(package_declaration name: (_) @name) @definition.module
(package_instantiation_declaration name: (_) @name) @definition.module
(package_interface_declaration name: (_) @name) @definition.interface
(physical_type_definition (extended_simple_name) @name) @definition.type
(physical_type_definition (simple_name) @name) @definition.type
(procedure_declaration (extended_identifier) @name) @definition.function
(procedure_declaration (identifier) @name) @definition.function
(procedure_declaration (operator_symbol) @name) @definition.function
(procedure_instantiation_declaration (extended_identifier) @name) @definition.function
(procedure_instantiation_declaration (extended_simple_name) @name) @definition.function
(procedure_instantiation_declaration (identifier) @name) @definition.function
(procedure_instantiation_declaration (operator_symbol) @name) @definition.function
(procedure_instantiation_declaration (selected_name) @name) @definition.function
(procedure_instantiation_declaration (simple_name) @name) @definition.function
(procedure_interface_declaration (extended_identifier) @name) @definition.interface
(procedure_interface_declaration (identifier) @name) @definition.interface
(procedure_interface_declaration (operator_symbol) @name) @definition.interface
(protected_type_declaration (extended_simple_name) @name) @definition.type
(protected_type_declaration (simple_name) @name) @definition.type
(record_type_definition (extended_simple_name) @name) @definition.struct
(record_type_definition (simple_name) @name) @definition.struct
(type_interface_declaration name: (_) @name) @definition.interface
(alias_declaration) @fold
(architecture_body) @fold
(association_list) @fold
(comment) @comment
(constant_declaration) @fold
(constant_interface_declaration) @fold
(context_clause) @fold
(context_list) @fold
(entity_class_entry_list) @fold
(entity_declaration) @fold
(entity_name_list) @fold
(enumeration_type_definition) @fold
(expression_list) @fold
(file_interface_declaration) @fold
(file_type_definition) @fold
(full_type_declaration) @fold
(function_body) @fold
(function_declaration) @fold
(function_instantiation_declaration) @fold
(function_interface_declaration) @fold
(function_parameter_clause) @fold
(generate_statement_body) @fold
(generate_statement_element) @fold
(generic_clause) @fold
(group_constituent_list) @fold
(identifier_list) @fold
(incomplete_type_declaration) @fold
(instantiation_list) @fold
(library_clause) @fold
(logical_name_list) @fold
(named_association_element) @fold
(numeric_type_definition) @fold
(open) @import
(package_body) @fold
(package_declaration) @fold
(package_instantiation_declaration) @fold
(package_interface_declaration) @fold
(pathname_element) @fold
(physical_type_definition) @fold
(port_clause) @fold
(positional_association_element) @fold
(procedure_body) @fold
(procedure_declaration) @fold
(procedure_instantiation_declaration) @fold
(procedure_interface_declaration) @fold
(procedure_parameter_clause) @fold
(protected_type_body) @fold
(protected_type_declaration) @fold
(record_type_definition) @fold
(sensitivity_list) @fold
(shared_variable_declaration) @fold
(signal_interface_declaration) @fold
(signal_list) @fold
(type_interface_declaration) @fold
(use_clause) @import
(variable_declaration) @fold
(variable_interface_declaration) @fold
(verification_unit_list) @fold
(waveform_element) @fold
