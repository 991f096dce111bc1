"""Names with others before them, in what refers to something: `fmt.Println`, `IO.inspect`, `std::mem::swap`."""

from __future__ import annotations

import pytest

from indexer.query.tree import Name
from indexer.search.names.written import before, written
from tests.search.test_match import DocumentFacts, match, parse

CASES = [
    ("a.go", "package a\nfunc f() {\n\tfmt.Println(1)\n\tlog.Println(2)\n}\n", "call:fmt.Println", [3]),
    ("a.go", "package a\nfunc f() {\n\tfmt.Println(1)\n\tlog.Println(2)\n}\n", "call:fmt.Print*", [3]),
    ("a.go", "package a\nfunc f() {\n\tfmt.Println(1)\n\tlog.Println(2)\n}\n", "call:=*.Println", []),
    ("a.go", "package a\nvar b bytes.Buffer\nvar c sync.Buffer\n", "type:bytes.Buffer", [2]),
    ("a.ex", "IO.inspect(1)\nMyApp.IO.inspect(2)\n%MyApp.User{}\nalias A.{B, C}\n", "call:MyApp.IO.inspect", [2]),
    ("a.ex", "IO.inspect(1)\nMyApp.IO.inspect(2)\n%MyApp.User{}\nalias A.{B, C}\n", "call:io.inspect", [1, 2]),
    ("a.ex", "IO.inspect(1)\nMyApp.IO.inspect(2)\n%MyApp.User{}\nalias A.{B, C}\n", "call:MyApp.User", [3]),
    ("a.ex", "IO.inspect(1)\nMyApp.IO.inspect(2)\n%MyApp.User{}\nalias A.{B, C}\n", "import:C", [4]),
    ("a.erl", "a() ->\n  lists:map(F, []),\n  maps:map(F, []).\n", "call:lists:map", [2]),
    ("a.rs", "fn f() {\n    std::mem::swap(a, b);\n    mem2::swap(a, b);\n}\n", "call:mem::swap", [2]),
    ("a.php", "<?php\n$this->save();\n$that->save();\n", "call:this->save", [2]),
    ("a.rb", "user&.save\nabuser.save\n", "call:user.save", [1]),
    ("a.py", "os.path.join(a)\nos.join(a)\npath.\\\n  join(b)\n", "call:os.path.join", [1]),
    ("a.js", "api\n  .get(1)\n  .get(2)\n", "call:api.get", [2]),
]


@pytest.mark.parametrize(("path", "text", "query", "rows"), CASES, ids=[f"{case[0]} {case[2]}" for case in CASES])
def test_a_name_with_others_before_it_is_found_where_it_is_written_so(
    path: str, text: str, query: str, rows: list[int]
) -> None:
    parsed = parse(query).query
    assert parsed is not None
    assert [hit.row + 1 for hit in match(parsed, DocumentFacts(path, text.encode()))] == rows


def test_a_long_row_before_a_name_costs_no_more_than_a_short_one() -> None:
    asked = written(Name("glob", "*a" * 400 + ".save", ignore_case=True))
    data = b"a" * 100_000 + b".save"
    assert len(before(100_001, data)) < 300
    assert not asked.fits("save", before(100_001, data))
