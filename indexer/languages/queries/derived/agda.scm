; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(record_signature (record_name) @name) @definition.struct
(type_signature (field_name) @name) @definition.type
(attributes) @fold
(comment) @comment
(fields) @fold
(import) @import
(import_directive) @import
(lambda_clause) @fold
(open) @import
(record) @fold
(record_declarations_block) @fold
(record_signature) @fold
(type_signature) @fold
