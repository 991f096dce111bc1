; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(arguments) @fold
(comment) @comment
(set) @fold
(word_list) @fold
