"""What a lexer lets the tracker pass over: whatever declares a heredoc must be read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from indexer.languages.registry import by_name
from indexer.syntax.statements.lexer import HEREDOC, Lexer, State
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


def test_pod_in_a_shell_script_is_a_heredoc() -> None:
    language = by_name("bash")
    assert language is not None
    assert may_hold_heredoc(language, b": <<=cut\n=head1 NAME\n=cut\n")


def sources(name: str) -> list[list[bytes]]:
    """The lines of all cases of a language, and of texts made from lines of several."""
    cases = []
    for path in sorted(CASES.rglob("*.case")):
        case = Case.parse(path.read_text())
        if case.language(path.parent.name) == name:
            cases.append(case.text().splitlines())
    chance = random.Random(name)
    lines = [line for case in cases for line in case]
    return cases + [chance.choices(lines, k=60) for _ in range(100)]


def states(lexer: Lexer, lines: list[bytes]) -> list[State]:
    found = [lexer.initial]
    for line in lines:
        found.append(lexer.line(line, found[-1])[0])
    return found


@pytest.mark.parametrize("name", ["crystal", "dockerfile", "hcl", "perl", "php", "powershell", "ruby", "shell"])
def test_a_declaration_has_its_sign(name: str) -> None:
    lexer = lexer_of(name)
    for lines in sources(name):
        for line, state in zip(lines, states(lexer, lines), strict=False):
            declares = any(event[0] == HEREDOC for event in lexer.line(line, state)[1])
            assert not declares or lexer.signs.search(line) or not lexer.settled(state)


def test_what_is_skipped_leads_to_the_same_state() -> None:
    lexer = lexer_of("shell")
    skipped = 0
    for lines in sources("shell"):
        text = b"".join(line + b"\n" for line in lines)
        known = dict(zip(line_starts(text), states(lexer, lines), strict=True))
        for start, state in known.items():
            end, after = lexer.skip(text, start, state)
            assert after == known[end], text[start:end]
            skipped += end > start
    assert skipped > 500


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
