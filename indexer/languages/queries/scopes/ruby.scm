; Ruby: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

[(class) (module)] @scope.class
[(method) (singleton_method)] @scope.function
[(do_block) (block) (lambda)] @scope.block
((assignment left: [(constant) (scope_resolution)] right: (call receiver: (constant) @_maker method: (identifier) @_how)) @scope.class
  (#any-of? @_maker "Struct" "Class" "Module" "Data") (#any-of? @_how "new" "define"))

(class superclass: (superclass) @outer)

; What is taken in comes before what is above.
((call !receiver method: (identifier) @_how arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#any-of? @_how "prepend" "include" "extend"))
(superclass (_) @base)
((assignment right: (call
  receiver: (constant) @_maker method: (identifier) @_how
  arguments: (argument_list . [(constant) (scope_resolution)] @base)))
  (#eq? @_maker "Class") (#eq? @_how "new"))

(class name: (constant) @name) @bind.class
(class name: (scope_resolution scope: (_) @under name: (constant) @name)) @bind.class
(class name: (scope_resolution !scope name: (constant) @name)) @bind.class
(module name: (constant) @name) @bind.class
(module name: (scope_resolution scope: (_) @under name: (constant) @name)) @bind.class
((assignment left: (constant) @name right: (call receiver: (constant) @_maker method: (identifier) @_how)) @bind.class
  (#any-of? @_maker "Struct" "Class" "Module" "Data") (#any-of? @_how "new" "define"))
(assignment left: (constant) @name right: (_) @value) @bind.constant
(assignment left: (scope_resolution scope: (_) @under name: (constant) @name) right: (_) @value) @bind.constant
(operator_assignment left: (constant) @name right: (_) @value) @bind.constant

((singleton_class (body_statement (method name: [(identifier) (constant) (setter (identifier))] @name) @bind.method))
  (#set! space "."))
((singleton_class (body_statement (call
  method: (identifier) @_how arguments: (argument_list (method name: (identifier) @name) @bind.method))))
  (#any-of? @_how "private" "protected" "public") (#set! space "."))
((singleton_class (body_statement (call
  method: (identifier) @_how arguments: (argument_list (simple_symbol) @name @bind.method))))
  (#any-of? @_how "attr_accessor" "attr_reader" "attr_writer" "attr") (#set! space "."))
((singleton_class (body_statement (call
  method: (identifier) @_how arguments: (argument_list . (simple_symbol) @name)) @bind.method))
  (#any-of? @_how "define_method" "alias_method") (#set! space "."))
((singleton_class (body_statement (alias name: (identifier) @name) @bind.method)) (#set! space "."))
((singleton_method name: [(identifier) (constant) (setter (identifier))] @name) @bind.method (#set! space "."))
((method name: [(identifier) (constant) (setter (identifier))] @name) @bind.method (#set! scope "class"))
((call !receiver method: (identifier) @_how arguments: (argument_list (simple_symbol) @name @bind.method))
  (#any-of? @_how "attr_accessor" "attr_reader" "attr_writer" "attr" "mattr_accessor" "cattr_accessor" "mattr_reader"
    "cattr_reader" "class_attribute"))
((call !receiver method: (identifier) @_how arguments: (argument_list . (simple_symbol) @name)) @bind.method
  (#any-of? @_how "define_method" "alias_method" "define_singleton_method"))
((call !receiver method: (identifier) @_how arguments: (argument_list . (simple_symbol) @name . (_))) @bind.method
  (#eq? @_how "scope") (#set! space "."))
(alias name: (identifier) @name) @bind.method
((assignment right: (call
  receiver: (constant) @_maker method: (identifier) @_how arguments: (argument_list (simple_symbol) @name @bind.method)))
  (#any-of? @_maker "Struct" "Data") (#any-of? @_how "new" "define"))

(method_parameters (identifier) @name @bind.parameter)
(block_parameters (identifier) @name @bind.parameter)
(lambda_parameters (identifier) @name @bind.parameter)
(destructured_parameter (identifier) @name @bind.parameter)
(optional_parameter name: (identifier) @name value: (_) @value) @bind.parameter
(keyword_parameter name: (identifier) @name value: (_)? @value) @bind.parameter
(splat_parameter name: (identifier) @name) @bind.parameter
(hash_splat_parameter name: (identifier) @name) @bind.parameter
(block_parameter name: (identifier) @name) @bind.parameter

(assignment left: [(identifier) (left_assignment_list)] @name right: (_) @value) @bind.variable
(operator_assignment left: (identifier) @name right: (_) @value) @bind.variable
(exception_variable (identifier) @name) @bind.variable
((for pattern: [(identifier) (left_assignment_list)] @name value: (in (_) @value)) @bind.variable (#set! take "element"))
(as_pattern name: (identifier) @name) @bind.variable
(array_pattern (identifier) @name @bind.variable)
(find_pattern (identifier) @name @bind.variable)
(array_pattern (splat_parameter name: (identifier) @name) @bind.variable)
(find_pattern (splat_parameter name: (identifier) @name) @bind.variable)
(keyword_pattern value: (identifier) @name) @bind.variable
(keyword_pattern key: (hash_key_symbol) @name !value) @bind.variable
(in_clause pattern: (identifier) @name) @bind.variable

((assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @bind.variable (#set! scope "class"))
((operator_assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @bind.variable
  (#set! scope "class"))
((left_assignment_list [(instance_variable) (class_variable)] @name @bind.variable) (#set! scope "class"))
((exception_variable [(instance_variable) (class_variable)] @name @bind.variable) (#set! scope "class"))
((assignment left: (global_variable) @name right: (_) @value) @bind.variable (#set! scope "file"))
((operator_assignment left: (global_variable) @name right: (_) @value) @bind.variable (#set! scope "file"))
