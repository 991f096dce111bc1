; GDScript. A script is a class; `class_name` names it. Variables of functions are left out.

(class_name_statement name: (name) @name) @definition.class
(class_definition name: (name) @name body: (_) @body) @definition.class
(function_definition name: (name) @name body: (_) @body) @definition.function
(constructor_definition "_init" @name body: (_) @body) @definition.constructor
(signal_statement name: (name) @name) @definition.event
(enum_definition name: (name) @name body: (_) @body) @definition.enum
(enumerator left: (identifier) @name) @definition.enum_member
(source (const_statement name: (name) @name) @definition.constant)
(class_body (const_statement name: (name) @name) @definition.constant)
(source (variable_statement name: (name) @name) @definition.variable)
(class_body (variable_statement name: (name) @name) @definition.field)
(source (export_variable_statement name: (name) @name) @definition.variable)
(source (onready_variable_statement name: (name) @name) @definition.variable)

[
  (class_body) (body) (enumerator_list) (match_body) (arguments) (parameters) (array) (dictionary) (setget)
  (parenthesized_expression) (string)
] @fold
(comment) @comment
(extends_statement) @import

(if_statement) @block.if
(elif_clause) @block.elif
(else_clause) @block.else
[(for_statement) (while_statement)] @block.loop
(match_statement) @block.switch
(pattern_section) @block.case
(lambda) @block.lambda

(call . (identifier) @_function arguments: (arguments . (string) @name) (#any-of? @_function "preload" "load")) @reference.import
(call . (identifier) @name) @reference.call
(attribute_call . (identifier) @name) @reference.call
(extends_statement [(string) @name (type (identifier) @name)]) @reference.extends
(type (identifier) @name) @reference.type
