; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(array) @fold
(comment) @comment
(map) @fold
(meta_map) @fold
