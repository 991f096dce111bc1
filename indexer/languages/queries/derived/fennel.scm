; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(comment) @comment
(for_clause) @fold
(let_clause) @fold
(list) @fold
(parameters) @fold
(quoted_list) @fold
(quoted_sequential_table) @fold
(quoted_table) @fold
(sequential_table) @fold
(set) @fold
(table) @fold
