; OCaml interfaces, and what interfaces and implementations share. A definition begins at its keyword, or at the `and` that
; joins it to the one before; a binding inside an expression is none.

(structure (value_definition
  "let" @definition.test
  . (attribute_id) @_test
  . (let_binding pattern: (string) @name body: (_) @body) @definition.test
  (#match? @_test "test")))
(structure (value_definition
  ["let" "and"] @definition.function
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    . (parameter)
    body: (_) @body) @definition.function))
(structure (value_definition
  ["let" "and"] @definition.function
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: [(fun_expression) (function_expression)] @body) @definition.function))
(structure (value_definition
  ["let" "and"] @definition.variable
  . [(attribute) (attribute_id)]*
  . (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: (_) @body
    (#match? @name "^(?!_$)")) @definition.variable))
(structure (value_definition
  ["let" "and"] @definition.variable
  . (let_binding
    pattern: [
      (tuple_pattern (value_name) @name)
      (parenthesized_pattern (tuple_pattern (value_name) @name))
    ]
    body: (_) @body) @definition.variable))
(value_specification
  [(value_name) (parenthesized_operator)] @name
  type: [(function_type) (polymorphic_type (function_type))]) @definition.function
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.variable
(external [(value_name) (parenthesized_operator)] @name) @definition.function

(type_definition
  ["type" "and"] @definition.type
  . [(attribute) (attribute_id)]*
  . (type_binding name: (_) @name body: (_)? @body) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.enum_member)
(type_binding (polymorphic_variant_type (tag_specification (tag) @name) @definition.enum_member))
(field_declaration (field_name) @name) @definition.field
(module_definition
  ["module" "and"] @definition.module
  . [(attribute) (attribute_id)]*
  . (module_binding . (module_name) @name module_type: (signature) @body) @definition.module)
(module_definition
  ["module" "and"] @definition.module
  . [(attribute) (attribute_id)]*
  . (module_binding . (module_name) @name body: (_)? @body) @definition.module)
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface
(class_definition
  ["class" "and"] @definition.class
  . (class_binding
    (class_name) @name
    class_type: [(class_body_type) @body (class_function_type codomain: (class_body_type) @body)]) @definition.class)
(class_definition
  ["class" "and"] @definition.class
  . [(attribute) (attribute_id)]*
  . (class_binding (class_name) @name body: (_)? @body) @definition.class)
(class_type_definition
  ["class" "and"] @definition.interface
  . (class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface)
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field
(instance_variable_specification (instance_variable_name) @name) @definition.field

[
  (value_definition) (let_binding) (type_definition) (structure) (signature) (object_expression) (class_body_type)
  (match_expression) (function_expression) (try_expression) (match_case) (fun_expression) (parenthesized_expression)
  (list_expression) (array_expression) (record_expression) (record_declaration) (variant_declaration) (if_expression)
  (for_expression) (while_expression) (string) (quoted_string) (let_expression)
] @fold
(comment) @comment
[(open_module) (include_module) (include_module_type)] @import

(if_expression) @block.if
(else_clause) @block.else
[(for_expression) (while_expression)] @block.loop
[(match_expression) (function_expression)] @block.switch
(match_case) @block.case
(try_expression) @block.try
(fun_expression) @block.lambda
(let_expression) @block.block

(application_expression function: (value_path (value_name) @name)) @reference.call
(open_module module: (_) @name) @reference.import
(include_module module: (_) @name) @reference.import
(type_constructor_path (type_constructor) @name) @reference.type
