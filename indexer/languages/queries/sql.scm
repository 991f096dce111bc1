; SQL. A name is written as the statement writes it, with its schema.

(create_table (object_reference) @name (column_definitions)? @body) @definition.table
(create_view (object_reference) @name (create_query) @body) @definition.table
(create_materialized_view (object_reference) @name (create_query) @body) @definition.table
(create_function (object_reference) @name (function_body) @body) @definition.function
(create_type (object_reference) @name) @definition.type
(create_trigger (keyword_trigger) . (object_reference) @name) @definition.event
(create_index column: (_) @name) @definition.key
(create_schema (identifier) @name) @definition.namespace
(create_database (identifier) @name) @definition.namespace
(create_sequence (object_reference) @name) @definition.variable
(create_role (identifier) @name) @definition.resource
(create_extension (identifier) @name) @definition.package
(cte . (identifier) @name) @definition.table
(column_definitions (column_definition name: (_) @name) @definition.field)
(enum_elements (_) @name @definition.enum_member)

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
