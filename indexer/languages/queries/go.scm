; Go. A declaration with one name counts as a whole, one of a group or a list of names as far as it is its own.

(package_clause (package_identifier) @name) @definition.package

(function_declaration name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method

[
  (type_declaration . (type_spec name: (_) @name type: (struct_type (_) @body)) .)
  (type_spec name: (_) @name type: (struct_type (_) @body))
] @definition.struct
[
  (type_declaration . (type_spec name: (_) @name type: (interface_type "{" @body)) .)
  (type_spec name: (_) @name type: (interface_type "{" @body))
] @definition.interface
[
  (type_declaration . (type_spec name: (_) @name) .)
  (type_declaration . (type_alias name: (_) @name) .)
  (type_spec name: (_) @name)
  (type_alias name: (_) @name)
] @definition.type

; Members of named types; an embedded type is a field by its own name.
(type_spec type: (interface_type (method_elem name: (_) @name) @definition.method))
(type_spec type: (struct_type (field_declaration_list (field_declaration . name: (_) @name . type: (_)) @definition.field)))
(type_spec type: (struct_type (field_declaration_list (field_declaration (field_identifier) @name @definition.field))))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])
]) @definition.field)))
(type_spec type: (struct_type (field_declaration_list (field_declaration type: [
  (struct_type (field_declaration_list (field_declaration . name: (_) @name . type: (_)) @definition.field))
  (_ (struct_type (field_declaration_list (field_declaration . name: (_) @name . type: (_)) @definition.field)))
]))))
(type_spec type: (struct_type (field_declaration_list (field_declaration type: [
  (struct_type (field_declaration_list (field_declaration (field_identifier) @name @definition.field)))
  (_ (struct_type (field_declaration_list (field_declaration (field_identifier) @name @definition.field))))
]))))

; Constants and variables of the package.
(source_file [
  (var_declaration . (var_spec . name: (_) @name . value: (expression_list . (func_literal body: (_) @body) .)) .) @definition.function
  (var_declaration (var_spec_list (var_spec . name: (_) @name . value: (expression_list . (func_literal body: (_) @body) .)) @definition.function))
])
(source_file (const_declaration . (const_spec . name: (_) @name . [type: (_) value: (_)]) .) @definition.constant)
(source_file (const_declaration (const_spec . name: (_) @name . [type: (_) value: (_)]) @definition.constant))
(source_file (const_declaration (const_spec (identifier) @name @definition.constant)))
(source_file (var_declaration . (var_spec . name: (_) @name . [type: (_) value: (_)]) .) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec . name: (_) @name . [type: (_) value: (_)]) @definition.variable)))
(source_file (var_declaration (var_spec (identifier) @name @definition.variable)))
(source_file (var_declaration (var_spec_list (var_spec (identifier) @name @definition.variable))))

; Tests with a title: subtests, and those of Ginkgo.
(call_expression
  function: [(identifier) @_run (selector_expression field: (_) @_run)]
  arguments: (argument_list
    . [(interpreted_string_literal) (raw_string_literal)] @name
    (func_literal body: (_) @body))
  (#any-of? @_run "Run" "Describe" "Context" "When" "It" "Specify" "DescribeTable" "FDescribe" "FIt" "PIt" "XIt")) @definition.test

(block) @fold
(field_declaration_list) @fold
(interface_type) @fold
(literal_value) @fold
(argument_list) @fold
(parameter_list) @fold
(type_parameter_list) @fold
(import_spec_list) @fold
(var_spec_list) @fold
(const_declaration "(") @fold
(type_declaration "(") @fold
(expression_switch_statement) @fold
(type_switch_statement) @fold
(select_statement) @fold
(expression_case) @fold
(type_case) @fold
(communication_case) @fold
(default_case) @fold
(raw_string_literal) @fold
(parenthesized_expression) @fold

(comment) @comment
(import_declaration) @import

(if_statement) @block.if
(if_statement alternative: (block) @block.else)
(for_statement) @block.loop
(expression_switch_statement) @block.switch
(type_switch_statement) @block.switch
(select_statement) @block.switch
(expression_case) @block.case
(type_case) @block.case
(communication_case) @block.case
(default_case) @block.case
(func_literal) @block.lambda
(statement_list (block) @block.block)

(call_expression function: [
  (identifier) @name
  (selector_expression field: (_) @name)
  (parenthesized_expression (identifier) @name)
  (index_expression operand: [(identifier) @name (selector_expression field: (_) @name)])
]) @reference.call
; A call with type arguments looks like a conversion or like a call of an element.
(type_conversion_expression type: (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])) @reference.call
(import_spec path: (_ (_) @name)) @reference.import
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])
]) @reference.extends
(interface_type (type_elem . [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])
] .)) @reference.extends
(type_parameter_declaration name: (_) @name) @reference.none
(type_identifier) @name @reference.type
