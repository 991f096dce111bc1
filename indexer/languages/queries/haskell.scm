; Haskell. Every equation of a function is a definition of its own; a signature counts where there is no equation,
; in a class and in a foreign import.

(header module: (_) @name) @definition.module
(declarations (function name: (_) @name match: (_) @body) @definition.function)
(declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function)
(declarations (bind name: (_) @name match: (_) @body) @definition.function)
(class_declarations (function name: (_) @name match: (_) @body) @definition.function)
(class_declarations (bind name: (_) @name match: (_) @body) @definition.function)
(class_declarations (signature name: [(variable) (prefix_id)] @name) @definition.function)
(class_declarations (signature names: (binding_list (_) @name @definition.function)))
(instance_declarations (function name: (_) @name match: (_) @body) @definition.function)
(instance_declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function)
(instance_declarations (bind name: (_) @name match: (_) @body) @definition.function)
(foreign_import signature: (signature name: (_) @name)) @definition.function

(class name: (_) @name declarations: (_)? @body) @definition.class
(instance name: (_) @name patterns: (_)? @name declarations: (_)? @body) @definition.impl
(data_type name: (_) @name constructors: (_)? @body) @definition.type
(newtype name: (_) @name constructor: (_)? @body) @definition.type
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(data_constructor [
  (prefix name: (_) @name)
  (record name: (_) @name)
  (infix operator: (_) @name)
]) @definition.enum_member
(newtype_constructor name: (_) @name) @definition.enum_member
(gadt_constructor name: (_) @name) @definition.enum_member
(field name: (field_name) @name) @definition.field
(pattern_synonym (equation synonym: [(apply function: (constructor) @name) (constructor) @name])) @definition.function

; Hspec and Tasty.
(infix
  left_operand: (apply function: (variable) @_test argument: (literal (string) @name))
  right_operand: (_) @body
  (#any-of? @_test "describe" "context" "it" "specify" "prop" "testCase" "testGroup" "testProperty" "xit" "xdescribe")) @definition.test
(apply
  function: (apply function: (variable) @_test argument: (literal (string) @name))
  argument: (_) @body
  (#any-of? @_test "describe" "it" "prop" "testCase" "testGroup" "testProperty")) @definition.test

[
  (function) (bind) (class) (instance) (data_type) (newtype) (exports) (imports) (import_list) (do) (case) (multi_way_if) (record)
  (list) (tuple) (parens) (local_binds) (signature) (let_in) (lambda_case) (fields)
] @fold
[(comment) (haddock) (pragma)] @comment
(import) @import

(conditional) @block.if
(multi_way_if) @block.if
(case) @block.switch
(lambda_case) @block.switch
(alternative) @block.case
(do) @block.do
(let_in) @block.block
(local_binds) @block.block
(lambda) @block.lambda

(apply function: [(variable) @name (qualified id: (variable) @name)]) @reference.call
(import module: (_) @name) @reference.import
(instance name: (_) @name) @reference.implements
(deriving classes: [(name) @name (_ (name) @name)]) @reference.implements
(name) @name @reference.type
