; VHDL. Ports, generics and record elements are fields; locals of subprograms and processes are left out. A declaration of several
; names gives a definition for each.

(entity_declaration name: (identifier) @name) @definition.class
(architecture_body name: (identifier) @name) @definition.impl
(package_declaration name: (identifier) @name) @definition.module
(package_body package: (_) @name) @definition.module
(configuration_declaration name: (identifier) @name) @definition.module
(context_declaration name: (identifier) @name) @definition.module
(component_declaration name: (identifier) @name) @definition.interface
(function_body designator: (_) @name (sequence_of_statements)? @body) @definition.function
(function_declaration designator: (_) @name) @definition.function
(procedure_body designator: (_) @name (sequence_of_statements)? @body) @definition.function
(procedure_declaration designator: (_) @name) @definition.function
(process_statement (label (identifier) @name)) @definition.section
(block_statement (label (identifier) @name)) @definition.section
(component_instantiation_statement (label (identifier) @name)) @definition.resource
(full_type_declaration name: (identifier) @name (record_type_definition)) @definition.struct
(full_type_declaration name: (identifier) @name (enumeration_type_definition)) @definition.enum
(full_type_declaration name: (identifier) @name [(protected_type_declaration) (protected_type_body)]) @definition.class
(full_type_declaration name: (identifier) @name) @definition.type
(incomplete_type_declaration name: (identifier) @name) @definition.type
(subtype_declaration name: (identifier) @name) @definition.type
(enumeration_type_definition literal: (_) @name @definition.enum_member)
(element_declaration (identifier_list . (identifier) @name .)) @definition.field
(element_declaration (identifier_list (identifier) @name @definition.field))
(port_clause (_ (identifier_list . (identifier) @name .)) @definition.field)
(port_clause (_ (identifier_list (identifier) @name @definition.field)))
(generic_clause (_ (identifier_list . (identifier) @name .)) @definition.constant)
(generic_clause (_ (identifier_list (identifier) @name @definition.constant)))
(alias_declaration designator: (_) @name) @definition.type
(attribute_declaration name: (identifier) @name) @definition.property
(package_declaration (declarative_part (constant_declaration (identifier_list . (identifier) @name .)) @definition.constant))
(package_declaration (declarative_part (constant_declaration (identifier_list (identifier) @name @definition.constant))))
(package_body (declarative_part (constant_declaration (identifier_list . (identifier) @name .)) @definition.constant))
(package_body (declarative_part (constant_declaration (identifier_list (identifier) @name @definition.constant))))
(architecture_body (declarative_part (constant_declaration (identifier_list . (identifier) @name .)) @definition.constant))
(architecture_body (declarative_part (constant_declaration (identifier_list (identifier) @name @definition.constant))))
(architecture_body (declarative_part (signal_declaration (identifier_list . (identifier) @name .)) @definition.variable))
(architecture_body (declarative_part (signal_declaration (identifier_list (identifier) @name @definition.variable))))
(block_statement (declarative_part (signal_declaration (identifier_list . (identifier) @name .)) @definition.variable))
(block_statement (declarative_part (signal_declaration (identifier_list (identifier) @name @definition.variable))))
(package_declaration (declarative_part (signal_declaration (identifier_list . (identifier) @name .)) @definition.variable))
(package_declaration (declarative_part (signal_declaration (identifier_list (identifier) @name @definition.variable))))
(architecture_body (declarative_part (shared_variable_declaration (identifier_list . (identifier) @name .)) @definition.variable))
(architecture_body (declarative_part (shared_variable_declaration (identifier_list (identifier) @name @definition.variable))))
(package_body (declarative_part (shared_variable_declaration (identifier_list . (identifier) @name .)) @definition.variable))
(package_body (declarative_part (shared_variable_declaration (identifier_list (identifier) @name @definition.variable))))

[
  (entity_declaration) (architecture_body) (package_declaration) (package_body) (component_declaration) (function_body)
  (procedure_body) (process_statement) (block_statement) (component_instantiation_statement) (record_type_definition)
  (enumeration_type_definition) (port_clause) (generic_clause) (if_statement) (case_statement) (loop_statement)
  (for_generate_statement) (if_generate_statement) (case_generate_statement) (association_list) (aggregate)
  (configuration_declaration)
] @fold
(comment) @comment
[(library_clause) (use_clause) (context_reference)] @import

(if) @block.if
(elsif) @block.elif
(else) @block.else
(loop_statement) @block.loop
(case_statement) @block.switch
(case_statement_alternative) @block.case
[(for_generate_statement) (if_generate_statement) (case_generate_statement)] @block.block
(process_statement . "process") @block.block

(use_clause (selected_name) @name) @reference.import
(context_list (selected_name) @name) @reference.import
(library_clause (logical_name_list library: (_) @name)) @reference.import
(entity_instantiation entity: (_) @name) @reference.type
(component_instantiation component: (_) @name) @reference.type
(architecture_body entity: (_) @name) @reference.implements
(procedure_call_statement procedure: (_) @name) @reference.call
(function_call function: (_) @name) @reference.call
(type_mark (_) @name) @reference.type
