; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(field_definition name: (_) @name) @definition.field
(comment) @comment
(field_definition) @fold
(list) @fold
(parameters) @fold
