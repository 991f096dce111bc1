; PowerShell. Filters and workflows are functions too; a method named as its class is not told from the others.

(function_statement (function_name) @name [(param_block) (script_block)]? @body) @definition.function
(class_statement . (simple_name) @name) @definition.class
(class_method_definition (simple_name) @name (script_block)? @body) @definition.method
(class_property_definition (variable) @name) @definition.property
(enum_statement . (simple_name) @name) @definition.enum
(enum_member . (simple_name) @name) @definition.enum_member

; Variables the script sets at its top level.
(program
  (statement_list
    (pipeline
      (assignment_expression
        (left_assignment_expression
          (logical_expression (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression
            (format_expression (range_expression (array_literal_expression (unary_expression (variable) @name))))))))))))
      @definition.variable))

; Pester.
(command
  command_name: (command_name) @_test
  command_elements: (command_elements
    . (command_argument_sep)
    . (array_literal_expression
      (unary_expression
        (string_literal [(expandable_string_literal) (verbatim_string_characters)] @name))))
  (#match? @_test "(?i)^(describe|context|it)$")) @definition.test

[
  (function_statement) (class_statement) (class_method_definition) (enum_statement) (statement_block) (script_block_expression)
  (param_block) (hash_literal_expression) (array_expression) (sub_expression) (parenthesized_expression) (switch_body)
  (switch_clause) (named_block) (string_literal) (argument_list)
] @fold
(comment) @comment
(command
  command_name: (command_name) @_import
  (#match? @_import "(?i)^(using|import-module|ipmo|[.])$")) @import

(if_statement) @block.if
(elseif_clause) @block.elif
(else_clause) @block.else
[(foreach_statement) (for_statement) (while_statement) (do_statement)] @block.loop
(switch_statement) @block.switch
(switch_clause) @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(trap_statement) @block.catch
(script_block_expression) @block.lambda
(named_block) @block.block

(command
  command_name: (command_name) @_import
  command_elements: (command_elements (generic_token) @name .)
  (#match? @_import "^(?i:import-module|using)$")) @reference.import
(command command_name: (command_name) @name) @reference.call
(invokation_expression (member_name) @name) @reference.call
(class_statement ":" . (simple_name) @name) @reference.extends
(type_spec (type_name) @name) @reference.type
