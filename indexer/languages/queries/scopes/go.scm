; Go: scopes, bindings and what is embedded. What the captures mean is told in indexer/languages/scoping/__init__.py.

(package_clause (package_identifier) @package)

(function_declaration) @scope.function
(method_declaration) @scope.function
(func_literal) @scope.function
(statement_list (block) @scope.block)
(if_statement) @scope.block
(if_statement consequence: (block) @scope.block)
(if_statement alternative: (block) @scope.block)
(for_statement) @scope.block
(for_statement body: (block) @scope.block)
(expression_switch_statement) @scope.block
(type_switch_statement) @scope.block
(expression_case) @scope.block
(type_case) @scope.block
(default_case) @scope.block
(communication_case) @scope.block
(struct_type) @scope.class
(interface_type) @scope.class
(method_elem) @scope.function
(function_type) @scope.function
(type_spec type_parameters: (_)) @scope.block

(function_declaration name: (identifier) @name result: (_)? @result) @bind.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @of
    (pointer_type (type_identifier) @of)
    (generic_type type: (type_identifier) @of)
    (pointer_type (generic_type type: (type_identifier) @of))
  ]))
  name: (field_identifier) @name result: (_)? @result) @bind.method
(method_elem name: (field_identifier) @name result: (_)? @result) @bind.method

(type_spec name: (type_identifier) @name type: (_) @value) @bind.class
(type_alias name: (type_identifier) @name type: (_) @value) @bind.alias
(type_parameter_declaration name: (identifier) @name type: (_) @type) @bind.parameter

(field_declaration name: (field_identifier) @name type: (_) @type) @bind.field
(field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])
] @type @base) @bind.embedded
(interface_type (type_elem . (_) @base .))

(parameter_declaration name: (identifier) @name type: (_) @type) @bind.parameter
((variadic_parameter_declaration name: (identifier) @name type: (_) @value) @bind.variadic (#set! take "many"))
((short_var_declaration left: (_) @name right: (_) @value) @bind.variable (#set! again "same"))
(var_spec name: (identifier) @name type: (_) @type) @bind.variable
(var_spec name: (identifier) @name value: (_)? @value) @bind.variable
(const_spec name: (identifier) @name type: (_) @type) @bind.constant
(const_spec name: (identifier) @name value: (_)? @value) @bind.constant
((range_clause left: (_) @name ":=" right: (_) @value) @bind.variable (#set! take "range"))
((receive_statement left: (_) @name ":=" right: (_) @value) @bind.variable (#set! take "element"))
(type_switch_statement
  alias: (expression_list (identifier) @name) @bind.variable
  (type_case . "case" . type: (_) @type . ":") @within)
(type_switch_statement alias: (expression_list (identifier) @name) @bind.variable value: (_) @value)

(import_spec !name path: (_) @module @name) @bind.import
(import_spec name: (package_identifier) @name path: (_) @module) @bind.import
(import_spec name: (dot) path: (_) @module @name) @bind.star
(labeled_statement label: (label_name) @name) @bind.label
