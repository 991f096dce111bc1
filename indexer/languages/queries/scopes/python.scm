; Python: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

(class_definition) @scope.class
(function_definition) @scope.function
(lambda) @scope.function
(list_comprehension) @scope.block
(set_comprehension) @scope.block
(dictionary_comprehension) @scope.block
(generator_expression) @scope.block

(class_definition superclasses: (argument_list) @outer)
(function_definition return_type: (_) @outer)
(typed_parameter type: (_) @outer)
(typed_default_parameter type: (_) @outer)
(default_parameter value: (_) @outer)
(typed_default_parameter value: (_) @outer)

(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base))
(class_definition name: (identifier) @name) @bind.class
((decorated_definition
  (decorator [(identifier) @_how (attribute attribute: (identifier) @_how) (call function: (identifier) @_how)])
  definition: (function_definition name: (identifier) @name return_type: (_)? @result) @bind.property)
  (#any-of? @_how "property" "cached_property" "classproperty" "setter" "getter" "lazy_property"))
((decorated_definition
  (decorator (identifier) @_how)
  definition: (function_definition name: (identifier) @name return_type: (_)? @result) @bind.static)
  (#any-of? @_how "staticmethod"))
((decorated_definition
  (decorator (identifier) @_how)
  definition: (function_definition name: (identifier) @name return_type: (_)? @result) @bind.classmethod)
  (#any-of? @_how "classmethod"))
(function_definition name: (identifier) @name return_type: (_)? @result) @bind.function
(return_statement (_) @returns)

(parameters . (identifier) @name @bind.self)
(parameters (identifier) @name @bind.parameter)
(lambda_parameters (identifier) @name @bind.parameter)
(parameters [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @bind.splat)
(lambda_parameters [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)] @bind.splat)
(typed_parameter . (identifier) @name type: (_) @type) @bind.parameter
(typed_parameter . [(list_splat_pattern (identifier) @name) (dictionary_splat_pattern (identifier) @name)]) @bind.splat
(default_parameter name: (identifier) @name value: (_) @value) @bind.parameter
(typed_default_parameter name: (identifier) @name type: (_) @type) @bind.parameter

(assignment left: (identifier) @name type: (_) @type) @bind.variable
(assignment left: [(identifier) (pattern_list) (tuple_pattern) (list_pattern)] @name right: (_)? @value) @bind.variable
(assignment left: (attribute object: (identifier) @self attribute: (identifier) @name) type: (_) @type) @bind.field
(assignment left: (attribute object: (identifier) @self attribute: (identifier) @name) right: (_)? @value) @bind.field
(assignment left: [(pattern_list (attribute object: (identifier) @self attribute: (identifier) @name))
                   (tuple_pattern (attribute object: (identifier) @self attribute: (identifier) @name))]) @bind.field
(named_expression name: (identifier) @name value: (_) @value) @bind.variable
((for_statement left: (_) @name right: (_) @value) @bind.variable (#set! take "element"))
((for_in_clause left: (_) @name right: (_) @value) @bind.variable (#set! take "element"))
((with_item value: (as_pattern (_) @value alias: (as_pattern_target) @name)) @bind.variable (#set! take "entered"))
((except_clause value: (as_pattern (_) @value alias: (as_pattern_target) @name)) @bind.variable
  (#set! take "instance"))
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)]) right: (_) @value) @bind.variable
(case_pattern (dotted_name . (identifier) @name .)) @bind.variable
(splat_pattern (identifier) @name) @bind.variable
(as_pattern (case_pattern) (identifier) @name) @bind.variable

(import_statement name: (dotted_name . (identifier) @name .) @module) @bind.import
(import_statement name: (dotted_name . (identifier) @name (identifier)) @path) @bind.import
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @name)) @bind.import
(import_from_statement module_name: (_) @module name: (dotted_name (identifier) @name @imported)) @bind.import
(import_from_statement module_name: (_) @module name: (aliased_import
  name: (dotted_name (identifier) @imported) alias: (identifier) @name)) @bind.import
(import_from_statement module_name: (_) @module (wildcard_import) @name) @bind.star

(global_statement (identifier) @global)
(nonlocal_statement (identifier) @nonlocal)
