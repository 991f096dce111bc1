; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition (class_identifier) @name) @definition.class
(class_definition (identifier) @name) @definition.class
(function_declaration (class_identifier) @name) @definition.function
(function_declaration (identifier) @name) @definition.function
(resource_declaration name: (_) @name) @definition.resource
(type_declaration (class_identifier) @name) @definition.type
(type_declaration (identifier) @name) @definition.type
(array) @fold
(block) @fold
(class_definition) @fold
(comment) @comment
(function_declaration) @fold
(include_statement) @import
(parameter_list) @fold
(require_statement) @import
(resource_declaration) @fold
(type_declaration) @fold
