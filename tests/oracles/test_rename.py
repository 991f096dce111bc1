"""A sample of `rename.py` that needs no network: packages that are on the machine anyway, renamed and tested.

Go's library comes with its tests, and each of these packages stands alone; the package in Python is pinned in
`tests/corpus.py`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import corpus
from tests.judges import needed
from tests.oracles.projects import Outcome, Project, counted
from tests.oracles.rename import Judge


def is_whole(project: Project, copies: Path, count: int) -> Judge:
    """That no rename breaks a project, and that all can be taken back."""
    judge = Judge(project, copies)
    assert judge.before.passed and not judge.before.failed, judge.before.output[-2000:]
    renames = judge.asked(count, seed=1)
    assert not [f"{one.drawn.told}: {why}" for one, why in judge.differing_back(renames)]
    assert not [f"{one.drawn.told}: {after.output[-600:]}" for one, after in judge.breaking(renames)]
    return judge


@pytest.mark.parametrize("package", ["encoding/csv", "text/tabwriter", "text/template/parse", "container/heap"])
def test_packages_of_go(tmp_path: Path, package: str) -> None:
    go = needed("go")
    root = subprocess.run([go, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    folder = tmp_path / "package"
    shutil.copytree(Path(root, "src", package), folder)
    (folder / "go.mod").write_text("module sample\n\ngo 1.21\n")
    project = Project("package", "go", folder, tmp_path / "tools", ["go test -v ./..."])
    judge = is_whole(project, tmp_path / "copies", 40)
    assert judge.tally["applied"] >= 12, judge.refusals


def test_a_package_of_python(tmp_path: Path) -> None:
    command = f"{sys.executable} -m pytest -q -p no:cacheprovider -p no:xdist --tb=line -c /dev/null --rootdir=. toolz"
    project = Project("package", "pypi", corpus("toolz"), tmp_path / "tools", [command])
    judge = is_whole(project, tmp_path / "copies", 40)
    assert judge.tally["applied"] >= 12, judge.refusals


@pytest.mark.parametrize(
    ("said", "passed", "failed"),
    [
        ("......F.\n1 failed, 7 passed, 1 error in 0.2s\n", 7, 2),
        ("  3 passing (2ms)\n  1 failing\n", 3, 1),
        ("# tests 3\n# pass 2\n# fail 1\n", 2, 1),
        ("ℹ pass 4\nℹ fail 0\n", 4, 0),
        ("--- PASS: TestA (0.00s)\n    --- FAIL: TestB/x (0.00s)\nFAIL\tsample [build failed]\n", 1, 2),
        (" Test Files  1 failed | 2 passed (3)\n      Tests  5 passed (5)\n", 7, 1),
    ],
)
def test_what_programs_that_run_tests_say(said: str, passed: int, failed: int) -> None:
    assert counted(said) == (passed, failed)


def test_a_test_less_is_worse() -> None:
    before = Outcome(10, 1, 1, "")
    assert Outcome(10, 1, 1, "").is_as_good_as(before) and Outcome(11, 0, 0, "").is_as_good_as(before)
    assert not Outcome(9, 1, 1, "").is_as_good_as(before) and not Outcome(10, 2, 1, "").is_as_good_as(before)
    assert not Outcome(10, 0, 1, "").is_as_good_as(Outcome(10, 0, 0, ""))
