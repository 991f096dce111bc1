"""What is known of one language stands in its profile, and general code names no language."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.languages.profile import Profile, profile_of, resolved
from indexer.languages.registry import languages

ROOT = Path(__file__).parents[2]
PROFILES = ROOT / "indexer" / "languages" / "profiles"
NAMES = frozenset(name for language in languages() for name in (language.name, language.grammar) if name)
# Words that say something else in general code: a kind of symbol or node, an adapter, a sort of text.
OTHER_MEANINGS = frozenset(["comment", "func", "markdown", "proc", "regex", "resource", "test", "text"])
GENERAL = ("syntax", "extract", "blocks", "search", "embedded", "patterns", "grammars")
# What reads one language: a lexer, or a finder of languages in it.
OWN = (
    *(f"syntax/statements/{name}.py" for name in ("dockerfile", "hcl", "perl/lexer", "perl/state", "ruby/lexer")),
    *(f"syntax/statements/php/{name}.py" for name in ("lexer", "state", "words")),
    *(f"syntax/statements/powershell/{name}.py" for name in ("lexer", "words")),
    *(f"embedded/{name}.py" for name in ("generators", "literals", "macros", "pipelines", "run", "templates")),
    *(f"extract/{name}.py" for name in ("pages", "style_tokens", "styles")),
    "blocks/commonmark.py",
    "blocks/rst.py",
)


def modules() -> list[str]:
    return sorted(path.stem for path in PROFILES.glob("*.py") if path.stem != "__init__")


def named(path: Path) -> Iterator[str]:
    """The languages that a module has as literals, alone or in a list of words."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        words = node.value.split() if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        if words and NAMES.issuperset(words) and not OTHER_MEANINGS.issuperset(words):
            assert isinstance(node, ast.Constant)
            yield f"{path.relative_to(ROOT / 'indexer').as_posix()}:{node.lineno} {node.value}"


def test_general_code_names_no_language() -> None:
    paths = [path for package in GENERAL for path in sorted((ROOT / "indexer" / package).rglob("*.py"))]
    own = {ROOT / "indexer" / name for name in OWN}
    assert [place for path in paths if path not in own for place in named(path)] == []
    assert [name for name in OWN if not any(named(ROOT / "indexer" / name))] == []


@pytest.mark.parametrize("name", modules())
def test_a_profile_is_that_of_a_language_and_says_something(name: str) -> None:
    (language,) = (each for each in languages() if each.name.replace("-", "_") == name)
    assert profile_of(language.name) != Profile()


@pytest.mark.parametrize("name", modules())
def test_what_a_profile_names_is_there(name: str) -> None:
    for part in profile_of(name):
        for value in part if isinstance(part, tuple) else ():
            if isinstance(value, str) and re.fullmatch(r"indexer\.[\w.]+:\w+", value):
                assert resolved(value) is not None


def test_a_language_without_a_profile_has_one_that_says_nothing() -> None:
    assert profile_of("") == profile_of("no such language") == profile_of("text") == Profile()


def test_only_what_is_read_is_loaded() -> None:
    code = (
        "import sys\n"
        "from indexer.documents import Document\n"
        "from indexer.languages.registry import by_name\n"
        "before = [name for name in sys.modules if name.startswith('indexer.languages.profiles.')]\n"
        "document = Document.of(by_name('go'), b'package a\\n\\nfunc F() {}\\n')\n"
        "document.symbols(), document.folds(), document.edited(12, 12, b'x', 2).symbols()\n"
        "print(before, [name for name in sys.modules if name.startswith('indexer.languages.profiles.')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[] ['indexer.languages.profiles.go']"


def test_help_loads_no_profile() -> None:
    code = (
        "import sys\n"
        "from indexer.cli.main import main\n"
        "sys.argv = ['outcrop', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('indexer.languages.profile' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "False"
