; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(array) @fold
(body) @fold
(line_comment) @comment
(parameters) @fold
(peg_set) @fold
(set) @fold
(sqr_array) @fold
(sqr_tuple) @fold
(struct) @fold
(table) @fold
(tuple) @fold
(tuple_parameters) @fold
