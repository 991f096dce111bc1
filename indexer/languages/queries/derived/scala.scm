; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition name: (_) @name) @definition.class
(enum_definition name: (_) @name) @definition.enum
(function_declaration name: (_) @name) @definition.function
(function_definition name: (_) @name) @definition.function
(object_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(type_definition name: (_) @name) @definition.type
(var_declaration name: (_) @name) @definition.variable
(var_definition (identifier) @name) @definition.variable
(var_definition (operator_identifier) @name) @definition.variable
(var_definition (stable_identifier) @name) @definition.variable
(var_definition (stable_type_identifier) @name) @definition.variable
(var_definition (type_identifier) @name) @definition.variable
(arguments) @fold
(block) @fold
(block_comment) @comment
(case_block) @fold
(case_clause) @fold
(catch_clause) @fold
(class_definition) @fold
(class_parameters) @fold
(comment) @comment
(derives_clause) @fold
(enum_body) @fold
(enum_definition) @fold
(extends_clause) @fold
(finally_clause) @fold
(function_declaration) @fold
(function_definition) @fold
(import_declaration) @import
(indented_block) @fold
(indented_cases) @fold
(macro_body) @fold
(object_definition) @fold
(package_clause) @fold
(package_object) @fold
(parameters) @fold
(template_body) @fold
(trait_definition) @fold
(type_arguments) @fold
(type_case_clause) @fold
(type_definition) @fold
(type_parameters) @fold
(using_directive) @import
(var_declaration) @fold
(var_definition) @fold
(with_template_body) @fold
