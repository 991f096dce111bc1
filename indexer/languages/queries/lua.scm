; Lua. A name is written as the code writes it (`M.foo`, `M:bar`).

(function_declaration name: (_) @name) @definition.function
(variable_declaration
  (assignment_statement
    (variable_list . name: (_) @name .)
    (expression_list . value: (function_definition body: (_)? @body) .))) @definition.function
(assignment_statement
  (variable_list . name: (_) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(field
  name: [(identifier) @name (string) @name (dot_index_expression) @name (function_call) @name]
  value: (function_definition body: (_)? @body)) @definition.function

; Variables of the chunk, not those of a function.
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk
  (assignment_statement (variable_list name: [(identifier) (dot_index_expression)] @name)) @definition.variable)

; Busted.
(function_call
  name: (identifier) @_test
  arguments: (arguments . (string) @name . (function_definition body: (_)? @body))
  (#any-of? @_test "describe" "context" "it" "spec" "test" "pending" "insulate" "expose")) @definition.test

[
  (function_declaration) (function_definition) (if_statement) (elseif_statement) (else_statement) (for_statement)
  (while_statement) (repeat_statement) (do_statement) (table_constructor) (arguments) (parameters)
  (parenthesized_expression) (string)
] @fold

(comment) @comment
(function_call name: (identifier) @_require (#eq? @_require "require")) @import

(if_statement) @block.if
(elseif_statement) @block.elif
(else_statement) @block.else
[(for_statement) (while_statement) (repeat_statement)] @block.loop
(do_statement) @block.do
(function_definition) @block.lambda

(function_call
  name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
    (method_index_expression method: (identifier) @name)
  ]) @reference.call
(function_call
  name: (identifier) @_require
  arguments: (arguments (string content: (_) @name))
  (#eq? @_require "require")) @reference.import
