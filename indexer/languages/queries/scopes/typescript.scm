; inherits: ecmascript
; TypeScript: types, and what declares them.

(interface_declaration) @scope.class
(abstract_class_declaration) @scope.class
(object_type) @scope.class
(enum_declaration) @scope.class
(internal_module) @scope.namespace
(module body: (statement_block) @scope.block)
(type_alias_declaration) @scope.block
(conditional_type) @scope.block
(index_signature) @scope.block
(function_signature) @scope.function
(method_signature) @scope.function
(abstract_method_signature) @scope.function
(call_signature) @scope.function
(construct_signature) @scope.function
(function_type) @scope.function
(constructor_type) @scope.function

(function_declaration name: (identifier) @name return_type: (_)? @result) @bind.function
(generator_function_declaration name: (identifier) @name return_type: (_)? @result) @bind.function
(function_signature name: (identifier) @name return_type: (_)? @result) @bind.signature
(method_definition ["get" "set"] name: (_) @name return_type: (_)? @result) @bind.property
(method_definition name: (_) @name return_type: (_)? @result) @bind.method
(method_signature ["get" "set"] name: (_) @name return_type: (_)? @result) @bind.property
(method_signature name: (_) @name return_type: (_)? @result) @bind.signature
(abstract_method_signature name: (_) @name return_type: (_)? @result) @bind.method
(public_field_definition name: (_) @name type: (_) @type) @bind.field
(public_field_definition name: (_) @name value: (_)? @value) @bind.field
(property_signature name: (_) @name type: (_)? @type) @bind.field
((required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @bind.field
  (#set! scope "class"))
((required_parameter "readonly" pattern: (identifier) @name type: (_)? @type) @bind.field (#set! scope "class"))

(abstract_class_declaration name: (_) @name) @bind.class
(interface_declaration name: (_) @name) @bind.class
(enum_declaration name: (_) @name) @bind.class
(enum_body name: (property_identifier) @name @bind.member)
(enum_assignment name: (property_identifier) @name) @bind.member
(internal_module name: (identifier) @name) @bind.class
(type_alias_declaration name: (_) @name value: (_) @value) @bind.alias
(type_parameter name: (type_identifier) @name constraint: (constraint (_) @value)?) @bind.generic
(infer_type . (type_identifier) @name) @bind.generic
(mapped_type_clause name: (type_identifier) @name) @bind.generic
(index_signature name: (identifier) @name @bind.parameter)

(extends_clause value: (_) @base)
(implements_clause (_) @base)
(extends_type_clause type: (_) @base)

(required_parameter pattern: (_) @name type: (_) @type) @bind.parameter
(optional_parameter pattern: (_) @name type: (_) @type) @bind.parameter
(required_parameter pattern: (_) @name value: (_)? @value) @bind.parameter
(optional_parameter pattern: (_) @name) @bind.parameter

((variable_declaration (variable_declarator name: (_) @name type: (_) @type)) @bind.variable
  (#set! scope "function"))
((variable_declaration (variable_declarator name: (_) @name value: (_)? @value)) @bind.variable
  (#set! scope "function"))
(lexical_declaration (variable_declarator name: (_) @name type: (_) @type) @bind.variable)
(lexical_declaration (variable_declarator name: (_) @name value: (_)? @value) @bind.variable)

(import_statement (import_require_clause (identifier) @name source: (_) @module)) @bind.import
