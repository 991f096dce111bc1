; C#. A namespace for the rest of the file reaches only as far as its own line.

[(namespace_declaration name: (_) @name) (file_scoped_namespace_declaration name: (_) @name)] @definition.namespace

(class_declaration name: (_) @name) @definition.class
(record_declaration "struct" name: (_) @name) @definition.struct
(record_declaration name: (_) @name) @definition.class
(record_declaration (parameter_list (parameter name: (_) @name) @definition.property))
(struct_declaration name: (_) @name) @definition.struct
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enum_member
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name) @definition.method
(local_function_statement name: (_) @name) @definition.function
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration "~" @name name: (_) @name) @definition.method
(operator_declaration "operator" @name operator: _ @name) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name) @definition.method

(property_declaration name: (_) @name accessors: (_) @body) @definition.property
(property_declaration name: (_) @name) @definition.property
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name) @definition.property
(event_declaration name: (_) @name) @definition.event
(event_field_declaration (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)) @definition.event
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name) @definition.event))

; Fields. One that shares its declaration with others counts from its own name on.
(field_declaration
  (modifier) @_const
  (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)
  (#eq? @_const "const")) @definition.constant
(field_declaration
  (modifier) @_const
  (variable_declaration (variable_declarator name: (_) @name) @definition.constant)
  (#eq? @_const "const"))
(field_declaration (variable_declaration type: (_) . (variable_declarator name: (_) @name) .)) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (_) @name) @definition.field))

(declaration_list) @fold
(enum_member_declaration_list) @fold
(accessor_list) @fold
(block) @fold
(switch_body) @fold
(switch_section) @fold
(switch_expression) @fold
(initializer_expression) @fold
(collection_expression) @fold
(anonymous_object_creation_expression) @fold
(argument_list) @fold
(parameter_list) @fold
(attribute_list) @fold
(parenthesized_expression) @fold
(verbatim_string_literal) @fold
(raw_string_literal) @fold
(interpolated_string_expression) @fold
(property_pattern_clause) @fold
(preproc_if) @fold
(preproc_else) @fold
(preproc_elif) @fold

(comment) @comment
(using_directive) @import
(extern_alias_directive) @import

(if_statement) @block.if
(if_statement alternative: (block) @block.else)
(for_statement) @block.loop
(foreach_statement) @block.loop
(while_statement) @block.loop
(do_statement) @block.loop
(switch_statement) @block.switch
(switch_expression) @block.switch
(switch_section) @block.case
(switch_expression_arm) @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(using_statement) @block.with
(lock_statement) @block.with
(fixed_statement) @block.with
(checked_statement) @block.block
(unsafe_statement) @block.block
(block (block) @block.block)
(lambda_expression) @block.lambda
(anonymous_method_expression) @block.lambda
(accessor_declaration) @block.block
(preproc_if) @block.ifdef
(preproc_elif) @block.ifdef
(preproc_else) @block.ifdef

(invocation_expression function: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (member_access_expression name: [(identifier) @name (generic_name . (identifier) @name)])
  (conditional_access_expression (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))
]) @reference.call
(object_creation_expression type: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name name: (_) @name)
]) @reference.call
(attribute name: (_) @name) @reference.call
(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @name .) @reference.import
(interface_declaration (base_list [(identifier) @name (qualified_name name: (_) @name) (generic_name . (identifier) @name)])) @reference.extends
(class_declaration (base_list [(identifier) @name (qualified_name name: (_) @name) (generic_name . (identifier) @name)])) @reference.extends
(record_declaration (base_list [(identifier) @name (qualified_name name: (_) @name) (generic_name . (identifier) @name)])) @reference.extends
(struct_declaration (base_list [(identifier) @name (qualified_name name: (_) @name) (generic_name . (identifier) @name)])) @reference.implements
(parameter type: [(identifier) @name (generic_name . (identifier) @name) (nullable_type (identifier) @name)]) @reference.type
(variable_declaration type: [(identifier) @name (generic_name . (identifier) @name) (nullable_type (identifier) @name)]) @reference.type
(property_declaration type: [(identifier) @name (generic_name . (identifier) @name) (nullable_type (identifier) @name)]) @reference.type
(method_declaration returns: [(identifier) @name (generic_name . (identifier) @name) (nullable_type (identifier) @name)]) @reference.type
(type_argument_list (identifier) @name) @reference.type
