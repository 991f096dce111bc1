; SQL. Definitions are not found by patterns but read from the text, in every dialect: indexer/extract/sql.py.

[
  (statement) (column_definitions) (function_arguments) (function_body) (block) (subquery) (cte) (case) (list) (values)
  (select) (from) (where) (index_fields) (enum_elements) (parenthesized_expression) (invocation)
] @fold
[(comment) (marginalia)] @comment

(case) @block.switch
(when_clause) @block.case
(while_statement) @block.loop
[(block) (transaction)] @block.block
(subquery) @block.block

(invocation (object_reference name: (_) @name)) @reference.call
(relation (object_reference name: (_) @name)) @reference.type
