; inherits: ecmascript
; JavaScript: parameters without types, fields that are set on `this`, and CommonJS.

(function_declaration name: (identifier) @name) @bind.function
(generator_function_declaration name: (identifier) @name) @bind.function
(method_definition ["get" "set"] name: (_) @name) @bind.property
(method_definition name: (_) @name) @bind.method
(field_definition property: (_) @name value: (_)? @value) @bind.field
(class_heritage (_) @base)

(formal_parameters [(identifier) (object_pattern) (array_pattern) (rest_pattern)] @name @bind.parameter)
(formal_parameters (assignment_pattern left: (_) @name right: (_) @value) @bind.parameter)

((variable_declarator name: (identifier) @name value: (call_expression
  function: (identifier) @_loads arguments: (arguments . (string) @module .))) @bind.import
  (#eq? @_loads "require"))
((variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @imported)
  value: (call_expression function: (identifier) @_loads arguments: (arguments . (string) @module .))) @bind.import
  (#eq? @_loads "require"))
((variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @imported value: (identifier) @name))
  value: (call_expression function: (identifier) @_loads arguments: (arguments . (string) @module .))) @bind.import
  (#eq? @_loads "require"))
((variable_declaration (variable_declarator name: (_) @name value: (_)? @value)) @bind.variable
  (#set! scope "function"))
(lexical_declaration (variable_declarator name: (_) @name value: (_)? @value) @bind.variable)

((assignment_expression
  left: (member_expression object: (this) @self property: (_) @name) right: (_) @value) @bind.field
  (#set! again "same"))
((assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: (identifier) @local) @bind.export
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @bind.variable)
  right: (_) @value)
  (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (identifier) @local) @bind.export
  (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair key: (property_identifier) @name value: (identifier) @local))) @bind.export
  (#eq? @_module "module") (#eq? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @name @local)) @bind.export
  (#eq? @_module "module") (#eq? @_exports "exports"))
