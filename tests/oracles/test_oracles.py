"""The judges on a sample: what the interpreters themselves say of real code that is installed beside them.

The long versions take any folder: `python -m tests.oracles.ruby FOLDER`. A judge that is not installed is a skip here
and a failure in CI.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.judges import missing
from tests.paths import ROOT

CASES = "tests/cases/outline"
# judge: the folders to look through, those that exist
HEREDOCS = {
    "perl": ["/usr/share/perl/*/ExtUtils", "/usr/share/perl/*/Pod", "/usr/share/perl/*/CPAN*", CASES],
    "php": ["/usr/share/php", CASES],
    "ruby": ["/usr/lib/ruby", CASES],
    "shell": ["/etc", "/usr/sbin", "/usr/lib/git-core", CASES],
}


def existing(pattern: str) -> list[str]:
    base = Path("/") if pattern.startswith("/") else ROOT
    return sorted({str(path.resolve()) for path in base.glob(pattern.lstrip("/"))})


def run(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"tests.oracles.{module}", *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = result.stdout + result.stderr
    if re.search(r"^skipped\b", said, re.MULTILINE | re.IGNORECASE):
        missing(said.strip())
    assert result.returncode == 0, said[-4000:]
    return said


@pytest.mark.parametrize("judge", sorted(HEREDOCS))
def test_heredocs_are_where_the_interpreter_says(judge: str) -> None:
    folders = [found for folder in HEREDOCS[judge] for found in existing(folder)]
    said = run(judge, *folders)
    compared = [
        int(number)
        for number in re.findall(r"heredocs\D{0,12}?(\d+)|(\d+) heredocs", said)
        for number in number
        if number
    ]
    assert any(compared), f"nothing was compared: {said}"


def test_python_definitions_are_those_of_the_ast() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    said = run(
        "definitions", "python", *(str(library / name) for name in ("asyncio", "email", "json", "unittest", "xml"))
    )
    missing = re.search(r"missing: \{(.*)\}", said)
    extents = re.search(r"extents equal (\d+) of (\d+)", said)
    assert missing and extents, said
    assert not re.search(r"function|method|class", missing[1]), "every def and class, not most of them"
    assert extents[1] == extents[2] != "0", said


@pytest.mark.parametrize(
    ("grammar", "folder"), [("php", "/usr/share/php/Symfony/Component/Console"), ("ruby", "/usr/lib/ruby/*/rdoc")]
)
def test_definitions_are_those_of_the_interpreter(grammar: str, folder: str) -> None:
    if not existing(folder):
        missing(folder)
    said = run("definitions", grammar, *existing(folder), "tests/cases/outline")
    found = re.search(r"definitions (\d+), found (\d+) .* extents equal (\d+) of (\d+)", said)
    assert found, said
    assert found[1] == found[2] and found[3] == found[4], said
    assert int(found[1]) > 500, "nothing much was compared"


def test_python_references_are_those_of_the_ast() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    said = run("references", "python", *(str(library / name) for name in ("asyncio", "email", "json", "importlib")))
    counts = re.findall(r"(\w+): (\d+), found (\d+) \(.*\), only ours (\d+)", said)
    assert {kind for kind, *_ in counts} >= {"call", "import", "extends"}, said
    for kind, judged, found, extra in counts:
        assert judged == found and extra == "0", f"{kind}: {said}"


@pytest.mark.parametrize(("in_ci", "end"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_files_that_are_missing_are_a_skip_and_in_ci_a_failure(
    in_ci: str, end: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", in_ci)
    with pytest.raises(end, match="no/such/folder"):
        test_definitions_are_those_of_the_interpreter("php", "/no/such/folder")


def test_cython_defines_what_its_own_parser_sees() -> None:
    assert " 0 missing" in run("cython")
