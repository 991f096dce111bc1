; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_declaration name: (_) @name) @definition.class
(function_declaration name: (_) @name) @definition.function
(interface_declaration name: (_) @name) @definition.interface
(package_statement name: (_) @name) @definition.module
(variable_declaration name: (_) @name) @definition.variable
(array) @fold
(block) @fold
(class_declaration) @fold
(comment) @comment
(function_declaration) @fold
(import_statement) @import
(interface_declaration) @fold
(map) @fold
(object) @fold
(package_statement) @fold
(using_statement) @import
(variable_declaration) @fold
