"""Which statement lexer reads which language, loaded on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from indexer.languages.profile import profile_of
from indexer.languages.registry import Language
from indexer.syntax.statements.lexer import Lexer


def lexer_for(language: Language | None) -> Lexer | None:
    """The lexer of a language, or None."""
    return _load(language.lexer) if language is not None and language.lexer is not None else None


@cache
def _load(name: str) -> Lexer:
    lexer: Lexer = import_module(f"indexer.syntax.statements.{name}").LEXER
    return lexer


def may_hold_heredoc(language: Language, data: bytes) -> bool:
    """Whether a text can declare a heredoc; False means that it certainly does not."""
    return language.lexer is not None and profile_of(language.name).heredocs.signs.search(data) is not None
