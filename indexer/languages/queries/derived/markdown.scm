; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(fenced_code_block) @fold
(html_block) @fold
(indented_code_block) @fold
(list) @fold
(pipe_table) @fold
(section) @fold
