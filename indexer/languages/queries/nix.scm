; Nix. A binding of a function is a function, one of `let` a variable, one of a set a key.

(binding attrpath: (_) @name expression: (function_expression) @body) @definition.function
(let_expression (binding_set (binding attrpath: (_) @name) @definition.variable))
(binding attrpath: (_) @name) @definition.key

[
  (attrset_expression) (rec_attrset_expression) (let_attrset_expression) (let_expression) (list_expression) (formals)
  (indented_string_expression) (string_expression) (parenthesized_expression) (inherit) (inherit_from)
] @fold
(comment) @comment
(apply_expression function: (variable_expression name: (identifier) @_import) (#eq? @_import "import")) @import

(if_expression) @block.if
(with_expression) @block.with
(let_expression) @block.block
(function_expression) @block.lambda

(apply_expression function: [
  (variable_expression name: (identifier) @name)
  (select_expression attrpath: (attrpath (identifier) @name .))
]) @reference.call
(apply_expression
  function: (variable_expression name: (identifier) @_import)
  argument: (_) @name
  (#eq? @_import "import")) @reference.import
