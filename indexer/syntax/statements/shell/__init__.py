"""The statement lexer of the shells: sh, bash, zsh and ksh.

It reads what bash reads: a heredoc's body starts after the next newline *token*, so a line that ends in a
backslash or inside an open quote delays it, and each command substitution has heredocs of its own. A command
substitution, and the head of a loop or `if`, are part of the statement that holds them; the blocks inside them
are blocks all the same. Where bash rejects a text that zsh accepts, zsh's reading is taken if it is plain.

It never expands, evaluates or runs anything, and finds no block or statement inside a heredoc's body.
"""

from indexer.syntax.statements.shell.lexer import LEXER

__all__ = ["LEXER"]
