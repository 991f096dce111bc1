"""What a lexer lets the tracker pass over: whatever declares a heredoc must be read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from indexer.languages.registry import by_name
from indexer.model import Heredoc, HeredocBody
from indexer.syntax.statements.lexer import BODY, HEREDOC, TERMINATOR, Event, Lexer, State
from indexer.syntax.statements.lexers import may_hold_heredoc
from indexer.syntax.statements.perl import expressions, statements
from indexer.syntax.statements.perl import line as perl_line
from indexer.syntax.statements.tracker import StatementTracker
from tests.corpus import corpus
from tests.oracles.shell import shell_files
from tests.syntax.statements.cases import FOLDER, Case, lexer_of, line_starts


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.case")), ids=lambda path: f"{path.parent.name}/{path.stem}")
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
    for path in sorted(FOLDER.rglob("*.case")):
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


def test_the_quick_ways_of_perl_come_to_what_its_tokens_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    lexer = lexer_of("perl")
    chance = random.Random(5)
    rows: list[tuple[bytes, State]] = []
    for lines in sources("perl"):
        cut = [line[: chance.randrange(len(line) + 1)] if chance.random() < 0.2 else line for line in lines]
        for some in (lines, cut):
            rows += zip(some, states(lexer, some), strict=False)
    quickly = [lexer.line(*row) for row in rows]
    nothing = re.compile(rb"(?!)")
    monkeypatch.setattr(perl_line, "_at_a_glance", lambda text, state: None)
    monkeypatch.setattr(expressions, "RUN", nothing)
    monkeypatch.setattr(statements, "CONDITION", nothing)
    for row, read in zip(rows, quickly, strict=True):
        assert lexer.line(*row) == read, row


@pytest.mark.parametrize("lexer", [lexer_of("shell"), lexer_of("shell").lean], ids=["whole", "lean"])
def test_what_is_skipped_leads_to_the_same_state(lexer: Lexer) -> None:
    skipped = 0
    for lines in sources("shell"):
        text = b"".join(line + b"\n" for line in lines)
        known = dict(zip(line_starts(text), states(lexer, lines), strict=True))
        for start, state in known.items():
            end, after = lexer.skip(text, start, len(text), state)
            assert after == known[end], text[start:end]
            skipped += end > start
    assert skipped > 500


FRAGMENTS = (
    *b"if then else elif fi while until do done case esac in { } ( ) ;; ; & && || | ! [[ ]]".split(),
    *b"(( )) $( $(( ${ $' ` ' \" # < > \\ x x) a=(".split(),
    *(b"f() {", b"for x in y; do", b"case x in", b"x &&", b"function f", b"select x"),
)


def mangled(name: str, count: int) -> Iterator[bytes]:
    """Texts of lines from the cases and of fragments, in which bytes are missing or stand where they do not belong."""
    chance = random.Random(name)
    lines = [line for case in sources(name) for line in case]
    for _ in range(count):
        rows = [
            chance.choice(lines)
            if chance.random() < 0.5
            else b" ".join(chance.choices(FRAGMENTS, k=chance.randint(1, 4)))
            for _ in range(chance.randint(1, 8))
        ]
        text = bytearray(b"\n".join(rows).replace(b"\r", b""))
        for _ in range(chance.choice((0, 0, 1, 3))):
            at = chance.randint(0, len(text))
            text[at : at + chance.randint(0, 1)] = chance.choice(FRAGMENTS)[:1]
        yield bytes(text) + b"\n"


def test_what_is_skipped_in_mangled_text_leads_to_the_same_state() -> None:
    lexer = lexer_of("shell").lean
    skipped = 0
    for text in mangled("shell", 4000):
        lines = text.split(b"\n")[:-1]
        for before in (b"", b"case x in a)", b"(", b"y=$(", b"x &&"):
            state = lexer.line(before, lexer.initial)[0]
            end, after = lexer.skip(text, 0, len(text), state)
            for line in lines[: text.count(b"\n", 0, end)]:
                state = lexer.line(line, state)[0]
            assert after == state, (before, text[:end])
            skipped += end > 0
    assert skipped > 3000


def test_the_lean_lexer_finds_the_same_heredocs() -> None:
    texts = [b"\n".join(lines) for lines in sources("shell")]
    texts += [text for _, text in shell_files([corpus("ansible-core"), corpus("pygments")])]
    found = 0
    for text in texts:
        tracker = StatementTracker.scan(lexer_of("shell"), text, line_starts(text))
        lean, whole = tracker.reading, tracker.whole
        assert lean.marks == whole.marks, text
        for row, (lean_result, whole_result) in enumerate(zip(lean.results, whole.results, strict=False)):
            if whole.marks[row]:
                assert heredoc_events(lean_result[1]) == heredoc_events(whole_result[1])
                found += 1
    assert found > 1000


@pytest.mark.parametrize("name", ["crystal", "dockerfile", "hcl", "perl", "php", "powershell", "ruby", "shell"])
def test_bodies_are_those_of_the_heredocs(name: str) -> None:
    texts = [b"\n".join(lines) for lines in sources(name)]
    texts += mangled(name, 1000) if name == "shell" else ()
    recovered = 0
    for text in texts:
        bodies = StatementTracker.scan(lexer_of(name), text, line_starts(text)).bodies()
        heredocs = StatementTracker.scan(lexer_of(name), text, line_starts(text)).heredocs()
        assert bodies == [body_of(heredoc) for heredoc in heredocs], text
        recovered += sum(body.recovered for body in bodies)
    assert recovered > 5


def body_of(heredoc: Heredoc) -> HeredocBody:
    return HeredocBody(**{field.name: getattr(heredoc, field.name) for field in fields(HeredocBody)})


def heredoc_events(events: list[Event]) -> list[Event]:
    return [event for event in events if event[0] in (HEREDOC, BODY, TERMINATOR)]


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
