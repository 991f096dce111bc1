; Kotlin. The grammar names no fields, so a definition's name is its first identifier of the right kind.

(package_header (identifier) @name) @definition.package

; Below annotations, the words of a definition may seem to be operators.
((infix_expression (simple_identifier) @_word . [
    (simple_identifier) @name
    (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda) @body))
    (call_expression . (simple_identifier) @name)
  ] .) @definition.interface (#eq? @_word "interface"))
((infix_expression . (infix_expression (simple_identifier) @_word .) @definition.interface . (simple_identifier) @name)
  (#eq? @_word "interface"))
((infix_expression (simple_identifier) @_word . [
    (simple_identifier) @name
    (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda) @body))
    (call_expression . (simple_identifier) @name)
  ] .) @definition.class (#eq? @_word "class"))
((infix_expression . (infix_expression (simple_identifier) @_word .) @definition.class . (simple_identifier) @name)
  (#eq? @_word "class"))
((infix_expression (simple_identifier) @_word
  . (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda) @body)) .) @definition.function
  (#eq? @_word "fun"))

(class_declaration "interface" (type_identifier) @name [(class_body) @body]?) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration (type_identifier) @name (class_body) @body) @definition.class
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name (class_body) @body) @definition.class
(companion_object "companion" @name "object" @name . (class_body) @body) @definition.class
(enum_entry (simple_identifier) @name) @definition.enum_member
(type_alias . (modifiers)? . (type_identifier) @name) @definition.type

(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(source_file (property_declaration
  (modifiers (property_modifier) @_const) (variable_declaration . (simple_identifier) @name) (#eq? @_const "const")) @definition.constant)
(class_body (property_declaration
  (modifiers (property_modifier) @_const) (variable_declaration . (simple_identifier) @name) (#eq? @_const "const")) @definition.constant)
; The grammar puts a property's accessors beside it.
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.variable . [(getter) (setter)] @definition.variable . [(getter) (setter)] @definition.variable)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.variable . [(getter) (setter)] @definition.variable)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.variable)
(source_file (property_declaration (multi_variable_declaration (variable_declaration . (simple_identifier) @name @definition.variable))))
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property . [(getter) (setter)] @definition.property)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property . [(getter) (setter)] @definition.property)
(enum_class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property)
(enum_class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property)

; Kotest and Spek.
(call_expression
  (simple_identifier) @_test
  (call_suffix (value_arguments . (value_argument (string_literal) @name)) (annotated_lambda) @body)
  (#any-of? @_test "test" "describe" "context" "it" "should" "feature" "scenario" "expect" "given" "Given" "When" "Then"
    "xtest" "xit" "xdescribe")) @definition.test

(class_body) @fold
(enum_class_body) @fold
(function_body) @fold
(control_structure_body) @fold
(lambda_literal) @fold
(when_expression) @fold
(when_entry) @fold
(value_arguments) @fold
(function_value_parameters) @fold
(primary_constructor) @fold
(collection_literal) @fold
(parenthesized_expression) @fold
(string_literal) @fold
(import_list) @fold
(getter) @fold
(setter) @fold
(anonymous_initializer) @fold
(try_expression) @fold
(catch_block) @fold
(finally_block) @fold

[(line_comment) (multiline_comment) (shebang_line)] @comment
(import_header) @import

(if_expression) @block.if
(if_expression alternative: (control_structure_body) @block.else)
(for_statement) @block.loop
(while_statement) @block.loop
(do_while_statement) @block.loop
(when_expression) @block.switch
(when_entry) @block.case
(try_expression) @block.try
(catch_block) @block.catch
(finally_block) @block.finally
(lambda_literal) @block.lambda
(anonymous_function) @block.lambda
(anonymous_initializer) @block.block
(object_literal) @block.block
(getter) @block.block
(setter) @block.block

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @name) .)) @reference.call
(import_header (identifier) @name) @reference.import
(delegation_specifier [
  (user_type (type_identifier) @name . (type_arguments)? .)
  (constructor_invocation . (user_type (type_identifier) @name . (type_arguments)? .))
  (explicit_delegation . (user_type (type_identifier) @name . (type_arguments)? .))
]) @reference.extends
(user_type (type_identifier) @name) @reference.type
