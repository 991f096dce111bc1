; Svelte. The sections of a component, its snippets, and elements with an id.

(document (script_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section)
(document (style_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section)
(snippet_statement (snippet_start_expr (snippet_name) @name)) @definition.function
(element
  [
    (start_tag (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
    (self_closing_tag
      (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  ]
  (#eq? @_id "id")) @definition.element

[
  (element) (script_element) (style_element) (start_tag) (self_closing_tag) (if_statement) (else_statement) (else_if_statement)
  (each_statement) (else_each_statement) (await_statement) (then_statement) (catch_statement) (key_statement) (snippet_statement)
] @fold
(comment) @comment

(if_statement) @block.if
(else_if_statement) @block.elif
[(else_statement) (else_each_statement)] @block.else
(each_statement) @block.loop
(await_statement) @block.try
(catch_statement) @block.catch
[(then_statement) (key_statement)] @block.block

(start_tag (tag_name) @name (#match? @name "^[A-Z]")) @reference.call
(self_closing_tag (tag_name) @name (#match? @name "^[A-Z]")) @reference.call
