; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_declaration name: (_) @name) @definition.class
(function_declaration name: (_) @name) @definition.function
(macro_declaration name: (_) @name) @definition.macro
(macro_definition (simple_identifier) @name) @definition.macro
(property_declaration name: (_) @name) @definition.property
(protocol_declaration name: (_) @name) @definition.interface
(protocol_function_declaration name: (_) @name) @definition.interface
(protocol_property_declaration name: (_) @name) @definition.interface
(tuple_type_item name: (_) @name) @definition.type
(capture_list) @fold
(catch_block) @fold
(class_body) @fold
(class_declaration) @fold
(comment) @comment
(deprecated_operator_declaration_body) @fold
(didset_clause) @fold
(enum_class_body) @fold
(enum_type_parameters) @fold
(external_macro_definition) @fold
(function_body) @fold
(function_declaration) @fold
(import_declaration) @import
(lambda_function_type_parameters) @fold
(macro_declaration) @fold
(macro_definition) @fold
(multiline_comment) @comment
(precedence_group_attributes) @fold
(property_declaration) @fold
(protocol_body) @fold
(protocol_declaration) @fold
(protocol_function_declaration) @fold
(protocol_property_declaration) @fold
(tuple_type_item) @fold
(type_arguments) @fold
(type_parameters) @fold
(value_arguments) @fold
(where_clause) @fold
(willset_clause) @fold
(willset_didset_block) @fold
