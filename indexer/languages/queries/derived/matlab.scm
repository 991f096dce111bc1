; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(class_definition name: (_) @name) @definition.class
(function_definition name: (_) @name) @definition.function
(function_signature name: (_) @name) @definition.function
(arguments) @fold
(attributes) @fold
(block) @fold
(case_clause) @fold
(catch_clause) @fold
(class_definition) @fold
(comment) @comment
(else_clause) @fold
(elseif_clause) @fold
(function_arguments) @fold
(function_definition) @fold
(function_signature) @fold
(otherwise_clause) @fold
