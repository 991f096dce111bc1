; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(function_definition (identifier) @name) @definition.function
(python_function_definition name: (_) @name) @definition.function
(aliased_import) @import
(argument_list) @fold
(block) @fold
(comment) @comment
(dictionary) @fold
(elif_clause) @fold
(else_clause) @fold
(except_clause) @fold
(except_group_clause) @fold
(expression_list) @fold
(finally_clause) @fold
(for_in_clause) @fold
(function_definition) @fold
(future_import_statement) @import
(if_clause) @fold
(import_statement) @import
(include_directive) @import
(lambda_parameters) @fold
(list) @fold
(parameters) @fold
(pattern_list) @fold
(python_function_definition) @fold
(relative_import) @import
(require_directive) @import
(set) @fold
(tuple) @fold
(wildcard_import) @import
(with_clause) @fold
