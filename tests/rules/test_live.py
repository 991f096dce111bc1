"""Rules while somebody types: pieces that did not change are not asked again, and a slow rule is asked no more."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.model import Span
from indexer.rules import open_texts, pieces
from indexer.rules.finding import TextFindings
from indexer.rules.live import LiveAnswer, LiveRules
from indexer.rules.open_texts import OpenTexts
from indexer.rules.pieces import PieceMemo
from indexer.rules.rule import Rule
from tests.paths import ROOT
from tests.rules.checking import written

PATTERNS = ("self.$A", "$A = $B", "return $A", "len($A)", "$F($A, $$$B)", "if $A: $$$B", "for $A in $B: $$$C")


def test_after_any_edit_the_pieces_say_what_the_text_says() -> None:
    chance = random.Random(7)
    document = Document.of(by_name("python"), (ROOT / "indexer/rules/report.py").read_bytes())
    memo = PieceMemo()
    taken_apart = 0
    for version in range(60):
        data = document.text.data
        at = chance.randrange(len(data))
        end = min(at + chance.choice((0, 0, 1, 7)), len(data))
        new = chance.choice((b"x", b"\n", b"(", b")", b"len(a)", b"\n\ndef g():\n    return len(b)\n\n", b"    "))
        if chance.random() < 0.5:
            at = end = data.find(b"\n\n\n", at) + 3 if data.find(b"\n\n\n", at) >= 0 else at
        before = document
        document = document.edited(at, end, new, version + 1)
        fresh = Document.of(document.language, document.text.data)
        for source in PATTERNS:
            told = memo.matches(document, source)
            if told is not None:
                taken_apart += 1
                assert list(told) == fresh.pattern_matches(source).matches, (version, source)
        if fresh.structure is None or not fresh.structure.clean:
            document = before  # somebody takes it back
    assert taken_apart > 50


def test_only_the_piece_that_a_key_touched_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    real = pieces._asked

    def counted(shape: Any, grammar: str, data: bytes) -> Any:
        asked.append(data)
        return real(shape, grammar, data)

    monkeypatch.setattr(pieces, "_asked", counted)
    text = b"".join(b"def f%d():\n    return len(%d)\n\n\n" % (number, number) for number in range(200))
    document = Document.of(by_name("python"), text)
    assert document.structure is not None
    document = document.edited(0, 0, b"\n", 1)  # the first key has it cut
    memo = PieceMemo()
    assert len(memo.matches(document, "len($A)") or ()) == 200
    first = len(asked)
    at = document.text.data.index(b"len(100)") + 4
    document = document.edited(at, at, b"1", 2)
    assert len(memo.matches(document, "len($A)") or ()) == 200
    assert first > 100 and len(asked) - first <= 3


def test_a_rule_that_is_slow_again_and_again_is_named_once_and_asked_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    written(
        tmp_path, {".outcrop/rules/a.toml": "[slow]\nquery = 'x'\nmessage = 'x'\n[ok]\nquery = 'y'\nmessage = 'x'\n"}
    )
    asked: list[list[str]] = []

    def found(rules: Sequence[Rule], *rest: object) -> TextFindings:
        asked.append([rule.name for rule in rules])
        return TextFindings(slow=["slow"])

    monkeypatch.setattr(open_texts, "findings_in", found)
    document = Document.of(by_name("python"), b"x\n")
    texts = OpenTexts()
    notes = [texts.answer(document, tmp_path / "a.py", [tmp_path], 0).notes for _ in range(5)]
    assert asked == [["ok", "slow"]] * 3 + [["ok"]] * 2
    assert [len(each) for each in notes] == [0, 0, 1, 0, 0] and "`slow` is too slow" in notes[2][0]
    written(tmp_path, {".outcrop/rules/a.toml": "[slow]\nquery = 'xyz'\nmessage = 'x'\n"})
    texts.answer(document, tmp_path / "a.py", [tmp_path], 0)
    assert asked[-1] == ["slow"], "it changed, and may be better now"


def test_the_server_reads_no_rules_and_imports_nothing_that_asks_them() -> None:
    imported = (
        "import sys, indexer.rules.live; print(*sorted(name for name in sys.modules if name.startswith('indexer.')))"
    )
    said = subprocess.run([sys.executable, "-c", imported], capture_output=True, text=True, check=True).stdout.split()
    assert "indexer.rules.live" in said
    assert not {
        "indexer.rules.rule_set",
        "indexer.rules.finding",
        "indexer.search.match.evaluate",
        "indexer.patterns",
    } & {*said}


def test_where_there_can_be_no_rules_no_process_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    rules = LiveRules()
    document = Document.of(by_name("python"), b"x\n")
    assert rules.answer("k", document, tmp_path / "a.py", [tmp_path]) == LiveAnswer()
    written(tmp_path, {"config/outcrop/config.toml": "[index]\n"})
    assert rules.answer("k", document, tmp_path / "a.py", [tmp_path]) == LiveAnswer()
    assert rules._isolation._child is None
    written(tmp_path, {"config/outcrop/config.toml": "[rules.x]\nquery = 'x'\nmessage = 'found'\n"})
    assert [each.message for each in rules.answer("k", document, tmp_path / "a.py", [tmp_path]).findings] == ["found"]
    assert rules._isolation._child is not None
    rules.stop()


def test_a_text_that_ends_the_child_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from indexer.isolation import GrammarFailed

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    written(tmp_path, {".outcrop/rules/a.toml": "[a]\nquery = 'x'\nmessage = 'x'\n"})
    rules = LiveRules()
    asked: list[str] = []

    def fails(key: str, *rest: object) -> Any:
        asked.append(key)
        raise GrammarFailed("no answer within 5.0 seconds")

    monkeypatch.setattr(rules._isolation, "ask", fails)
    document = Document.of(by_name("python"), b"x\n")
    first = rules.answer("k", document, tmp_path / "a.py", [tmp_path])
    assert "took too long" in first.notes[0]
    assert rules.answer("k", document, tmp_path / "a.py", [tmp_path]).notes == []
    assert asked == ["k"]
    rules.answer("k", document.edited(0, 0, b"y", 1), tmp_path / "a.py", [tmp_path])
    assert asked == ["k", "k"], "the text is another one now"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "  f(1)\n", "  # outcrop: ignore[r]\n  f(1)\n"),
        ("a.c", "void g() {\n\tf(1);\n}\n", "void g() {\n\t// outcrop: ignore[r]\n\tf(1);\n}\n"),
        ("a.sh", "echo a \\\n  f(1)\n", "echo a \\\n  f(1)  # outcrop: ignore[r]\n"),
        ("a.sh", "echo a \\\n  f(1) \\\n b\n", None),
        ("a.js", "f(1);\r\n", "// outcrop: ignore[r]\r\nf(1);\r\n"),
        ("a.json", '{"a": "f(1)"}\n', None),
    ],
)
def test_a_comment_is_written_in_the_language_s_own_style(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str, expected: str | None
) -> None:
    from indexer.languages.detect import detect

    data = text.encode()
    document = Document.of(detect(path, data), data)
    at = data.index(b"f(1)")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    written(tmp_path, {".outcrop/rules/a.toml": "[r]\nquery = '/f\\(1\\)/'\nmessage = 'x'\n"})
    found = OpenTexts().silence(document, tmp_path / path, [tmp_path], "r", Span(at, at + 4))
    made = None if not found else (data[: found[0].span.start] + found[0].new + data[found[0].span.end :]).decode()
    assert made == expected


def test_an_expression_that_others_choke_on_takes_linear_time() -> None:
    from tests.rules.checking import told

    assert told("a" * 200_000 + "\n", Rule("bomb", "/(a*)*b/", "x"), Rule("more", "/(x+x+)+y/", "x")) == []
