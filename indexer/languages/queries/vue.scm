; Vue. The sections of a component; elements with an id.

(document (template_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section)
(document (script_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section)
(document (style_element (start_tag . (tag_name) @name) . (_)? @body) @definition.section)
(element
  [
    (start_tag (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
    (self_closing_tag
      (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  ]
  (#eq? @_id "id")) @definition.element

[(element) (template_element) (script_element) (style_element) (start_tag) (self_closing_tag)] @fold
(comment) @comment

(element (start_tag (directive_attribute (directive_name) @_if (#eq? @_if "v-if")))) @block.if
(element (start_tag (directive_attribute (directive_name) @_else (#any-of? @_else "v-else" "v-else-if")))) @block.else
(element (start_tag (directive_attribute (directive_name) @_for (#eq? @_for "v-for")))) @block.loop

(start_tag (tag_name) @name (#match? @name "[A-Z-]")) @reference.call
(self_closing_tag (tag_name) @name (#match? @name "[A-Z-]")) @reference.call
