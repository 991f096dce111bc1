; Ada. A package's declaration and its body are two definitions, as are those of a subprogram. Objects are those of a package,
; not those of a subprogram or a block.

(package_declaration name: (_) @name . (_)? @body) @definition.package
(package_body name: (_) @name . (_)? @body) @definition.package
(generic_package_declaration (package_declaration name: (_) @name)) @definition.package
(package_renaming_declaration name: (_) @name) @definition.package
(package_body_stub (identifier) @name) @definition.package
(generic_instantiation "package" name: (_) @name) @definition.package
(generic_instantiation name: (_) @name) @definition.function
(generic_renaming_declaration defining_program_unit_name: (_) @name) @definition.function

(subprogram_body
  [(procedure_specification name: (_) @name) (function_specification name: (_) @name)]
  [(non_empty_declarative_part) (handled_sequence_of_statements)]? @body) @definition.function
(subprogram_declaration
  [(procedure_specification name: (_) @name) (function_specification name: (_) @name)]) @definition.function
(generic_subprogram_declaration
  [(procedure_specification name: (_) @name) (function_specification name: (_) @name)]) @definition.function
(subprogram_renaming_declaration
  [(procedure_specification name: (_) @name) (function_specification name: (_) @name)]) @definition.function
(subprogram_body_stub
  [(procedure_specification name: (_) @name) (function_specification name: (_) @name)]) @definition.function
(null_procedure_declaration (procedure_specification name: (_) @name)) @definition.function
(expression_function_declaration
  (function_specification name: (_) @name) [(expression) (_)] @body .) @definition.function
(entry_declaration entry_name: (_) @name) @definition.function
(entry_body . (identifier) @name (handled_sequence_of_statements) @body) @definition.function

(full_type_declaration . (identifier) @name (enumeration_type_definition) @body) @definition.enum
(full_type_declaration . (identifier) @name [
  (record_type_definition)
  (derived_type_definition (record_extension_part))
] @body) @definition.struct
(full_type_declaration . (identifier) @name (interface_type_definition)) @definition.interface
(full_type_declaration . (identifier) @name) @definition.type
(full_type_declaration (task_type_declaration . (identifier) @name (task_definition)? @body)) @definition.class
(full_type_declaration (protected_type_declaration . (identifier) @name (protected_definition)? @body)) @definition.class
(object_declaration (single_task_declaration . (identifier) @name (task_definition)? @body)) @definition.class
(object_declaration (single_protected_declaration . (identifier) @name (protected_definition)? @body)) @definition.class
(task_body . (identifier) @name [(non_empty_declarative_part) (handled_sequence_of_statements)]? @body) @definition.class
(protected_body . (identifier) @name . (_)? @body) @definition.class
[
  (subtype_declaration . (identifier) @name)
  (private_type_declaration . (identifier) @name)
  (private_extension_declaration . (identifier) @name)
  (incomplete_type_declaration . (identifier) @name)
] @definition.type
(enumeration_type_definition [(identifier) (character_literal)] @name @definition.enum_member)
(component_declaration (identifier) @name) @definition.field

[(subprogram_body) (task_body) (entry_body) (block_statement) (extended_return_statement)] @scope.local
(number_declaration (identifier) @name) @binding.constant
(object_declaration [name: (identifier) @name ("," . (identifier) @name)] "constant") @binding.constant
(object_declaration [name: (identifier) @name ("," . (identifier) @name)]) @binding.variable
(exception_declaration . (identifier) @name) @binding.variable
(object_renaming_declaration . (identifier) @name) @binding.variable

[
  (package_declaration) (package_body) (generic_formal_part) (subprogram_body) (expression_function_declaration)
  (record_definition) (enumeration_type_definition) (task_type_declaration) (single_task_declaration)
  (protected_type_declaration) (single_protected_declaration) (task_body) (protected_body) (entry_body) (if_statement)
  (elsif_statement_item) (case_statement) (case_statement_alternative) (loop_statement) (block_statement)
  (exception_handler) (accept_statement) (selective_accept) (extended_return_statement) (formal_part)
  (actual_parameter_part) (record_aggregate) (named_array_aggregate) (positional_array_aggregate) (if_expression)
  (case_expression) (aspect_specification) (variant_part)
] @fold
(comment) @comment
[(with_clause) (use_clause)] @import

[(if_statement) (if_expression)] @block.if
(elsif_statement_item) @block.elif
(loop_statement) @block.loop
[(case_statement) (case_expression)] @block.switch
(case_statement_alternative) @block.case
(exception_handler) @block.catch
[(block_statement) (extended_return_statement)] @block.block
(accept_statement) @block.do

(procedure_call_statement name: [(identifier) @name (selected_component selector_name: (_) @name)]) @reference.call
(function_call name: [(identifier) @name (selected_component selector_name: (_) @name)]) @reference.call
(with_clause [(identifier) (selected_component)] @name) @reference.import
(derived_type_definition subtype_mark: [(identifier) @name (selected_component selector_name: (_) @name)]) @reference.extends
(generic_instantiation generic_name: [(identifier) @name (selected_component selector_name: (_) @name)]) @reference.type
(_ subtype_mark: [(identifier) @name (selected_component selector_name: (_) @name)]) @reference.type
