"""A folder of a project is asked about: its imports lead where they lead in the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.graph.imports.importing import Imports
from indexer.graph.imports.resolver import Mention
from indexer.graph.imports.surroundings import AT_THE_TOP, Surroundings, surroundings
from indexer.graph.imports.tree import MOST_BYTES, Tree
from indexer.languages.detect import detect
from tests.cli.command import data


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def leads(root: Path, path: str) -> dict[str, list[str]]:
    """Of each import as written the files, with a `~` before those that are a guess."""
    files = {file.relative_to(root).as_posix(): file.read_bytes() for file in root.rglob("*") if file.is_file()}
    document = Document.of(detect(path, files[path]), files[path])
    assert document.language is not None
    mentions = [Mention(each.name, *each.span) for each in document.references() if each.kind == "import"]
    following = Imports(Tree(files, files.get), surroundings(root))
    found = following.of(path, document.language.name, files[path], mentions)
    return {each.path: [("~" if each.evidence == "name" else "") + file for file in each.edges()] for each in found}


@pytest.mark.parametrize(
    ("files", "root", "path", "expected"),
    [
        pytest.param(
            {
                "p/__init__.py": "",
                "p/a/__init__.py": "",
                "p/a/b.py": "",
                "p/c.py": "import p.a.b\nfrom p import a\nimport os\n",
            },
            "p",
            "c.py",
            {"p.a.b": ["a/b.py"], "p": ["a/__init__.py"], "os": []},
            id="python, a package",
        ),
        pytest.param(
            {
                "p/__init__.py": "",
                "p/a/__init__.py": "",
                "p/a/b.py": "",
                "p/a/c.py": "from p.a.b import x\nimport p.d\n",
            },
            "p/a",
            "c.py",
            {"p.a.b": ["b.py"], "p.d": []},
            id="python, a package in a package",
        ),
        pytest.param(
            {
                "go.mod": "module x.org/m\n",
                "in/u/u.go": "package u\n",
                "in/a.go": 'package in\nimport "x.org/m/in/u"\n',
            },
            "in",
            "a.go",
            {"x.org/m/in/u": ["u/u.go"]},
            id="go, below its module",
        ),
        pytest.param(
            {
                "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}',
                "src/b.ts": "",
                "src/a.ts": "import {x} from '@/b';\n",
            },
            "src",
            "a.ts",
            {"@/b": ["b.ts"]},
            id="typescript, below its settings",
        ),
        pytest.param(
            {
                "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
                "src/B.php": "<?php\nnamespace App;\nclass B {}\n",
                "src/A.php": "<?php\nnamespace App;\nuse App\\B;\n",
            },
            "src",
            "A.php",
            {"App\\B": ["B.php"]},
            id="php, below composer.json",
        ),
        pytest.param(
            {
                "pom.xml": "<project/>",
                "src/main/java/x/y/B.java": "package x.y;\nclass B {}\n",
                "src/main/java/x/A.java": "package x;\nimport x.y.B;\n",
            },
            "src/main/java/x",
            "A.java",
            {"x.y.B": ["y/B.java"]},
            id="java, a package",
        ),
        pytest.param(
            {"Cargo.toml": "[package]\nname = 'm'\n", "src/lib.rs": "mod b;\nuse crate::b::X;\n", "src/b.rs": ""},
            "src",
            "lib.rs",
            {"b": ["b.rs"], "crate::b::X": ["b.rs"]},
            id="rust, the sources of a crate",
        ),
    ],
)
def test_imports_begin_at_the_top_of_the_project(
    tmp_path: Path, files: dict[str, str], root: str, path: str, expected: dict[str, list[str]]
) -> None:
    write(tmp_path, files)
    assert leads(tmp_path / root, path) == expected


def test_the_top_is_the_repository(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": "{}", "repository/.git/HEAD": "", "repository/a/b/c.py": ""})
    assert surroundings(tmp_path / "repository") == AT_THE_TOP
    assert surroundings(tmp_path / "repository" / "a" / "b") == Surroundings("a/b")


def test_a_folder_that_is_no_part_of_a_project_is_its_own_top(tmp_path: Path) -> None:
    write(tmp_path, {"notes/a.py": ""})
    assert surroundings(tmp_path / "notes") == AT_THE_TOP


def test_what_is_above_is_data_and_short(tmp_path: Path) -> None:
    """A pipe that nobody writes to, a file that is endless, a link to one: none of them is waited for."""
    write(tmp_path, {"in/u/u.go": "package u\n", "in/a.go": 'package in\nimport "x.org/m/in/u"\n'})
    os.mkfifo(tmp_path / "go.mod")
    (tmp_path / "composer.json").symlink_to("/dev/zero")
    (tmp_path / "pyproject.toml").write_text("#" * (MOST_BYTES + 1))
    assert leads(tmp_path / "in", "a.go") == {"x.org/m/in/u": ["~u/u.go"]}
    (tmp_path / "go.mod").unlink()
    (tmp_path / "go.mod").write_text("module x.org/m\n" + "/" * MOST_BYTES)
    assert leads(tmp_path / "in", "a.go") == {"x.org/m/in/u": ["~u/u.go"]}


def test_no_file_above_is_an_answer(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "package.json": '{"name": "top", "main": "index.js"}',
            "in/a.js": "import '../package.json';\nimport 'top';\n",
        },
    )
    assert leads(tmp_path / "in", "a.js") == {"../package.json": [], "top": []}


def test_callers_in_a_package_that_is_asked_about_alone(tmp_path: Path) -> None:
    write(
        tmp_path / "shop",
        {
            "__init__.py": "",
            "order.py": "def pay():\n    pass\n",
            "run.py": "from shop.order import pay\n\ndef go():\n    pay()\n",
        },
    )
    (call,) = data("callers", "pay", "shop", cwd=tmp_path)["calls"]
    assert (call["name"], call["file"], call["evidence"]) == ("go", "run.py", "import")
