; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(at_comment) @comment
(class_at_comment) @comment
(comment) @comment
