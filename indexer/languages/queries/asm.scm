; Assembly. Definitions are not found by patterns but read from the rows: indexer/extract/asm.py.

[(line_comment) (block_comment)] @comment
(meta kind: (meta_ident) @_directive (#match? @_directive "^\\.(include|incbin)$")) @import

(instruction
  kind: (word) @_call . (ident (reg (word) @name)) .
  (#match? @_call "^([cC][aA][lL][lL]q?|[bB][lL]x?|jal|bsr|JAL|BSR)$")) @reference.call
(meta kind: (meta_ident) @_directive (string) @name (#match? @_directive "^\\.(include|incbin)$")) @reference.import
