"""Files that say how a project is laid out are somebody's input: nothing they say leads out, loops or takes long."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from indexer.engine import Engine
from indexer.graph.imports.importing import Imports
from indexer.graph.imports.resolver import Mention
from indexer.graph.imports.tree import Tree
from indexer.graph.links import markdown_links
from indexer.languages.detect import detect
from tests.graph.leads import leads

_OUTSIDE = "[tool.setuptools.packages.find]\nwhere = ['..']\n"
_SECONDS = 5.0  # of the processor; what is meant takes milliseconds, what goes wrong takes minutes


def test_configurations_that_extend_each_other() -> None:
    files = {
        "tsconfig.json": '{"extends": "./other.json"}',
        "other.json": '{"extends": ["./tsconfig.json", "./other.json"]}',
        "a.ts": "import '@x/y';\n",
    }
    assert leads(files, "a.ts") == {"@x/y": []}


def test_a_chain_of_configurations_is_followed_only_so_far() -> None:
    files = {f"c{at}.json": f'{{"extends": "./c{at + 1}.json"}}' for at in range(2000)}
    assert leads({**files, "tsconfig.json": '{"extends": "./c0.json"}', "a.ts": "import 'x';\n"}, "a.ts") == {"x": []}


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("a.ts", "import '@x/secret';\n", {"tsconfig.json": '{"compilerOptions": {"paths": {"@x/*": ["../../*"]}}}'}),
        ("a.ts", "import 'p';\n", {"p/package.json": '{"name": "p", "main": "../../secret.ts"}'}),
        ("a.ts", "import '../secret';\nimport '/../secret';\n", {}),
        ("a.ts", "import '#s';\n", {"package.json": '{"imports": {"#s": "../secret.ts"}}'}),
        ("m/a.go", 'package a\nimport "x.org/secret"\n', {"go.mod": "module m\nreplace x.org => ../../..\n"}),
        ("a.php", "<?php\nuse App\\secret;\n", {"composer.json": '{"autoload": {"psr-4": {"App\\\\": "../"}}}'}),
        ("a.py", "from ... import secret\nfrom ....x import y\n", {"pyproject.toml": _OUTSIDE}),
        ("a.rs", '#[path = "../secret.rs"]\nmod secret;\n', {"x/Cargo.toml": "[lib]\npath = '../../s.rs'\n"}),
        ("a.sh", ". ../../secret.sh\n. /secret.sh\n", {}),
        ("a.tf", 'module "m" {\n  source = "../.."\n}\n', {}),
    ],
)  # fmt: skip
def test_nothing_leads_out_of_the_root(path: str, text: str, said: dict[str, str]) -> None:
    found = leads({**said, path: text}, path)
    assert [target for targets in found.values() for target in targets] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"name": "' + "x" * 10_000_000 + '"}'),
        ("package.json", '{"name": ' + "[" * 100_000 + "]" * 100_000 + "}"),
        ("package.json", "[]"),
        ("package.json", '{"name": 7, "exports": {"./*": 7, "x": [[[[[[[["./a"]]]]]]]]}, "imports": [1]}'),
        ("tsconfig.json", "/*" * 500_000),
        ("tsconfig.json", '{"compilerOptions": 3, "extends": {"a": 1}, "references": [3, {"path": 4}]}'),
        ("tsconfig.json", '{"compilerOptions": {"paths": {"*": 3, "a": [1, "' + "*" * 5000 + '"]}, "baseUrl": []}}'),
        ("go.mod", "\n" * 1_000_000),
        ("go.mod", "replace " * 100_000),
        ("Cargo.toml", "a = " + "[" * 50_000),
        ("Cargo.toml", "package = 1\nlib = 2\n"),
        ("pyproject.toml", 'tool = "x"\n'),
        ("setup.cfg", "[options\n[[[\n" * 1000),
        ("composer.json", '{"autoload": {"psr-4": {"A": 7, "B": [1, {"c": 2}]}}}'),
    ],
)
def test_a_project_file_that_is_not_what_it_should_be(name: str, text: str) -> None:
    begin = time.process_time()
    for path, importing in (
        ("a.ts", "import 'x';\nimport '#x';\n"),
        ("a.go", 'package a\nimport "x"\n'),
        ("a.rs", "use x::y;\n"),
        ("a.py", "import x.y\n"),
        ("a.php", "<?php\nuse A\\B;\n"),
    ):
        leads({name: text, path: importing}, path)
    assert time.process_time() - begin < _SECONDS


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.rs", "use a::" + "{b::" * 20_000),
        ("a.rs", "use " * 200_000),
        ("a.rs", "mod a;\n" + "// use \n" * 100_000),
        ("a.py", "from a import (" + "b,\n" * 50_000),
        ("a.py", "from a " + " \\\n" * 50_000 + "\nimport b\n" * 2000),
        ("A.java", "import a.{" * 20_000),
        ("a.sh", ". $(" * 20_000),
        ("a.php", "<?php " + "require dirname(" * 5_000 + "'x';"),
    ],
)
def test_texts_that_take_long(path: str, text: str) -> None:
    """Every word is taken for an import; parsers have limits of their own."""
    data = text.encode()
    language = detect(path, data)
    assert language is not None
    mentions = [Mention(word[0].decode(), *word.span()) for word in re.finditer(rb"\w+", data)]
    begin = time.process_time()
    Imports(Tree([path], lambda _: None)).of(path, language.name, data, mentions)
    assert time.process_time() - begin < _SECONDS


@pytest.mark.parametrize(
    "text", ["`" * 200_000, "[a](" * 100_000, "```\n" * 100_000, "` `` ``` " * 50_000, "[" * 300_000]
)
def test_pages_that_take_long(text: str) -> None:
    begin = time.process_time()
    markdown_links(text.encode())
    assert time.process_time() - begin < _SECONDS


def test_a_link_on_disk_that_leads_out_is_not_read(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (outside / "package.json").write_text(json.dumps({"name": "leaked"}))
    (outside / "index.js").write_text("")
    try:
        (root / "p").symlink_to(outside)
        (root / "package.json").symlink_to(outside / "package.json")
    except OSError:
        pytest.skip("no links here")
    (root / "a.js").write_text("import 'leaked';\nimport './p/index.js';\n")
    engine = Engine()
    try:
        engine.open_paths({str(root): root}, lambda *_: None, exactly=True)
        found = engine.graph.reach(root / "a.js")
        assert found is not None and found.steps == [] and found.external == ["leaked", "./p/index.js"]
    finally:
        engine.shutdown()
