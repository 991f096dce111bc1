; R. Functions wherever they are assigned, variables where no function assigns them.

(binary_operator
  lhs: [(identifier) @name (string) @name (extract_operator) @name]
  operator: ["<-" "=" "<<-" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator
  lhs: (function_definition)
  operator: ["->" "->>"]
  rhs: (identifier) @name) @definition.function
(argument name: (identifier) @name value: (function_definition body: (braced_expression) @body)) @definition.function

(binary_operator
  lhs: (identifier) @name
  operator: ["<-" "="]
  rhs: (call
    function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
    (#any-of? @_class "R6Class" "setRefClass" "setClass" "new_class"))) @definition.class
(program (call
  function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_class "setClass" "setRefClass" "setClassUnion")) @definition.class)
(braced_expression (call
  function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)]
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_class "setClass" "setRefClass" "setClassUnion")) @definition.class)
(call
  function: [(identifier) @_method (namespace_operator rhs: (identifier) @_method)]
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_method "setGeneric" "setMethod" "setReplaceMethod" "setValidity")) @definition.function
(call
  function: [(identifier) @_test (namespace_operator rhs: (identifier) @_test)]
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_test "test_that" "describe" "it" "context")) @definition.test

(function_definition) @scope.local
(binary_operator lhs: [(identifier) @name (string) @name] operator: ["<-" "=" "<<-"]) @binding.variable
(binary_operator operator: ["->" "->>"] rhs: (identifier) @name) @binding.variable

[(braced_expression) (arguments) (parameters) (parenthesized_expression) (subset) (subset2) (string)] @fold
(comment) @comment
(call function: (identifier) @_import (#any-of? @_import "library" "require" "requireNamespace" "source")) @import

(if_statement) @block.if
(if_statement alternative: (braced_expression) @block.else)
[(for_statement) (while_statement) (repeat_statement)] @block.loop
(function_definition) @block.lambda

(call function: [(identifier) @name (namespace_operator rhs: (identifier) @name) (extract_operator rhs: (identifier) @name)])
  @reference.call
(call
  function: (identifier) @_import
  arguments: (arguments . (argument value: [(identifier) @name (string content: (_) @name)]))
  (#any-of? @_import "library" "require" "requireNamespace" "source")) @reference.import
