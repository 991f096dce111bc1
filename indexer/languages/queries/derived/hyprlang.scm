; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(arguments) @fold
(comment) @comment
(number_tuple) @fold
(section) @fold
