; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(function_definition name: (_) @name) @definition.function
(variable_declaration (identifier) @name) @definition.variable
(asm_function_body) @fold
(comment) @comment
(function_definition) @fold
(include_directive) @import
(parameter_list) @fold
(type_variables_list) @fold
(variable_declaration) @fold
