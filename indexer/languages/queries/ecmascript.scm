; What JavaScript, TypeScript and TSX share. Classes and their members differ in node kinds and wrappers and stay with each.
; An exported definition's range begins at `export`.

; Tests: the name is the title without its quotes.
(call_expression
  function: [
    (identifier) @_runner
    (_ object: (identifier) @_runner)
    (_ object: (_ object: (identifier) @_runner))
    (_ function: (_ object: (identifier) @_runner))
  ]
  arguments: (arguments
    . [(string) @name (template_string) @name]
    (_ body: (_) @body))
  (#any-of? @_runner "describe" "it" "test" "suite" "context" "specify" "fdescribe" "xdescribe" "fit" "xit" "xtest" "bench")
) @definition.test

[
  (export_statement declaration: (function_declaration name: (_) @name body: (_) @body))
  (export_statement declaration: (generator_function_declaration name: (_) @name body: (_) @body))
  (function_declaration name: (_) @name body: (_) @body)
  (generator_function_declaration name: (_) @name body: (_) @body)
] @definition.function

; `export default` without a name of its own.
(export_statement "default" @name
  value: [(function_expression !name body: (_) @body) (generator_function !name body: (_) @body) (arrow_function body: (_) @body)]) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name value: [(object) @body (call_expression)]) @definition.variable

; A class or function bound to a name: whatever value has a body. A statement with one declarator counts as a whole.
[
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .))
  (lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .)
  (variable_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .)
] @definition.class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
[
  (export_statement declaration: (_
    . (variable_declarator
      name: (identifier) @name
      value: (_ body: (_) @body)) .))
  (lexical_declaration
    . (variable_declarator
      name: (identifier) @name
      value: (_ body: (_) @body)) .)
  (variable_declaration
    . (variable_declarator
      name: (identifier) @name
      value: (_ body: (_) @body)) .)
] @definition.function
(variable_declarator
  name: (identifier) @name
  value: (_ body: (_) @body)) @definition.function

; Classes and functions assigned to a property or an existing name.
(assignment_expression
  left: (_ object: (identifier) @_module property: (_) @_exports) @name
  right: (class body: (_) @body)
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.class
(assignment_expression
  left: [(identifier) @name (_ property: (_) @name)]
  right: (class body: (_) @body)
  (#not-eq? @name "exports")) @definition.class
(assignment_expression
  left: (_ object: (identifier) @_module property: (_) @_exports) @name
  right: (_ body: (_) @body)
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: [(identifier) @name (_ property: (_) @name)]
  right: (_ body: (_) @body)
  (#not-eq? @name "exports")) @definition.function

; Members of object literals that are functions or classes.
(pair
  key: [(property_identifier) @name (string) @name]
  value: (class body: (_) @body)) @definition.class
(pair
  key: [(property_identifier) @name (string) @name (number) @name (computed_property_name) @name]
  value: (_ body: (_) @body)) @definition.method

; Named function and class expressions that are bound to nothing else.
(arguments [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)] @definition.function)
(return_statement [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)] @definition.function)
(parenthesized_expression [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)] @definition.function)
(new_expression constructor: (function_expression name: (_) @name body: (_) @body) @definition.function)
(unary_expression argument: (call_expression function: (function_expression name: (_) @name body: (_) @body) @definition.function))
(arguments (class name: (_) @name body: (_) @body) @definition.class)
(return_statement (class name: (_) @name body: (_) @body) @definition.class)
(parenthesized_expression (class name: (_) @name body: (_) @body) @definition.class)

; Names bound at module level.
[
  (statement_block) (class_body) (if_statement) (else_clause) (for_statement) (for_in_statement) (while_statement)
  (do_statement) (switch_body) (labeled_statement) (with_statement)
] @scope.local
[
  (export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .))
  (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)
] @binding.constant
[
  (export_statement declaration: (_ . (variable_declarator name: (identifier) @name) .))
  (lexical_declaration . (variable_declarator name: (identifier) @name) .)
  (variable_declaration . (variable_declarator name: (identifier) @name) .)
] @binding.variable
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @binding.constant)
[
  (lexical_declaration (variable_declarator name: (identifier) @name) @binding.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @binding.variable)
]

; Names bound by taking an object or an array apart at module level.
(variable_declarator name: [
  (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)])
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)] @binding.variable)
  (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)] @binding.variable)
])

; What Svelte declares by keeping it up to date: `$: doubled = count * 2`.
(program (labeled_statement
  label: (statement_identifier) @_label
  body: (expression_statement (assignment_expression left: (identifier) @name))
  (#eq? @_label "$")) @definition.variable)
(labeled_statement
  label: (statement_identifier) @_label
  body: (expression_statement (parenthesized_expression (assignment_expression left: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (pair_pattern value: [(identifier) @name (assignment_pattern left: (identifier) @name)])
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
    (rest_pattern (identifier) @name)] @definition.variable))))
  (#eq? @_label "$"))
(labeled_statement
  label: (statement_identifier) @_label
  body: (expression_statement (assignment_expression left: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)] @definition.variable)))
  (#eq? @_label "$"))

; What a component of Vue is given and tells: `defineProps({ size: Number })`, `defineEmits(["close"])`, `props` and `emits`.
(program [
  (expression_statement (call_expression function: (identifier) @_macro arguments: (arguments . [
    (object (pair key: (property_identifier) @name) @definition.property)
    (array (string (string_fragment) @name) @definition.property)])))
  (lexical_declaration (variable_declarator value: (call_expression function: (identifier) @_macro arguments: (arguments . [
    (object (pair key: (property_identifier) @name) @definition.property)
    (array (string (string_fragment) @name) @definition.property)]))))]
  (#eq? @_macro "defineProps"))
(program [
  (expression_statement (call_expression function: (identifier) @_macro arguments: (arguments . [
    (object (pair key: (property_identifier) @name) @definition.event)
    (array (string (string_fragment) @name) @definition.event)])))
  (lexical_declaration (variable_declarator value: (call_expression function: (identifier) @_macro arguments: (arguments . [
    (object (pair key: (property_identifier) @name) @definition.event)
    (array (string (string_fragment) @name) @definition.event)]))))]
  (#eq? @_macro "defineEmits"))
(export_statement "default" value: (object (pair
  key: (property_identifier) @_props
  value: [
    (object (pair key: (property_identifier) @name) @definition.property)
    (array (string (string_fragment) @name) @definition.property)]))
  (#eq? @_props "props"))
(export_statement "default" value: (call_expression arguments: (arguments . (object (pair
  key: (property_identifier) @_props
  value: [
    (object (pair key: (property_identifier) @name) @definition.property)
    (array (string (string_fragment) @name) @definition.property)]))))
  (#eq? @_props "props"))
(export_statement "default" value: (object (pair
  key: (property_identifier) @_emits
  value: (array (string (string_fragment) @name) @definition.event)))
  (#eq? @_emits "emits"))

; What a CommonJS module exports.
(program (expression_statement (assignment_expression
  left: (_ object: (identifier) @_module property: (_) @_exports) @name
  right: [(object) @body (_)]) @definition.variable)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression
    object: [(identifier) @_exports (member_expression object: (identifier) @_module property: (_) @_exports)]
    property: (property_identifier) @name)) @definition.variable)
  (#eq? @_exports "exports"))

((statement_block) @fold (#set! edges "brackets"))
((class_body) @fold (#set! edges "brackets"))
((switch_body) @fold (#set! edges "brackets"))
(switch_case) @fold
(switch_default) @fold
((object) @fold (#set! edges "brackets"))
((object_pattern) @fold (#set! edges "brackets"))
((array) @fold (#set! edges "brackets"))
(array_pattern) @fold
((arguments) @fold (#set! edges "brackets"))
((formal_parameters) @fold (#set! edges "brackets"))
((parenthesized_expression) @fold (#set! edges "brackets"))
(template_string) @fold
(template_substitution) @fold
((named_imports) @fold (#set! edges "brackets"))
((export_clause) @fold (#set! edges "brackets"))

[(comment) (html_comment) (hash_bang_line)] @comment
(import_statement) @import
(export_statement source: (_)) @import
; `const x = require("x")`, in the file's own rows.
((lexical_declaration (variable_declarator value: (call_expression function: (identifier) @name))) @import
  (#set! top "require"))
((variable_declaration (variable_declarator value: (call_expression function: (identifier) @name))) @import
  (#set! top "require"))
((expression_statement (call_expression function: (identifier) @name)) @import (#set! top "require"))

((if_statement) @block.if (#set! edges "layout"))
((else_clause) @block.else (#set! edges "layout"))
((for_statement) @block.loop (#set! edges "layout"))
((for_in_statement) @block.loop (#set! edges "layout"))
((while_statement) @block.loop (#set! edges "layout"))
(do_statement) @block.loop
(switch_statement) @block.switch
(switch_case) @block.case
(switch_default) @block.case
(try_statement) @block.try
(catch_clause) @block.catch
(finally_clause) @block.finally
(with_statement) @block.with
(class_static_block) @block.block
(statement_block (statement_block) @block.block)
(program (statement_block) @block.block)
(arguments [(arrow_function) (function_expression) (generator_function)] @block.lambda)
(call_expression function: (parenthesized_expression [(arrow_function) (function_expression)] @block.lambda))

(call_expression function: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
(new_expression constructor: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
(decorator [(identifier) @name (member_expression property: (_) @name)]) @reference.call
(import_statement source: (string (string_fragment) @name)) @reference.import
(import_specifier name: (_) @name) @reference.import
(import_clause (identifier) @name) @reference.import
(namespace_import (identifier) @name) @reference.import
(export_statement source: (string (string_fragment) @name)) @reference.import
(call_expression
  function: [(identifier) @_require (import) @_require]
  arguments: (arguments . (comment)* . (string (string_fragment) @name))
  (#any-of? @_require "require" "import")) @reference.import
