; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(arguments) @fold
(array) @fold
(comment) @comment
(import_statement) @import
(macro_statement) @fold
(parameters) @fold
