; Hack.

(function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(trait_declaration name: (identifier) @name body: (_) @body) @definition.trait
(enum_declaration name: (identifier) @name "{" @body) @definition.enum
(enumerator . (identifier) @name) @definition.enum_member
(alias_declaration (identifier) @name) @definition.type
(namespace_declaration name: (_) @name) @definition.namespace
(method_declaration name: (identifier) @_constructor @name (#eq? @_constructor "__construct")) @definition.constructor
(method_declaration name: (identifier) @name) @definition.method
(property_declaration (property_declarator name: (variable) @name)) @definition.property
(const_declaration (const_declarator name: (identifier) @name)) @definition.constant
(type_const_declaration name: (identifier) @name) @definition.type

[
  (member_declarations) (compound_statement) (parameters) (arguments) (array) (shape) (enum_declaration)
  (parenthesized_expression) (switch_statement) (heredoc)
] @fold
(comment) @comment
(use_statement) @import

(if_statement) @block.if
[(for_statement) (foreach_statement) (while_statement) (do_statement)] @block.loop
(switch_statement) @block.switch
[(switch_case) (switch_default)] @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
[(lambda_expression) (anonymous_function_expression)] @block.lambda

(use_statement (use_clause (qualified_identifier) @name)) @reference.import
(extends_clause (type_specifier (qualified_identifier) @name)) @reference.extends
(implements_clause (type_specifier (qualified_identifier) @name)) @reference.implements
(trait_use_clause (type_specifier (qualified_identifier) @name)) @reference.extends
(call_expression function: [
  (qualified_identifier) @name
  (scoped_identifier (identifier) @name .)
  (selection_expression (qualified_identifier) @name .)
]) @reference.call
(new_expression (qualified_identifier) @name) @reference.call
(type_specifier (qualified_identifier) @name) @reference.type
