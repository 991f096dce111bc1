; Nim. The star of an exported name is no part of it. Variables are those of the module, also under `when`.

(proc_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.function
(func_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.function
(iterator_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.function
(converter_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.function
(method_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.method
(template_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.macro
(macro_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]
  body: (_)? @body) @definition.macro

(type_declaration
  (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])
  (enum_declaration) @body) @definition.enum
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])
  (object_declaration inherits: (_)) @body) @definition.class
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])
  (ref_type (object_declaration)) @body) @definition.class
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])
  [(object_declaration) (type_expression (tuple_type)) (tuple_type)] @body) @definition.struct
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])
  (concept_declaration) @body) @definition.interface
(type_declaration (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])])) @definition.type
(enum_field_declaration (symbol_declaration name: [(identifier) (accent_quoted)] @name)) @definition.enum_member
(field_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]))) @definition.field
(variant_discriminator_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]))) @definition.field

[
  (proc_declaration) (func_declaration) (method_declaration) (iterator_declaration) (converter_declaration)
  (template_declaration) (macro_declaration) (proc_expression) (func_expression) (iterator_expression) (do_block) (for)
  (while) (block) (try) (case) (if) (call)
] @scope.local
(const_section (variable_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]))) @binding.constant)
(_ (variable_declaration
  (symbol_declaration_list . (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]) .)
  value: [(proc_expression) (func_expression)]) @binding.function)
[
  (var_section (variable_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]))) @binding.variable)
  (let_section (variable_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) @name (accent_quoted) @name])]))) @binding.variable)
]
(call
  function: (identifier) @_test
  (argument_list . (interpreted_string_literal) @name (statement_list) @body)
  (#any-of? @_test "test" "suite")) @definition.test

[
  (proc_declaration) (func_declaration) (method_declaration) (iterator_declaration) (converter_declaration)
  (template_declaration) (macro_declaration) (type_section) (const_section) (var_section) (let_section)
  (type_declaration) (if) (elif_branch) (else_branch) (when) (case) (of_branch) (for) (while) (try) (except_branch)
  (finally_branch) (block) (do_block) (proc_expression) (call) (argument_list) (parameter_declaration_list)
  (array_construction) (curly_construction) (tuple_construction) (parenthesized) (pragma_list) (long_string_literal)
  (block_comment) (block_documentation_comment) (static_statement) (defer)
] @fold
[(comment) (documentation_comment) (block_comment) (block_documentation_comment)] @comment
[(import_statement) (import_from_statement) (include_statement)] @import

[(if) (when)] @block.if
(elif_branch) @block.elif
(else_branch) @block.else
[(for) (while)] @block.loop
(case) @block.switch
(of_branch) @block.case
(try) @block.try
(except_branch) @block.catch
(finally_branch) @block.finally
[(block) (static_statement) (defer)] @block.block
(do_block) @block.do
[(proc_expression) (func_expression)] @block.lambda

(call function: [(identifier) @name (dot_expression right: (identifier) @name)]) @reference.call
(dot_generic_call right: (identifier) @name) @reference.call
(import_statement (expression_list [
  (identifier) @name
  (infix_expression right: (identifier)) @name
  (infix_expression right: (array_construction (identifier) @name))
])) @reference.import
(import_from_statement module: (_) @name) @reference.import
(include_statement (expression_list (_) @name)) @reference.import
(object_declaration inherits: (type_expression (identifier) @name)) @reference.extends
(type_expression [(identifier) @name (bracket_expression left: (identifier) @name)]) @reference.type
