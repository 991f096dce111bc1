; Rust: scopes, bindings and what is implemented. What the captures mean is told in indexer/languages/scoping/__init__.py.

(mod_item body: (_)) @scope.namespace
(function_item) @scope.function
(function_signature_item) @scope.function
(closure_expression) @scope.function
(block) @scope.block
(match_arm) @scope.block
(let_chain) @scope.block
(for_expression) @scope.block
(while_expression) @scope.block
(loop_expression) @scope.block
(type_item) @scope.block
(associated_type) @scope.block
(function_type) @scope.block
(where_predicate) @scope.block
(higher_ranked_trait_bound) @scope.block
(struct_item) @scope.class
(union_item) @scope.class
(enum_item) @scope.class
(enum_variant body: (_)) @scope.class
(trait_item) @scope.class
(impl_item type: [
  (type_identifier) @adds
  (scoped_type_identifier) @adds
  (generic_type type: (_) @adds)
  (reference_type type: [
    (type_identifier) @adds
    (scoped_type_identifier) @adds
    (generic_type type: (_) @adds)
    (dynamic_type trait: (type_identifier) @adds)
  ])
  (dynamic_type trait: (type_identifier) @adds)
]) @scope.class
(impl_item) @scope.class

(trait_item bounds: (trait_bounds (_) @base))
(impl_item trait: (_) @base)

; A lifetime that no one else sees.
((for_lifetimes (lifetime (identifier) @name)) @bind.generic)
(lifetime_parameter name: (lifetime (identifier) @name)) @bind.generic
(type_parameter name: (type_identifier) @name bounds: (_) @type) @bind.generic
(type_parameter name: (type_identifier) @name) @bind.generic
(const_parameter name: (identifier) @name type: (_) @type) @bind.generic

(mod_item name: (identifier) @name body: (_)) @bind.namespace
((attribute_item (attribute (identifier) @_word value: (string_literal (string_content) @imported)))
  . (attribute_item)* . (mod_item name: (identifier) @name @module !body) @bind.import (#eq? @_word "path"))
(mod_item name: (identifier) @name @module !body) @bind.import

(impl_item body: (declaration_list (function_item name: (_) @name return_type: (_)? @result) @bind.method))
(trait_item body: (declaration_list [
  (function_item name: (_) @name return_type: (_)? @result)
  (function_signature_item name: (_) @name return_type: (_)? @result)
] @bind.method))
(function_item name: (identifier) @name return_type: (_)? @result) @bind.function
(function_signature_item name: (identifier) @name return_type: (_)? @result) @bind.function
(struct_item name: (type_identifier) @name) @bind.class
(union_item name: (type_identifier) @name) @bind.class
(enum_item name: (type_identifier) @name) @bind.class
(trait_item name: (type_identifier) @name) @bind.class
(type_item name: (type_identifier) @name type: (_) @value) @bind.alias
(associated_type name: (type_identifier) @name bounds: (_) @value) @bind.alias
(associated_type name: (type_identifier) @name) @bind.alias
(const_item name: (identifier) @name type: (_) @type) @bind.constant
(static_item name: (identifier) @name type: (_) @type) @bind.constant
((macro_definition name: (identifier) @name) @bind.macro)

(enum_item name: (_) @type body: (enum_variant_list (enum_variant name: (identifier) @name) @bind.variant))
(field_declaration name: (field_identifier) @name type: (_) @type) @bind.field
((ordered_field_declaration_list . [(attribute_item) (visibility_modifier) (line_comment)]* . type: (_) @name @type)
  @bind.field (#set! called "0"))
((ordered_field_declaration_list . [(attribute_item) (visibility_modifier) (line_comment)]* . type: (_)
  . [(attribute_item) (visibility_modifier) (line_comment)]* . type: (_) @name @type) @bind.field (#set! called "1"))

(parameter pattern: (_) @name type: (_) @type) @bind.parameter
((call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @_word)
  arguments: (arguments (closure_expression parameters: (closure_parameters . [
    (identifier) (tuple_pattern) (reference_pattern) (ref_pattern) (mut_pattern) (tuple_struct_pattern) (struct_pattern)
  ] @name @bind.parameter)))
  (#any-of? @_word "map" "for_each" "filter" "filter_map" "flat_map" "any" "all" "find" "find_map" "position" "and_then"
    "take_while" "skip_while" "inspect" "is_some_and" "is_ok_and" "map_or" "map_or_else" "retain" "partition" "max_by_key"
    "min_by_key" "sort_by_key" "sort_unstable_by_key"))
  (#set! take "element"))
(closure_parameters [
  (identifier) (tuple_pattern) (reference_pattern) (ref_pattern) (mut_pattern) (tuple_struct_pattern) (struct_pattern)
  (slice_pattern)
] @name @bind.parameter)

(let_declaration pattern: (_) @name type: (_) @type) @bind.variable
(let_declaration pattern: (_) @name value: (_)? @value) @bind.variable
((for_expression pattern: (_) @name @bind.variable value: (_) @value) (#set! take "element"))
(match_expression value: (_) @value body: (match_block (match_arm
  pattern: (match_pattern . (_) @name @bind.variable) (#not-match? @name "^[A-Z]\\w*$"))))
((if_expression
  condition: (let_condition pattern: (_) @name value: (_) @value) @bind.variable
  consequence: (block) @within) (#not-match? @name "^[A-Z]\\w*$"))
((if_expression
  condition: (let_chain (let_condition pattern: (_) @name value: (_) @value) @bind.variable)
  consequence: (block) @within) (#not-match? @name "^[A-Z]\\w*$"))
((while_expression
  condition: (let_condition pattern: (_) @name value: (_) @value) @bind.variable
  body: (block) @within) (#not-match? @name "^[A-Z]\\w*$"))
((while_expression
  condition: (let_chain (let_condition pattern: (_) @name value: (_) @value) @bind.variable)
  body: (block) @within) (#not-match? @name "^[A-Z]\\w*$"))
((let_chain (let_condition pattern: (_) @name value: (_) @value) @bind.variable) (#not-match? @name "^[A-Z]\\w*$"))
((match_pattern condition: (let_condition pattern: (_) @name value: (_) @value) @bind.variable)
  (#not-match? @name "^[A-Z]\\w*$"))

(loop_expression (label (identifier) @name) @bind.label)
(while_expression (label (identifier) @name) @bind.label)
(for_expression (label (identifier) @name) @bind.label)
(block (label (identifier) @name) @bind.label)

; A name that an import gives to a path. The declaration is around all of them.
(use_declaration argument: (identifier) @name @value) @bind.import
(use_declaration argument: (scoped_identifier name: (identifier) @name) @value) @bind.import
(use_as_clause path: (_) @value alias: (identifier) @name) @bind.import
(use_list (identifier) @name @value @bind.import)
(use_list (scoped_identifier name: (identifier) @name) @value @bind.import)
(use_list (self) @name @value @bind.import)
(use_wildcard) @value @bind.glob
(extern_crate_declaration name: (identifier) @value alias: (identifier) @name) @bind.import
(extern_crate_declaration name: (identifier) @name @value !alias) @bind.import
