; inherits: ecmascript
; TypeScript. A declaration's range begins at `export`, `declare` or its first decorator.

[
  (export_statement declaration: (ambient_declaration (class_declaration name: (_) @name body: (_) @body)))
  (export_statement declaration: (class_declaration name: (_) @name body: (_) @body))
  (ambient_declaration (class_declaration name: (_) @name body: (_) @body))
  (class_declaration name: (_) @name body: (_) @body)
  (export_statement declaration: (ambient_declaration (abstract_class_declaration name: (_) @name body: (_) @body)))
  (export_statement declaration: (abstract_class_declaration name: (_) @name body: (_) @body))
  (ambient_declaration (abstract_class_declaration name: (_) @name body: (_) @body))
  (abstract_class_declaration name: (_) @name body: (_) @body)
] @definition.class

[
  (export_statement declaration: (ambient_declaration (interface_declaration name: (_) @name body: (_) @body)))
  (export_statement declaration: (interface_declaration name: (_) @name body: (_) @body))
  (ambient_declaration (interface_declaration name: (_) @name body: (_) @body))
  (interface_declaration name: (_) @name body: (_) @body)
] @definition.interface

[
  (export_statement declaration: (ambient_declaration (enum_declaration name: (_) @name body: (_) @body)))
  (export_statement declaration: (enum_declaration name: (_) @name body: (_) @body))
  (ambient_declaration (enum_declaration name: (_) @name body: (_) @body))
  (enum_declaration name: (_) @name body: (_) @body)
] @definition.enum
(enum_assignment name: [(property_identifier) @name (string) @name (computed_property_name) @name]) @definition.enum_member
(enum_body name: (property_identifier) @name @definition.enum_member)
(enum_body name: (string) @name @definition.enum_member)

[
  (export_statement declaration: (ambient_declaration (type_alias_declaration name: (_) @name)))
  (export_statement declaration: (type_alias_declaration name: (_) @name))
  (ambient_declaration (type_alias_declaration name: (_) @name))
  (type_alias_declaration name: (_) @name)
] @definition.type

[
  (export_statement declaration: (ambient_declaration (function_signature name: (_) @name)))
  (export_statement declaration: (function_signature name: (_) @name))
  (ambient_declaration (function_signature name: (_) @name))
  (function_signature name: (_) @name)
] @definition.function

[
  (export_statement declaration: (ambient_declaration (module name: (string) @name body: (_) @body)))
  (ambient_declaration (module name: (string) @name body: (_) @body))
  (ambient_declaration (module name: (string) @name))
  (module name: (string) @name body: (_) @body)
] @definition.module
[
  (export_statement declaration: (ambient_declaration (module name: (identifier) @name body: (_) @body)))
  (export_statement declaration: (module name: (identifier) @name body: (_) @body))
  (ambient_declaration (module name: (identifier) @name body: (_) @body))
  (module name: (identifier) @name body: (_) @body)
  (export_statement declaration: (ambient_declaration (internal_module name: (_) @name body: (_) @body)))
  (export_statement declaration: (internal_module name: (_) @name body: (_) @body))
  (ambient_declaration (internal_module name: (_) @name body: (_) @body))
  (expression_statement (internal_module name: (_) @name body: (_) @body))
  (internal_module name: (_) @name body: (_) @body)
] @definition.namespace
(ambient_declaration "global" @name (statement_block) @body) @definition.namespace

; The grammar puts a method's decorators beside it.
(class_body (decorator) @definition.constructor . [(decorator) (comment)]* @definition.constructor
  . (method_definition name: (property_identifier) @name body: (_) @body (#eq? @name "constructor")) @definition.constructor)
(class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)
(class_body (method_signature name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)
(class_body (decorator) @definition.property . [(decorator) (comment)]* @definition.property
  . (method_definition ["get" "set"] name: [
    (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
  ] body: (_) @body) @definition.property)
; Of classes and of object literals: a pattern that begins at what is around finds all of them at each key. Where the
; parser is at a loss, `if (…) { … }` may seem to be one.
(ERROR (method_definition name: (_) @name) @definition.none)
(method_definition ["get" "set"] name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
]) @definition.property
(class_body (decorator) @definition.method . [(decorator) (comment)]* @definition.method
  . (method_definition name: [
    (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
  ] body: (_) @body) @definition.method)
(class_body (decorator) @definition.method . [(decorator) (comment)]* @definition.method
  . [(method_signature name: (_) @name) (abstract_method_signature name: (_) @name)] @definition.method)
(method_definition name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.method
(method_signature ["get" "set"] name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
]) @definition.property
(class_body (method_signature name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.method)
(interface_body (method_signature name: [
  (property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.method)
(abstract_method_signature ["get" "set"] name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
]) @definition.property
(abstract_method_signature name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name
]) @definition.method

(public_field_definition
  name: [(property_identifier) @name (private_property_identifier) @name (string) @name (computed_property_name) @name]
  value: (_ body: (_) @body)) @definition.method
(public_field_definition name: [
  (property_identifier) @name (private_property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.field
(required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name) @definition.field
(optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (identifier) @name) @definition.field

(interface_body (property_signature name: [
  (property_identifier) @name (string) @name (number) @name (computed_property_name) @name
]) @definition.field)
(type_alias_declaration value: [
  (object_type (property_signature name: [(property_identifier) @name (string) @name (number) @name (computed_property_name) @name]) @definition.field)
  (_ (object_type (property_signature name: [(property_identifier) @name (string) @name (number) @name (computed_property_name) @name]) @definition.field))
  (object_type (method_signature name: [(property_identifier) @name (string) @name (number) @name (computed_property_name) @name]) @definition.method)
  (_ (object_type (method_signature name: [(property_identifier) @name (string) @name (number) @name (computed_property_name) @name]) @definition.method))
])

; Names bound in a namespace, a declared module, or by `declare`.
(program [
  (export_statement declaration: (ambient_declaration (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)))
  (ambient_declaration (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))
] @definition.constant)
(program [
  (export_statement declaration: (ambient_declaration (_ . (variable_declarator name: (identifier) @name) .)))
  (ambient_declaration (_ . (variable_declarator name: (identifier) @name) .))
] @definition.variable)
(program [
  (export_statement declaration: (ambient_declaration (_ (variable_declarator name: (identifier) @name) @definition.variable)))
  (ambient_declaration (_ (variable_declarator name: (identifier) @name) @definition.variable))
])
([
  (module body: (statement_block [
    (export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))
    (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)] @definition.constant))
  (internal_module body: (statement_block [
    (export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))
    (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)] @definition.constant))
  (ambient_declaration (statement_block [
    (export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))
    (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)] @definition.constant))
])
([
  (module body: (statement_block [
    (export_statement declaration: (_ . (variable_declarator name: (identifier) @name) .))
    (_ . (variable_declarator name: (identifier) @name) .)] @definition.variable))
  (internal_module body: (statement_block [
    (export_statement declaration: (_ . (variable_declarator name: (identifier) @name) .))
    (_ . (variable_declarator name: (identifier) @name) .)] @definition.variable))
  (ambient_declaration (statement_block [
    (export_statement declaration: (_ . (variable_declarator name: (identifier) @name) .))
    (_ . (variable_declarator name: (identifier) @name) .)] @definition.variable))
])
([
  (module body: (statement_block [
    (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @definition.variable))
    (_ (variable_declarator name: (identifier) @name) @definition.variable)]))
  (internal_module body: (statement_block [
    (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @definition.variable))
    (_ (variable_declarator name: (identifier) @name) @definition.variable)]))
  (ambient_declaration (statement_block [
    (export_statement declaration: (_ (variable_declarator name: (identifier) @name) @definition.variable))
    (_ (variable_declarator name: (identifier) @name) @definition.variable)]))
])

((interface_body) @fold (#set! edges "brackets"))
((enum_body) @fold (#set! edges "brackets"))
((object_type) @fold (#set! edges "brackets"))
(union_type) @fold
((tuple_type) @fold (#set! edges "brackets"))
(type_parameters) @fold
(type_arguments) @fold
((parenthesized_type) @fold (#set! edges "brackets"))

(import_alias) @import

(extends_clause value: [(identifier) @name (member_expression property: (_) @name)]) @reference.extends
(extends_type_clause type: [
  (type_identifier) @name (nested_type_identifier name: (_) @name)
  (generic_type name: [(type_identifier) @name (nested_type_identifier name: (_) @name)])
]) @reference.extends
(implements_clause [
  (type_identifier) @name (nested_type_identifier name: (_) @name)
  (generic_type name: [(type_identifier) @name (nested_type_identifier name: (_) @name)])
]) @reference.implements
(call_expression function: (non_null_expression [(identifier) @name (member_expression property: (_) @name)])) @reference.call
(type_parameter name: (type_identifier) @name) @reference.none
(infer_type (type_identifier) @name) @reference.none
(mapped_type_clause name: (type_identifier) @name) @reference.none
(type_identifier) @name @reference.type
(import_require_clause source: (string (string_fragment) @name)) @reference.import

; Names after `declare` are found by the patterns above that say so.
(ambient_declaration) @scope.local

; The same of Vue where types say it: `defineProps<{ size?: number }>()`, `defineEmits<{ (e: "close"): void; open: [] }>()`.
(call_expression
  function: (identifier) @_macro
  type_arguments: (type_arguments (object_type (property_signature name: (property_identifier) @name) @definition.property))
  (#eq? @_macro "defineProps"))
(call_expression
  function: (identifier) @_macro
  type_arguments: (type_arguments (object_type [
    (property_signature name: (property_identifier) @name) @definition.event
    (call_signature parameters: (formal_parameters
      . (required_parameter type: (type_annotation (literal_type (string (string_fragment) @name)))))) @definition.event]))
  (#eq? @_macro "defineEmits"))
