; D. A template is shown as a module, with what it declares inside; a unit test is named by its keyword.

(module_declaration (module_fqn) @name) @definition.module
(function_declaration (identifier) @name (function_body) @body) @definition.function
(constructor (this) @name (function_body) @body) @definition.constructor
(destructor "~" @name (this) @name (function_body) @body) @definition.method
(postblit . (this) @name (function_body) @body) @definition.constructor
(class_declaration (identifier) @name (aggregate_body)? @body) @definition.class
(struct_declaration (identifier) @name (aggregate_body)? @body) @definition.struct
(union_declaration (identifier) @name (aggregate_body)? @body) @definition.struct
(interface_declaration (identifier) @name (aggregate_body)? @body) @definition.interface
(mixin_template_declaration (template_declaration (identifier) @name "{" @body)) @definition.module
(template_declaration (identifier) @name "{" @body) @definition.module
(enum_declaration (identifier) @name "{"? @body) @definition.enum
(enum_member (identifier) @name) @definition.enum_member
(anonymous_enum_member (identifier) @name) @definition.enum_member
(unittest_declaration (unittest) @name (block_statement) @body) @definition.test
(alias_declaration (alias_initializer . (identifier) @name)) @definition.type
(alias_declaration (identifier) @name) @definition.type
(aggregate_body (variable_declaration (declarator . (identifier) @name)) @definition.field)
(aggregate_body (variable_declaration (bitfield_declarator . (identifier) @name)) @definition.field)

[(function_body) (function_literal) (unittest_declaration) (block_statement)] @scope.local
[
  (class_declaration) (struct_declaration) (union_declaration) (interface_declaration)
] @scope.class
(manifest_constant (manifest_declarator . (identifier) @name)) @binding.constant
(variable_declaration (type (type_ctor [(immutable) (const)])) (declarator . (identifier) @name)) @binding.constant
(variable_declaration (declarator . (identifier) @name)) @binding.variable
(auto_declaration (identifier) @name) @binding.variable

[
  (aggregate_body) (block_statement) (enum_declaration) (anonymous_enum_declaration) (template_declaration)
  (conditional_declaration) (parameters) (named_arguments) (template_parameters) (array_literal) (aggregate_initializer)
  (case_statement) (string_literal) (token_string) (unittest_declaration) (import_declaration) (static_foreach_declaration)
  (attribute_declaration)
] @fold
(comment) @comment
(import_declaration) @import

[(if_statement) (conditional_statement) (conditional_declaration)] @block.if
(if_statement alternative: (scope_statement (block_statement) @block.else))
[
  (for_statement) (foreach_statement) (while_statement) (do_statement) (static_foreach_statement)
  (static_foreach_declaration)
] @block.loop
[(switch_statement) (final_switch_statement)] @block.switch
(case_statement) @block.case
(try_statement) @block.try
(catch_statement) @block.catch
(finally_statement) @block.finally
[(with_statement) (synchronized_statement) (scope_guard_statement)] @block.with
(function_literal) @block.lambda

(call_expression . [
  (identifier) @name
  (property_expression (identifier) @name .)
  (type (template_instance . (identifier) @name))
  (type . (identifier) @name .)
]) @reference.call
(new_expression (type [(identifier) @name (template_instance . (identifier) @name)])) @reference.call
(imported (module_fqn) @name) @reference.import
(base_class [(identifier) @name (template_instance . (identifier) @name)]) @reference.extends
(type [(identifier) @name (template_instance . (identifier) @name)]) @reference.type
