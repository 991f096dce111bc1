; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition name: (_) @name) @definition.class
(constant_constructor_signature (identifier) @name) @definition.constructor
(constructor_signature name: (_) @name) @definition.constructor
(enum_declaration name: (_) @name) @definition.enum
(extension_type_declaration name: (_) @name) @definition.type
(factory_constructor_signature (identifier) @name) @definition.constructor
(function_signature name: (_) @name) @definition.function
(initialized_variable_definition name: (_) @name) @definition.variable
(pattern_variable_declaration name: (_) @name) @definition.variable
(redirecting_factory_constructor_signature (identifier) @name) @definition.constructor
(redirecting_factory_constructor_signature (type_identifier) @name) @definition.constructor
(arguments) @fold
(assertion_arguments) @fold
(block) @fold
(cascade_section) @fold
(catch_clause) @fold
(catch_parameters) @fold
(class_body) @fold
(class_definition) @fold
(comment) @comment
(constant_constructor_signature) @fold
(constructor_signature) @fold
(documentation_comment) @comment
(dotted_identifier_list) @fold
(enum_body) @fold
(enum_declaration) @fold
(extension_body) @fold
(extension_type_declaration) @fold
(factory_constructor_signature) @fold
(finally_clause) @fold
(for_element) @fold
(formal_parameter_list) @fold
(function_body) @fold
(function_expression_body) @fold
(function_signature) @fold
(identifier_list) @fold
(if_element) @fold
(initialized_identifier_list) @fold
(initialized_variable_definition) @fold
(library_import) @import
(local_function_declaration) @fold
(local_variable_declaration) @fold
(method_signature) @fold
(optional_formal_parameters) @fold
(parameter_type_list) @fold
(pattern_variable_declaration) @fold
(redirecting_factory_constructor_signature) @fold
(spread_element) @fold
(static_final_declaration_list) @fold
(switch_block) @fold
(type_arguments) @fold
(type_parameters) @fold
