; Elm. A value whose body is a plain literal is a constant, any other value of a module a function.

(module_declaration name: (_) @name) @definition.module
(file (value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name .)
  body: [
    (number_constant_expr) (string_constant_expr) (char_constant_expr) (list_expr) (record_expr) (tuple_expr)
  ] @body .) @definition.constant)
(file (value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)
  body: (_) @body) @definition.function)
(port_annotation name: (_) @name) @definition.function
(infix_declaration operator: (_) @name) @definition.function
(type_declaration name: (_) @name unionVariant: (_) @body) @definition.enum
(union_variant name: (_) @name) @definition.enum_member
(type_alias_declaration name: (_) @name typeExpression: (_) @body) @definition.type
(type_alias_declaration typeExpression: (type_expression part: (record_type (field_type name: (_) @name) @definition.field)))

[
  (value_declaration) (type_declaration) (type_alias_declaration) (exposing_list) (let_in_expr) (case_of_expr)
  (case_of_branch) (if_else_expr) (list_expr) (record_expr) (tuple_expr) (parenthesized_expr) (record_type)
  (type_annotation) (string_constant_expr) (block_comment) (glsl_code_expr)
] @fold
[(line_comment) (block_comment)] @comment
(import_clause) @import

(if_else_expr) @block.if
(case_of_expr) @block.switch
(case_of_branch) @block.case
(let_in_expr) @block.block
(anonymous_function_expr) @block.lambda

(function_call_expr target: (value_expr name: [
  (value_qid (lower_case_identifier) @name .)
  (upper_case_qid (upper_case_identifier) @name .)
])) @reference.call
(import_clause moduleName: (_) @name) @reference.import
(import_clause exposing: (exposing_list [
  (exposed_value (lower_case_identifier) @name)
  (exposed_type . (upper_case_identifier) @name)
])) @reference.import
(type_ref . (upper_case_qid (upper_case_identifier) @name .)) @reference.type
