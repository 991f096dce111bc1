; MATLAB and Octave. Variables are not shown: a script assigns too many. A file's sections (`%%`) are comments to the grammar.

(class_definition name: (_) @name [(comment) (properties) (methods) (events) (enumeration)]? @body) @definition.class
(function_definition ["get." "set."]? @name name: (_) @name (block)? @body) @definition.function
(function_signature name: (_) @name) @definition.function
(properties (property name: (_) @name) @definition.property)
(events (identifier) @name @definition.event)
(enum . (identifier) @name) @definition.enum_member
(source_file (assignment left: (identifier) @name right: (lambda)) @definition.function)

[
  (class_definition) (function_definition) (properties) (methods) (events) (enumeration) (if_statement) (elseif_clause)
  (else_clause) (for_statement) (while_statement) (switch_statement) (case_clause) (otherwise_clause) (try_statement)
  (catch_clause) (spmd_statement) (arguments_statement) (matrix) (cell) (arguments) (function_arguments) (comment)
] @fold
(comment) @comment
(command (command_name) @_import (#eq? @_import "import")) @import

(if_statement) @block.if
(elseif_clause) @block.elif
(else_clause) @block.else
[(for_statement) (while_statement)] @block.loop
(switch_statement) @block.switch
[(case_clause) (otherwise_clause)] @block.case
(try_statement) @block.try
(catch_clause) @block.catch
[(spmd_statement) (properties) (methods) (events) (enumeration)] @block.block
(lambda) @block.lambda

(function_call name: [(identifier) @name (field_expression field: (identifier) @name)]) @reference.call
(field_expression field: (function_call name: (identifier) @name)) @reference.call
(command (command_name) @_import (command_argument) @name (#eq? @_import "import")) @reference.import
(handle_operator (identifier) @name) @reference.call
(superclasses (property_name (identifier) @name .)) @reference.extends
