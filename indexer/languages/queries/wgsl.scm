; WGSL. The grammar is older than `const` and `alias`; it leaves them in an error whose words still tell.

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(struct_declaration name: (identifier) @name "{" @body) @definition.struct
(struct_member (variable_identifier_declaration name: (identifier) @name)) @definition.field
(global_variable_declaration
  (variable_declaration (variable_identifier_declaration name: (identifier) @name))) @definition.variable
(global_variable_declaration (variable_declaration (identifier) @name)) @definition.variable
(global_constant_declaration (variable_identifier_declaration name: (identifier) @name)) @definition.constant
(global_constant_declaration . (_) . (identifier) @name) @definition.constant
(type_alias_declaration . "type" . (identifier) @name) @definition.type
(source_file (ERROR (identifier) @_word . (identifier) @name (#eq? @_word "const")) @definition.constant)
(source_file (ERROR (identifier) @_word . (identifier) @name (#eq? @_word "alias")) @definition.type)

[
  (struct_declaration) (compound_statement) (loop_statement) (switch_statement) (switch_body) (case_compound_statement)
  (continuing_compound_statement) (parameter_list) (argument_list_expression) (parenthesized_expression)
] @fold
[(line_comment) (block_comment)] @comment
(enable_directive) @import

(if_statement) @block.if
(else_statement) @block.else
[(for_statement) (loop_statement) (while_statement)] @block.loop
(switch_statement) @block.switch
(case_compound_statement) @block.case
(compound_statement (compound_statement) @block.block)

(type_constructor_or_function_call_expression (type_declaration . (identifier) @name)) @reference.call
(type_declaration . (identifier) @name) @reference.type
