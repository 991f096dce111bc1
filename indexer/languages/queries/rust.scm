; Rust. The grammar puts attributes beside the item they belong to; an item's range begins at its first attribute.

((attribute_item) @definition.function . [(attribute_item) (line_comment) (block_comment)]* @definition.function
  . [
    (function_item name: (_) @name body: (_) @body)
    (function_signature_item name: (_) @name)
  ] @definition.function)
[
    (function_item name: (_) @name body: (_) @body)
    (function_signature_item name: (_) @name)
] @definition.function

((attribute_item) @definition.struct . [(attribute_item) (line_comment) (block_comment)]* @definition.struct
  . [
    (struct_item name: (_) @name body: (_) @body)
    (struct_item name: (_) @name !body)
    (union_item name: (_) @name body: (_) @body)
  ] @definition.struct)
[
    (struct_item name: (_) @name body: (_) @body)
    (struct_item name: (_) @name !body)
    (union_item name: (_) @name body: (_) @body)
] @definition.struct

((attribute_item) @definition.enum . [(attribute_item) (line_comment) (block_comment)]* @definition.enum . (enum_item name: (_) @name body: (_) @body) @definition.enum)
(enum_item name: (_) @name body: (_) @body) @definition.enum

((attribute_item) @definition.enum_member . [(attribute_item) (line_comment) (block_comment)]* @definition.enum_member . (enum_variant name: (_) @name) @definition.enum_member)
(enum_variant name: (_) @name) @definition.enum_member

((attribute_item) @definition.field . [(attribute_item) (line_comment) (block_comment)]* @definition.field . (field_declaration name: (_) @name) @definition.field)
(field_declaration name: (_) @name) @definition.field

((attribute_item) @definition.trait . [(attribute_item) (line_comment) (block_comment)]* @definition.trait . (trait_item name: (_) @name body: (_) @body) @definition.trait)
(trait_item name: (_) @name body: (_) @body) @definition.trait

; An implementation is called by what it implements, for what: `Display for Point`.
((attribute_item) @definition.impl . [(attribute_item) (line_comment) (block_comment)]* @definition.impl
  . [
    (impl_item trait: (_) @name type: (_) @name body: (_) @body)
    (impl_item !trait type: (_) @name body: (_) @body)
  ] @definition.impl)
[
    (impl_item trait: (_) @name type: (_) @name body: (_) @body)
    (impl_item !trait type: (_) @name body: (_) @body)
] @definition.impl

((attribute_item) @definition.module . [(attribute_item) (line_comment) (block_comment)]* @definition.module
  . [
    (mod_item name: (_) @name body: (_) @body)
    (mod_item name: (_) @name !body)
  ] @definition.module)
[
    (mod_item name: (_) @name body: (_) @body)
    (mod_item name: (_) @name !body)
] @definition.module

((attribute_item) @definition.macro . [(attribute_item) (line_comment) (block_comment)]* @definition.macro . (macro_definition name: (_) @name) @definition.macro)
(macro_definition name: (_) @name) @definition.macro

((attribute_item) @definition.type . [(attribute_item) (line_comment) (block_comment)]* @definition.type
  . [
    (type_item name: (_) @name)
    (associated_type name: (_) @name)
  ] @definition.type)
[
    (type_item name: (_) @name)
    (associated_type name: (_) @name)
] @definition.type

; Constants and statics of a module, a trait or an implementation.
(source_file (attribute_item) @definition.constant . [(attribute_item) (line_comment) (block_comment)]* @definition.constant . (const_item name: (_) @name) @definition.constant)
(source_file (const_item name: (_) @name) @definition.constant)
(declaration_list (attribute_item) @definition.constant . [(attribute_item) (line_comment) (block_comment)]* @definition.constant . (const_item name: (_) @name) @definition.constant)
(declaration_list (const_item name: (_) @name) @definition.constant)

(source_file (attribute_item) @definition.variable . [(attribute_item) (line_comment) (block_comment)]* @definition.variable . (static_item name: (_) @name) @definition.variable)
(source_file (static_item name: (_) @name) @definition.variable)
(declaration_list (attribute_item) @definition.variable . [(attribute_item) (line_comment) (block_comment)]* @definition.variable . (static_item name: (_) @name) @definition.variable)
(declaration_list (static_item name: (_) @name) @definition.variable)

(block) @fold
(declaration_list) @fold
(field_declaration_list) @fold
(ordered_field_declaration_list) @fold
(enum_variant_list) @fold
(match_block) @fold
(match_arm) @fold
(use_list) @fold
(arguments) @fold
(parameters) @fold
(type_parameters) @fold
(type_arguments) @fold
(where_clause) @fold
(array_expression) @fold
(tuple_expression) @fold
(parenthesized_expression) @fold
(field_initializer_list) @fold
(struct_pattern) @fold
(token_tree) @fold
(macro_definition) @fold
(attribute_item) @fold
(string_literal) @fold
(raw_string_literal) @fold
(closure_expression) @fold

[(line_comment) (block_comment)] @comment
(use_declaration) @import
(extern_crate_declaration) @import

(if_expression) @block.if
(else_clause) @block.else
(for_expression) @block.loop
(while_expression) @block.loop
(loop_expression) @block.loop
(match_expression) @block.switch
(match_arm) @block.case
(closure_expression) @block.lambda
(unsafe_block) @block.block
(async_block) @block.block
(const_block) @block.block
(try_block) @block.try
(block (block) @block.block)
(foreign_mod_item) @block.block

(call_expression function: [
  (identifier) @name
  (scoped_identifier name: (_) @name)
  (field_expression field: (_) @name)
  (generic_function function: [(identifier) @name (scoped_identifier name: (_) @name) (field_expression field: (_) @name)])
]) @reference.call
(macro_invocation macro: [(identifier) @name (scoped_identifier name: (_) @name)]) @reference.call
(struct_expression name: [(type_identifier) @name (scoped_type_identifier name: (_) @name)]) @reference.call
(use_declaration argument: [
  (identifier) @name
  (scoped_identifier) @name
  (use_wildcard (_) @name)
  (use_as_clause path: (_) @name)
  (scoped_use_list path: (_) @name)
]) @reference.import
(use_list [(identifier) @name (scoped_identifier) @name (use_as_clause path: (_) @name) (scoped_use_list path: (_) @name)]) @reference.import
(extern_crate_declaration name: (_) @name) @reference.import
(mod_item name: (_) @name !body) @reference.import
(impl_item trait: [
  (type_identifier) @name
  (scoped_type_identifier name: (_) @name)
  (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
]) @reference.implements
(trait_item bounds: (trait_bounds [
  (type_identifier) @name
  (scoped_type_identifier name: (_) @name)
  (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
])) @reference.extends
(type_parameter name: (type_identifier) @name) @reference.none
(type_identifier) @name @reference.type
