"""Outlines and folds as JSON: what is put together from sections is what the protocol's own types would say."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from indexer.documents import Document
from indexer.engine import Encoding, Engine
from indexer.languages.registry import by_name
from lsp_server.encoded import folding_ranges, folds_of, listed_symbols, nested_symbols, outline_of

SOURCE = """\
import os
import sys


def größe_100%(x):
    return "𝒳"


class A(B):
    '''Says "so" \\ and %d.'''

    def first(self): return "𝒳𝒳"; second = 1
"""


def _outline(document: Document, encoding: Encoding = Encoding.UTF16) -> list[dict[str, Any]]:
    outline: list[dict[str, Any]] = json.loads(nested_symbols(document.text, document.outline(), encoding).json)
    return outline


def _python(text: str) -> Document:
    return Document.of(by_name("python"), text.encode())


@pytest.mark.parametrize(("encoding", "column"), [(Encoding.UTF8, 16), (Encoding.UTF16, 12), (Encoding.UTF32, 11)])
def test_columns_are_the_client_s(encoding: Encoding, column: int) -> None:
    outline = _outline(_python("def größe_𝒳():\n    pass\n"), encoding)
    assert outline[0]["name"] == "größe_𝒳"
    assert outline[0]["selectionRange"] == {
        "start": {"line": 0, "character": 4},
        "end": {"line": 0, "character": column},
    }


def test_a_tree_has_what_the_records_say() -> None:
    document = _python(SOURCE.replace("_100%", ""))
    names = [(each["name"], [child["name"] for child in each["children"]]) for each in _outline(document)]
    assert names == [("größe", []), ("A", ["first"])]
    listed = json.loads(listed_symbols(document.text, "file:///a%20b.py", document.symbols(), Encoding.UTF16).json)
    assert [(each["name"], each.get("containerName")) for each in listed] == [
        ("größe", None),
        ("A", None),
        ("first", "A"),
    ]
    assert {each["location"]["uri"] for each in listed} == {"file:///a%20b.py"}


def test_signs_of_templates_and_quotes_stay_what_they_are() -> None:
    """`%` in a name or a signature is no place for a row, and a quote ends no string."""
    text = 'def f(a="100%d", b=\'"\'):\n    pass\n'
    assert _outline(_python(text))[0]["detail"] == '(a="100%d", b=\'"\')'


def test_what_moves_down_is_filled_in_anew_and_made_once() -> None:
    document = _python("\n\n".join(f"def f{n}():\n    if x:\n        return 1\n" for n in range(30)))
    document.symbols()
    document = document.edited(0, 0, b"\n", 2)
    before = _outline(document)
    moved = document.edited(0, 0, b"\n\n", 3)
    after = _outline(moved)
    assert [each["range"]["start"]["line"] for each in after] == [each["range"]["start"]["line"] + 2 for each in before]
    old = {id(each.section) for each in document.sections or ()}
    assert sum(id(each.section) in old for each in moved.sections or ()) >= 28


def test_folds_over_imports_reach_over_sections() -> None:
    source = "import a\n\nimport b\n\nimport c\n\n\ndef f():\n    return 1\n"
    document = _python(source)
    document.symbols()
    document = document.edited(len(source), len(source), b"\n\ndef g():\n    return 2\n", 2)
    folds = json.loads(folding_ranges(document.fold_sections()).json)
    assert {"startLine": 0, "endLine": 4, "kind": "imports"} in folds
    assert len(document.sections or ()) > 2


def test_a_client_gets_as_many_folds_as_it_wants_the_outermost() -> None:
    source = "\n\n".join(f"def f{n}():\n    if x:\n        return 1\n" for n in range(5))
    document = _python(source)
    folds = json.loads(folding_ranges(document.fold_sections(), limit=5).json)
    assert [fold["startLine"] for fold in folds] == [0, 5, 10, 15, 20]


def imported(document: Document) -> set[str]:
    """In the child: which packages it has loaded."""
    return {name.partition(".")[0] for name in sys.modules}


def test_what_is_parsed_in_a_child_is_written_there_without_the_protocol_s_own_types() -> None:
    """They take longer to import than most texts to parse."""
    engine = Engine()
    source = "".join(f"class A{n} {{\n  fun f{n}() {{\n    g()\n  }}\n}}\n\n" for n in range(20))
    document = engine.open("k", "/a.kt", "kotlin", source, 1)
    try:
        assert engine.needs_isolation("k", document)
        for version, typed in enumerate((b"// a row\n", b"class Between\n", b"class {"), 2):
            told = [engine.ask("k", document, outline_of, Encoding.UTF16), engine.ask("k", document, folds_of, None)]
            fresh = Document.of(document.language, document.text.data)
            assert told == [outline_of(fresh, Encoding.UTF16), folds_of(fresh, None)]
            document = engine.change("k", 30, 30, typed, version)
        assert "lsp_server" in (packages := engine.ask("k", document, imported))
        assert packages.isdisjoint({"lsprotocol", "pygls"})
    finally:
        engine.shutdown()
