; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_declaration (class_identifier) @name) @definition.class
(enum_name_declaration (enum_identifier) @name) @definition.enum
(for_variable_declaration (escaped_identifier) @name) @definition.variable
(for_variable_declaration (simple_identifier) @name) @definition.variable
(interface_class_declaration (class_identifier) @name) @definition.interface
(interface_declaration (interface_identifier) @name) @definition.interface
(interface_or_generate_item (clocking_identifier) @name) @definition.interface
(interface_port_declaration (interface_identifier) @name) @definition.interface
(interface_port_declaration (modport_identifier) @name) @definition.interface
(let_declaration (escaped_identifier) @name) @definition.variable
(let_declaration (simple_identifier) @name) @definition.variable
(let_port_item (formal_port_identifier) @name) @definition.variable
(module_declaration (array_method_name) @name) @definition.module
(module_declaration (c_identifier) @name) @definition.module
(module_declaration (checker_identifier) @name) @definition.module
(module_declaration (class_identifier) @name) @definition.module
(module_declaration (clocking_identifier) @name) @definition.module
(module_declaration (const_identifier) @name) @definition.module
(module_declaration (constraint_identifier) @name) @definition.module
(module_declaration (cover_point_identifier) @name) @definition.module
(module_declaration (covergroup_identifier) @name) @definition.module
(module_declaration (cross_identifier) @name) @definition.module
(module_declaration (dynamic_array_variable_identifier) @name) @definition.module
(module_declaration (edge_identifier) @name) @definition.module
(module_declaration (edge_symbol) @name) @definition.module
(module_declaration (enum_identifier) @name) @definition.module
(module_declaration (escaped_identifier) @name) @definition.module
(module_declaration (formal_port_identifier) @name) @definition.module
(module_declaration (function_identifier) @name) @definition.module
(module_declaration (generate_block_identifier) @name) @definition.module
(module_declaration (genvar_identifier) @name) @definition.module
(module_declaration (hierarchical_btf_identifier) @name) @definition.module
(module_declaration (index_variable_identifier) @name) @definition.module
(module_declaration (inout_port_identifier) @name) @definition.module
(module_declaration (input_identifier) @name) @definition.module
(module_declaration (input_port_identifier) @name) @definition.module
(module_declaration (instance_identifier) @name) @definition.module
(module_declaration (interface_identifier) @name) @definition.module
(module_declaration (interface_instance_identifier) @name) @definition.module
(module_declaration (level_symbol) @name) @definition.module
(module_declaration (member_identifier) @name) @definition.module
(module_declaration (method_identifier) @name) @definition.module
(module_declaration (modport_identifier) @name) @definition.module
(module_declaration (output_identifier) @name) @definition.module
(module_declaration (output_port_identifier) @name) @definition.module
(module_declaration (output_symbol) @name) @definition.module
(module_declaration (package_identifier) @name) @definition.module
(module_declaration (parameter_identifier) @name) @definition.module
(module_declaration (port_identifier) @name) @definition.module
(module_declaration (program_identifier) @name) @definition.module
(module_declaration (property_identifier) @name) @definition.module
(module_declaration (ps_identifier) @name) @definition.module
(module_declaration (ps_or_hierarchical_array_identifier) @name) @definition.module
(module_declaration (simple_identifier) @name) @definition.module
(module_declaration (specparam_identifier) @name) @definition.module
(module_declaration (system_tf_identifier) @name) @definition.module
(module_declaration (task_identifier) @name) @definition.module
(module_declaration (terminal_identifier) @name) @definition.module
(module_declaration (text_macro_identifier) @name) @definition.module
(module_declaration (text_macro_name) @name) @definition.module
(module_declaration (tf_identifier) @name) @definition.module
(module_or_generate_item (clocking_identifier) @name) @definition.module
(net_type_declaration (escaped_identifier) @name) @definition.type
(net_type_declaration (simple_identifier) @name) @definition.type
(net_type_declaration (tf_identifier) @name) @definition.type
(package_declaration (package_identifier) @name) @definition.module
(property_declaration (property_identifier) @name) @definition.property
(property_port_item (formal_port_identifier) @name) @definition.property
(text_macro_definition (text_macro_name) @name) @definition.macro
(type_declaration (escaped_identifier) @name) @definition.type
(type_declaration (interface_instance_identifier) @name) @definition.type
(type_declaration (simple_identifier) @name) @definition.type
(action_block) @fold
(assert_property_statement) @fold
(assertion_variable_declaration) @fold
(assume_property_statement) @fold
(bind_target_instance_list) @fold
(bind_target_scope) @fold
(checker_port_list) @fold
(class_constructor_declaration) @fold
(class_declaration) @fold
(class_item) @fold
(class_scope) @fold
(combinational_body) @fold
(comment) @comment
(constraint_block) @fold
(constraint_set) @fold
(cover_property_statement) @fold
(covergroup_range_list) @fold
(cross_body) @fold
(dist_list) @fold
(edge_input_list) @fold
(enum_name_declaration) @fold
(expect_property_statement) @fold
(for_variable_declaration) @fold
(function_declaration) @fold
(function_statement) @fold
(generate_block) @fold
(identifier_list) @fold
(interface_class_declaration) @fold
(interface_class_item) @fold
(interface_declaration) @fold
(interface_item) @fold
(interface_or_generate_item) @fold
(interface_port_declaration) @fold
(let_declaration) @fold
(let_list_of_arguments) @fold
(let_port_item) @fold
(let_port_list) @fold
(level_input_list) @fold
(list_of_actual_arguments) @fold
(list_of_arguments) @fold
(list_of_formal_arguments) @fold
(method_call_body) @fold
(module_declaration) @fold
(module_or_generate_item) @fold
(net_type_declaration) @fold
(open_range_list) @fold
(package_declaration) @fold
(package_export_declaration) @fold
(package_import_declaration) @import
(package_or_generate_item_declaration) @fold
(package_scope) @fold
(par_block) @fold
(parameter_port_list) @fold
(property_case_item) @fold
(property_declaration) @fold
(property_port_item) @fold
(property_port_list) @fold
(restrict_property_statement) @fold
(seq_block) @fold
(sequence_list_of_arguments) @fold
(sequence_port_list) @fold
(sequential_body) @fold
(solve_before_list) @fold
(specify_block) @fold
(task_declaration) @fold
(text_macro_definition) @fold
(tf_port_list) @fold
(trans_list) @fold
(trans_range_list) @fold
(trans_set) @fold
(type_declaration) @fold
(udp_declaration_port_list) @fold
(udp_port_list) @fold
(variable_identifier_list) @fold
