"""Which texts are lexed at all: whatever declares a heredoc must be."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.languages.registry import by_name
from indexer.syntax.statements.lexers import may_hold_heredoc
from indexer.syntax.statements.tracker import StatementTracker
from tests.test_statements import CASES, Case, lexer_of, line_starts


@pytest.mark.parametrize("path", sorted(CASES.rglob("*.case")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_text_with_a_heredoc_is_never_passed_over(path: Path) -> None:
    case = Case.parse(path.read_text())
    name = case.language(path.parent.name)
    language, text = by_name("bash" if name == "shell" else name), case.text()
    assert language is not None
    tracker = StatementTracker.scan(lexer_of(name), text, line_starts(text))
    assert may_hold_heredoc(language, text) or not tracker.heredocs()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ruby", b"class << self\nend\nlist << item\n"),
        ("perl", b"my $x = 1 << 3; $y <<= 2;\n"),
        ("bash", b"cat <<< word\n"),
        ("php", b"<?php $x << 3;\n"),
    ],
)
def test_shifts_and_here_strings_cost_nothing(name: str, text: bytes) -> None:
    language = by_name(name)
    assert language is not None
    assert not may_hold_heredoc(language, text)
