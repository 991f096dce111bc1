; inherits: cpp
; HLSL. To this grammar a constant buffer is a function without parameters, or, with a register, a variable and a block.

(function_definition
  type: (type_identifier) @_buffer declarator: (identifier) @name body: (_) @body
  (#any-of? @_buffer "cbuffer" "tbuffer")) @definition.struct
(function_definition
  type: (type_identifier) @_buffer
  declarator: (identifier)
  body: (compound_statement (declaration
    declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]) @definition.field)
  (#any-of? @_buffer "cbuffer" "tbuffer"))
(translation_unit (compound_statement (declaration
  declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)]) @definition.variable))
