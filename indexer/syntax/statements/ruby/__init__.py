"""The statement lexer of Ruby and Crystal.

It reads as Ruby's own lexer does: what `/`, `%`, `?`, `{` and `<<` mean depends on whether an operand is expected,
so the reader looks back at the token before them. Most of a line needs no decision: one pattern steps over names,
numbers, operators, plain strings and simple pairs of brackets, and stops at what opens, closes or is ambiguous.

A block runs from its keyword to its `end`, the head (a condition, parameters) included; `else`, `when`, `rescue` and
their like close the branch before them. Brackets hold no statements of their own, only the blocks inside them do.

It keeps no table of local variables: a name followed by a blank and `<<WORD` or `/x/` is read as a call. It never
evaluates anything, and finds no block or statement inside a string, a regular expression or a heredoc's text.
"""

from indexer.syntax.statements.ruby.lexer import LEXER

__all__ = ["LEXER"]
