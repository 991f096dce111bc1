; Meson. What a build file defines: the project, its targets and tests by their first argument, options, and the
; variables, which all are the file's own.

(normal_command
  command: (identifier) @_command . "(" . (variableunit . (string) @name .)
  (#eq? @_command "project")) @definition.package
(normal_command
  command: (identifier) @_command . "(" . (variableunit . (string) @name .)
  (#eq? @_command "option")) @definition.key
(normal_command
  command: (identifier) @_command . "(" . (variableunit . (string) @name .)
  (#any-of? @_command "test" "benchmark")) @definition.test
(normal_command
  command: (identifier) @_command . "(" . (variableunit . (string) @name .)
  (#any-of? @_command "executable" "library" "shared_library" "static_library" "both_libraries" "shared_module" "jar"
    "custom_target" "run_target" "alias_target" "build_target")) @definition.target
(operatorunit . (identifier) @name . "=") @definition.variable

[(normal_command) (list) (dictionaries) (if_condition) (foreach_command)] @fold
(comment) @comment
(normal_command command: (identifier) @_command (#any-of? @_command "subdir" "subproject" "import")) @import

(if_command) @block.if
(elseif_command) @block.elif
(else_command) @block.else
(foreach_command) @block.loop

(normal_command
  command: (identifier) @_command . "(" . (variableunit . (string) @name .)
  (#any-of? @_command "subdir" "subproject" "import" "dependency")) @reference.import
(normal_command command: (identifier) @name) @reference.call
