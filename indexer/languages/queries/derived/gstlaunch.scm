; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(element) @fold
(simple_element) @fold
