; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(comment) @comment
(document_comment) @comment
(enum_block) @fold
(key_value_block) @fold
(model_block) @fold
