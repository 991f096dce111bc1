; Java.

(package_declaration [(identifier) (scoped_identifier)] @name) @definition.package
(module_declaration name: (_) @name) @definition.module

(class_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @definition.field))
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(annotation_type_element_declaration name: (_) @name) @definition.method
(enum_declaration name: (_) @name) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member

(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(compact_constructor_declaration name: (_) @name) @definition.constructor

; Fields. One that shares its declaration with others counts from its own name on.
(field_declaration
  (modifiers [("static" "final") ("final" "static")])
  type: (_) . declarator: (variable_declarator name: (_) @name) .) @definition.constant
(field_declaration
  (modifiers [("static" "final") ("final" "static")])
  declarator: (variable_declarator name: (_) @name) @definition.constant)
(field_declaration type: (_) . declarator: (variable_declarator name: (_) @name) .) @definition.field
(field_declaration declarator: (variable_declarator name: (_) @name) @definition.field)
(constant_declaration type: (_) . declarator: (variable_declarator name: (_) @name) .) @definition.constant
(constant_declaration declarator: (variable_declarator name: (_) @name) @definition.constant)

(class_body) @fold
(interface_body) @fold
(enum_body) @fold
(annotation_type_body) @fold
(module_body) @fold
(constructor_body) @fold
(block) @fold
(switch_block) @fold
(switch_block_statement_group) @fold
(switch_rule) @fold
(array_initializer) @fold
(element_value_array_initializer) @fold
(annotation_argument_list) @fold
(argument_list) @fold
(formal_parameters) @fold
(parenthesized_expression) @fold
(string_literal) @fold

[(line_comment) (block_comment)] @comment
(import_declaration) @import

(if_statement) @block.if
(if_statement alternative: (block) @block.else)
(for_statement) @block.loop
(enhanced_for_statement) @block.loop
(while_statement) @block.loop
(do_statement) @block.loop
(switch_expression) @block.switch
(switch_block_statement_group) @block.case
(switch_rule) @block.case
(try_statement) @block.try
(try_with_resources_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(synchronized_statement) @block.with
(static_initializer) @block.block
(class_body (block) @block.block)
(block (block) @block.block)
(lambda_expression) @block.lambda

(method_invocation name: (_) @name) @reference.call
(object_creation_expression type: [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
]) @reference.call
(method_reference (identifier) @name .) @reference.call
(import_declaration [(identifier) (scoped_identifier)] @name) @reference.import
(superclass [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
]) @reference.extends
(extends_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
])) @reference.extends
(super_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
])) @reference.implements
[(marker_annotation name: (_) @name) (annotation name: (_) @name)] @reference.call
(type_parameter . (type_identifier) @name) @reference.none
(type_identifier) @name @reference.type
