; Julia. A method of another module's function keeps its full name (`Base.show`).

(function_definition
  (signature [
    (identifier) @name
    (field_expression) @name
    (call_expression . (_) @name)
    (typed_expression . (call_expression . (_) @name))
    (where_expression . [
      (call_expression . (_) @name)
      (typed_expression . (call_expression . (_) @name))
      (where_expression . (call_expression . (_) @name))
    ])
  ])
  (block)? @body) @definition.function
(macro_definition (signature (call_expression . (_) @name)) (block)? @body) @definition.macro
(assignment
  . [
    (call_expression . [(identifier) (field_expression) (operator) (parenthesized_expression) (parametrized_type_expression)] @name)
    (typed_expression . (call_expression . [(identifier) (field_expression)] @name))
    (where_expression . [
      (call_expression . [(identifier) (field_expression) (operator) (parenthesized_expression) (parametrized_type_expression)] @name)
      (typed_expression . (call_expression . [(identifier) (field_expression)] @name))
      (where_expression . (call_expression . (_) @name))
    ])
  ]
  (operator) @body) @definition.function
(module_definition name: (_) @name (block)? @body) @definition.module
(struct_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (_) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (_) @name)])
  ])
  (block)? @body) @definition.struct
(abstract_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (_) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (_) @name)])
  ])) @definition.type
(primitive_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (_) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (_) @name)])
  ])) @definition.type

(struct_definition (block (identifier) @name @definition.field))
(struct_definition (block (typed_expression . (identifier) @name) @definition.field))
(struct_definition (block (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field))

(const_statement (assignment . [(identifier) @name (operator) @name (typed_expression . (identifier) @name)])) @definition.constant
(source_file (assignment
  . (identifier) @name
  (operator)
  . [(arrow_function_expression) (function_definition)] @body) @definition.function)
(module_definition (block (assignment
  . (identifier) @name
  (operator)
  . [(arrow_function_expression) (function_definition)] @body) @definition.function))
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (block (assignment . (identifier) @name) @definition.variable))
(macrocall_expression
  (macro_identifier) @_enum
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])
  (#eq? @_enum "@enum")) @definition.enum
(macrocall_expression
  (macro_identifier) @_test
  (macro_argument_list (string_literal) @name)
  (#eq? @_test "@testset")) @definition.test

[
  (function_definition) (macro_definition) (module_definition) (struct_definition) (if_statement) (elseif_clause) (else_clause)
  (for_statement) (while_statement) (try_statement) (catch_clause) (finally_clause) (let_statement) (compound_statement)
  (quote_statement) (do_clause) (argument_list) (tuple_expression) (vector_expression) (matrix_expression)
  (comprehension_expression) (parenthesized_expression) (curly_expression) (string_literal) (prefixed_string_literal)
  (using_statement) (import_statement) (export_statement)
] @fold
[(line_comment) (block_comment)] @comment
[(using_statement) (import_statement)] @import
(call_expression . (identifier) @_include (#eq? @_include "include")) @import

(if_statement) @block.if
(elseif_clause) @block.elif
(else_clause) @block.else
[(for_statement) (while_statement)] @block.loop
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(let_statement) @block.block
(do_clause) @block.do
(compound_statement) @block.block
(arrow_function_expression) @block.lambda

(call_expression . [(identifier) @name (field_expression (identifier) @name .)]) @reference.call
(broadcast_call_expression . [(identifier) @name (field_expression (identifier) @name .)]) @reference.call
(macrocall_expression (macro_identifier (identifier) @name)) @reference.call
(using_statement [(identifier) (import_path)] @name) @reference.import
(import_statement [(identifier) (import_path)] @name) @reference.import
(selected_import (_) @name) @reference.import
(call_expression . (identifier) @_include . (argument_list . (string_literal (content) @name) .) (#eq? @_include "include"))
  @reference.import
(type_head (binary_expression (identifier) @name .)) @reference.extends
(typed_expression (_) [(identifier) @name (parametrized_type_expression . (identifier) @name) (field_expression (identifier) @name .)] .) @reference.type
