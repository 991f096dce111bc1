"""Where imports lead, against interpreters and compilers, on a sample; tests.oracles.import_graph takes any folder."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

import pytest

from tests.oracles.test_oracles import run

_PACKAGES = ("asyncio", "email", "importlib", "json", "logging", "multiprocessing", "unittest", "xml")


def test_python_imports_lead_where_python_goes(tmp_path: Path) -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    for name in _PACKAGES:
        shutil.copytree(library / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "test"))
    said = run("import_graph", "python", str(tmp_path))
    assert "of 0 edges" not in said


@pytest.mark.parametrize(
    ("judge", "flags", "files"),
    [
        (
            "c",
            "-Iinclude -Isrc",
            {
                "src/main.c": '#include "near.h"\n#include <lib/far.h>\n#include <stdio.h>\n#include "sub/x.h"\n',
                "src/near.h": '#include "lib/far.h"\n',
                "include/lib/far.h": '#include "other.h"\n',
                "include/lib/other.h": "",
                "include/stdio_own.h": "",
                "src/sub/x.h": '#include "near.h"\n',
                "other/lib/far.h": "",
            },
        ),
        (
            "go",
            "./...",
            {
                "go.mod": "module example.org/m\n\ngo 1.20\n",
                "main.go": 'package main\n\nimport "example.org/m/a"\n\nfunc main() { println(a.A) }\n',
                "a/a.go": 'package a\n\nimport _ "example.org/m/a/internal/b"\n\nvar A = 1\n',
                "a/a_test.go": "package a\n",
                "a/internal/b/b.go": "package b\n",
            },
        ),
    ],
)
def test_imports_lead_where_the_compiler_goes(tmp_path: Path, judge: str, flags: str, files: dict[str, str]) -> None:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    said = run("import_graph", judge, str(tmp_path), f"--flags={flags}")
    assert "of 0 edges" not in said and "missed" not in said and "wrong" not in said
