; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(array) @fold
(comment) @comment
(json_array) @fold
(json_object) @fold
(list) @fold
