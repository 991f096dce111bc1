; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(accumulation_clause) @fold
(block_comment) @comment
(comment) @comment
(condition_clause) @fold
(do_clause) @fold
(for_clause) @fold
(format_prefix_parameters) @fold
(loop_clause) @fold
(repeat_clause) @fold
(termination_clause) @fold
(while_clause) @fold
(with_clause) @fold
