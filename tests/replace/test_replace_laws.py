"""Laws of replacing, on files that nobody here wrote: whatever the code, these always hold."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from indexer.replace.change import Change
from indexer.replace.diff import patch
from indexer.replace.edits import Back
from indexer.replace.writing import write
from tests.corpus import module
from tests.judges import needed
from tests.paths import CASES
from tests.replace.replacing import in_texts, on_disk

FOLDER = CASES / "outline"
PATTERNS = {
    ".py": ["$F($A, $B)", "if $C: $$$B", "$A == $B", "def $F($$$A): $$$B", "[$$$A]", "return $A", "$A.$B($$$C)"],
    ".js": ["$F($$$A)", "if ($C) { $$$B }", "$A === $B", "function $F($$$A) { $$$B }", "[$$$A]", "return $A"],
    ".ts": ["$F($$$A)", "const $A = $B", "[$$$A]"],
    ".c": ["$F($$$A);", "if ($C) $B", "return $A;", "$A = $B;", "$A->$B"],
    ".java": ["$A.$F($$$B)", "return $A;", "new $T($$$A)"],
    ".go": ["$F($A, $B)", "if $C { $$$B }", "$A := $B"],
    ".rb": ["$A.$F($$$B)", "$A = $B", "[$$$A]"],
    ".rs": ["$F($$$A)", "let $A = $B;", "&$A"],
    ".php": ["$A->$F($$$B)", "return $A;", "[$$$A]"],
    ".sh": ["echo $$$A", "[ $$$A ]"],
}


MODULES = (
    "core/checks/urls.py",
    "core/files/locks.py",
    "core/files/storage/filesystem.py",
    "core/files/storage/memory.py",
    "core/files/uploadhandler.py",
    "core/handlers/asgi.py",
    "core/mail/__init__.py",
    "core/mail/backends/smtp.py",
    "core/mail/message.py",
    "core/management/commands/dumpdata.py",
    "core/management/commands/optimizemigration.py",
    "core/signing.py",
    "db/backends/ddl_references.py",
    "db/backends/postgresql/schema.py",
    "db/migrations/loader.py",
    "db/migrations/serializer.py",
    "db/models/deletion.py",
    "db/models/enums.py",
    "db/models/fields/generated.py",
    "db/transaction.py",
    "http/request.py",
    "template/context.py",
    "template/library.py",
    "template/utils.py",
    "utils/lorem_ipsum.py",
)
# Modules of Django, and our cases.
NAMES = [*MODULES, *sorted(path.name for path in FOLDER.iterdir() if path.suffix in PATTERNS)]


def located(name: str) -> Path:
    return module(name) if name in MODULES else FOLDER / name


def pairs(seed: int) -> list[tuple[str, str]]:
    draw = random.Random(seed)
    return [(name, draw.choice(PATTERNS[Path(name).suffix])) for name in NAMES]


def query(source: str) -> str:
    return f'pattern:"{source}"'


def copied(path: Path, folder: Path, data: bytes | None = None) -> str:
    file = f"a{path.suffix}"
    (folder / file).write_bytes(path.read_bytes() if data is None else data)
    return file


@pytest.mark.parametrize("source", sorted({source for each in PATTERNS.values() for source in each}))
def test_a_pattern_as_its_own_template_changes_no_byte(source: str) -> None:
    texts = {path.name: path.read_bytes() for path in map(located, NAMES) if source in PATTERNS[path.suffix]}
    result = in_texts(texts, query(source), source)
    assert result.changes == {}
    assert result.summary.unchanged > 0 or len(texts) < 4


@pytest.mark.parametrize("name", NAMES)
def test_all_that_was_found_as_the_template_changes_no_byte(name: str) -> None:
    path = located(name)
    data = path.read_bytes()
    for asked in (r"/\w+ ?/", "e", query(PATTERNS[path.suffix][0])):
        result = in_texts({path.name: data}, asked, "$0")
        assert result.changes == {}


@pytest.mark.parametrize(("name", "source"), pairs(1))
def test_nothing_outside_the_hits_changes(name: str, source: str, tmp_path: Path) -> None:
    path = located(name)
    file = copied(path, tmp_path)
    change = on_disk(tmp_path, query(source), f"renamed_x({source})", force=True).changes.get(file)
    if change is None:
        pytest.skip("the pattern is not in this file")
    old, new = change.text.data, change.new
    at = shift = 0
    back = Back(change.edits)
    for span, text in change.edits:
        assert old[at : span.start] == new[at + shift : span.start + shift]
        assert new[span.start + shift : span.start + shift + len(text)] == text
        assert back.before(span.start + shift) == span
        shift += len(text) - (span.end - span.start)
        at = span.end
    assert old[at:] == new[at + shift :]


FORMS = ["plain", "crlf", "bom", "utf-16", "no end"]


def formed(data: bytes, form: str) -> bytes:
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if form == "crlf":
        return text.replace("\n", "\r\n").encode()
    if form == "bom":
        return b"\xef\xbb\xbf" + text.encode()
    if form == "utf-16":
        return b"\xff\xfe" + text.encode("utf-16-le")
    return text.rstrip("\n").encode() if form == "no end" else text.encode()


@pytest.mark.parametrize("form", FORMS)
def test_the_patch_as_git_applies_it_is_what_is_written(form: str, tmp_path: Path) -> None:
    needed("git")
    compared = 0
    for number, (name, source) in enumerate(pairs(2)[:: 2 if form == "plain" else 6]):
        path = located(name)
        left, right = tmp_path / f"{number}l", tmp_path / f"{number}r"
        for folder in (left, right):
            folder.mkdir()
            subprocess.run(["git", "init", "-q", str(folder)], check=True)
            file = copied(path, folder, formed(path.read_bytes(), form))
        template = f"first_line(\n    {source})"
        made = on_disk(left, query(source), template, force=True).changes
        changes = [change for change in made.values() if not change.path.startswith(".git/")]
        if not changes:
            continue
        [change] = changes
        given = patch(change, file)
        applied = subprocess.run(["git", "apply", "-"], cwd=right, input=given, capture_output=True, check=False)
        assert applied.returncode == 0, (applied.stderr, given[:2000])
        write(change)
        assert (left / file).read_bytes() == (right / file).read_bytes()
        compared += 1
    assert compared > 3


@pytest.mark.parametrize(("name", "source"), pairs(3))
def test_there_and_back_is_where_we_began(name: str, source: str) -> None:
    path = located(name)
    if any(sign in source for sign in ("if ", "if(", "def ", "function ", "[ ")):
        pytest.skip("the other shape has no way back")
    data = path.read_bytes()
    names = [word for word in ("$A", "$B", "$C", "$F", "$T") if word in source and "$$" + word not in source]
    if len(names) < 2 or b"there_and_back" in data:
        pytest.skip("nothing to turn round")
    there = f"there_and_back({', '.join(names)})"
    result = in_texts({path.name: data}, query(source), there, force=True)
    if not result.changes:
        pytest.skip("the pattern is not in this file")
    forward = result.changes[path.name]
    # The text of each place comes back if the way back says what stood there.
    for edit in forward.edits[:20]:
        old = data[edit.span.start : edit.span.end].decode()
        alone = forward.with_edits([edit])
        literal = old.replace("\\", "\\\\").replace("$", "\\$")
        if "\n" in old or "\\" in old:
            continue
        again = in_texts(
            {path.name: alone.new},
            '"' + edit.new.decode().replace("\\", "\\\\").replace('"', '\\"') + '" case:yes',
            literal,
            force=True,
        )
        assert again.changes[path.name].new == data


def test_words_there_and_back(tmp_path: Path) -> None:
    for path in map(located, MODULES[:20]):
        data = path.read_bytes()
        assert b"zq_zq" not in data
        there = in_texts({path.name: data}, "self case:yes", "zq_zq", force=True)
        if there.changes:
            back = in_texts({path.name: there.changes[path.name].new}, "zq_zq", "self", force=True)
            assert back.changes[path.name].new == data


def test_running_it_again_ends_with_nothing_left(tmp_path: Path) -> None:
    text = module("utils/text.py").read_bytes()
    left = None
    for _ in range(20):
        result = in_texts({"a.py": text}, query("len($A)"), "size($A)")
        if not result.changes:
            break
        text = result.changes["a.py"].new
        left = result.summary.left_inside
    assert left == 0
    assert in_texts({"a.py": text}, query("len($A)"), "x").changes == {}


def test_a_file_is_judged_broken_exactly_when_python_cannot_read_it() -> None:
    """Deleting statements at random from modules that Python reads."""
    import ast

    draw = random.Random(3)
    judged = 0
    for path in map(located, MODULES):
        data = path.read_bytes()
        result = in_texts({"a.py": data}, query("return $A"), "")
        if not result.changes:
            continue
        change: Change = result.changes["a.py"]
        for _ in range(6):
            chosen = [edit for edit in change.edits if draw.random() < 0.3]
            if not chosen:
                continue
            some = change.with_edits(chosen)
            try:
                ast.parse(some.new)
                reads = True
            except SyntaxError:
                reads = False
            assert some.broken is not reads, (path, some.problem)
            judged += 1
    assert judged > 50
