; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(function_definition name: (_) @name) @definition.function
(procedure_definition name: (_) @name) @definition.function
(var_definition (identifier) @name) @definition.variable
(var_statement (identifier) @name) @definition.variable
(arguments) @fold
(else_clause) @fold
(elseif_clause) @fold
(function_definition) @fold
(line_comment) @comment
(parameters) @fold
(procedure_definition) @fold
(var_definition) @fold
(var_statement) @fold
