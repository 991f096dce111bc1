; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(field_definition (class_identifier) @name) @definition.field
(field_definition (field_identifier) @name) @definition.field
(full_method_signature (class_identifier) @name) @definition.method
(method_signature (class_identifier) @name) @definition.method
(method_signature (method_identifier) @name) @definition.method
(body) @fold
(class_definition) @fold
(comment) @comment
(field_definition) @fold
(full_method_signature) @fold
(list) @fold
(method_definition) @fold
(method_signature) @fold
(parameters) @fold
