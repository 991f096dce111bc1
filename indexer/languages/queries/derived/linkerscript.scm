; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(argument_list) @fold
(attributes) @fold
(comment) @comment
(input_section) @fold
(output_section) @fold
