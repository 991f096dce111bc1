; Fish. Variables are those the file itself sets, not those of a function.

(function_definition
  name: (_) @name
  [
    (command) (if_statement) (for_statement) (while_statement) (switch_statement) (begin_statement) (conditional_execution)
    (negated_statement) (redirect_statement) (pipe) (return)
  ]? @body) @definition.function
(command
  name: (word) @_alias
  . argument: (word) @name
  (#eq? @_alias "alias")) @definition.function
(program (command
  name: (word) @_set
  . argument: (word) @name
  (#eq? @_set "set")
  (#match? @name "^[^-]")) @definition.variable)
(program (command
  name: (word) @_set
  argument: (word) @_option
  . argument: (word) @name
  (#eq? @_set "set")
  (#match? @_option "^-[a-zA-Z-]*$")
  (#match? @_option "^(?!-(e|q|S|-erase|-query|-show))")
  (#match? @name "^[^-]")) @definition.variable)

[
  (function_definition) (if_statement) (else_if_clause) (else_clause) (for_statement) (while_statement) (switch_statement)
  (case_clause) (begin_statement) (command_substitution) (double_quote_string) (single_quote_string)
] @fold
(comment) @comment
(command name: (word) @_source (#any-of? @_source "source" ".")) @import

(if_statement) @block.if
(else_if_clause) @block.elif
(else_clause) @block.else
[(for_statement) (while_statement)] @block.loop
(switch_statement) @block.switch
(case_clause) @block.case
(begin_statement) @block.block

(command name: (word) @name) @reference.call
(command name: (word) @_source . argument: (_) @name (#any-of? @_source "source" ".")) @reference.import
