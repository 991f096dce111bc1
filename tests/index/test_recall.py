"""What an index knows of a file that is opened: the same answers as from its tree, or none."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.engine import Engine
from indexer.index import makers
from indexer.index.file_reader import structure_of
from indexer.index.recall import Recalled
from indexer.languages.registry import by_name
from indexer.safe_reader import LARGE
from indexer.settings import Settings
from indexer.store.place import DATABASE
from indexer.store.reader import Store
from indexer.store.records import Structure, packed
from indexer.store.seal import break_seal
from indexer.text.document_text import Text
from indexer.text.positions import Encoding
from indexer.workspace import RootState, Workspace
from lsp_server.encoded import Encoded, folds_of, outline_list_of, outline_of
from tests.index.indexed import Indexed, age
from tests.syntax.test_incremental import sources

PAGE = "<html>\n<script>\nfunction inPage() {\n  return 1;\n}\n</script>\n<p>\n  ä</p>\n</html>\n"
FILES = {
    "a.py": "import os\nimport sys\n\n\nclass Ä:\n    def f(self):\n        return 1\n\n\ndef g():\n    pass\n",
    "broken.c": "int f(void) {\n\tif (a {\n\t\tb();\n\t}\n}\n\nint g(void)\n{\n\treturn 0;\n}\n",
    "page.html": PAGE,
    "deploy.sh": "all() {\n  cat <<EOF\nb() {\n}\nEOF\n}\n",
    "notes.md": "# One\n\ntext\n\n```python\ndef inside():\n    pass\n```\n\n## Two\n",
    "model.kt": "class A {\n    fun b() {\n        c()\n    }\n}\n",
}


def texts() -> Iterator[tuple[str, bytes]]:
    for name, known in sorted(sources().items()):
        for data in known[:: max(len(known) // 3, 1)]:
            yield name, data


@pytest.mark.parametrize("at", range(8))
def test_what_is_recalled_is_what_the_tree_tells(at: int) -> None:
    """Of every language with texts at hand; the first answer and those that are put together of sections."""
    chosen = list(texts())[at::8]
    assert len(chosen) > 10
    for name, data in chosen:
        document = Document.of(by_name(name), data)
        made = packed(structure_of(Document.of(by_name(name), data)))
        known = Recalled(Text.of(data), made.symbols, made.folds)
        outlines = [outline_of(known, encoding) for encoding in Encoding]
        assert outlines == [outline_of(Document.of(by_name(name), data), encoding) for encoding in Encoding], name
        assert [folds_of(known, limit) for limit in (None, 3)] == [folds_of(document, limit) for limit in (None, 3)]
        assert outlines == [outline_of(document, encoding) for encoding in Encoding], name
        listed = outline_list_of(document, "file:///a", Encoding.UTF16)
        assert outline_list_of(known, "file:///a", Encoding.UTF16) == listed


class Opened:
    """An engine with a folder that has an index, which nobody keeps."""

    def __init__(self, tmp_path: Path) -> None:
        self.root = tmp_path / "root"
        self.root.mkdir()
        for name, text in FILES.items():
            (self.root / name).write_text(text, "utf-8")
            age(self.root / name)
        self.indexed = Indexed(self.root, tmp_path / "index")
        self.indexed.update()
        self.engine = Engine()
        workspace = self.engine._workspace = Workspace()
        self.state = RootState(self.root, Settings(), Store(tmp_path / "index"))
        workspace._roots[self.root] = self.state
        self.rebuilt: list[Path] = []
        workspace._process.rebuild = self.rebuilt.append  # type: ignore[method-assign]

    def answers(self, name: str, text: str | None = None, language: str = "") -> tuple[Encoded, Encoded] | None:
        """Outline and folds of a file, if they are known without a parse."""
        path = self.root / name
        document = self.engine.open(name, str(path), language, FILES[name] if text is None else text, 1)
        outline = self.engine.recall(name, document, outline_of, Encoding.UTF16)
        folds = self.engine.recall(name, document, folds_of, None)
        assert document.is_unread
        assert (outline is None) == (folds is None)
        return None if outline is None or folds is None else (outline, folds)

    def change(self, statement: str, *values: object) -> None:
        connection = sqlite3.connect(self.indexed.folder / DATABASE)
        assert connection.execute(statement, values).rowcount > 0
        connection.commit()
        connection.close()
        break_seal(self.indexed.folder)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    opened = Opened(tmp_path)
    yield opened
    opened.engine.shutdown()


@pytest.mark.parametrize("name", FILES)
def test_a_file_as_it_was_indexed_needs_no_parse(opened: Opened, name: str) -> None:
    known = opened.answers(name)
    document = opened.engine.document(name)
    assert known is not None and document is not None
    ask = opened.engine.ask
    assert known == (ask(name, document, outline_of, Encoding.UTF16), ask(name, document, folds_of, None))
    assert known[0].json != "[]" != known[1].json


def test_a_text_that_a_child_would_parse_needs_no_child(opened: Opened) -> None:
    text = "def f():\n    return 1\n\n\n" * (LARGE // 20)
    (opened.root / "large.py").write_text(text)
    opened.indexed.settings = Settings(workers=1, max_file_size=2 * len(text))
    opened.indexed.update("large.py")
    for name, known in (("large.py", text), ("model.kt", FILES["model.kt"])):
        assert opened.answers(name, known) is not None
        document = opened.engine.document(name)
        assert document is not None and opened.engine.needs_isolation(name, document)
    assert opened.engine.reader.isolation._child is None


def test_another_text_is_parsed(opened: Opened) -> None:
    assert opened.answers("a.py", FILES["a.py"] + "\n") is None
    assert opened.answers("a.py", "\ufeff" + FILES["a.py"]) is None


def test_a_mark_of_the_encoding_is_no_part_of_the_text_that_was_indexed(opened: Opened) -> None:
    text = "\ufeff" + FILES["a.py"]
    (opened.root / "a.py").write_text(text, "utf-8")
    opened.indexed.update("a.py")
    assert opened.answers("a.py", text) is None, "an editor that sends the mark counts it as a column"
    assert opened.rebuilt == []


def test_another_language_is_parsed(opened: Opened) -> None:
    text = "int a;\n"
    (opened.root / "a.h").write_text(text)
    opened.indexed.update("a.h")
    assert [opened.answers("a.h", text, language) is None for language in ("c", "cpp")] == [False, True]


def test_an_edit_ends_it(opened: Opened) -> None:
    """Also one that is taken back: what the document is made of by then costs less."""
    assert opened.answers("a.py") is not None
    edited = opened.engine.change("a.py", 0, 0, b"def new():\n    pass\n\n\n", 2)
    assert opened.engine.recall("a.py", edited, outline_of, Encoding.UTF16) is None
    fresh = Document.of(by_name("python"), edited.text.data)
    for make in (lambda document: outline_of(document, Encoding.UTF16), lambda document: folds_of(document, None)):
        assert opened.engine.ask("a.py", edited, make) == make(fresh)
    undone = opened.engine.change("a.py", 0, 22, b"", 3)
    assert undone.text.data.decode() == FILES["a.py"]
    assert opened.engine.recall("a.py", undone, outline_of, Encoding.UTF16) is None


def test_what_another_outcrop_made_is_not_taken(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened.answers("a.py") is not None
    monkeypatch.setattr(makers, "stamp", lambda: "another")
    assert opened.answers("a.py") is None


@pytest.mark.parametrize("state", ["stage = 1", "stage = 0", "problem = 'its grammar failed'"])
def test_what_is_not_all_known_is_parsed(opened: Opened, state: str) -> None:
    opened.change(f"UPDATE files SET {state} WHERE path = 'a.py'")
    assert opened.answers("a.py") is None
    assert opened.rebuilt == []


def test_a_grammar_that_is_out_of_use_has_no_part_in_it(opened: Opened) -> None:
    opened.engine._quarantine.blame("python", "it failed", patience=1)
    assert opened.answers("a.py") is None


def forged(**values: int) -> bytes:
    """Packed symbols of the first file in which one says something that cannot be."""
    document = Document.of(by_name("python"), FILES["a.py"].encode())
    first, *others = document.symbols()
    spans = {name: getattr(first, name)._replace(end=end) for name, end in values.items()}
    return packed(Structure([first._replace(**spans), *others], [], "", [])).symbols


def flipped(data: bytes) -> bytes:
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


@pytest.mark.parametrize(
    ("column", "damage"),
    [
        ("symbols", flipped),
        ("folds", flipped),
        ("symbols", lambda data: data[:-1]),
        ("folds", lambda data: b""),
        ("symbols", lambda data: "text"),
        ("folds", lambda data: 7),
        ("symbols", lambda data: forged(span=1 << 30)),
        ("symbols", lambda data: forged(name_span=1 << 30)),
        ("symbols", lambda data: zlib.compress(zlib.decompress(data)[:8] + b"\x01" * 9 + b"\xff" * 400)),
        ("folds", lambda data: zlib.compress(zlib.decompress(data).replace(b"\x01", b"\xff"))),
    ],
)
def test_damage_and_lies_lead_to_a_parse_and_a_new_index(opened: Opened, column: str, damage: object) -> None:
    assert callable(damage)
    connection = sqlite3.connect(opened.indexed.folder / DATABASE)
    where = "file = (SELECT id FROM files WHERE path = 'a.py')"
    (data,) = connection.execute(f"SELECT {column} FROM structure WHERE {where}").fetchone()
    connection.close()
    opened.change(f"UPDATE structure SET {column} = ? WHERE {where}", damage(data))
    opened.state.state = "ready"
    document = opened.engine.open("a.py", str(opened.root / "a.py"), "", FILES["a.py"], 1)
    if column == "symbols":
        assert opened.engine.recall("a.py", document, outline_of, Encoding.UTF16) is None
    else:
        assert opened.engine.recall("a.py", document, folds_of, None) is None
    assert opened.rebuilt == [opened.root]


def test_an_index_that_is_not_there_yet_is_no_damage(opened: Opened) -> None:
    opened.state.store = Store(opened.root / "nowhere")
    assert opened.answers("a.py") is None
    assert opened.rebuilt == []


@pytest.mark.parametrize("name", ["\udcff.py", "a.py' OR 1=1 --", "a.py\0", "../root/a.py/../../outside.py"])
def test_a_name_may_be_anything(opened: Opened, name: str) -> None:
    assert opened.answers(name, FILES["a.py"]) is None
    assert opened.rebuilt == []


def test_a_path_may_go_up_and_down_again(opened: Opened) -> None:
    assert opened.answers("b/../a.py", FILES["a.py"]) is not None
