; Perl. Names keep their sigil and their package (`$VERSION`, `Foo::Bar`).
; It is shown a forward declaration (`sub f($$);`) as a reference to the sub (`\  &f,000;`), for it does not know any. Such
; blanks tell it from one that a sub gives back.

(expression_statement
  [
    (refgen_expression (function (varname) @name)) @_reference
    (list_expression . (refgen_expression (function (varname) @name)) @_reference . (number) .)
  ] (#match? @_reference "^.  ")) @definition.function
(subroutine_declaration_statement name: (_) @name) @definition.function
(method_declaration_statement name: (_) @name) @definition.method
(package_statement name: (_) @name (block)? @body) @definition.package
(class_statement name: (_) @name (block)? @body) @definition.class
(role_statement name: (_) @name (block)? @body) @definition.trait

(use_statement
  module: (package) @_constant
  (list_expression . [(autoquoted_bareword) @name (string_literal) @name])
  (#eq? @_constant "constant")) @definition.constant
(use_statement
  module: (package) @_constant
  [(autoquoted_bareword) @name (string_literal) @name]
  (#eq? @_constant "constant")) @definition.constant
(use_statement
  module: (package) @_constant
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name))
  (#eq? @_constant "constant")) @definition.constant

; A sub given to a variable or a glob is a function of that name.
(expression_statement
  (assignment_expression
    left: [(glob (varname) @name) (variable_declaration variable: (scalar) @name)]
    right: (anonymous_subroutine_expression body: (_) @body))) @definition.function
(expression_statement
  (assignment_expression left: (glob (varname) @name) right: (refgen_expression))) @definition.function

; `our` anywhere, `my` where the file itself declares it.
(expression_statement
  [
    (variable_declaration "our" variable: (_) @name)
    (assignment_expression left: (variable_declaration "our" variable: (_) @name))
  ]) @definition.variable
(variable_declaration "our" [(scalar) (array) (hash)] @name) @definition.variable
(source_file
  (expression_statement
    [
      (variable_declaration "my" variable: (_) @name)
      (assignment_expression left: (variable_declaration "my" variable: (_) @name))
    ]) @definition.variable)
(variable_declaration "field" variable: (_) @name) @definition.field

; Moose attributes and Test::More subtests.
(expression_statement
  (ambiguous_function_call_expression
    function: (function) @_has
    arguments: [
      (list_expression . [(autoquoted_bareword) @name (string_literal) @name])
      (autoquoted_bareword) @name
      (string_literal) @name
    ])
  (#eq? @_has "has")) @definition.property
(expression_statement
  (ambiguous_function_call_expression
    function: (function) @_test
    arguments: [
      (list_expression . [(string_literal) @name (interpolated_string_literal) @name]
        (anonymous_subroutine_expression body: (_) @body))
      [(string_literal) @name (interpolated_string_literal) @name]
    ])
  (#any-of? @_test "subtest" "describe" "it")) @definition.test

[
  (block) (anonymous_hash_expression) (anonymous_array_expression) (list_expression) (quoted_word_list) (signature)
  (string_literal) (interpolated_string_literal) (command_string) (pod) (heredoc_content) (data_section)
  (quoted_regexp) (match_regexp) (substitution_regexp)
] @fold

[(comment) (pod)] @comment
[(use_statement) (use_version_statement)] @import
(expression_statement (require_expression)) @import

(conditional_statement "if") @block.if
(conditional_statement "unless") @block.unless
(elsif) @block.elif
(else) @block.else
[(for_statement) (cstyle_for_statement) (loop_statement)] @block.loop
(try_statement) @block.try
(eval_expression (block)) @block.try
(do_expression (block)) @block.do
(anonymous_subroutine_expression) @block.lambda
[(phaser_statement) (class_phaser_statement) (block_statement) (defer_statement)] @block.block

[
  (function_call_expression function: (function) @name)
  (ambiguous_function_call_expression function: (function) @name)
  (method_call_expression method: (method) @name)
] @reference.call
(use_statement module: (package) @name) @reference.import
(require_expression (bareword) @name) @reference.import
(use_statement
  module: (package) @_parent
  [(string_literal (string_content) @name) (quoted_word_list (string_content) @name)]
  (#any-of? @_parent "parent" "base")) @reference.extends
