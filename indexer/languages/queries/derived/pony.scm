; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(class_definition (identifier) @name) @definition.class
(interface_definition (identifier) @name) @definition.interface
(struct_definition (identifier) @name) @definition.struct
(trait_definition (identifier) @name) @definition.trait
(variable_declaration (identifier) @name) @definition.variable
(arguments) @fold
(block) @fold
(block_comment) @comment
(class_definition) @fold
(do_block) @fold
(else_block) @fold
(elseif_block) @fold
(elseiftype_block) @fold
(generic_parameters) @fold
(if_block) @fold
(interface_definition) @fold
(lambda_parameters) @fold
(line_comment) @comment
(members) @fold
(named_arguments) @fold
(parameters) @fold
(struct_definition) @fold
(then_block) @fold
(trait_definition) @fold
(type_parameters) @fold
(use_statement) @import
(variable_declaration) @fold
