; Derived from the grammar's node kinds by `python -m indexer.grammars.derived`; not written by hand.
(let_item (identifier) @name) @definition.variable
(argument_list) @fold
(comment) @comment
(include) @import
(let_item) @fold
(multiclass_body) @fold
(multiline_comment) @comment
(parent_class_list) @fold
(record_body) @fold
(statement_or_block) @fold
