; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(method_or_prop_defn name: (_) @name) @definition.method
(attributes) @fold
(block_comment) @comment
(function_or_value_defn) @fold
(line_comment) @comment
(method_or_prop_defn) @fold
(record_fields) @fold
(type_arguments) @fold
(type_attributes) @fold
(value_declaration) @fold
(value_definition) @fold
