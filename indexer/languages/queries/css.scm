; CSS. A rule's name is its whole selector list, an at-rule's name is what stands between its keyword and its block.

(rule_set (selectors) @name (block) @body) @definition.selector
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.rule
(media_statement . (_) @name . (block) @body) @definition.rule
(media_statement . (_) @name (_) @name . (block) @body) @definition.rule
(supports_statement . (_) @name . (block) @body) @definition.rule
(at_rule . (at_keyword) @name . (block) @body) @definition.rule
(at_rule (at_keyword) . (_) @name . (block) @body) @definition.rule
(at_rule (at_keyword) . (_) @name (_) @name . (block) @body) @definition.rule
(declaration (property_name) @name (#match? @name "^--")) @definition.variable

[(block) (keyframe_block_list) (arguments) (parenthesized_value)] @fold
[(comment) (js_comment)] @comment
(import_statement) @import

(keyframe_block) @block.case

(import_statement [(string_value) @name (call_expression (arguments (_) @name))]) @reference.import
(call_expression (function_name) @name) @reference.call
