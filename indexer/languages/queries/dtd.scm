; Document type definitions: elements, their attributes, entities and notations.

(elementdecl . (Name) @name) @definition.element
(AttlistDecl (AttDef . (Name) @name @definition.field (DefaultDecl) @definition.field))
(PEDecl (Name) @name) @definition.constant
(GEDecl (Name) @name) @definition.constant
(NotationDecl (Name) @name) @definition.type

[(children) (Mixed) (AttlistDecl) (Enumeration) (conditionalSect)] @fold
(Comment) @comment
