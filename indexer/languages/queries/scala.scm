; Scala 2 and 3.

(package_clause name: (_) @name) @definition.package
(package_object name: (_) @name) @definition.package
(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.variable

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function

; Values and variables of a class, an object or the file, not of a block.
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))
(template_body [
  (val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)
  (val_declaration name: (_) @name) (var_declaration name: (_) @name)
] @definition.field)
(template_body [
  (val_definition pattern: (_ (identifier) @name @definition.field))
  (var_definition pattern: (_ (identifier) @name @definition.field))
])
(enum_body [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.field)
(with_template_body [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.field)
(compilation_unit [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.variable)

; ScalaTest, munit and specs2.
(call_expression
  function: (call_expression function: (identifier) @_test arguments: (arguments . (string) @name))
  arguments: (block) @body
  (#any-of? @_test "test" "it" "describe" "feature" "scenario" "property" "ignore")) @definition.test
(infix_expression
  left: [(string) (infix_expression right: (string))] @name
  operator: (identifier) @_in
  right: (block) @body
  (#any-of? @_in "in" "should" "must" "can" "when" "ignore")) @definition.test

(template_body) @fold
(with_template_body) @fold
(enum_body) @fold
(block) @fold
(indented_block) @fold
(case_block) @fold
(indented_cases) @fold
(case_clause) @fold
(arguments) @fold
(parameters) @fold
(class_parameters) @fold
(namespace_selectors) @fold
(parenthesized_expression) @fold
(tuple_expression) @fold
(string) @fold
(interpolated_string) @fold
(for_expression) @fold

[(comment) (block_comment)] @comment
(import_declaration) @import
(export_declaration) @import

(if_expression) @block.if
(if_expression alternative: [(block) (indented_block)] @block.else)
(for_expression) @block.loop
(while_expression) @block.loop
(do_while_expression) @block.loop
(match_expression) @block.switch
(case_clause) @block.case
(try_expression) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(lambda_expression) @block.lambda
(extension_definition) @block.block

(call_expression function: [
  (identifier) @name
  (field_expression field: (_) @name)
  (generic_function function: [(identifier) @name (field_expression field: (_) @name)])
]) @reference.call
(instance_expression (type_identifier) @name) @reference.call
(import_declaration (identifier) @name . ("." . (identifier) @name)*) @reference.import
(namespace_selectors [(identifier) @name (arrow_renamed_identifier name: (_) @name) (as_renamed_identifier name: (_) @name)]) @reference.import
(extends_clause [
  (type_identifier) @name
  (generic_type type: [(type_identifier) @name (stable_type_identifier (type_identifier) @name)])
  (stable_type_identifier (type_identifier) @name)
]) @reference.extends
(type_identifier) @name @reference.type
