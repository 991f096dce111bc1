; Bicep.

(resource_declaration . "resource" . (identifier) @name [(object) (if_statement) (for_statement)] @body) @definition.resource
(module_declaration . "module" . (identifier) @name [(object) (if_statement) (for_statement)] @body) @definition.module
(parameter_declaration . "param" . (identifier) @name) @definition.variable
(variable_declaration . "var" . (identifier) @name) @definition.variable
(output_declaration . "output" . (identifier) @name) @definition.property
(type_declaration . "type" . (identifier) @name) @definition.type
(user_defined_function name: (_) @name) @definition.function
(metadata_declaration . "metadata" . (identifier) @name) @definition.key
(test_block (identifier) @name) @definition.test

[(object) (array) (arguments) (string) (parenthesized_expression) (for_statement)] @fold
[(comment) (diagnostic_comment)] @comment
[(import_statement) (using_statement)] @import

(if_statement) @block.if
(for_statement) @block.loop

(module_declaration (string (string_content) @name)) @reference.import
(resource_declaration . "resource" . (identifier) . (string (string_content) @name)) @reference.type
(call_expression function: [(identifier) @name (member_expression property: (_) @name)]) @reference.call
