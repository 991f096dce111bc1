; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_declaration (type_identifier) @name) @definition.class
(function_declaration (simple_identifier) @name) @definition.function
(object_declaration (type_identifier) @name) @definition.class
(property_declaration (simple_identifier) @name) @definition.property
(variable_declaration (simple_identifier) @name) @definition.variable
(catch_block) @fold
(class_body) @fold
(class_declaration) @fold
(companion_object) @fold
(control_structure_body) @fold
(enum_class_body) @fold
(finally_block) @fold
(function_body) @fold
(function_declaration) @fold
(function_type_parameters) @fold
(function_value_parameters) @fold
(import_list) @fold
(lambda_parameters) @fold
(line_comment) @comment
(multi_variable_declaration) @fold
(multiline_comment) @comment
(object_declaration) @fold
(property_declaration) @fold
(type_arguments) @fold
(type_parameters) @fold
(value_arguments) @fold
(variable_declaration) @fold
(wildcard_import) @import
