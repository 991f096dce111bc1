"""The cases in tests/cases/statements as their tests read them."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass

from indexer.syntax.statements.lexer import Lexer
from tests.paths import CASES

FOLDER = CASES / "statements"
EXPECTATIONS = {"statements", "blocks", "heredocs"}
MODULES = {"crystal": "ruby"}
LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True)
class Case:
    comment: str
    source_header: str
    source: str
    expected: dict[str, str]

    @classmethod
    def parse(cls, text: str) -> Case:
        comment, *parts = re.split(r"^--- ", text, flags=re.MULTILINE)
        sections = dict(part.split("\n", 1) for part in parts)
        headers = list(sections)
        assert headers[0].split()[0] == "source" and set(headers[1:]) <= EXPECTATIONS and len(headers) > 1, headers
        return cls(comment, headers[0], sections.pop(headers[0]), sections)

    def render(self) -> str:
        sections = {self.source_header: self.source, **self.expected}
        return self.comment + "".join(f"--- {header}\n{body}" for header, body in sections.items())

    def language(self, folder: str) -> str:
        return [*self.source_header.split(), folder][1]

    def text(self) -> bytes:
        if self.source.startswith("%CRLF%\n"):
            return self.source.removeprefix("%CRLF%\n").replace("\n", "\r\n").encode()
        return self.source.encode()


def line_starts(text: bytes) -> list[int]:
    return [0, *(match.end() for match in LINE_END.finditer(text))]


def lexer_of(language: str) -> Lexer:
    module = importlib.import_module(f"indexer.syntax.statements.{MODULES.get(language, language)}")
    lexer: Lexer = module.LEXER
    return lexer
