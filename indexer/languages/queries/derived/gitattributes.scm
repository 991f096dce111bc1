; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(macro_def (attr_name) @name) @definition.macro
(attr_set) @fold
(comment) @comment
(macro_def) @fold
