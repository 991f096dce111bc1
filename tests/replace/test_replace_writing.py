"""Writing changed files: all or nothing, only what was looked at, and nowhere else."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from indexer.replace.change import Change
from indexer.replace.writing import NotWritten, write
from tests.judges import needed
from tests.paths import ROOT
from tests.replace.replacing import on_disk


def change_of(root: Path, name: str = "a.txt", query: str = "foo", template: str = "bar") -> Change:
    return on_disk(root, query, template).changes[name]


def refusal(change: Change) -> str:
    with pytest.raises(NotWritten) as raised:
        write(change)
    return str(raised.value)


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


def test_mode_and_owner_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("foo\n")
    file.chmod(0o754)
    if os.geteuid() == 0:
        os.chown(file, 1234, 4321)
    before = file.stat()
    write(change_of(tmp_path))
    after = file.stat()
    assert file.read_text() == "bar\n"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert names(tmp_path) == ["a.txt"]


def test_attributes_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("foo\n")
    try:
        os.setxattr(file, "user.outcrop", b"kept")
    except (AttributeError, OSError):
        pytest.skip("the file system keeps no attributes")
    write(change_of(tmp_path))
    assert os.getxattr(file, "user.outcrop") == b"kept"


def test_a_file_that_changed_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("foo\n")
    change = change_of(tmp_path)
    for other in ("foo \n", "fox\n", "", "foo\nfoo\n"):
        file.write_text(other)
        assert refusal(change) == "it has changed since it was looked at"
        assert file.read_text() == other
    file.unlink()
    assert refusal(change) == "No such file or directory"
    file.mkdir()
    assert refusal(change) == "it is no regular file"
    assert names(tmp_path) == ["a.txt"]


def test_a_read_only_file_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("foo\n")
    (tmp_path / "a.txt").chmod(0o444)
    assert refusal(change_of(tmp_path)) == "it is read-only"


def test_no_symbolic_link_is_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.txt").write_text("foo\n")
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    for path in (root / "a.txt", root / "sub" / "b.txt"):
        path.write_text("foo\n")
    link, nested = change_of(root), change_of(root, "sub/b.txt")
    (root / "a.txt").unlink()
    (root / "a.txt").symlink_to(outside / "a.txt")
    assert refusal(link) == "it is a symbolic link"
    (outside / "b.txt").write_text("foo\n")
    (root / "sub" / "b.txt").unlink()
    (root / "sub").rmdir()
    (root / "sub").symlink_to(outside)
    assert refusal(nested) == "it lies behind a symbolic link"
    assert [(outside / name).read_text() for name in ("a.txt", "b.txt")] == ["foo\n", "foo\n"]
    assert names(outside) == ["a.txt", "b.txt"]


def test_a_folder_that_becomes_a_link_again_and_again_leads_nowhere(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    for folder in (outside, root / "sub"):
        folder.mkdir(parents=True)
        (folder / "b.txt").write_text("foo\n")
    change = change_of(root, "sub/b.txt")
    ended = threading.Event()

    def swap() -> None:
        while not ended.is_set():
            (root / "sub").rename(root / "aside")
            (root / "sub").symlink_to(outside)
            (root / "sub").unlink()
            (root / "aside").rename(root / "sub")

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        until = time.monotonic() + 1
        while time.monotonic() < until:
            try:
                write(change)
            except NotWritten:
                continue
            (root / "sub").exists()
    finally:
        ended.set()
        swapper.join()
    assert (outside / "b.txt").read_text() == "foo\n"
    assert names(outside) == ["b.txt"]


def test_ignored_and_binary_files_are_never_touched(tmp_path: Path) -> None:
    needed("git")
    root = tmp_path / "root"
    (root / "node_modules").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    texts = {".gitignore": "b.txt\n", "a.txt": "foo\n", "b.txt": "foo\n", "node_modules/c.js": "foo\n"}
    for name, text in texts.items():
        (root / name).write_text(text)
    (root / "d.bin").write_bytes(b"foo\0foo")
    run = subprocess.run(
        [sys.executable, "-m", "indexer.cli.main", "replace", "foo", "bar", str(root), "--write"],
        env={**os.environ, "OUTCROP_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert {name: (root / name).read_text() for name in texts} == {**texts, "a.txt": "bar\n"}
    assert (root / "d.bin").read_bytes() == b"foo\0foo"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_costs_its_files_alone(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("foo\n")
    change = change_of(tmp_path, "sub/a.txt")
    (tmp_path / "sub").chmod(0o555)
    try:
        assert refusal(change) == "Permission denied"
    finally:
        (tmp_path / "sub").chmod(0o755)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("foo\n")
    change = change_of(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert refusal(change) == "No space left on device"
    assert names(tmp_path) == ["a.txt"] and (tmp_path / "a.txt").read_text() == "foo\n"


def test_a_template_cannot_fill_the_memory(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(("x" * 100_000 + "\n") * 10)
    result = on_disk(tmp_path, "/x+/", "$0" * 2000)
    assert result.changes == {} or result.problems
    assert any("larger than" in note or "grow" in note for note in [*result.summary.notes, *result.problems.values()])


def test_a_giant_file_and_a_giant_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("foo " * 100_000)
    (tmp_path / "b.txt").write_text("foo\n" * 60_000)
    for name, count in (("a.txt", 100_000), ("b.txt", 60_000)):
        change = change_of(tmp_path, name, template="ba")
        write(change)
        assert (tmp_path / name).read_text().count("ba") == count


KILLED = """
import sys
from pathlib import Path
from indexer.replace.writing import write
from tests.replace.replacing import on_disk
found = on_disk(Path(sys.argv[1]), "foo", "bar").changes.values()
print("ready", flush=True)
for change in found:
    write(change)
print("done", flush=True)
"""


@pytest.mark.parametrize("after", [0.0, 0.005, 0.02, 0.05])
def test_kill_in_the_middle_leaves_each_file_old_or_new(tmp_path: Path, after: float) -> None:
    root = tmp_path / "root"
    root.mkdir()
    old, new = (f"{word}\n{'x' * 3995}\n" * 20 for word in ("foo", "bar"))
    for number in range(500):
        (root / f"{number}.txt").write_text(old if number < 10 else "foo\n" * 50)
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(root)], stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for number in range(500):
        text = (root / f"{number}.txt").read_text()
        assert text in ((old, new) if number < 10 else ("foo\n" * 50, "bar\n" * 50)), number
    assert stat.S_IMODE((root / "0.txt").stat().st_mode) == stat.S_IMODE((root / "499.txt").stat().st_mode)
    shutil.rmtree(root)
