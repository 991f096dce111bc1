; inherits: c
; Objective-C. A method is called by the first word of its selector, a category by its class and its own name.

(class_interface "@interface" . (identifier) @name category: (_) . ")" @name) @definition.class
(class_interface "@interface" . (identifier) @name !category) @definition.class
(class_implementation "@implementation" . (identifier) @name category: (_) . ")" @name) @definition.impl
(class_implementation "@implementation" . (identifier) @name !category) @definition.impl
(protocol_declaration . (identifier) @name) @definition.interface

(method_declaration (method_type) . (identifier) @name) @definition.method
(implementation_definition (_ (method_type) . (identifier) @name (compound_statement) @body) @definition.method)

(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (_ declarator: (identifier) @name)
  (_ declarator: (_ declarator: (identifier) @name))
  (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
]))) @definition.property
(instance_variable (struct_declaration (struct_declarator [
  (identifier) @name
  (_ declarator: (identifier) @name)
  (_ declarator: (_ declarator: (identifier) @name))
  (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))
]))) @definition.field

(class_interface) @fold
(class_implementation) @fold
(protocol_declaration) @fold
(instance_variables) @fold
(array_literal) @fold
(dictionary_literal) @fold
(message_expression) @fold

(module_import) @import

(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(synchronized_statement) @block.with
(block_literal) @block.lambda

(message_expression method: (identifier) @name) @reference.call
(module_import path: (_) @name) @reference.import
(class_interface superclass: (_) @name) @reference.extends
(class_interface (parameterized_arguments (type_name (type_identifier) @name))) @reference.implements
(protocol_reference_list (identifier) @name) @reference.implements
