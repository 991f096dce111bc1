; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(kind_value_declaration name: (_) @name) @definition.variable
(type_signature (type_name) @name) @definition.type
(class_body) @fold
(class_declaration) @fold
(class_import) @import
(comment) @comment
(exp_array) @fold
(foreign_import) @import
(import) @import
(import_list) @fold
(kind_value_declaration) @fold
(pat_array) @fold
(pat_fields) @fold
(pat_record) @fold
(type_import) @import
(type_operator_import) @import
(type_role_declaration) @fold
(type_signature) @fold
(var_import) @import
