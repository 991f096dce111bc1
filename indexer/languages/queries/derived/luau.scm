; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(function_declaration name: (_) @name) @definition.function
(function_definition (identifier) @name) @definition.function
(type_definition name: (_) @name) @definition.type
(arguments) @fold
(block) @fold
(comment) @comment
(comment_content) @comment
(else_clause) @fold
(elseif_clause) @fold
(expression_list) @fold
(for_generic_clause) @fold
(for_numeric_clause) @fold
(function_declaration) @fold
(function_definition) @fold
(generic_type_list) @fold
(parameters) @fold
(type_definition) @fold
(variable_declaration) @fold
(variable_list) @fold
