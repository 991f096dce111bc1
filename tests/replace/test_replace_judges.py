"""Judges we did not write: sed and perl for text and regular expressions, git for patches, ast-grep for rewrites."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus import corpus, module
from tests.judges import missing, needed
from tests.paths import ROOT
from tests.replace.replacing import in_texts

WORDS = ["foo", "bar", "foobar", "x", "x1", "12", "a.b", "a-b", "é", "(x)", "foo=1", "[bar]", "$x", "\\d", "&", "/"]
PATTERNS = [
    r"fo+",
    r"\d+",
    r"[a-f]+",
    r"(\w)(\w)",
    r"(\w+)=(\d+)",
    r"(foo|bar)",
    r"^\w+",
    r"\w+$",
    r"\((\w)\)",
    r"\bx\b",
    r"(f)(o)(o)",
    r"[^ ]+-(\w)",
    r"o{2}",
    r"(a)?b",
    r"\.",
    r"[[:digit:]]+",
]
# Ours, and the same as perl writes it.
TEMPLATES = {
    "": "",
    "y": "y",
    "<$0>": "<$&>",
    "$1": "$1",
    "[$1$2]": "[$1$2]",
    "${1}0": "${1}0",
    "$0$0": "$&$&",
    "\\$x": "\\$x",
    "\\\\$1": "\\\\$1",
    "a\\b": "a\\\\b",
    "tab\tx": "tab\tx",
    "$1-$1": "$1-$1",
}


def texts(seed: int) -> str:
    draw = random.Random(seed)
    rows = [" ".join(draw.choices(WORDS, k=draw.randint(1, 6))) for _ in range(draw.randint(1, 8))]
    return "\n".join(rows) + draw.choice(["\n", ""])


def judged(command: list[str], text: str) -> str:
    needed(command[0])
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PERL_UNICODE": "SA"}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, encoding="utf-8", check=True, env=environment
    ).stdout


def groups(pattern: str) -> int:
    return pattern.replace("\\(", "").replace("(?", "").count("(")


CASES = [
    (pattern, template, seed)
    for number, pattern in enumerate(PATTERNS)
    for at, template in enumerate(TEMPLATES)
    for seed in (number * 100 + at,)
    if all(f"${group}" not in template and f"${{{group}}}" not in template for group in range(groups(pattern) + 1, 3))
]


@pytest.mark.parametrize("part", range(4))
def test_regular_expressions_are_replaced_as_by_perl(part: int) -> None:
    for pattern, template, seed in CASES[part::4]:
        text = texts(seed)
        program = f"no warnings; use re '/a'; $old = $_; s{{{pattern}}}{{{TEMPLATES[template]}}}g;"
        if template == "":  # a row that is left with nothing goes, as docs/replace.md says; perl keeps its line end
            program += "$_ = '' if $old =~ /\\S/ && !/\\S/"
        wanted = judged(["perl", "-pe", program], text)
        result = in_texts({"a.txt": text}, f"/{pattern}/", template)
        assert result.texts.get("a.txt", text) == wanted, (pattern, template, text)


@pytest.mark.parametrize("part", range(4))
def test_words_are_replaced_as_by_sed(part: int) -> None:
    draw = random.Random(part)
    for seed in range(part * 100, part * 100 + 60):
        text, word = texts(seed), draw.choice(WORDS)
        template = draw.choice(["y", "<&>", "a/b", "\\\\x", "$0", "[$0]", "", "x\ny"])
        wanted_word = "".join(f"\\{sign}" if sign in ".*[]^$/\\" else sign for sign in word)
        plain = template.replace("$0", "\0")
        made = "".join(f"\\{sign}" if sign in "&/\\\n" else sign for sign in plain).replace("\0", "&")
        wanted = judged(["sed", f"s/{wanted_word}/{made}/g"], text)
        if template == "":
            before, after = text.split("\n"), wanted.split("\n")
            kept = [new for old, new in zip(before, after, strict=True) if new.strip() or not old.strip()]
            wanted = (
                "\n".join(kept) if text.endswith("\n") or after[-1].strip() else "".join(f"{row}\n" for row in kept)
            )
        quoted = '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '" case:yes'
        result = in_texts({"a.txt": text}, quoted, template)
        assert result.texts.get("a.txt", text) == wanted, (word, template, text)


def test_there_are_hundreds_of_cases() -> None:
    assert len(CASES) > 120  # of perl; sed has 240


def test_rewrites_are_those_of_ast_grep() -> None:
    """A sample; `python -m tests.oracles.replace FOLDER…` takes all pairs and any packages."""
    folders = [str(module("core")), str(corpus("psutil"))]
    command = [sys.executable, "-m", "tests.oracles.replace", *folders, str(ROOT / "tests" / "cases" / "outline")]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    result = subprocess.run(
        [*command, "--most", "8", "--every", "6"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if result.stdout.startswith("skipped"):
        missing(result.stdout)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
