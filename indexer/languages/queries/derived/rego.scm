; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(array) @fold
(comment) @comment
(empty_set) @fold
(import) @import
(non_empty_set) @fold
(object) @fold
(object_item) @fold
(rule_body) @fold
(set) @fold
