"""The server when something goes wrong beneath it: processes killed, indexes damaged, disks full, folders gone."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.asking import eventually, hits, names
from tests.e2e.wire import Wire
from tests.judges import needed
from tests.processes import descendants

FILES = 500  # enough for a trigram segment


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"m{number}.py").write_text(f"def f{number}():\n    return needle{number}()\n")
    return folder


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = served(root, tmp_path)
    yield wire
    wire.kill()


def served(root: Path, tmp_path: Path) -> Wire:
    """A server that has indexed a root."""
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri())
    eventually(lambda: is_ready(wire))
    return wire


def is_ready(wire: Wire) -> bool:
    status = wire.request("outcrop/status", {})
    return bool(status["state"] == "ready" and status["indexed"] == status["files"])


def right(wire: Wire, files: int = FILES) -> bool:
    """Whether answers are complete, and say that they are."""
    found = wire.request("outcrop/search", {"query": "kind:function", "limit": 0})
    said = not found["notes"] if files else len(found["notes"]) == 1 and "there are no files here" in found["notes"][0]
    return said and found["total"] == files


def messages(wire: Wire) -> list[str]:
    """What the server has told a person."""
    return [note["params"]["message"] for note in wire.notifications if note["method"] == "window/showMessage"]


def indexing_process(wire: Wire) -> int:
    """The number of the server's indexing process."""
    for number, words in descendants(wire.process.pid):
        if any("indexer.index.keeper" in word for word in words):
            return number
    raise AssertionError("there is no indexing process")


def cached(tmp_path: Path) -> Path:
    (folder,) = (tmp_path / "cache").iterdir()
    return folder


def test_the_indexing_process_is_killed(wire: Wire, root: Path) -> None:
    os.kill(indexing_process(wire), signal.SIGKILL)
    (root / "after.py").write_text("def after_the_kill(): pass\n")
    eventually(lambda: names(wire, "after_the_kill") == ["after_the_kill"])
    eventually(lambda: right(wire, FILES + 1))


@pytest.mark.parametrize("suffix", [".db", ".trigrams"])
@pytest.mark.parametrize("how", ["cut short", "random bytes", "removed"])
def test_an_index_damaged_under_the_server(wire: Wire, tmp_path: Path, suffix: str, how: str) -> None:
    assert hits(wire, "needle499") == [("m499.py", 1)]
    for path in cached(tmp_path).glob(f"*{suffix}"):
        if how == "removed":
            path.unlink()
        elif how == "cut short":
            os.truncate(path, path.stat().st_size // 3)
        else:
            path.write_bytes(random.Random(1).randbytes(path.stat().st_size))
    found = wire.request("outcrop/search", {"query": "needle499"})
    assert found["total"] == 1 or "still being built" in found["notes"][0], "never silently empty"
    eventually(lambda: hits(wire, "needle499") == [("m499.py", 1)])
    eventually(lambda: right(wire))


def test_an_index_damaged_between_two_starts(wire: Wire, root: Path, tmp_path: Path) -> None:
    assert wire.end() == 0
    folder = cached(tmp_path)
    assert (folder / "sealed").exists(), "a server that ends leaves its index in order"
    data = bytearray((folder / "index.db").read_bytes())
    at = data.index(b"m499.py")
    data[at : at + 4] = b"n499"  # no check of SQLite's sees that
    (folder / "index.db").write_bytes(data)
    again = served(root, tmp_path)
    eventually(lambda: right(again))
    assert names(again, "f499") == ["f499"]
    again.kill()


def test_the_cache_is_removed_again_and_again(wire: Wire, root: Path, tmp_path: Path) -> None:
    for number in range(3):
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        (root / f"new{number}.py").write_text(f"def new{number}(): pass\n")
        eventually(lambda number=number: names(wire, f"new{number}") == [f"new{number}"])
        eventually(lambda number=number: right(wire, FILES + number + 1))


def test_two_servers_and_the_writer_is_killed(wire: Wire, root: Path, tmp_path: Path) -> None:
    second = served(root, tmp_path)
    assert right(second)
    os.kill(indexing_process(wire), signal.SIGKILL)
    wire.process.kill()
    wire.process.wait()
    (root / "m0.py").unlink()
    (root / "m1.py").write_text("def other(): pass\n")
    eventually(lambda: names(second, "other") == ["other"])
    eventually(lambda: right(second, FILES - 1))
    assert hits(second, "needle0") == hits(second, "needle1 path:m1.py") == []
    second.kill()


def test_a_second_server_says_that_the_first_is_still_building(tmp_path: Path, root: Path) -> None:
    """It has no news of its own of how far the other is, and must not take silence for an empty workspace."""
    environment = {"OUTCROP_CACHE_DIR": str(tmp_path / "cache")}
    first = Wire(environment=environment)
    first.initialize(root.as_uri())
    eventually(lambda: list(tmp_path.glob("cache/*/index.db")))
    os.kill(indexing_process(first), signal.SIGSTOP)
    second = Wire(environment=environment)
    second.initialize(root.as_uri())
    time.sleep(2.0)
    found = second.request("outcrop/search", {"query": "kind:function", "limit": 0})
    assert found["total"] == FILES or "still being built" in found["notes"][0]
    assert names(second, "f499") == ["f499"] or any("still being built" in told for told in messages(second))
    os.kill(indexing_process(first), signal.SIGCONT)
    eventually(lambda: right(first))
    eventually(lambda: right(second))
    for wire in (first, second):
        wire.kill()


def test_a_root_is_deleted_and_made_again(wire: Wire, root: Path) -> None:
    shutil.rmtree(root)
    eventually(lambda: right(wire, 0))
    time.sleep(0.5)
    root.mkdir()
    (root / "again.py").write_text("def back_again(): pass\n")
    eventually(lambda: names(wire, "back_again") == ["back_again"])
    (root / "more.py").write_text("def still_watched(): pass\n")
    eventually(lambda: names(wire, "still_watched") == ["still_watched"])


def test_names_that_are_not_in_utf8_do_not_end_the_watching(wire: Wire, root: Path) -> None:
    for number in range(3):
        Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9%d.py" % number)).write_text("def unspeakable(): pass\n")
        (root / f"plain{number}.py").write_text(f"def plain{number}(): pass\n")
        eventually(lambda number=number: names(wire, f"plain{number}") == [f"plain{number}"])
    found = wire.request("outcrop/search", {"query": "unspeakable"})
    assert found["total"] == 0
    eventually(lambda: "could not be read" in str(wire.request("outcrop/search", {"query": "unspeakable"})["notes"]))


def test_an_ignore_file_that_changes(wire: Wire, root: Path) -> None:
    (root / ".ignore").write_text("m1*.py\n")
    eventually(lambda: right(wire, FILES - 111))
    (root / ".ignore").unlink()
    eventually(lambda: right(wire))


def test_an_exclude_file_of_git_that_changes(wire: Wire, root: Path) -> None:
    (root / ".git" / "info").mkdir(parents=True)
    (root / ".git" / "info" / "exclude").write_text("m1*.py\n")
    eventually(lambda: right(wire, FILES - 111))
    (root / ".git" / "info" / "exclude").write_text("")
    eventually(lambda: right(wire))
    (root / "ours").write_text("m2*.py\n")
    (root / ".git" / "config").write_text("[core]\n\texcludesFile = ours\n")
    eventually(lambda: right(wire, FILES - 111))


def test_settings_that_change(wire: Wire, root: Path) -> None:
    (root / ".outcrop.toml").write_text('ignore = ["m1*.py"]\n')
    eventually(lambda: right(wire, FILES - 111))
    (root / ".outcrop.toml").write_text("ignore = [\n")
    eventually(lambda: right(wire) and any(".outcrop.toml" in message for message in messages(wire)))
    (root / ".outcrop.toml").write_text('languages = {"m10.py" = "ruby"}\n')
    eventually(lambda: hits(wire, "lang:ruby needle10"))
    (root / ".outcrop.toml").unlink()
    eventually(lambda: right(wire))


def test_settings_that_change_as_a_client_tells(root: Path, tmp_path: Path) -> None:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri(), workspace={"didChangeWatchedFiles": {"dynamicRegistration": True}})
    eventually(lambda: is_ready(wire))
    for name, text in ((".outcrop.toml", 'ignore = ["m1*.py"]\n'), (".git/info/exclude", "m2*.py\n")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        wire.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": (root / name).as_uri(), "type": 1}]})
    eventually(lambda: right(wire, FILES - 222))
    wire.kill()


def test_a_branch_is_switched(wire: Wire, root: Path) -> None:
    """All files change at once, hundreds go and hundreds come."""
    for number in range(0, FILES, 2):
        (root / f"m{number}.py").write_text(f"def changed{number}(): pass\n")
    for number in range(1, FILES, 4):
        (root / f"m{number}.py").unlink()
    (root / "deep" / "er").mkdir(parents=True)
    for number in range(700):
        (root / "deep" / "er" / f"n{number}.py").write_text(f"def fresh{number}(): pass\n")
    (root / "m3.py").rename(root / "deep" / "renamed.py")
    eventually(lambda: right(wire, FILES - 125 + 700))
    assert wire.request("outcrop/search", {"query": "sym:changed", "limit": 0})["total"] == 250
    assert hits(wire, "sym:=f3") == [("renamed.py", 0)]
    assert hits(wire, "sym:=f1") == hits(wire, "sym:=f2") == []


def test_a_save_while_the_tree_is_being_built(tmp_path: Path, root: Path) -> None:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri())
    for number in range(20):
        path = root / f"m{number}.py"
        path.write_text(f"def saved{number}(): pass\n")
        wire.send("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
        time.sleep(0.05)
    eventually(lambda: right(wire))
    eventually(lambda: len(hits(wire, "sym:saved")) == 20)
    wire.kill()


def test_folders_in_folders(tmp_path: Path, root: Path) -> None:
    """What lies in a folder that the outer one leaves out is searched when it is opened by itself."""
    inner, made = root / "inner", root / "node_modules" / "package"
    for folder in (inner, made):
        folder.mkdir(parents=True)
        (folder / "x.py").write_text(f"def from_{folder.name}(): pass\n")
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri(), inner.as_uri(), made.as_uri())
    eventually(lambda: names(wire, "from_package") == ["from_package"])
    eventually(lambda: names(wire, "from_inner") == ["from_inner"])
    outer = {"uri": root.as_uri(), "name": "project"}
    wire.send("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [outer]}})
    eventually(lambda: names(wire, "from_inner") == ["from_inner"] and names(wire, "f499") == [])
    wire.kill()


def test_a_single_file_without_a_folder(tmp_path: Path) -> None:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize()
    wire.open("def alone(): pass\n", (tmp_path / "alone.py").as_uri())
    assert names(wire, "alone") == ["alone"]
    assert hits(wire, "kind:function") == [("alone.py", 0)]
    assert wire.request("outcrop/status", {})["state"] == "ready"
    assert wire.end() == 0
    assert not (tmp_path / "cache").exists()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "cache"
    folder.mkdir()
    mounted = subprocess.run(
        [needed("mount"), "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small disk needs the right to mount one")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk(small_disk: Path, root: Path, tmp_path: Path) -> None:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(small_disk)})
    wire.initialize(root.as_uri())
    eventually(lambda: wire.request("outcrop/status", {})["problems"])
    wire.open("def open_anyway(): pass\n", (root / "m1.py").as_uri())
    found = wire.request("outcrop/search", {"query": "open_anyway"})
    assert found["total"] == 1
    assert "the index cannot be written" in found["notes"][0]
    time.sleep(2.0)  # it is not tried again at once
    wire.request("outcrop/status", {})
    assert len(messages(wire)) == 1
    assert wire.end() == 0
