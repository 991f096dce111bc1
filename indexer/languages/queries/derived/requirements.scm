; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(comment) @comment
