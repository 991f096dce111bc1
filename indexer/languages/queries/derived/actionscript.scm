; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_declaration name: (_) @name) @definition.class
(constant_declaration name: (_) @name) @definition.constant
(function_declaration name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(method_declaration name: (_) @name) @definition.method
(namespace_declaration name: (_) @name) @definition.namespace
(package_declaration name: (_) @name) @definition.module
(variable_declaration name: (_) @name) @definition.variable
(array) @fold
(block_comment) @comment
(catch_clause) @fold
(class_declaration) @fold
(constant_declaration) @fold
(else_clause) @fold
(finally_clause) @fold
(function_declaration) @fold
(function_parameters) @fold
(import_statement) @import
(interface_declaration) @fold
(line_comment) @comment
(method_declaration) @fold
(namespace_declaration) @fold
(object) @fold
(package_declaration) @fold
(statement_block) @fold
(switch_body) @fold
(variable_declaration) @fold
