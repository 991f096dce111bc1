; HTML: the title and headings by their text, other elements by their id, anchors by their name.

(element
  (start_tag . (tag_name) @_heading)
  . [
    (text) @name
    (element (start_tag) . (text) @name . (end_tag))
    (element (start_tag) . (element (start_tag) . (text) @name . (end_tag)) . (end_tag))
    (element (start_tag) . (_) @name (_) @name . (end_tag))
  ]
  . (end_tag)
  (#match? @_heading "^[hH][1-6]$")
  (#set! near "<\\s*[hH][1-6]")) @definition.section
(element
  (start_tag . (tag_name) @_heading)
  . (_) @name
  (_) @name
  . (end_tag)
  (#match? @_heading "^[hH][1-6]$")
  (#set! near "<\\s*[hH][1-6]")) @definition.section
(element
  (start_tag . (tag_name) @_title)
  . (text) @name
  . (end_tag)
  (#match? @_title "^[tT][iI][tT][lL][eE]$")
  (#set! near "<\\s*(?i:title)")) @definition.section
(element
  (start_tag
    . (tag_name) @_tag
    (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  . (_)? @body
  (#match? @_tag "^(?![hH][1-6]$)")
  (#match? @_id "^[iI][dD]$")
  (#set! near "\\b(?i:id)\\s*=")) @definition.element
(script_element
  (start_tag
    . (tag_name) @_tag
    (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  . (_)? @body
  (#match? @_tag "^(?![hH][1-6]$)")
  (#match? @_id "^[iI][dD]$")
  (#set! near "\\b(?i:id)\\s*=")) @definition.element
(style_element
  (start_tag
    . (tag_name) @_tag
    (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  . (_)? @body
  (#match? @_tag "^(?![hH][1-6]$)")
  (#match? @_id "^[iI][dD]$")
  (#set! near "\\b(?i:id)\\s*=")) @definition.element
(element
  (self_closing_tag
    (attribute (attribute_name) @_id [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  (#match? @_id "^[iI][dD]$")
  (#set! near "\\b(?i:id)\\s*=")) @definition.element
(element
  (start_tag
    . (tag_name) @_tag
    (attribute (attribute_name) @_name [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))
  (#match? @_tag "^[aA]$")
  (#match? @_name "^[nN][aA][mM][eE]$")
  (#set! near "\\b(?i:name)\\s*=")) @definition.element

[(element) (script_element) (style_element) (start_tag) (self_closing_tag)] @fold
(comment) @comment

(script_element
  (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @name)))
  (#eq? @_src "src")) @reference.import
(element
  [
    (start_tag . (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @name)))
    (self_closing_tag . (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @name)))
  ]
  (#eq? @_link "link")
  (#eq? @_href "href")) @reference.import
