"""`outcrop deps` and `outcrop analyze`, as a person or a script calls them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import data, outcrop
from tests.rules.checking import written

FILES = {
    "app/__init__.py": "",
    "app/main.py": "import os\nfrom app import models\nfrom .views import page\n\npage(models)\n",
    "app/models.py": "from app.base import Base\n\n\nclass User(Base):\n    def save(self):\n        return 1\n",
    "app/base.py": "class Base:\n    from app import models\n",
    "app/views.py": "from .models import User\n\n\ndef page(x):\n    return User, x\n\n\ndef forgotten():\n"
    "    return 1\n",
    "app/lost.py": "VALUE = 1\n",
    "one/alpha.py": "import beta\n",
    "one/beta.py": "import json\n",
    "tests/test_app.py": "from app.views import page\n",
    "layers.toml": '[[layer]]\nname = "views"\nfiles = ["app/views.py", "app/main.py"]\n\n[[layer]]\nname = "models"\n'
    'files = ["app/models.py"]\n\n[[layer]]\nname = "base"\nfiles = ["app/base.py"]\n',
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_deps_as_data(root: Path) -> None:
    found = data("deps", "app/main.py", "--depth", "2", cwd=root)
    assert found["file"] == "app/main.py" and found["external"] == ["os"]
    assert [(each["from"], each["to"], each["line"], each["evidence"], each["depth"]) for each in found["edges"]] == [
        ("app/main.py", "app/models.py", 2, "import", 1),
        ("app/main.py", "app/views.py", 3, "import", 1),
        ("app/models.py", "app/base.py", 1, "import", 2),
        ("app/views.py", "app/models.py", 1, "import", 2),
    ]


def test_deps_of_a_folder_and_of_a_file_below_it(root: Path) -> None:
    found = data("deps", "views.py", ".", "--reverse", cwd=root / "app")
    assert [(each["from"], each["line"]) for each in found["edges"]] == [
        ("main.py", 3),
        ("../tests/test_app.py", 1),
    ] or [each["from"] for each in found["edges"]] == [
        "main.py"
    ]  # the folder has an index of its own unless one around it has


def test_deps_for_people(root: Path) -> None:
    result = outcrop("deps", "app/main.py", "--depth", "3", cwd=root)
    assert result.stdout.splitlines() == [
        "app/main.py",
        "├─ app/models.py:2",
        "│  └─ app/base.py:1",
        "│     └─ app/models.py:2  (above)",
        "└─ app/views.py:3",
        "   └─ app/models.py:1  (above)",
        "elsewhere: os",
    ]
    back = outcrop("deps", "app/models.py", "--reverse", cwd=root).stdout
    assert "app/main.py:2" in back and "app/views.py:1" in back and "app/base.py:2" in back


def test_deps_to_be_drawn(root: Path) -> None:
    dot = outcrop("deps", "app/main.py", "--format", "dot", cwd=root).stdout
    assert '"app/main.py" -> "app/views.py";' in dot and dot.startswith("digraph")
    mermaid = outcrop("deps", "app/main.py", "--format", "mermaid", cwd=root).stdout
    assert mermaid.startswith("flowchart LR\n") and 'n0["app/main.py"]' in mermaid and "n0 --> n1" in mermaid
    result = outcrop("deps", "app/main.py", "--depth", "3", "--svg", "out.svg", cwd=root)
    assert (result.returncode, result.stdout) == (0, "")
    picture = ElementTree.parse(root / "out.svg").getroot()
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(filter(None, texts)) == ["app/base.py", "app/main.py", "app/models.py", "app/views.py"]


def test_imports_that_lead_elsewhere_are_an_answer(root: Path) -> None:
    assert data("deps", "one/beta.py", cwd=root)["external"] == ["json"]
    assert outcrop("deps", "one/beta.py", cwd=root).stdout.splitlines() == ["one/beta.py", "elsewhere: json"]
    back = outcrop("deps", "app/main.py", "--reverse", cwd=root)
    assert back.returncode == 1, "what it imports itself is no answer to who imports it"


def test_deps_says_why_there_are_none(root: Path) -> None:
    lost = outcrop("deps", "app/lost.py", cwd=root)
    assert lost.returncode == 1 and "app/lost.py imports nothing" in lost.stderr
    lost = outcrop("deps", "app/lost.py", "--reverse", cwd=root)
    assert lost.returncode == 1 and "no import leads to app/lost.py" in lost.stderr
    layers = outcrop("deps", "layers.toml", cwd=root)
    assert layers.returncode == 1 and "imports of its language are not followed" in layers.stderr
    assert outcrop("deps", "nowhere.py", cwd=root).returncode == 3
    assert outcrop("deps", "app", cwd=root).returncode == 3


def test_analyze_as_data(root: Path) -> None:
    found = data("analyze", cwd=root)
    assert found["cycles"] == [["app/base.py", "app/models.py"]]
    assert found["hotspots"][0] == {"file": "app/models.py", "importers": 3}
    assert {"file": "app/lost.py", "why": "no import leads to it, and no other file names it"} in found["unused"]
    assert {(each["file"], each.get("name")) for each in found["unused"]} == {
        ("app/lost.py", None),
        ("app/lost.py", "VALUE"),
        ("app/views.py", "forgotten"),
        ("one/alpha.py", None),
    }
    assert found["islands"] == [["one/alpha.py", "one/beta.py"]]
    assert set(data("analyze", "--cycles", cwd=root)) == {"cycles", "files", "edges", "unread"}


def test_analyze_for_people(root: Path) -> None:
    told = outcrop("analyze", cwd=root).stdout
    assert "app/base.py → app/models.py → app/base.py" in told
    assert re.search(r"app/views.py:8 +forgotten", told) and "left out" in told


def test_layers(root: Path) -> None:
    result = outcrop("analyze", "--layers", "layers.toml", cwd=root)
    assert result.returncode == 1
    assert "app/base.py:2  base imports app/models.py of models" in result.stdout
    found = json.loads(outcrop("analyze", "--layers", "layers.toml", "--json", cwd=root).stdout)
    assert [(each["from"], each["to"], each["layers"]) for each in found["layers"]] == [
        ("app/base.py", "app/models.py", ["base", "models"])
    ]
    (root / "app/base.py").write_text("class Base:\n    pass\n")
    assert outcrop("analyze", "--layers", "layers.toml", cwd=root).returncode == 0


@pytest.mark.parametrize(
    "text", ["", "layer = 1", "[[layer]]\nname = 'x'", "[[layer]\n", "[[layer]]\nname='x'\nfiles=[1]"]
)
def test_a_file_that_states_no_layers(root: Path, text: str) -> None:
    (root / "bad.toml").write_text(text)
    result = outcrop("analyze", "--layers", "bad.toml", cwd=root)
    assert result.returncode == 2 and result.stderr.startswith("outcrop: bad.toml: ") and result.stderr.count("\n") == 1


def test_a_name_in_the_text_of_a_heredoc_is_no_reference(tmp_path: Path) -> None:
    script = (
        "total() {\n  cat <<'EOF'\nTotal: total is printed\nEOF\n}\nhelp() {\n  cat <<EOF\n$(total)\nEOF\n}\ntotal\n"
    )
    (tmp_path / "a.sh").write_text(script)
    found = data("refs", "total", cwd=tmp_path)["references"]
    assert 11 in {one["line"] for one in found} and 3 not in {one["line"] for one in found}


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("App.User", [("a.ex", 3, "value"), ("a.ex", 4, "call")]),
        ("IO.inspect", [("a.ex", 3, "call")]),
        ("aws_instance.web", [("main.tf", 2, "value")]),
        ("Model.save", [("m.py", 7, "call")]),
        ("os.path", [("m.py", 1, "import")]),
    ],
)
def test_a_name_with_others_before_it_has_uses_that_are_written_so_or_mean_it(
    tmp_path: Path, name: str, places: list[tuple[str, int, str]]
) -> None:
    files = {
        "a.ex": "defmodule App.User do\n  def show(x) do\n    IO.inspect(App.User)\n    %App.User{}\n  end\nend\n",
        "main.tf": 'resource "aws_instance" "web" {}\noutput "id" { value = aws_instance.web.id }\n',
        "m.py": "import os.path\n\nclass Model:\n    def save(self): pass\n\n"
        "def f(m: Model, other: Other):\n    m.save()\n    other.inspect()\n",
    }
    written(tmp_path, files)
    found = data("refs", name, cwd=tmp_path)["references"]
    assert [(one["file"], one["line"], one["kind"]) for one in found] == places
    assert outcrop("callers", "IO.inspect", cwd=tmp_path).stdout.count("show") == 1


COMPONENTS = {
    "a.vue": (
        "<script setup>\nconst count = ref(0)\nconst two = () => count.value * 2 // count\n</script>\n"
        '<template>\n<p title="count" @click="count++">count {{ count }}</p>\n</template>\n'
        "<style>\np { count: 1 }\n</style>\n",
        [3, 6, 6],
    ),
    "a.svelte": (
        '<script>\nlet count = 0;\n$: two = count * 2;\n</script>\n<p class="a {count}">count</p>\n',
        [3, 5],
    ),
    "a.astro": ("---\nconst count = 1;\nconst two = count * 2;\n---\n<p title={count}>count</p>\n", [3, 5]),
}


@pytest.mark.parametrize("path", COMPONENTS)
def test_values_of_a_component_are_used_in_its_script_and_its_markup(tmp_path: Path, path: str) -> None:
    text, lines = COMPONENTS[path]
    written(tmp_path, {path: text})
    found = data("refs", "count", cwd=tmp_path)["references"]
    assert [one["line"] for one in found] == lines
    assert {one["target"]["line"] for one in found} == {2}


def test_callers_of_what_a_class_has_from_another_name_that(tmp_path: Path) -> None:
    written(tmp_path, {"m.py": "class A:\n    def go(self): pass\n\nclass B(A): pass\n\ndef f():\n    B.go()\n"})
    result = outcrop("callers", "B.go", cwd=tmp_path)
    assert result.stdout.startswith("A.go  m.py:2\n") and "f  m.py:6  line 7  member" in result.stdout


def test_what_is_unused_does_not_depend_on_where_the_index_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder above says nothing of what lies in it; what its other files use is counted."""
    files = {
        "vendor/tests/app/a.py": "def forgotten(): pass\ndef shared(): pass\ndef used(): pass\nused()\n",
        "vendor/tests/app/config/b.py": "import a\nclass Idle: pass\n",
        "vendor/tests/app/tests/test_a.py": "def lonely(): pass\n",
    }
    written(tmp_path / "project", files)
    part = tmp_path / "project/vendor/tests/app"
    answers = []
    for cache, above in (("one", False), ("two", True)):
        monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / cache))
        if above:
            outcrop("index", str(tmp_path / "project"))
        answers.append(data("analyze", "--unused", "--json", str(part)))
    assert answers[0] == answers[1]
    assert {each.get("name") for each in answers[0]["unused"]} >= {"forgotten", "shared"}
    assert answers[0]["left_out"]["tests, examples, documentation, others' code"] == 2
    (tmp_path / "project/other.py").write_text("from vendor.tests.app.a import shared\n")
    told = data("analyze", "--unused", "--json", str(part))
    assert {each.get("name") for each in told["unused"]} & {"forgotten", "shared"} == {"forgotten"}
    assert told["left_out"]["what files outside of this folder use"] == 1
    found = data("search", "--json", "is:unused", str(part))
    assert [hit["name"] for hit in found["hits"]] == [each["name"] for each in told["unused"] if "name" in each]


def test_what_is_loaded_by_its_name_needs_no_import(tmp_path: Path) -> None:
    files = {
        "lib/shop/price_list.rb": "module Shop\n  class PriceList\n  end\nend\n",
        "lib/shop/forgotten_list.rb": "module Shop\n  class ForgottenList\n  end\nend\n",
        "lib/web/guard.ex": "defmodule Web.GuardPlug do\nend\n",
        "lib/web/forgotten.ex": "defmodule Web.Forgotten do\nend\n",
        "lib/run.rb": "Shop::PriceList.new\n",
        "lib/main.ex": "defmodule Main do\n  def f, do: Web.GuardPlug.call()\nend\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    found = {each["file"] for each in data("analyze", "--unused", cwd=tmp_path)["unused"] if "name" not in each}
    assert found == {"lib/shop/forgotten_list.rb", "lib/web/forgotten.ex", "lib/run.rb"}


def test_a_function_that_is_a_value_is_used_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "a.js").write_text(
        "emitter.on('load', function afterLoading() {});\n"
        "later(function atOnce() {\n  return function insideOfIt() {};\n});\n"
        "function nobodyCallsThis() {}\n"
    )
    found = data("analyze", "--unused", cwd=tmp_path)
    assert [each["name"] for each in found["unused"] if "name" in each] == ["nobodyCallsThis"]
    assert found["left_out"]["functions and classes that are values, used where they stand"] == 3
