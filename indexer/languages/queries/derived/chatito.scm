; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(alias_body) @fold
(alias_def) @fold
(arguments) @fold
(comment) @comment
(import) @import
(intent_body) @fold
(slot_body) @fold
