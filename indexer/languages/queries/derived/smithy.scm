; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(enum_statement (identifier) @name) @definition.enum
(resource_statement (identifier) @name) @definition.resource
(service_statement (identifier) @name) @definition.interface
(trait_statement (shape_id) @name) @definition.trait
(union_statement (identifier) @name) @definition.struct
(apply_statement_block) @fold
(comment) @comment
(control_section) @fold
(documentation_comment) @comment
(enum_members) @fold
(enum_statement) @fold
(metadata_section) @fold
(namespace_statement) @fold
(node_array) @fold
(node_object) @fold
(operation_body) @fold
(resource_statement) @fold
(service_statement) @fold
(shape_body) @fold
(shape_members) @fold
(shape_section) @fold
(trait_body) @fold
(trait_statement) @fold
(union_statement) @fold
(use_statement) @import
