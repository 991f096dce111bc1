; Derived from the grammar's node kinds by `python -m indexer.syntax.derived`; not written by hand.
(function_declaration name: (_) @name) @definition.function
(global_constant_declaration (identifier) @name) @definition.constant
(struct_declaration name: (_) @name) @definition.struct
(type_alias_declaration (identifier) @name) @definition.type
(type_declaration (identifier) @name) @definition.type
(variable_declaration (identifier) @name) @definition.variable
(variable_statement (identifier) @name) @definition.variable
(block_comment) @comment
(case_compound_statement) @fold
(compound_statement) @fold
(continuing_compound_statement) @fold
(function_declaration) @fold
(global_constant_declaration) @fold
(global_variable_declaration) @fold
(line_comment) @comment
(parameter_list) @fold
(struct_declaration) @fold
(switch_body) @fold
(type_alias_declaration) @fold
(type_declaration) @fold
(variable_declaration) @fold
(variable_statement) @fold
