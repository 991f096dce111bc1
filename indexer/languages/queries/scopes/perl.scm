; Perl: scopes, bindings and bases. What the captures mean is told in indexer/languages/scoping/__init__.py.

[(package_statement (block)) (class_statement (block)) (role_statement (block))] @scope.class
[(package_statement) (class_statement) (role_statement)] @scope.rest
[
  (subroutine_declaration_statement)
  (method_declaration_statement)
  (anonymous_subroutine_expression)
  (anonymous_method_expression)
] @scope.function
[
  (block)
  (block_statement)
  (conditional_statement)
  (loop_statement)
  (for_statement)
  (cstyle_for_statement)
] @scope.block

(package_statement name: (_) @name) @bind.class
(class_statement name: (_) @name) @bind.class
(role_statement name: (_) @name) @bind.class

; What a package inherits from.
((use_statement module: (package) @_parent [
  (string_literal (string_content) @base)
  (interpolated_string_literal (string_content) @base)
  (quoted_word_list (string_content) @base)
  (list_expression [
    (string_literal (string_content) @base)
    (interpolated_string_literal (string_content) @base)
    (quoted_word_list (string_content) @base)])
  ]) (#any-of? @_parent "parent" "base" "Mojo::Base"))
((assignment_expression
  left: [(array (varname) @_isa) (variable_declaration (array (varname) @_isa))]
  [
    (string_literal (string_content) @base)
    (interpolated_string_literal (string_content) @base)
    (quoted_word_list (string_content) @base)
    (list_expression [
      (string_literal (string_content) @base)
      (interpolated_string_literal (string_content) @base)
      (quoted_word_list (string_content) @base)])
  ]) (#eq? @_isa "ISA"))
((ambiguous_function_call_expression
  function: (function) @_push
  (array (varname) @_isa) [
    (string_literal (string_content) @base)
    (interpolated_string_literal (string_content) @base)
    (quoted_word_list (string_content) @base)
  ]) (#any-of? @_push "push" "unshift") (#eq? @_isa "ISA"))
((function_call_expression
  function: (function) @_push
  (list_expression . (array (varname) @_isa) [
    (string_literal (string_content) @base)
    (interpolated_string_literal (string_content) @base)
    (quoted_word_list (string_content) @base)
  ])) (#any-of? @_push "push" "unshift") (#eq? @_isa "ISA"))
((ambiguous_function_call_expression
  function: (function) @_extends
  arguments: [
    (string_literal (string_content) @base)
    (quoted_word_list (string_content) @base)
    (list_expression (string_literal (string_content) @base))
  ]) (#any-of? @_extends "extends" "with"))

; Functions and constants are of the package around.
((subroutine_declaration_statement name: (_) @name) @bind.function (#set! scope "class"))
((method_declaration_statement name: (_) @name) @bind.method (#set! scope "class"))
((assignment_expression
  left: (glob (varname) @name)
  right: [(anonymous_subroutine_expression) (refgen_expression (function))]) @bind.function
  (#match? @name "^[A-Za-z_]") (#set! scope "class"))
((use_statement module: (package) @_constant
  (list_expression . [(autoquoted_bareword) @name (string_literal (string_content) @name)])) @bind.constant
  (#eq? @_constant "constant") (#set! scope "class"))
((use_statement module: (package) @_constant
  [(autoquoted_bareword) @name (string_literal (string_content) @name)]) @bind.constant
  (#eq? @_constant "constant") (#set! scope "class"))
((use_statement module: (package) @_constant
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @bind.constant)))
  (#eq? @_constant "constant") (#set! scope "class"))
((ambiguous_function_call_expression
  function: (function) @_has
  arguments: [
    (list_expression . [(autoquoted_bareword) @name (string_literal (string_content) @name)])
    (autoquoted_bareword) @name
    (string_literal (string_content) @name)
  ]) @bind.property (#eq? @_has "has") (#set! scope "class"))
(return_expression (_) @returns)

; Parameters and variables. What is called `$self` is taken for the object, whatever it is set to.
((mandatory_parameter (scalar (varname) @name)) @bind.parameter
  (#any-of? @name "self" "class" "this") (#set! take "this"))
(mandatory_parameter (scalar (varname) @name)) @bind.parameter
(optional_parameter (scalar (varname) @name)) @bind.parameter
(slurpy_parameter (_ (varname) @name)) @bind.parameter

((variable_declaration ["my" "state"] @private variable: (scalar (varname) @name)) @bind.variable
  (#any-of? @name "self" "this") (#set! scope "not class") (#set! take "this"))
((assignment_expression
  left: (variable_declaration "my" @private variable: (scalar (varname) @name))
  right: [
    (func1op_call_expression)
    (binary_expression left: (func1op_call_expression) right: (scalar))
  ]) @bind.variable
  (#any-of? @name "class" "proto") (#set! scope "not class") (#set! take "this"))
((variable_declaration "my" @private . "(" . variables: (scalar (varname) @name)) @bind.variable
  (#any-of? @name "self" "class" "this" "proto") (#set! scope "not class") (#set! take "this"))
((assignment_expression
  left: (variable_declaration ["my" "state"] @private variable: (_ (varname) @name))
  right: (_) @value) @bind.variable
  (#set! scope "not class"))
((variable_declaration ["my" "state"] @private (_ (varname) @name)) @bind.variable (#set! scope "not class"))
((for_statement ["my" "state"] @private variable: (scalar (varname) @name) @bind.variable list: (_) @value)
  (#set! take "element"))
((for_statement ["my" "state"] @private variables: (_ (varname) @name) @bind.variable list: (_) @value)
  (#set! take "element"))

((assignment_expression
  left: (variable_declaration "our" variable: (_ (varname) @name))
  right: (_) @value) @bind.variable (#set! scope "not class"))
((variable_declaration "our" (_ (varname) @name)) @bind.variable (#set! scope "not class"))
((use_statement module: (package) @_vars [
  (string_literal (string_content) @name)
  (quoted_word_list (string_content) @name)
  (list_expression (string_literal (string_content) @name))
  ]) @bind.variable (#eq? @_vars "vars") (#set! scope "class"))
((assignment_expression left: (_ (varname) @name)) @bind.variable
  (#match? @name "::") (#set! scope "class") (#set! again "same"))

; What others take from a package, and what it takes from them.
((assignment_expression
  left: [(array (varname) @_export) (variable_declaration (array (varname) @_export))]
  [
    (string_literal (string_content) @name @local)
    (quoted_word_list (string_content) @name @local)
    (list_expression [
      (string_literal (string_content) @name @local)
      (quoted_word_list (string_content) @name @local)])
  ]) @bind.export (#any-of? @_export "EXPORT" "EXPORT_OK") (#set! scope "class"))
((ambiguous_function_call_expression
  function: (function) @_push
  (array (varname) @_export) [
    (string_literal (string_content) @name @local)
    (quoted_word_list (string_content) @name @local)
  ]) @bind.export (#eq? @_push "push") (#any-of? @_export "EXPORT" "EXPORT_OK") (#set! scope "class"))
((function_call_expression
  function: (function) @_push
  (list_expression . (array (varname) @_export) [
    (string_literal (string_content) @name @local)
    (quoted_word_list (string_content) @name @local)
  ])) @bind.export (#eq? @_push "push") (#any-of? @_export "EXPORT" "EXPORT_OK") (#set! scope "class"))

((use_statement module: (package) @module [
  (string_literal (string_content) @name @imported)
  (interpolated_string_literal (string_content) @name @imported)
  (quoted_word_list (string_content) @name @imported)
  (list_expression [
    (string_literal (string_content) @name @imported)
    (quoted_word_list (string_content) @name @imported)])
  ]) @bind.import (#not-match? @module "^(parent|base|Mojo::Base|constant|vars|lib|overload|fields)$") (#set! scope "class"))
((use_statement module: (package) @module .) @bind.star (#match? @module "^[A-Z]"))
((use_statement module: (package) @module . (number) .) @bind.star (#match? @module "^[A-Z]"))
((use_statement module: (package) @module [
  (string_literal (string_content) @_tag)
  (quoted_word_list (string_content) @_tag)
  (list_expression [(string_literal (string_content) @_tag) (quoted_word_list (string_content) @_tag)])
  ]) @bind.star (#match? @_tag "(^|[ \t\n])[:!/]"))
