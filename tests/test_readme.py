"""The README says what is so: its first search prints what it shows, and what it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command import outcrop
from tests.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_first_search_prints_what_is_shown(tmp_path: Path) -> None:
    [command] = re.findall(r"^python3 -m venv .*bin/outcrop (search .*)$", README, re.MULTILINE)
    [shown] = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    result = outcrop(*shlex.split(command), cwd=ROOT, environment={"OUTCROP_CACHE_DIR": str(tmp_path)})
    assert without_numbers(result.stdout) == without_numbers(shown)


def without_numbers(text: str) -> str:
    """The numbers of lines change with every edit above them, and how many there are with every edit in between."""
    return re.sub(r"^ *(?:\d+|lines \d+)", "", text, flags=re.MULTILINE)


def test_there_is_one_command_that_runs_the_tests() -> None:
    assert len(re.findall(r"^python3 -m venv .*pytest$", README, re.MULTILINE)) == 1


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:\]\(|`)((?:docs|tests|editors|bench)/[\w./-]+)", README))))
def test_what_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()
