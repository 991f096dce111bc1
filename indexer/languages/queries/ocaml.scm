; inherits: ocaml_interface
; OCaml. The bindings of the file; those of a structure are told with the interface.

(compilation_unit (value_definition
  "let" @definition.test
  . (attribute_id) @_test
  . (let_binding pattern: (string) @name body: (_) @body) @definition.test
  (#match? @_test "test")))
(compilation_unit (value_definition
  ["let" "and"] @definition.function
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    . (parameter)
    body: (_) @body) @definition.function))
(compilation_unit (value_definition
  ["let" "and"] @definition.function
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: [(fun_expression) (function_expression)] @body) @definition.function))
(compilation_unit (value_definition
  ["let" "and"] @definition.variable
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: (_) @body
    (#match? @name "^(?!_$)")) @definition.variable))
(compilation_unit (value_definition
  ["let" "and"] @definition.variable
  . (let_binding
    pattern: [
      (tuple_pattern (value_name) @name)
      (parenthesized_pattern (tuple_pattern (value_name) @name))
    ]
    body: (_) @body) @definition.variable))
