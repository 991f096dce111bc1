"""The README says what is so: its commands print what it shows, and what it names is there."""

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
    assert result.stdout == shown


def session() -> list[tuple[str, str]]:
    """The commands that the README shows after `cd docs/example`, each with what is printed under it."""
    [block] = re.findall(r"^```console\n\$ cd docs/example\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\$ outcrop (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), session())
def test_a_command_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    cache = {"OUTCROP_CACHE_DIR": str(tmp_path)}
    result = outcrop(*shlex.split(command), cwd=ROOT / "docs" / "example", environment=cache)
    assert result.stdout + result.stderr == shown


def test_there_is_one_command_that_runs_the_tests() -> None:
    assert len(re.findall(r"^python3 -m venv .*pytest$", README, re.MULTILINE)) == 1


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:\]\(|`)((?:docs|tests|editors|bench)/[\w./-]+)", README))))
def test_what_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()
