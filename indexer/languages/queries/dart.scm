; Dart. A signature and its body stand side by side, and annotations before them; a definition's range takes them together.

((annotation) @definition.function . [(annotation) (comment) (documentation_comment)]* @definition.function . (function_signature name: (_) @name) @definition.function . (function_body) @body @definition.function)
((function_signature name: (_) @name) @definition.function . (function_body) @body @definition.function)
((annotation) @definition.function . [(annotation) (comment) (documentation_comment)]* @definition.function . (method_signature (function_signature name: (_) @name)) @definition.function . (function_body) @body @definition.function)
((method_signature (function_signature name: (_) @name)) @definition.function . (function_body) @body @definition.function)
((annotation) @definition.property . [(annotation) (comment) (documentation_comment)]* @definition.property . (getter_signature name: (_) @name) @definition.property . (function_body) @body @definition.property)
((getter_signature name: (_) @name) @definition.property . (function_body) @body @definition.property)
((annotation) @definition.property . [(annotation) (comment) (documentation_comment)]* @definition.property . (setter_signature name: (_) @name) @definition.property . (function_body) @body @definition.property)
((setter_signature name: (_) @name) @definition.property . (function_body) @body @definition.property)
((annotation) @definition.property . [(annotation) (comment) (documentation_comment)]* @definition.property . (method_signature [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property . (function_body) @body @definition.property)
((method_signature [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property . (function_body) @body @definition.property)
((annotation) @definition.method . [(annotation) (comment) (documentation_comment)]* @definition.method . (method_signature (operator_signature "operator" @name . (_) @name)) @definition.method . (function_body) @body @definition.method)
((method_signature (operator_signature "operator" @name . (_) @name)) @definition.method . (function_body) @body @definition.method)
((annotation) @definition.constructor . [(annotation) (comment) (documentation_comment)]* @definition.constructor . (method_signature [
  (constructor_signature name: (identifier) @name name: (identifier) @name)
  (constructor_signature . name: (identifier) @name . parameters: (_))
  (factory_constructor_signature (identifier) @name . (identifier) @name)
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))
]) @definition.constructor . (function_body) @body @definition.constructor)
((method_signature [
  (constructor_signature name: (identifier) @name name: (identifier) @name)
  (constructor_signature . name: (identifier) @name . parameters: (_))
  (factory_constructor_signature (identifier) @name . (identifier) @name)
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))
]) @definition.constructor . (function_body) @body @definition.constructor)

; Without a body: abstract, external and redirecting ones.
(declaration (function_signature name: (_) @name)) @definition.function
(declaration [(getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.property
(declaration (operator_signature "operator" @name . (_) @name)) @definition.method
(declaration [
  (constructor_signature name: (identifier) @name name: (identifier) @name)
  (constructor_signature . name: (identifier) @name . parameters: (_))
  (constant_constructor_signature (identifier) @name . (identifier) @name)
  (constant_constructor_signature . (const_builtin) . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (identifier) @name)
  (redirecting_factory_constructor_signature (identifier) @name . (identifier) @name)
]) @definition.constructor
(program (function_signature name: (_) @name) @definition.function)
(lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body) @definition.function

(class_definition name: (_) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (_) @name) @definition.class
(extension_type_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member
(type_alias . (type_identifier) @name "=") @definition.type
(type_alias (type_identifier) @name . [(formal_parameter_list) (type_parameters)]) @definition.type
(library_name (_) @name) @definition.package

(declaration (static_final_declaration_list . (static_final_declaration . (identifier) @name) .)) @definition.field
(declaration (initialized_identifier_list . (initialized_identifier . (identifier) @name) .)) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.field))
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field))
(declaration (identifier_list (identifier) @name @definition.field))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

(expression_statement
  . (identifier) @_runner
  . (selector (argument_part (arguments
    . (argument (string_literal) @name)
    (argument (function_expression body: (_) @body)))))
  (#any-of? @_runner "test" "group" "testWidgets" "testGoldens")) @definition.test

(class_body) @fold
(extension_body) @fold
(enum_body) @fold
(block) @fold
(switch_block) @fold
(switch_expression) @fold
(switch_statement_case) @fold
(arguments) @fold
(formal_parameter_list) @fold
(optional_formal_parameters) @fold
(list_literal) @fold
(set_or_map_literal) @fold
(record_literal) @fold
(parenthesized_expression) @fold
(string_literal) @fold

[(comment) (documentation_comment)] @comment
(import_or_export) @import
(part_directive) @import
(part_of_directive) @import

(if_statement) @block.if
(if_statement alternative: (block) @block.else)
(for_statement) @block.loop
(while_statement) @block.loop
(do_statement) @block.loop
(switch_statement) @block.switch
(switch_expression) @block.switch
(switch_statement_case) @block.case
(switch_statement_default) @block.case
(try_statement) @block.try
(finally_clause) @block.finally
(function_expression) @block.lambda
(block (block) @block.block)

(_ (identifier) @name @reference.call . (selector (argument_part)))
(_ (selector [
  (unconditional_assignable_selector (identifier) @name)
  (conditional_assignable_selector (identifier) @name)
]) @reference.call . (selector (argument_part)))
(cascade_section (cascade_selector (identifier) @name) . (argument_part)) @reference.call
(new_expression (type_identifier) @name) @reference.call
(const_object_expression (type_identifier) @name) @reference.call
(annotation name: (identifier) @name) @reference.call
(uri (string_literal) @name) @reference.import
(superclass . (type_identifier) @name) @reference.extends
(mixins (type_identifier) @name) @reference.extends
(interfaces (type_identifier) @name) @reference.implements
(type_identifier) @name @reference.type
