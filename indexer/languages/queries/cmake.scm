; CMake. Command names are case-insensitive.

(function_def (function_command (argument_list . (argument) @name)) (body)? @body) @definition.function
(macro_def (macro_command (argument_list . (argument) @name)) (body)? @body) @definition.macro
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "(?i)^(add_(executable|library|custom_target|subdirectory_target)|qt_add_(executable|library))$")) @definition.target
(normal_command
  (identifier) @_command
  (argument_list . (argument) @_name . (argument) @name)
  (#match? @_command "(?i)^add_test$")
  (#eq? @_name "NAME")) @definition.test
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "(?i)^project$")) @definition.module
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "(?i)^option$")) @definition.variable
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name (argument) @_cache)
  (#match? @_command "(?i)^set$")
  (#eq? @_cache "CACHE")) @definition.variable
; Variables of the file and of its conditions, not those of a function.
(source_file
  (normal_command
    (identifier) @_command
    (argument_list . (argument) @name)
    (#match? @_command "(?i)^set$")) @definition.variable)
(source_file
  (if_condition
    (body
      (normal_command
        (identifier) @_command
        (argument_list . (argument) @name)
        (#match? @_command "(?i)^set$")) @definition.variable)))
(source_file
  (if_condition
    (body
      (if_condition
        (body
          (normal_command
            (identifier) @_command
            (argument_list . (argument) @name)
            (#match? @_command "(?i)^set$")) @definition.variable)))))

[
  (function_def) (macro_def) (if_condition) (foreach_loop) (while_loop) (block_def) (body) (normal_command) (bracket_argument)
  (quoted_argument)
] @fold
[(line_comment) (bracket_comment)] @comment
(normal_command (identifier) @_import (#match? @_import "(?i)^(include|find_package|add_subdirectory)$")) @import

(if_condition) @block.if
[(foreach_loop) (while_loop)] @block.loop
(block_def) @block.block

(normal_command (identifier) @name) @reference.call
(normal_command
  (identifier) @_import
  (argument_list . (argument) @name)
  (#match? @_import "(?i)^(include|find_package|add_subdirectory)$")) @reference.import
