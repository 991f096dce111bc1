; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(array) @fold
(block_comment) @comment
(line_comment) @comment
(map) @fold
(struct) @fold
(tuple) @fold
(unit_struct) @fold
