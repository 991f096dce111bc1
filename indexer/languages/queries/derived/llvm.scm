; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(argument_list) @fold
(array_vector_body) @fold
(comment) @comment
(function_body) @fold
(landingpad_clause) @fold
(metadata_tuple) @fold
(struct_body) @fold
(target_definition) @fold
