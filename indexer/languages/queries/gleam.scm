; Gleam. A type with constructors is an enum, and what a constructor labels are fields.

(function name: (_) @name body: (_)? @body) @definition.function
(external_function name: (_) @name) @definition.function
(constant name: (_) @name) @definition.constant
(type_definition (type_name name: (_) @name) (data_constructors)? @body) @definition.enum
(external_type (type_name name: (_) @name)) @definition.type
(type_alias (type_name name: (_) @name)) @definition.type
(data_constructor name: (_) @name) @definition.enum_member
(data_constructor_argument label: (_) @name) @definition.field

[
  (function) (type_definition) (type_alias) (unqualified_imports) (block) (case) (case_clause) (anonymous_function) (list)
  (tuple) (arguments) (function_parameters) (data_constructor_arguments) (record_update) (bit_string) (string)
] @fold
[(comment) (module_comment) (statement_comment)] @comment
(import) @import

(case) @block.switch
(case_clause) @block.case
(use) @block.with
(block) @block.block
(anonymous_function) @block.lambda

(function_call function: [(identifier) @name (field_access field: (_) @name)]) @reference.call
(record name: [(constructor_name) @name (remote_constructor_name name: (_) @name)]) @reference.call
(binary_expression operator: "|>" right: [(identifier) @name (field_access field: (_) @name)]) @reference.call
(import module: (_) @name) @reference.import
(unqualified_import name: (_) @name) @reference.import
(type name: [(type_identifier) @name (remote_type_identifier name: (_) @name)]) @reference.type
