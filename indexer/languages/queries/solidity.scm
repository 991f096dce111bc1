; Solidity.

(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.module
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_value) @name @definition.enum_member
(function_definition name: (identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.constructor
(fallback_receive_definition ["fallback" "receive" "function"] @name) @definition.function
(modifier_definition name: (identifier) @name) @definition.function
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.type
(user_defined_type_definition name: (identifier) @name) @definition.type
(state_variable_declaration "constant" name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

[
  (contract_body) (struct_body) (enum_body) (function_body) (block_statement) (assembly_statement) (yul_block)
  (call_expression) (struct_expression) (revert_arguments) (tuple_expression) (import_directive) (function_definition)
] @fold
(comment) @comment
(import_directive) @import

(if_statement) @block.if
[(for_statement) (while_statement) (do_while_statement) (yul_for_statement)] @block.loop
(try_statement) @block.try
(catch_clause) @block.catch
[(assembly_statement) (block_statement)] @block.block

(import_directive source: (string) @name) @reference.import
(import_directive import_name: (identifier) @name) @reference.import
(inheritance_specifier ancestor: (user_defined_type (identifier) @name .)) @reference.extends
(call_expression function: (expression [(identifier) @name (member_expression property: (identifier) @name)])) @reference.call
(emit_statement name: (expression [(identifier) @name (member_expression property: (identifier) @name)])) @reference.call
(revert_statement error: (expression [(identifier) @name (member_expression property: (identifier) @name)])) @reference.call
(modifier_invocation (identifier) @name) @reference.call
(new_expression name: (type_name (user_defined_type (identifier) @name .))) @reference.call
(using_directive (type_alias (identifier) @name)) @reference.type
(type_name (user_defined_type (identifier) @name .)) @reference.type
