; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(module_declaration name: (_) @name) @definition.module
(type_alias_declaration name: (_) @name) @definition.type
(type_declaration name: (_) @name) @definition.type
(as_clause) @fold
(block_comment) @comment
(exposing_list) @fold
(import) @import
(import_clause) @import
(line_comment) @comment
(module_declaration) @fold
(type_alias_declaration) @fold
(type_declaration) @fold
(value_declaration) @fold
