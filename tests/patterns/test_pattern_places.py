"""What patterns mean wherever they can stand: cases in `cases/patterns`, a source and what patterns find in it.

`NAME.patterns` has a pattern a line and below it, indented, what it finds; line ends are written `⏎`.
`OUTCROP_UPDATE_CASES=1` writes what is found now.
"""

from __future__ import annotations

import os
import re

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name, languages
from tests.paths import CASES, ROOT

FOLDER = CASES / "patterns"
NAMES = sorted(path.stem for path in FOLDER.glob("*.patterns"))


def source_of(name: str) -> bytes:
    (path,) = (path for path in FOLDER.glob(f"{name}.*") if path.suffix != ".patterns")
    return path.read_bytes()


def found(pattern: str, language: str, data: bytes) -> list[str]:
    answer = Document.of(by_name(language), data).pattern_matches(pattern.replace("⏎", "\n"))
    if answer.problem is not None and not answer.matches:
        return [f"! {answer.problem}"]
    assert answer.complete
    return [data[match[0].start : match[0].end].decode().replace("\n", "⏎") for match in answer.matches]


@pytest.mark.parametrize("name", NAMES)
def test_patterns_find_what_they_mean(name: str) -> None:
    assert by_name(name) is not None, name
    data = source_of(name)
    path = FOLDER / f"{name}.patterns"
    patterns = [row for row in path.read_text("utf-8").splitlines() if row and not row.startswith("    ")]
    said = "".join(
        f"{pattern}\n" + "".join(f"    {text}\n" for text in found(pattern, name, data)) for pattern in patterns
    )
    if os.environ.get("OUTCROP_UPDATE_CASES"):
        path.write_text(said, "utf-8")
    assert said == path.read_text("utf-8")


WRAPPED = {
    "[Test]": "{} class A {{ }}",
    "super($$$);": "class A {{ A() {{ {} }} }}",
    "Some($X) => $Y": "fn f() {{ match a {{ {} }} }}",
}
AROUND = {
    "C": "void f(void) {{\n{}\n}}",
    "C++": "{};",
    "CSS": "a {{ b: {}; }}",
    "Go": "package p\nfunc f() {{ {} }}",
    "JSON": "{{{}}}",
    "Java": "class A {{ void f() {{ {} }} }}",
    "Ruby": '"{}"',
    "TSX": "x = <p {} />",
}
EXAMPLES = re.findall(
    r"^\| `([^`]+)` \| ([^|`]+) \| `([^`]+)` \|$",
    (ROOT / "docs/patterns.md").read_text("utf-8"),
    re.M,
)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize(("pattern", "title", "code"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_examples_of_the_page_find_what_they_say(pattern: str, title: str, code: str) -> None:
    (language,) = (language for language in languages() if language.title == title)
    around = WRAPPED.get(pattern) or AROUND.get(title, "{}")
    if (title, code) == ("TypeScript", "Record<string, number>"):
        around = "let x: {};"
    matches = found(pattern, language.name, around.format(code.replace("⏎", "\n")).encode())
    assert code in [match.removesuffix(",") for match in matches], matches
