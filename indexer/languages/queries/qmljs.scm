; QML. The root object is a class; objects inside it are elements called by their id, and those without one are passed over.

(program root: (ui_object_definition type_name: (_) @name initializer: (_) @body) @definition.class)
(ui_inline_component name: (identifier) @name component: (_ initializer: (_) @body)) @definition.class
(ui_object_initializer (ui_object_definition
  initializer: (ui_object_initializer
    (ui_binding name: (identifier) @_id value: (expression_statement (identifier) @name) (#eq? @_id "id")))) @definition.element)
(ui_object_array (ui_object_definition
  initializer: (ui_object_initializer
    (ui_binding name: (identifier) @_id value: (expression_statement (identifier) @name) (#eq? @_id "id")))) @definition.element)
(_ value: (ui_object_definition
  initializer: (ui_object_initializer
    (ui_binding name: (identifier) @_id value: (expression_statement (identifier) @name) (#eq? @_id "id")))) @definition.element)

(ui_property name: (identifier) @name value: (_)? @body) @definition.property
(ui_required name: (identifier) @name) @definition.property
(ui_signal name: (identifier) @name) @definition.event
(ui_object_initializer (function_declaration name: (identifier) @name body: (_) @body) @definition.function)
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(ui_binding name: (_) @name value: (statement_block) @body (#match? @name "^([A-Za-z_.]+\\.)?on[A-Z]")) @definition.function
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: (identifier) @name @definition.enum_member)
(enum_body (enum_assignment name: (identifier) @name) @definition.enum_member)

[
  (ui_object_initializer) (ui_object_array) (statement_block) (object) (array) (arguments) (formal_parameters)
  (parenthesized_expression) (switch_body) (enum_body) (template_string)
] @fold
(comment) @comment
(ui_import) @import

(if_statement) @block.if
(else_clause) @block.else
[(for_statement) (for_in_statement) (while_statement) (do_statement)] @block.loop
(switch_statement) @block.switch
[(switch_case) (switch_default)] @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
[(arrow_function) (function_expression)] @block.lambda

(ui_import source: (_) @name) @reference.import
(ui_object_definition type_name: (_) @name) @reference.type
(ui_object_definition_binding type_name: (_) @name) @reference.type
(ui_property type: (_) @name) @reference.type
(call_expression function: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
(new_expression constructor: (_) @name) @reference.call
