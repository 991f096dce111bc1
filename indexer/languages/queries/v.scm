; V. The grammar is older than the language: generics in square brackets and `!` results are errors to it.

(module_clause (module_identifier) @name) @definition.module
(function_declaration receiver: (_) name: (_) @name body: (_)? @body) @definition.method
(function_declaration name: (_) @name body: (_)? @body) @definition.function
(struct_declaration name: (_) @name (struct_field_declaration_list)? @body) @definition.struct
(interface_declaration name: (_) @name (interface_spec_list)? @body) @definition.interface
(enum_declaration name: (_) @name (enum_member_declaration_list)? @body) @definition.enum
(type_declaration name: (_) @name) @definition.type
(enum_member name: (_) @name) @definition.enum_member
(struct_field_declaration name: (_) @name) @definition.field
(interface_spec name: (_) @name) @definition.method
(const_spec name: (_) @name) @definition.constant
(global_var_spec name: (_) @name) @definition.variable

[
  (block) (struct_field_declaration_list) (interface_spec_list) (enum_member_declaration_list) (const_declaration)
  (global_var_declaration) (match_expression) (select_expression) (expression_case) (default_case) (argument_list)
  (parameter_list) (array) (map) (literal_value) (interpreted_string_literal) (raw_string_literal)
] @fold
(comment) @comment
(import_declaration) @import

[(if_expression) (comptime_if_expression)] @block.if
[(for_statement) (comptime_for_statement)] @block.loop
[(match_expression) (select_expression)] @block.switch
[(expression_case) (default_case) (select_branch)] @block.case
(or_block) @block.catch
[(unsafe_expression) (lock_expression) (defer_statement)] @block.block
(fn_literal) @block.lambda

(call_expression function: [(identifier) @name (selector_expression field: (_) @name)]) @reference.call
(import_declaration path: (_) @name) @reference.import
(struct_field_declaration !name type: (type_identifier) @name) @reference.extends
(_ type: (type_identifier) @name) @reference.type
(_ result: (type_identifier) @name) @reference.type
(type_list (type_identifier) @name) @reference.type
