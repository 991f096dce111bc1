; Shells: functions, variables and what sees them. What the captures mean is told in indexer/languages/scoping/__init__.py.

(function_definition) @scope.function

(command name: (command_name (word) @_word) argument: (_) @module @name
  (#any-of? @_word "source" ".")) @bind.star

((function_definition name: (word) @name) @bind.function (#set! scope "file"))

; What a function declares is its own, with all that it assigns to it.
(declaration_command ["local" "declare" "typeset"] [
  (variable_name) @own
  (variable_assignment name: (variable_name) @own)
])

((variable_assignment name: (variable_name) @name value: (_)? @value) @bind.variable (#set! scope "own"))
((variable_assignment name: (subscript name: (variable_name) @name)) @bind.variable (#set! scope "own"))
((declaration_command ["local" "declare" "typeset" "readonly"] (variable_name) @name @bind.variable) (#set! scope "own"))
((for_statement variable: (variable_name) @name @bind.variable) (#set! scope "own"))
((c_style_for_statement initializer: (variable_assignment name: (variable_name) @name) @bind.variable)
  (#set! scope "own"))
((command name: (command_name (word) @_word) argument: (word) @name @bind.variable
  (#any-of? @_word "read" "mapfile" "readarray") (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) (#set! scope "own"))
((command name: (command_name (word) @_word) argument: (_) . argument: (word) @name @bind.variable
  (#eq? @_word "getopts") (#match? @name "^[A-Za-z_][A-Za-z_0-9]*$")) (#set! scope "own"))
((command name: (command_name (word) @_word) argument: (word) @_v . argument: (word) @name @bind.variable
  (#eq? @_word "printf") (#eq? @_v "-v")) (#set! scope "own"))
