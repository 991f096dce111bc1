; SCSS. As in CSS, a rule's name is its whole selector list.

(mixin_statement name: (identifier) @name (block) @body) @definition.function
(function_statement name: (identifier) @name (block) @body) @definition.function
(rule_set (selectors) @name (block) @body) @definition.selector
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.rule
(media_statement . (_) @name . (block) @body) @definition.rule
(media_statement . (_) @name (_) @name . (block) @body) @definition.rule
(supports_statement . (_) @name . (block) @body) @definition.rule
(at_rule . (at_keyword) @name . (block) @body) @definition.rule
(at_rule (at_keyword) . (_) @name . (block) @body) @definition.rule
(at_rule (at_keyword) . (_) @name (_) @name . (block) @body) @definition.rule
(stylesheet (declaration [(property_name) (variable)] @name (#match? @name "^[$]")) @definition.variable)
(declaration (property_name) @name (#match? @name "^--")) @definition.variable

[(block) (keyframe_block_list) (arguments) (parameters) (parenthesized_value) (list_value)] @fold
[(comment) (js_comment)] @comment
[(import_statement) (use_statement) (forward_statement)] @import

(if_statement) @block.if
(else_if_clause) @block.elif
(else_clause) @block.else
[(each_statement) (for_statement) (while_statement)] @block.loop
(keyframe_block) @block.case

(include_statement (identifier) @name) @reference.call
(call_expression (function_name) @name) @reference.call
(import_statement (string_value) @name) @reference.import
(use_statement (string_value) @name) @reference.import
(forward_statement (string_value) @name) @reference.import
(extend_statement (_) @name) @reference.extends
