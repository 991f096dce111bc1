; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(arg_block) @fold
(block) @fold
(block_comment) @comment
(line_comment) @comment
(list) @fold
