; Vim script. Variables with a scope that outlives a function, functions, commands, autocommand groups and mappings.

(function_definition (function_declaration name: (_) @name) (body)? @body) @definition.function
(command_statement name: (_) @name) @definition.function
(augroup_statement (augroup_name) @name (#match? @name "(?i)^(?!end$)")) @definition.event
(map_statement lhs: (_) @name) @definition.key
(script_file (let_statement . [(identifier) (scoped_identifier)] @name) @definition.variable)
(let_statement
  . (scoped_identifier (scope) @_scope) @name
  (#any-of? @_scope "g:" "s:" "b:" "w:" "t:")) @definition.variable
(script_file (const_statement . [(identifier) (scoped_identifier)] @name) @definition.constant)

[
  (function_definition) (if_statement) (elseif_statement) (else_statement) (for_loop) (while_loop) (try_statement)
  (catch_statement) (finally_statement) (list) (dictionnary) (let_statement)
] @fold
(comment) @comment
[(source_statement) (runtime_statement)] @import

(if_statement) @block.if
(elseif_statement) @block.elif
(else_statement) @block.else
[(for_loop) (while_loop)] @block.loop
(try_statement) @block.try
(catch_statement) @block.catch
(finally_statement) @block.finally
(lambda_expression) @block.lambda

(call_expression function: (_) @name) @reference.call
(source_statement file: (_) @name) @reference.import
