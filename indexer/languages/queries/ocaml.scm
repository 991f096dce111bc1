; OCaml. Bindings of a module, not those of an expression. `and` joins several, so a binding is the definition, without
; the keyword before it.

(compilation_unit (value_definition
  (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    . (parameter)
    body: (_) @body) @definition.function))
(structure (value_definition
  (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    . (parameter)
    body: (_) @body) @definition.function))
(compilation_unit (value_definition
  (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: [(fun_expression) (function_expression)] @body) @definition.function))
(structure (value_definition
  (let_binding
    pattern: [(value_name) (parenthesized_operator)] @name
    body: [(fun_expression) (function_expression)] @body) @definition.function))
(compilation_unit (value_definition
  (let_binding pattern: [(value_name) (parenthesized_operator)] @name (#match? @name "^(?!_$)")) @definition.variable))
(structure (value_definition
  (let_binding pattern: [(value_name) (parenthesized_operator)] @name (#match? @name "^(?!_$)")) @definition.variable))
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.function
(external [(value_name) (parenthesized_operator)] @name) @definition.function

(type_definition (type_binding name: (_) @name body: (_)? @body) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.enum_member)
(tag_specification (tag) @name) @definition.enum_member
(field_declaration (field_name) @name) @definition.field
(module_definition (module_binding (module_name) @name body: (_)? @body) @definition.module)
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name body: (_)? @body) @definition.class)
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

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
