; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(type_definition (type_name) @name) @definition.type
(arguments) @fold
(block) @fold
(case_clause) @fold
(comment) @comment
(data_constructor_arguments) @fold
(external_function_body) @fold
(function_parameters) @fold
(import) @import
(list) @fold
(module_comment) @comment
(record) @fold
(record_pattern_arguments) @fold
(record_update_arguments) @fold
(statement_comment) @comment
(target_group) @fold
(tuple) @fold
(type_arguments) @fold
(type_definition) @fold
(type_parameters) @fold
(unqualified_import) @import
(use) @import
