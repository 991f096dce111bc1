"""The statement lexer of PowerShell: statements, blocks and here-strings.

A here-string opens with `@"` or `@'` as the last thing on its line, and ends where a line starts with `"@` or `'@` in
the first column; the rest of that line is code. A statement ends at `;`, at its last block, or with its line, unless
the line ends with an operator or a backtick, a bracket is open, or the next line starts with a pipe (PowerShell 7).
As that is known only there, the end of such a statement is reported late.

Blocks are the braces of keywords, of methods (`method`), of the clauses of a `switch` (`case`) and of script block
literals (`anonymous`). The braces of hash literals and of `${name}` never are. What stands in `$(…)` and
`@(…)` belongs to the statement around it. Typographic quotation marks, which PowerShell takes for plain ones, are not
recognised.
"""

from indexer.syntax.statements.powershell.lexer import LEXER

__all__ = ["LEXER"]
