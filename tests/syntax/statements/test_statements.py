"""The cases in tests/cases/statements: a source, and the statements, blocks and heredocs it must yield.

A case names its rule in comment lines, then gives the source and what is expected; rows are counted from 1:

    # One or two sentences: the rule this case shows.
    --- source
    if ($cond) { print <<EOF; }
    content
    EOF
    --- statements
    1-1 depth 0
    1-1 depth 1
    --- blocks
    1-1 if depth 1
    --- heredocs
    line 1 EOF interpolated depth 1 in block 1 statement ends 1 body 2-2 terminator 3

The folder names the language; `--- source perl` overrides it. A first source line `%CRLF%` turns all line ends of
the source into CRLF. A section that is left out is not compared; an empty one says that there is nothing. With
OUTCROP_UPDATE_CASES=1 the expectations are rewritten to what is found.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.model import Boundary, Heredoc, Statement
from indexer.syntax.statements.tracker import StatementTracker
from tests.syntax.statements.cases import FOLDER, Case, lexer_of, line_starts

UPDATE = os.environ.get("OUTCROP_UPDATE_CASES") == "1"


def found_in(language: str, text: bytes) -> dict[str, str]:
    tracker = StatementTracker.scan(lexer_of(language), text, line_starts(text))
    return {
        "statements": "".join(map(show_statement, tracker.statements())),
        "blocks": "".join(map(show_boundary, tracker.boundaries())),
        "heredocs": "".join(map(show_heredoc, tracker.heredocs())),
    }


def show_statement(statement: Statement) -> str:
    return f"{statement.row_start + 1}-{statement.row_end + 1} depth {statement.depth}\n"


def show_boundary(boundary: Boundary) -> str:
    end = "?" if boundary.row_end is None else boundary.row_end + 1
    parent = "" if boundary.parent is None else f" parent {boundary.parent + 1}"
    return f"{boundary.row_start + 1}-{end} {boundary.type} depth {boundary.depth}{parent}\n"


def show_heredoc(heredoc: Heredoc) -> str:
    words = [
        f"line {heredoc.declaration_row + 1} {heredoc.terminator}",
        "interpolated" if heredoc.interpolated else "literal",
        "indented" if heredoc.indented else "",
        f"depth {heredoc.block_depth}",
        "at top level" if heredoc.block is None else f"in block {heredoc.block + 1}",
        f"statement ends {heredoc.statement_row_end + 1}",
        f"body {heredoc.content_row_start + 1}-{heredoc.content_row_end + 1}"
        if heredoc.content_row_start <= heredoc.content_row_end
        else f"body empty at {heredoc.content_row_start + 1}",
        "unterminated" if heredoc.terminator_row is None else f"terminator {heredoc.terminator_row + 1}",
        "recovered" if heredoc.recovered else "",
    ]
    return " ".join(word for word in words if word) + "\n"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.case")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    case = Case.parse(path.read_text())
    found = found_in(case.language(path.parent.name), case.text())
    found = {section: found[section] for section in case.expected}
    if UPDATE:
        path.write_text(Case(case.comment, case.source_header, case.source, found).render())
    else:
        assert found == case.expected
