"""The cookbook: each query finds what the page shows, also in an index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import match
from tests.cli.command import outcrop
from tests.paths import ROOT
from tests.search.facts import together

PAGE = (ROOT / "docs" / "cookbook.md").read_text("utf-8")
QUESTIONS = [question.split("\n") for question in re.findall(r"```search\n(.*?)\n```", PAGE, re.DOTALL)]
TEXTS = dict(re.findall(r"`([\w./]+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL))
TEXTS |= {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "example").iterdir()}
COMMANDS = re.findall(r"```console\n\$ outcrop (.*?)\n(.*?)\n```", PAGE, re.DOTALL)
FILES = together(TEXTS)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_question_has_its_answer(question: list[str]) -> None:
    query, *expected = question
    parsed = parse(query).query
    assert parsed is not None
    hits = [
        path if hit.kind == "file" else f"{path}:{hit.row + 1}"
        for path in sorted(FILES)
        for hit in match(parsed, FILES[path])
    ]
    assert hits == expected


def test_there_is_a_page_of_questions() -> None:
    assert len(QUESTIONS) >= 55
    assert all(expected for _, *expected in QUESTIONS), "a question without an answer shows nothing"


@pytest.mark.parametrize("number", [1, 12, 27, 36, 38])
def test_the_command_answers_the_same(number: int, tmp_path: Path) -> None:
    """With an index, some that take each a different way."""
    for path, text in TEXTS.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    query, *expected = QUESTIONS[number]
    cache = {"OUTCROP_CACHE_DIR": str(tmp_path / "cache")}
    result = outcrop("search", query, "--format", "grep", cwd=tmp_path, environment=cache)
    assert sorted(":".join(line.split(":")[:2]) for line in result.stdout.splitlines()) == sorted(expected)


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_page_shows(command: str, expected: str, tmp_path: Path) -> None:
    for path, text in TEXTS.items():
        (tmp_path / "code" / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "code" / path).write_text(text)
    cache = {"OUTCROP_CACHE_DIR": str(tmp_path / "cache"), "NO_COLOR": "1"}
    result = outcrop(*command.split(), cwd=tmp_path / "code", environment=cache)
    assert [line.rstrip() for line in result.stdout.rstrip().splitlines()] == expected.splitlines()


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 5
