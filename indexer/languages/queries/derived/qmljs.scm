; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(abstract_class_declaration name: (_) @name) @definition.class
(abstract_method_signature name: (_) @name) @definition.method
(class_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(function_declaration name: (_) @name) @definition.function
(function_signature name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(method_definition name: (_) @name) @definition.method
(method_signature name: (_) @name) @definition.method
(property_signature name: (_) @name) @definition.property
(public_field_definition name: (_) @name) @definition.field
(type_alias_declaration name: (_) @name) @definition.type
(ui_object_definition (identifier) @name) @definition.class
(ui_object_definition (nested_identifier) @name) @definition.class
(variable_declarator name: (_) @name) @definition.variable
(abstract_class_declaration) @fold
(abstract_method_signature) @fold
(arguments) @fold
(array) @fold
(catch_clause) @fold
(class_body) @fold
(class_declaration) @fold
(class_static_block) @fold
(comment) @comment
(else_clause) @fold
(enum_body) @fold
(enum_declaration) @fold
(export_clause) @fold
(extends_clause) @fold
(extends_type_clause) @fold
(finally_clause) @fold
(formal_parameters) @fold
(function_declaration) @fold
(function_signature) @fold
(generator_function_declaration) @fold
(html_comment) @comment
(implements_clause) @fold
(import) @import
(import_clause) @import
(import_require_clause) @import
(import_statement) @import
(interface_body) @fold
(interface_declaration) @fold
(mapped_type_clause) @fold
(method_definition) @fold
(method_signature) @fold
(namespace_import) @import
(object) @fold
(property_signature) @fold
(public_field_definition) @fold
(spread_element) @fold
(statement_block) @fold
(switch_body) @fold
(type_alias_declaration) @fold
(type_arguments) @fold
(type_parameters) @fold
(ui_annotated_object) @fold
(ui_import) @import
(ui_object_array) @fold
(ui_object_definition) @fold
(ui_signal_parameters) @fold
(variable_declaration) @fold
(variable_declarator) @fold
