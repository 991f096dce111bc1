; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(block) @fold
(body) @fold
(comment) @comment
(dynamic_block) @fold
(list) @fold
(section) @fold
(table) @fold
(tag_list) @fold
