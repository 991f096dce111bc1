; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(block_list) @fold
(body) @fold
(comment) @comment
(getstate_block) @fold
(global_block) @fold
(header_off_block) @fold
(header_on_block) @fold
(ignore_block) @fold
(include) @import
(local_block) @fold
(max_block) @fold
(maxnmatch_block) @fold
(mtags_block) @fold
(rules_block) @fold
(stags_block) @fold
(use) @import
(use_block) @fold
