; Verilog and SystemVerilog. Ports are fields, parameters constants; nets, variables and instances of a module are its
; variables. Locals of functions and tasks are left out.

(module_declaration
  (module_header (simple_identifier) @name) [(module_ansi_header) (module_nonansi_header)] . (_) @body) @definition.module
(module_declaration (module_header (simple_identifier) @name)) @definition.module
(interface_declaration (_ (interface_identifier (simple_identifier) @name)) . (_)? @body) @definition.interface
(program_declaration (_ (program_identifier (simple_identifier) @name))) @definition.module
(package_declaration (package_identifier (simple_identifier) @name) ";" @body) @definition.module
(class_declaration "class" (class_identifier (simple_identifier) @name) ";" @body) @definition.class
(interface_class_declaration (class_identifier (simple_identifier) @name)) @definition.interface
(udp_declaration (_ (simple_identifier) @name)) @definition.module

(function_declaration (function_body_declaration
  (function_identifier (function_identifier (simple_identifier) @name)) ";" @body)) @definition.function
(task_declaration (task_body_declaration
  (task_identifier (task_identifier (simple_identifier) @name)) ";" @body)) @definition.function
(class_constructor_declaration "new" @name) @definition.constructor
(function_prototype (function_identifier (function_identifier (simple_identifier) @name))) @definition.function
(task_prototype (task_identifier (task_identifier (simple_identifier) @name))) @definition.function

(type_declaration (data_type (struct_union)) (simple_identifier) @name) @definition.struct
(type_declaration (data_type "enum") (simple_identifier) @name) @definition.enum
(type_declaration (simple_identifier) @name .) @definition.type
(type_declaration (simple_identifier) @name) @definition.type
(enum_name_declaration (enum_identifier (simple_identifier) @name)) @definition.enum_member
(struct_union_member (list_of_variable_decl_assignments
  . (variable_decl_assignment . (simple_identifier) @name) .)) @definition.field
(struct_union_member (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name) @definition.field))

(ansi_port_declaration (port_identifier (simple_identifier) @name)) @definition.field
(port_declaration (_ (_ (port_identifier (simple_identifier) @name @definition.field))))
(port_declaration (_ (_ (simple_identifier) @name @definition.field)))
(param_assignment (parameter_identifier (simple_identifier) @name)) @definition.constant
(type_assignment . (simple_identifier) @name) @definition.constant
(net_declaration (list_of_net_decl_assignments . (net_decl_assignment . (simple_identifier) @name) .)) @definition.variable
(net_decl_assignment . (simple_identifier) @name) @definition.variable
(package_or_generate_item_declaration (data_declaration
  (list_of_variable_decl_assignments . (variable_decl_assignment . (simple_identifier) @name) .)) @definition.variable)
(package_or_generate_item_declaration (data_declaration
  (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name) @definition.variable)))
(class_property (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment . (simple_identifier) @name) @definition.field)))
(genvar_declaration (list_of_genvar_identifiers (genvar_identifier (simple_identifier) @name @definition.variable)))
(hierarchical_instance (name_of_instance (instance_identifier (simple_identifier) @name))) @definition.variable

(checker_instantiation (name_of_instance (instance_identifier (simple_identifier) @name))) @definition.variable

(generate_block (generate_block_identifier (generate_block_identifier (simple_identifier) @name))) @definition.section
(modport_item (modport_identifier (modport_identifier (simple_identifier) @name))) @definition.interface
(clocking_declaration (clocking_identifier (clocking_identifier (simple_identifier) @name))) @definition.section
(covergroup_declaration (covergroup_identifier (simple_identifier) @name)) @definition.class
(constraint_declaration (constraint_identifier (constraint_identifier (simple_identifier) @name))) @definition.rule
(property_declaration (property_identifier (simple_identifier) @name)) @definition.rule
(sequence_declaration . "sequence" . (simple_identifier) @name) @definition.rule
(text_macro_definition (text_macro_name (text_macro_identifier (simple_identifier) @name))) @definition.macro

[
  (module_declaration) (interface_declaration) (program_declaration) (package_declaration) (class_declaration)
  (function_declaration) (task_declaration) (class_constructor_declaration) (type_declaration) (seq_block) (par_block)
  (generate_region) (generate_block) (case_statement) (list_of_port_declarations) (list_of_ports) (parameter_port_list)
  (list_of_port_connections) (list_of_parameter_assignments) (concatenation) (covergroup_declaration)
  (property_declaration) (sequence_declaration) (text_macro_definition) (constraint_block)
] @fold
(comment) @comment
[(include_compiler_directive) (package_import_declaration)] @import

[(conditional_statement) (if_generate_construct)] @block.if
[(loop_statement) (loop_generate_construct)] @block.loop
[(case_statement) (case_generate_construct)] @block.switch
[(case_item) (case_generate_item)] @block.case
[(always_construct) (initial_construct) (final_construct)] @block.block

(include_compiler_directive (double_quoted_string) @name) @reference.import
(package_import_item (package_identifier (simple_identifier) @name)) @reference.import
(module_instantiation . (simple_identifier) @name) @reference.type
(interface_instantiation (interface_identifier (simple_identifier) @name)) @reference.type
(checker_instantiation (checker_identifier (simple_identifier) @name)) @reference.type
(class_declaration "extends" (class_type (class_identifier (simple_identifier) @name))) @reference.extends
(data_type (simple_identifier) @name) @reference.type
(tf_call . (simple_identifier) @name) @reference.call
(system_tf_call (system_tf_identifier) @name) @reference.call
