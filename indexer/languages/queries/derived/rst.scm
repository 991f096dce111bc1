; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(arguments) @fold
(body) @fold
(bullet_list) @fold
(comment) @comment
(definition_list) @fold
(doctest_block) @fold
(enumerated_list) @fold
(field_body) @fold
(field_list) @fold
(line_block) @fold
(literal_block) @fold
(section) @fold
