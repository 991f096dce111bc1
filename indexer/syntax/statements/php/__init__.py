"""The statement lexer of PHP: statements, blocks and heredocs, with inline HTML around the code.

A file starts as HTML; code stands between `<?php`, `<?=` or `<?` and `?>`. A heredoc body starts on the line below
its opener, which must be the last thing on its line, and ends at the first line that starts with the label, indented
or not; the rest of that line is code (the rule since PHP 7.3).

Inline HTML is no statement. A `case` or `default` label and a `goto` label are statements of their own. The braces of
`match`, of trait adaptations, of property hooks and of `{$x}` in strings are brackets and never blocks. The lexer
does not read the code in a property hook as statements.
"""

from indexer.syntax.statements.php.lexer import LEXER

__all__ = ["LEXER"]
