; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(module_declaration (identifier) @name) @definition.module
(resource_declaration (identifier) @name) @definition.resource
(type_declaration (identifier) @name) @definition.type
(variable_declaration (identifier) @name) @definition.variable
(arguments) @fold
(array) @fold
(comment) @comment
(diagnostic_comment) @comment
(for_loop_parameters) @fold
(import_statement) @import
(module_declaration) @fold
(object) @fold
(parameters) @fold
(resource_declaration) @fold
(test_block) @fold
(type_arguments) @fold
(type_declaration) @fold
(using_statement) @import
(variable_declaration) @fold
