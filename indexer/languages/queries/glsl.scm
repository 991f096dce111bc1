; inherits: c
; GLSL. An interface block is a struct; the name after it is a variable.

(declaration (identifier) @name . (field_declaration_list) @body) @definition.struct
(declaration (field_declaration_list) . (identifier) @name @definition.variable)
