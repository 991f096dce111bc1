"""What editors show beside a name: never the name again."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.languages.registry import by_name
from lsp_server.kinds import detail


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("perl", "sub usage {\n  1;\n}\n", None),
        ("python", "def f(a, b) -> int:\n    pass\n", "(a, b) -> int"),
        ("python", "async def f(a):\n    pass\n", "async (a)"),
        ("python", "class A(B):\n    pass\n", "(B)"),
        ("c", "static int f(int a)\n{\n}\n", "static int (int a)"),
        ("c", "char *f(void)\n{\n}\n", "char *(void)"),
        ("go", "func (s *S) F(a int) error {\n}\n", "(s *S) (a int) error"),
        ("javascript", "export function f(a) {\n}\n", "(a)"),
        ("markdown", "# Title\n", None),
    ],
)
def test_detail(language: str, text: str, expected: str | None) -> None:
    symbol = Document.of(by_name(language), text.encode()).symbols()[0]
    assert detail(symbol) == expected
