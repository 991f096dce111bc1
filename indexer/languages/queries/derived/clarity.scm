; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(constant_definition (identifier) @name) @definition.constant
(function_signature (identifier) @name) @definition.function
(trait_definition (identifier) @name) @definition.trait
(variable_definition (identifier) @name) @definition.variable
(comment) @comment
(constant_definition) @fold
(function_definition) @fold
(function_signature) @fold
(trait_definition) @fold
(variable_definition) @fold
