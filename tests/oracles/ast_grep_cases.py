"""Code patterns against ast-grep's own test cases: a pattern and a text that it has to match, or must not.

`python -m tests.oracles.ast_grep_cases CHECKOUT` reads the cases out of a checkout of ast-grep (`crates/language/src`),
asks ours, and prints where the answers differ. A difference that is meant has a row in ast_grep_cases.toml with
its reason; any other is a failure.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.languages.registry import by_name

MEANT = Path(__file__).with_suffix(".toml")
_STRING = r"""(r(?P<%s>\#*)"(?s:.*?)"(?P=%s)|"(?:\\(?s:.)|[^"\\])*")"""
_CALL = re.compile(
    r"\b(?P<name>test_match|test_non_match)\(\s*"
    + _STRING.replace("%s", "a")
    + r"\s*,\s*"
    + _STRING.replace("%s", "b")
    + r"\s*,?\s*\)",
    re.VERBOSE,
)
_LANGUAGE = re.compile(r"test_match_lang\(\s*query,\s*source,\s*(\w+)\s*\)")
_NAMES = {"CSharp": "csharp", "Cpp": "cpp", "Php": "php", "Tsx": "tsx", "TypeScript": "typescript"}


class Case(NamedTuple):
    """A pattern, a text, and whether the one is in the other."""

    language: str
    pattern: str
    text: str
    matches: bool


def cases(checkout: Path) -> Iterator[Case]:
    """The cases of every language that we know."""
    for path in sorted((checkout / "crates/language/src").glob("*.rs")):
        source = path.read_text("utf-8")
        language = _LANGUAGE.search(source)
        if language is None:
            continue
        name = _NAMES.get(language[1], language[1].lower())
        for call in _CALL.finditer(source):
            yield Case(name, _value(call[2]), _value(call[4]), call["name"] == "test_match")


def _value(literal: str) -> str:
    """The text that a string of Rust stands for."""
    if literal.startswith("r"):
        return literal[1:].strip("#")[1:-1]
    value: str = ast.literal_eval('"""' + re.sub(r"\\\n\s*", "", literal[1:-1]) + '"""')
    return value


def answer(case: Case) -> tuple[bool, str]:
    """Whether ours finds the pattern in the text, and what it says of it."""
    found = Document.of(by_name(case.language), case.text.encode()).pattern_matches(case.pattern)
    return bool(found.matches), found.problem or ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("checkout", type=Path)
    meant = {(row["language"], row["pattern"]): row["why"] for row in tomllib.loads(MEANT.read_text("utf-8"))["cases"]}
    counts: Counter[str] = Counter()
    for case in cases(parser.parse_args().checkout):
        found, problem = answer(case)
        if found == case.matches:
            counts["same"] += 1
        elif why := meant.get((case.language, case.pattern)):
            counts["meant"] += 1
            print(f"meant  {case.language}: {case.pattern!r} in {case.text!r}: {why}")
        else:
            counts["wrong"] += 1
            print(f"WRONG  {case.language}: {case.pattern!r} in {case.text!r}: {case.matches} to ast-grep. {problem}")
    print(f"{counts.total()} cases: {counts['same']} the same, {counts['meant']} meant, {counts['wrong']} wrong")
    return 1 if counts["wrong"] or not counts["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
