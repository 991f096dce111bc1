; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(container_doc_comment) @comment
(doc_comment) @comment
(line_comment) @comment
