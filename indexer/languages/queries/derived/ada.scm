; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(array_type_definition name: (_) @name) @definition.type
(derived_type_definition name: (_) @name) @definition.type
(enumeration_type_definition (identifier) @name) @definition.type
(formal_complete_type_declaration (gnatprep_identifier) @name) @definition.type
(formal_complete_type_declaration (identifier) @name) @definition.type
(formal_complete_type_declaration (target_name) @name) @definition.type
(formal_derived_type_definition name: (_) @name) @definition.type
(formal_incomplete_type_declaration (gnatprep_identifier) @name) @definition.type
(formal_incomplete_type_declaration (identifier) @name) @definition.type
(formal_incomplete_type_declaration (target_name) @name) @definition.type
(formal_object_declaration name: (_) @name) @definition.class
(formal_package_declaration (gnatprep_identifier) @name) @definition.module
(formal_package_declaration (identifier) @name) @definition.module
(formal_package_declaration (target_name) @name) @definition.module
(full_type_declaration (identifier) @name) @definition.type
(incomplete_type_declaration (identifier) @name) @definition.type
(interface_type_definition (gnatprep_identifier) @name) @definition.interface
(interface_type_definition (identifier) @name) @definition.interface
(interface_type_definition (target_name) @name) @definition.interface
(object_declaration name: (_) @name) @definition.class
(object_renaming_declaration (gnatprep_identifier) @name) @definition.class
(object_renaming_declaration (identifier) @name) @definition.class
(object_renaming_declaration (target_name) @name) @definition.class
(package_declaration name: (_) @name) @definition.module
(package_renaming_declaration name: (_) @name) @definition.module
(private_type_declaration (identifier) @name) @definition.type
(protected_type_declaration name: (_) @name) @definition.type
(record_definition (identifier) @name) @definition.struct
(single_task_declaration (gnatprep_identifier) @name) @definition.function
(single_task_declaration (identifier) @name) @definition.function
(single_task_declaration (target_name) @name) @definition.function
(task_definition (identifier) @name) @definition.function
(task_type_declaration name: (_) @name) @definition.type
(array_type_definition) @fold
(aspect_mark_list) @fold
(at_clause) @fold
(attribute_definition_clause) @fold
(comment) @comment
(component_choice_list) @fold
(component_clause) @fold
(component_list) @fold
(derived_type_definition) @fold
(discrete_choice_list) @fold
(discriminant_specification_list) @fold
(entry_body) @fold
(enumeration_representation_clause) @fold
(enumeration_type_definition) @fold
(exception_choice_list) @fold
(formal_array_type_definition) @fold
(formal_complete_type_declaration) @fold
(formal_derived_type_definition) @fold
(formal_discrete_type_definition) @fold
(formal_incomplete_type_declaration) @fold
(formal_interface_type_definition) @fold
(formal_modular_type_definition) @fold
(formal_object_declaration) @fold
(formal_package_declaration) @fold
(formal_private_type_definition) @fold
(formal_signed_integer_type_definition) @fold
(full_type_declaration) @fold
(generic_package_declaration) @fold
(global_aspect_element) @fold
(incomplete_type_declaration) @fold
(interface_type_definition) @fold
(membership_choice_list) @fold
(mod_clause) @fold
(modular_type_definition) @fold
(null_procedure_declaration) @fold
(object_declaration) @fold
(object_renaming_declaration) @fold
(package_body) @fold
(package_declaration) @fold
(package_renaming_declaration) @fold
(private_type_declaration) @fold
(protected_body) @fold
(protected_type_declaration) @fold
(record_component_association_list) @fold
(record_definition) @fold
(record_representation_clause) @fold
(record_type_definition) @fold
(signed_integer_type_definition) @fold
(single_task_declaration) @fold
(subprogram_body) @fold
(task_body) @fold
(task_definition) @fold
(task_type_declaration) @fold
(use_clause) @import
(variant_list) @fold
(with_clause) @fold
