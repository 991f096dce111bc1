; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(function_definition name: (_) @name) @definition.function
(argument_list) @fold
(block) @fold
(case_clause) @fold
(comment) @comment
(dictionary) @fold
(elif_clause) @fold
(else_clause) @fold
(expression_list) @fold
(for_in_clause) @fold
(function_definition) @fold
(if_clause) @fold
(lambda_parameters) @fold
(list) @fold
(parameters) @fold
(pattern_list) @fold
(set) @fold
(tuple) @fold
(with_clause) @fold
