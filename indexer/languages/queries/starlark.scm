; Starlark. A rule called in a BUILD file is a target, by its `name` argument.

(function_definition name: (identifier) @name body: (_) @body) @definition.function
(module (expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function))
(module (expression_statement (assignment
  left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant))
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(module (expression_statement (assignment
  left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable)])))
(module (expression_statement (call
  arguments: (argument_list (keyword_argument
    name: (identifier) @_key value: (string) @name (#eq? @_key "name")))) @definition.target))

[
  (block) (dictionary) (list) (tuple) (argument_list) (parameters) (parenthesized_expression) (dictionary_comprehension)
  (list_comprehension) (string)
] @fold
(comment) @comment
(expression_statement (call function: (identifier) @_function (#eq? @_function "load"))) @import

(if_statement) @block.if
(elif_clause) @block.elif
(else_clause) @block.else
(for_statement) @block.loop
(lambda) @block.lambda

(call
  function: (identifier) @_function arguments: (argument_list (string (string_content) @name))
  (#eq? @_function "load")) @reference.import
(call function: [(identifier) @name (attribute attribute: (identifier) @name)]) @reference.call
