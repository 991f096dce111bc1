; inherits: ecmascript
; JavaScript with JSX.

[
  (export_statement declaration: (class_declaration name: (_) @name body: (_) @body))
  (class_declaration name: (_) @name body: (_) @body)
] @definition.class

(class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)
; Of classes and of object literals: a pattern that begins at what is around finds all of them at each key. Where the
; parser is at a loss, `if (…) { … }` may seem to be one.
(ERROR (method_definition name: (_) @name) @definition.none)
(method_definition ["get" "set"] name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
]) @definition.property
(method_definition name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.method
(field_definition
  property: [(property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name]
  value: (_ body: (_) @body)) @definition.method
(field_definition property: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.field

(program (using_declaration (variable_declarator name: (identifier) @name)) @definition.variable)

(jsx_element) @fold
(jsx_opening_element) @fold
(jsx_self_closing_element) @fold
(jsx_expression) @fold

(class_heritage [(identifier) @name (member_expression property: (_) @name)]) @reference.extends
; An element whose name begins with a small letter is the page's, not the program's.
(jsx_opening_element name: [(identifier) @name (member_expression property: (_) @name)] (#match? @name "^[A-Z]")) @reference.call
(jsx_self_closing_element name: [(identifier) @name (member_expression property: (_) @name)] (#match? @name "^[A-Z]")) @reference.call
