; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_declaration (identifier) @name) @definition.class
(const_declaration (identifier) @name) @definition.constant
(enum_declaration (identifier) @name) @definition.enum
(function_declaration (identifier) @name) @definition.function
(var_statement (identifier) @name) @definition.variable
(array) @fold
(block) @fold
(class_declaration) @fold
(comment) @comment
(const_declaration) @fold
(enum_declaration) @fold
(function_declaration) @fold
(parameters) @fold
(table) @fold
(var_statement) @fold
