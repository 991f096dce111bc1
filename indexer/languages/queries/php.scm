; PHP. Attributes and modifiers are part of a declaration's node.

(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name (#match? @name "(?i)^__construct$")) @definition.constructor
(method_declaration name: (name) @name) @definition.method
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member
(namespace_definition name: (namespace_name) @name) @definition.namespace

(const_declaration (const_element . (name) @name)) @definition.constant
(property_declaration (property_element name: (variable_name) @name)) @definition.property
(property_promotion_parameter name: (_) @name) @definition.property
(expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument [(string) @name (encapsed_string) @name])))
  (#match? @_define "(?i)^define$")) @definition.constant

(assignment_expression
  left: (variable_name) @name
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(program (expression_statement (assignment_expression left: (variable_name) @name)) @definition.variable)

; Pest.
(function_call_expression
  function: (name) @_test
  arguments: (arguments
    . (argument [(string) (encapsed_string)] @name)
    . (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]))
  (#any-of? @_test "test" "it" "describe")) @definition.test

[
  (declaration_list) (enum_declaration_list) (compound_statement) (colon_block) (switch_block) (match_block)
  (case_statement) (default_statement) (property_hook_list) (formal_parameters) (arguments) (array_creation_expression)
  (list_literal) (parenthesized_expression) (namespace_use_group) (attribute_list) (anonymous_function_use_clause)
  (string) (encapsed_string) (heredoc) (nowdoc) (text)
] @fold

(comment) @comment
(namespace_use_declaration) @import
(expression_statement
  [(require_expression) (require_once_expression) (include_expression) (include_once_expression)]) @import

(if_statement) @block.if
(else_if_clause) @block.elif
(else_clause) @block.else
[(for_statement) (foreach_statement) (while_statement) (do_statement)] @block.loop
[(switch_statement) (match_expression)] @block.switch
[(case_statement) (default_statement)] @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
[(anonymous_function) (arrow_function)] @block.lambda
(anonymous_class) @block.class
(property_hook) @block.block

(function_call_expression function: [(name) @name (qualified_name (name) @name)]) @reference.call
[
  (member_call_expression name: (name) @name)
  (nullsafe_member_call_expression name: (name) @name)
  (scoped_call_expression name: (name) @name)
] @reference.call
(object_creation_expression [(name) @name (qualified_name (name) @name)]) @reference.call
(namespace_use_clause [(name) @name (qualified_name) @name]) @reference.import
[
  (require_expression (string (string_content) @name))
  (require_once_expression (string (string_content) @name))
  (include_expression (string (string_content) @name))
  (include_once_expression (string (string_content) @name))
  (require_expression (binary_expression right: (string (string_content) @name)))
  (require_once_expression (binary_expression right: (string (string_content) @name)))
  (include_expression (binary_expression right: (string (string_content) @name)))
  (include_once_expression (binary_expression right: (string (string_content) @name)))
] @reference.import
(base_clause [(name) @name (qualified_name (name) @name)]) @reference.extends
(class_interface_clause [(name) @name (qualified_name (name) @name)]) @reference.implements
(use_declaration [(name) @name (qualified_name (name) @name)]) @reference.implements
(named_type [(name) @name (qualified_name (name) @name)]) @reference.type
(attribute [(name) @name (qualified_name (name) @name)]) @reference.call
