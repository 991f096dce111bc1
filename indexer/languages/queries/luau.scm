; inherits: lua
; Luau. Lua with types: a type alias, the fields of a table type, and calls and conditions of its own.

(type_definition name: [(identifier) @name (generic_type . (identifier) @name)]) @definition.type
(type_definition
  (object_type (identifier) @name @definition.field . ":" @definition.field . (_) @definition.field))
(function_call
  name: (identifier) @_test
  arguments: (arguments . (string) @name . (function_definition body: (_)? @body))
  (#any-of? @_test "describeFOCUS" "describeSKIP" "itFOCUS" "itSKIP" "itFIXME")) @definition.test

[(type_definition) (object_type)] @fold
(if_expression) @block.if

(function_call
  name: (identifier) @_require
  arguments: (arguments . [(identifier) (dot_index_expression) (method_index_expression)] @name)
  (#eq? @_require "require")) @reference.import
(parameter ":" (identifier) @name) @reference.type
(function_declaration ":" . (identifier) @name) @reference.type
(function_definition ":" . (identifier) @name) @reference.type
(generic_type . (identifier) @name) @reference.type
(optional_type . (identifier) @name) @reference.type
(cast_expression (identifier) @name .) @reference.type
