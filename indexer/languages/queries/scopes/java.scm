; Java: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

(package_declaration [(scoped_identifier) (identifier)] @package)

(class_declaration) @scope.class
(interface_declaration) @scope.class
(enum_declaration) @scope.class
(record_declaration) @scope.class
(annotation_type_declaration) @scope.class
(object_creation_expression (class_body) @scope.class)
(enum_constant body: (class_body) @scope.class)
(method_declaration) @scope.function
(constructor_declaration) @scope.function
(compact_constructor_declaration) @scope.function
(lambda_expression) @scope.function
(block) @scope.block
(for_statement) @scope.block
(enhanced_for_statement) @scope.block
(try_with_resources_statement) @scope.block
(catch_clause) @scope.block
(switch_block) @scope.block
(switch_rule) @scope.block

(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))
(object_creation_expression type: (_) @base (class_body) @within)
(enum_declaration name: (identifier) @base body: (enum_body (enum_constant body: (class_body) @within)))

(class_declaration name: (identifier) @name) @bind.class
(interface_declaration name: (identifier) @name) @bind.class
(enum_declaration name: (identifier) @name) @bind.class
(record_declaration name: (identifier) @name) @bind.class
(annotation_type_declaration name: (identifier) @name) @bind.class
(type_parameter . (type_identifier) @name (type_bound . (_) @value)) @bind.generic
(type_parameter (type_identifier) @name) @bind.generic

(method_declaration type: (_) @result name: (identifier) @name parameters: (_) @takes) @bind.method
(annotation_type_element_declaration type: (_) @result name: (identifier) @name) @bind.method
(constructor_declaration name: (identifier) @name parameters: (_) @takes) @bind.constructor
(compact_constructor_declaration name: (identifier) @name) @bind.constructor

(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @bind.field
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @bind.field
(enum_declaration
  name: (identifier) @type
  body: (enum_body (enum_constant name: (identifier) @name) @bind.field))
(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @name) @bind.component))

(formal_parameter type: (_) @type name: (identifier) @name) @bind.parameter
((spread_parameter (_) @value . "..." (variable_declarator name: (identifier) @name)) @bind.parameter
  (#set! take "many"))
(lambda_expression parameters: (identifier) @name @bind.parameter)
(inferred_parameters (identifier) @name @bind.parameter)
(catch_formal_parameter (catch_type (_) @type) name: (identifier) @name) @bind.parameter

((local_variable_declaration
  type: (type_identifier) @_how
  declarator: (variable_declarator name: (identifier) @name value: (_) @value) @bind.variable)
  (#eq? @_how "var"))
(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name) @bind.variable)
((enhanced_for_statement type: (type_identifier) @_how name: (identifier) @name @bind.variable value: (_) @value)
  (#eq? @_how "var") (#set! take "element"))
(enhanced_for_statement type: (_) @type name: (identifier) @name @bind.variable)
((resource type: (type_identifier) @_how name: (identifier) @name value: (_) @value) @bind.variable
  (#eq? @_how "var"))
(resource type: (_) @type name: (identifier) @name) @bind.variable
(instanceof_expression right: (_) @type name: (identifier) @name @bind.variable)
(type_pattern (_) @type (identifier) @name) @bind.variable
(record_pattern_component (_) @type (identifier) @name) @bind.variable
(labeled_statement . (identifier) @name) @bind.label

(import_declaration (scoped_identifier name: (identifier) @name @imported) @module . ";") @bind.import
(import_declaration [(scoped_identifier) (identifier)] @module @name (asterisk)) @bind.star
