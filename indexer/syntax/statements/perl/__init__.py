"""Perl: how one line of it reads.

Whether `/`, `{`, `<<`, `%` or `s` means this or that depends in Perl on what may stand at that place, so the lexer
follows perl's own tokenizer: it always knows what it *expects* next. What only a running perl can know (whether a
bare word is a function that takes arguments, or a block) is guessed from the way people write.

It never runs or compiles anything, it does not look into the text of strings and patterns except for heredocs
declared there, and it finds no code in POD, formats and behind `__END__`.
"""

from indexer.syntax.statements.perl.lexer import LEXER

__all__ = ["LEXER"]
