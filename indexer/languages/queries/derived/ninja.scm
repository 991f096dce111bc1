; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(body) @fold
(comment) @comment
(include) @import
