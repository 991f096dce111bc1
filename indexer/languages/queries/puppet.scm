; Puppet. A resource is called by its title; `class { title: … }` is an error to the grammar, with its title inside.

(class_definition [(class_identifier) (identifier)] @name (block) @body) @definition.class
(defined_resource_type [(class_identifier) (identifier)] @name (block) @body) @definition.type
(function_declaration [(class_identifier) (identifier)] @name (block) @body) @definition.function
(type_declaration [(class_identifier) (identifier)] @name) @definition.type
(node_definition (node_name) @name (block) @body) @definition.resource
; A resource with a list of titles is as many.
(resource_declaration title: (array) @name) @definition.none
(resource_declaration title: (array (string) @name @definition.resource))
(resource_declaration title: (_) @name ":" @body) @definition.resource
(hash (ERROR . (string) @name . ":" @body)) @definition.resource
(source_file (assignment . (variable) @name) @definition.variable)
(source_file (selector (assignment . (variable) @name)) @definition.variable)
(class_definition (block (assignment . (variable) @name) @definition.variable))
(class_definition (block (selector (assignment . (variable) @name)) @definition.variable))
(class_definition (parameter_list (parameter . [(builtin_type) (type)]? . (variable) @name) @definition.property))
(defined_resource_type (parameter_list (parameter . [(builtin_type) (type)]? . (variable) @name) @definition.property))

[
  (block) (parameter_list) (resource_declaration) (resource_default) (resource_collector) (hash) (array) (selector)
  (function_call) (case_statement)
] @fold
(comment) @comment
[(include_statement) (require_statement)] @import

(if_statement) @block.if
(elsif_statement) @block.elif
(else_statement) @block.else
(unless_statement) @block.unless
(case_statement) @block.switch
[(case_item) (default_case)] @block.case
(lambda) @block.lambda

(include_statement (_) @name) @reference.import
(require_statement (_) @name) @reference.import
(class_inherits (_) @name) @reference.extends
(resource_declaration type: (_) @name) @reference.type
(resource_reference . (identifier) @name) @reference.type
(function_call . (_) @name) @reference.call
