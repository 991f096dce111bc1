"""Which statement lexer reads which language, loaded on first use."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from indexer.languages.registry import Language
from indexer.syntax.statements.lexer import Lexer

# What a text must contain to hold a heredoc at all. Most files do not, and are not lexed in order to be parsed.
_NAME = rb"[A-Za-z_\x80-\xff]"
_SIGNS = {
    "dockerfile": re.compile(rb"<<-?[\"'\w\x80-\xff]"),
    "hcl": re.compile(rb"<<-?" + _NAME),
    "perl": re.compile(rb"<<~?(?:\\?" + _NAME + rb"|[ \t]*[\"'`])"),
    "php": re.compile(rb"<<<"),
    "powershell": re.compile(rb"@[\"']"),
    "ruby": re.compile(rb"<<[~-]?(?:" + _NAME + rb"|[\"'`])"),
    "shell": re.compile(rb"(?<!<)<<(?![<=])"),
}


def lexer_for(language: Language | None) -> Lexer | None:
    """The lexer of a language, or None."""
    return _load(language.lexer) if language is not None and language.lexer is not None else None


@cache
def _load(name: str) -> Lexer:
    lexer: Lexer = import_module(f"indexer.syntax.statements.{name}").LEXER
    return lexer


def may_hold_heredoc(language: Language, data: bytes) -> bool:
    """Whether a text can declare a heredoc; False means that it certainly does not."""
    return language.lexer is not None and _SIGNS[language.lexer].search(data) is not None
