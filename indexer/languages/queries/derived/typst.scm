; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(block) @fold
(comment) @comment
(group) @fold
(import) @import
(include) @import
(section) @fold
(set) @fold
