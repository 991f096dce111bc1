; Astro. The parts of a component, and elements with an id. The script between the fences is one text to this grammar.

(document (frontmatter . "---" @name) @definition.section)
(script_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section
(style_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section
(element
  [
    (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))
    (self_closing_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))
  ]
  (#eq? @_id "id")) @definition.element

[
  (element) (script_element) (style_element) (start_tag) (self_closing_tag) (frontmatter) (html_interpolation)
  (attribute_interpolation)
] @fold
(comment) @comment

(html_interpolation) @block.block

(start_tag (tag_name) @name (#match? @name "^[A-Z]")) @reference.call
(self_closing_tag (tag_name) @name (#match? @name "^[A-Z]")) @reference.call
