; XML. An element is named by its id or name attribute; without one, by its tag if it holds other elements.

(element
  [(STag (Attribute (Name) @_id (AttValue) @name)) (EmptyElemTag (Attribute (Name) @_id (AttValue) @name))]
  (content)? @body
  (#any-of? @_id "id" "xml:id" "Id" "ID")) @definition.element
(element
  [
    (STag (Attribute (Name) @_name (AttValue) @name)) @_tag
    (EmptyElemTag (Attribute (Name) @_name (AttValue) @name)) @_tag
  ]
  (content)? @body
  (#any-of? @_name "name" "Name" "NAME" "android:name")
  (#match? @_tag "(?s)^(?!.*\\s(xml:)?(id|Id|ID)\\s*=)")) @definition.element
(element
  (STag . (Name) @name) @_tag
  (content (element)) @body
  (#match? @_tag "(?s)^(?!.*\\s((xml:)?(id|Id|ID)|(android:)?name|Name|NAME)\\s*=)")) @definition.element
(elementdecl (Name) @name) @definition.type
(GEDecl (Name) @name) @definition.constant
(PEDecl (Name) @name) @definition.constant

[(element) (STag) (EmptyElemTag) (CDSect) (doctypedecl)] @fold
(Comment) @comment
