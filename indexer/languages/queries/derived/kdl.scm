; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(multi_line_comment) @comment
(node_children) @fold
(node_children_comment) @comment
(node_comment) @comment
(node_field_comment) @comment
(single_line_comment) @comment
