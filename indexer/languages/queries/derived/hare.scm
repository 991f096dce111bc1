; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(const_declaration (identifier) @name) @definition.constant
(const_declaration (scoped_type_identifier) @name) @definition.constant
(constant_declaration (identifier) @name) @definition.constant
(constant_declaration (scoped_type_identifier) @name) @definition.constant
(function_declaration name: (_) @name) @definition.function
(let_declaration (identifier) @name) @definition.variable
(let_declaration (scoped_type_identifier) @name) @definition.variable
(type_declaration (identifier) @name) @definition.type
(type_declaration (scoped_type_identifier) @name) @definition.type
(block) @fold
(comment) @comment
(const_declaration) @fold
(constant_declaration) @fold
(function_declaration) @fold
(let_declaration) @fold
(type_declaration) @fold
(use_statement) @import
