"""The examples of docs/replace.md and of its cookbook do what they say."""

from __future__ import annotations

import re
import shlex

import pytest

from indexer.replace.replacing import Refusal, request_of
from tests.paths import ROOT
from tests.replace.replacing import in_texts

DOCS = ROOT / "docs"
GUIDES = [(DOCS / name).read_text("utf-8") for name in ("replace.md", "replace-cookbook.md")]
EXAMPLES = [
    each for guide in GUIDES for each in re.findall(r"```replace\noutcrop replace (.*?)\n```", guide, re.DOTALL)
]


def taken_apart(example: str) -> tuple[list[str], list[str]]:
    """The words of the command, which may go over several lines, and the lines of the difference."""
    lines = example.split("\n")
    for count in range(1, len(lines) + 1):
        try:
            words = shlex.split("\n".join(lines[:count]))
        except ValueError:
            continue
        return words, lines[count:]
    raise AssertionError(example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str) -> None:
    (query, template, path), lines = taken_apart(example)
    if lines[0].startswith("problem: "):
        request = request_of(query, template)
        assert isinstance(request, Refusal)
        said = [problem.message for problem in (*request.query_problems, *request.template_problems)]
        assert said == [lines[0].removeprefix("problem: ")]
        return
    assert all(line[:2] in ("- ", "+ ", "  ") or line in "-+" for line in lines), lines
    before, after = ("".join(f"{line[2:]}\n" for line in lines if line[:1] in signs) for signs in ("- ", "+ "))
    result = in_texts({path: before}, query, template)
    assert not result.problems
    assert result.texts[path] == after


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 21
