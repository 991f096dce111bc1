; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_name_body) @fold
(comment) @comment
(er_attribute_comment) @comment
(er_stmt_entity_block) @fold
(gantt_section) @fold
(gantt_stmt_section) @fold
(pie_stmt_element) @fold
(state_composite_body) @fold
