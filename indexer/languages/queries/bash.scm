; Bash and other shells. Variables are those the script itself sets, not those of a function.

(function_definition name: (word) @name) @definition.function
(command
  name: (command_name (word) @_alias)
  argument: [(concatenation . (word) @name) (word) @name]
  (#eq? @_alias "alias")
  (#match? @name "^[^-=][^=]*=")
  (#set! until "=")) @definition.function

; Tests with a title: those of git and its like, and of ShellSpec.
(command
  name: (command_name (word) @_test)
  . argument: (word)? . argument: [(raw_string) (string) (concatenation)] @name . argument: (_) @body
  (#match? @_test "^test_(expect_\\w+|perf\\w*|size)$")) @definition.test
(command
  name: (command_name (word) @_test)
  . argument: [(raw_string) (string)] @name .
  (#any-of? @_test "Describe" "Context" "ExampleGroup" "It" "Example" "Specify")) @definition.test

(program
  (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (declaration_command ["declare" "typeset"] (variable_name) @name) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable))

[
  (compound_statement) (subshell) (if_statement) (elif_clause) (else_clause) (do_group) (case_statement)
  (case_item) (array) (command_substitution) (process_substitution) (test_command) (string) (raw_string) (ansi_c_string)
  (heredoc_redirect)
] @fold

(comment) @comment
(command name: (command_name (word) @_source) (#any-of? @_source "source" ".")) @import

(if_statement) @block.if
(elif_clause) @block.elif
(else_clause) @block.else
[(for_statement) (c_style_for_statement) (while_statement)] @block.loop
(case_statement) @block.switch
(case_item) @block.case
[(compound_statement) (subshell)] @block.block

(command name: (command_name (word) @name)) @reference.call
(command
  name: (command_name (word) @_source)
  . argument: (_) @name
  (#any-of? @_source "source" ".")) @reference.import
