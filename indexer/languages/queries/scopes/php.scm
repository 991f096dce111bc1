; PHP: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

(namespace_definition name: (namespace_name) @package)

[
  (class_declaration)
  (interface_declaration)
  (trait_declaration)
  (enum_declaration)
  (anonymous_class)
] @scope.class
[(function_definition) (method_declaration) (anonymous_function)] @scope.function
(arrow_function) @scope.block

(use_declaration [(name) (qualified_name) (relative_name)] @base)
(base_clause (_) @base)
(class_interface_clause (_) @base)

(class_declaration name: (name) @name) @bind.class
(interface_declaration name: (name) @name) @bind.class
(trait_declaration name: (name) @name) @bind.class
(enum_declaration name: (name) @name) @bind.class

(function_definition name: (name) @name return_type: (_)? @result) @bind.function
(method_declaration name: (name) @name return_type: (_)? @result) @bind.method
(return_statement (_) @returns)

(property_declaration type: (_) @type (property_element name: (variable_name (name) @name))) @bind.field
(property_declaration (property_element name: (variable_name (name) @name) default_value: (_)? @value)) @bind.field
((property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @bind.field
  (#set! scope "class"))
(const_element . (name) @name (_)? @value) @bind.constant
(enum_case name: (name) @name) @bind.case
(program (expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string (string_content) @name))))
  (#match? @_define "^[Dd]efine$")) @bind.constant)

(simple_parameter type: (_)? @type name: (variable_name (name) @name)) @bind.parameter
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @bind.parameter
((variadic_parameter type: (_) @value name: (variable_name (name) @name)) @bind.parameter (#set! take "many"))
(variadic_parameter name: (variable_name (name) @name)) @bind.parameter
(anonymous_function_use_clause [(variable_name (name) @nonlocal) (by_ref (variable_name (name) @nonlocal))])

(assignment_expression left: [(variable_name) (list_literal)] @name right: (_) @value) @bind.variable
(reference_assignment_expression left: (variable_name) @name right: (_) @value) @bind.variable
(augmented_assignment_expression left: (variable_name) @name right: (_) @value) @bind.variable
(assignment_expression
  left: (member_access_expression object: (variable_name (name) @self) name: (name) @name)
  right: (_) @value) @bind.set
((binary_expression left: (variable_name) @name operator: "instanceof" right: (_) @value) @bind.narrowed
  (#set! take "instance"))
((foreach_statement . (_) @value . [(variable_name) (by_ref) (list_literal)] @name) @bind.variable (#set! take "element"))
((foreach_statement . (_) @value . (pair (_) . [(variable_name) (by_ref) (list_literal)] @name)) @bind.variable
  (#set! take "element"))
(foreach_statement (pair . (variable_name) @name)) @bind.variable
(catch_clause type: (_) @type name: (variable_name) @name) @bind.variable
(static_variable_declaration name: (variable_name) @name value: (_)? @value) @bind.variable
(global_declaration (variable_name (name) @name @global) @bind.global)
((argument (variable_name) @name) @bind.variable (#set! again "same"))
((anonymous_function_use_clause (by_ref (variable_name) @name) @bind.variable) (#set! again "same"))

(namespace_use_declaration (namespace_use_clause (qualified_name (name) @name @imported) @module !alias)) @bind.import
(namespace_use_declaration (namespace_use_clause . (name) @name @module !alias)) @bind.import
(namespace_use_declaration (namespace_use_clause
  . (qualified_name (name) @imported) @module alias: (name) @name)) @bind.import
(namespace_use_declaration (namespace_use_clause . (name) @module @imported alias: (name) @name)) @bind.import
(namespace_use_declaration (namespace_name) @under body: (namespace_use_group (namespace_use_clause
  . [(name) (qualified_name)] @name @module !alias))) @bind.import
(namespace_use_declaration (namespace_name) @under body: (namespace_use_group (namespace_use_clause
  . [(name) (qualified_name)] @module alias: (name) @name))) @bind.import
