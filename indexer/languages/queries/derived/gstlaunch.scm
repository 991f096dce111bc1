; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(element) @fold
(simple_element) @fold
