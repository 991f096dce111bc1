"""The index: complete after an update, exact after a change, and never lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.index.indexer import Indexer, Summary
from indexer.index.workers import Failed, Pool, Task
from indexer.isolation import Isolation
from indexer.model import Limits
from indexer.search.corpus import Corpus
from indexer.search.execute import search
from indexer.settings import Settings
from indexer.store.database import Unusable
from indexer.store.reader import Store
from indexer.store.records import Damaged
from indexer.store.writer import Writer


class Indexed:
    """A root with an index of its own."""

    def __init__(self, root: Path, folder: Path, settings: Settings | None = None) -> None:
        self.root = root
        self.folder = folder
        self.settings = settings or Settings(workers=1)

    def update(self, *paths: str) -> Summary:
        writer = Writer.open(self.folder, self.root)
        assert writer is not None
        pool = Pool(1)
        try:
            indexer = Indexer(self.root, self.settings, writer, pool)
            return indexer.update_paths(paths) if paths else indexer.update()
        finally:
            pool.stop()
            writer.close()

    def hits(self, query: str) -> list[str]:
        isolation = Isolation()
        try:
            with Store(self.folder).snapshot() as snapshot:
                answer = search(query, [Corpus(self.root, snapshot, isolation)], Limits(hits=None))
        finally:
            isolation.stop()
        assert answer.problems == []
        return [f"{hit.path}:{hit.found.row + 1}" for hit in answer.hits]

    def contents(self) -> list[object]:
        """All that the index says, without the numbers it gives things."""
        made: list[object] = []
        with Store(self.folder).snapshot() as snapshot:
            for row in snapshot.table.rows:
                packed = snapshot.packed_references(row.id)
                record = (row.path, row.language, row.size, row.hash, row.lines, row.structured, row.skipped)
                made.append((record, snapshot.symbols(row.id), packed, snapshot.packed_blocks(row.id)))
            made.append(sorted(name for table in snapshot.name_table() for _, name in table.all()))
        return made


@pytest.fixture
def project(tmp_path: Path) -> Indexed:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def alpha():\n    return beta()\n")
    (root / "b.sh").write_text("beta() {\n  echo hi\n}\n")
    (root / "c.bin").write_bytes(b"\0\1\2")
    return Indexed(root, tmp_path / "index")


def age(path: Path) -> None:
    """Makes a file old enough for its time stamp to be trusted."""
    then = time.time() - 100
    os.utime(path, (then, then))


def test_everything_is_found_after_an_update(project: Indexed) -> None:
    summary = project.update()
    assert (summary.changed, summary.removed, summary.problems) == (3, 0, [])
    assert project.hits("sym:alpha") == ["a.py:1"]
    assert project.hits("call:beta") == ["a.py:2"]
    assert project.hits("echo") == ["b.sh:2"]


def test_an_unchanged_tree_is_not_read(project: Indexed) -> None:
    for path in project.root.iterdir():
        age(path)
    project.update()
    summary = project.update()
    assert (summary.changed, summary.unchanged) == (0, 3)


def test_a_touched_file_is_hashed_and_kept(project: Indexed) -> None:
    project.update()
    os.utime(project.root / "a.py")
    summary = project.update()
    assert (summary.changed, summary.unchanged) == (0, 3)


def test_a_time_stamp_from_the_future_is_not_trusted(project: Indexed) -> None:
    """As when the clock went backwards: a change may keep size and time stamp."""
    later = time.time() + 1000
    os.utime(project.root / "a.py", (later, later))
    project.update()
    (project.root / "a.py").write_text("def gamma():\n    return beta()\n")
    os.utime(project.root / "a.py", (later, later))
    assert project.hits("sym:alpha") == [], "not even before the index knows"
    project.update()
    assert project.hits("sym:gamma") == ["a.py:1"]
    assert project.hits("sym:alpha") == []


def test_single_files_and_folders(project: Indexed) -> None:
    project.update()
    (project.root / "new").mkdir()
    (project.root / "new" / "d.rb").write_text("def delta\nend\n")
    (project.root / "a.py").unlink()
    summary = project.update("new", "a.py")
    assert (summary.changed, summary.removed) == (1, 1)
    assert project.hits("sym:delta") == ["new/d.rb:1"]
    assert project.hits("sym:alpha") == []
    shutil.rmtree(project.root / "new")
    assert project.update("new").removed == 1
    assert project.hits("sym:delta") == []


def test_a_file_that_becomes_a_folder(project: Indexed) -> None:
    project.update()
    (project.root / "a.py").unlink()
    (project.root / "a.py").mkdir()
    (project.root / "a.py" / "x.py").write_text("def inner(): pass\n")
    project.update("a.py")
    assert project.hits("sym:inner") == ["a.py/x.py:1"]
    assert project.hits("sym:alpha") == []


def test_an_index_behind_the_disk_never_shows_what_is_gone(project: Indexed) -> None:
    project.update()
    (project.root / "a.py").write_text("# nothing here\n\n\ndef omega(): pass\n")
    assert project.hits("sym:alpha") == []
    assert project.hits("omega") == ["a.py:4"]
    (project.root / "b.sh").unlink()
    assert project.hits("echo") == []


def test_two_builds_say_the_same(project: Indexed, tmp_path: Path) -> None:
    source = Path(__file__).parent.parent / "indexer" / "text"
    shutil.copytree(source, project.root / "text", ignore=shutil.ignore_patterns("__pycache__"))
    project.update()
    other = Indexed(project.root, tmp_path / "other", Settings(workers=2))
    other.update()
    assert project.contents() == other.contents()


def test_many_files_go_into_segments(project: Indexed) -> None:
    for number in range(600):
        (project.root / f"f{number}.txt").write_text(f"needle{number} in a haystack\n")
    project.update()
    assert list(project.folder.glob("*.trigrams"))
    assert project.hits("needle599") == ["f599.txt:1"]
    assert len(project.hits("haystack")) == 600
    (project.root / "f599.txt").write_text("thread\n")
    project.update()
    assert project.hits("needle599") == []
    assert project.hits("thread") == ["f599.txt:1"]


def test_other_languages_by_setting(project: Indexed) -> None:
    (project.root / "d.weird").write_text("function f() { return 1; }\n")
    project.update()
    assert project.hits("sym:=f") == []
    project.settings = Settings(workers=1, languages={"*.weird": "javascript"})
    project.update()
    assert project.hits("sym:=f lang:javascript") == ["d.weird:1"]


def test_ignored_by_setting(project: Indexed) -> None:
    project.settings = Settings(workers=1, ignore=("*.sh",))
    project.update()
    assert project.hits("echo") == []


def test_a_worker_that_dies_costs_one_file(project: Indexed) -> None:
    os.mkfifo(project.root / "pipe")  # whoever opens it waits for a writer
    pool = Pool(1)
    waiting, answered = (Task("structure", 0, (str(project.root), name, b"", None, False)) for name in ("pipe", "a.py"))
    killer = threading.Timer(2.0, lambda: os.kill(pool._workers[0].child.pid, signal.SIGKILL))
    killer.start()
    found = dict(pool.run([waiting, answered]))
    pool.stop()
    assert found == {waiting: Failed("its process ended with code -9"), answered: None}


def test_a_worker_that_hangs_is_ended(project: Indexed) -> None:
    pool = Pool(1, time_limit=1.0)
    fifo = project.root / "pipe"
    os.mkfifo(fifo)  # whoever opens it waits for a writer
    hanging = Task("structure", 0, (str(project.root), "pipe", b"", None, False))
    answered = Task("structure", 0, (str(project.root), "a.py", b"", None, False))
    found = dict(pool.run([hanging, answered]))
    pool.stop()
    assert found[hanging] == Failed("it took too long")
    assert found[answered] is None


@pytest.mark.parametrize("damage", ["truncate", "garbage", "empty", "version", "missing"])
def test_a_damaged_database_is_made_anew(project: Indexed, damage: str) -> None:
    project.update()
    path = project.folder / "index.db"
    if damage == "truncate":
        path.write_bytes(path.read_bytes()[:5000])
    elif damage == "garbage":
        data = bytearray(path.read_bytes())
        data[4096:8192] = os.urandom(4096)
        path.write_bytes(bytes(data))
        connection_is_unclean(project.folder)
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "version":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    else:
        path.unlink()
    project.update()
    assert project.hits("sym:alpha") == ["a.py:1"]
    assert project.hits("echo") == ["b.sh:2"]


def connection_is_unclean(folder: Path) -> None:
    """As after a crash: the write-ahead log is gone and nobody said that all is well."""
    for name in ("index.db-wal", "index.db-shm"):
        (folder / name).unlink(missing_ok=True)


def test_a_segment_that_is_gone_or_torn(project: Indexed) -> None:
    for number in range(600):
        (project.root / f"f{number}.txt").write_text(f"needle{number}\n")
    project.update()
    for path in project.folder.glob("*.trigrams"):
        path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(Damaged):
        project.hits("needle7")
    project.update()
    assert project.hits("/needle7$/ OR needle599") == ["f599.txt:1", "f7.txt:1"]
    for path in project.folder.glob("*.trigrams"):
        path.unlink()
    project.update()
    assert project.hits("needle599") == ["f599.txt:1"]


def test_a_folder_that_cannot_hold_an_index(project: Indexed, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(Unusable):
        Writer.open(blocked / "index", project.root)


def test_one_writer_at_a_time(project: Indexed) -> None:
    writer = Writer.open(project.folder, project.root)
    assert writer is not None
    assert Writer.open(project.folder, project.root) is None
    writer.close()
    again = Writer.open(project.folder, project.root)
    assert again is not None
    again.close()


KILLS = int(os.environ.get("OUTCROP_KILLS", "20"))


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    chance = random.Random(7)
    for number in range(40):
        (root / f"m{number}.py").write_text(f"def f{number}():\n    return g{number}()\n")
    project = Indexed(root, tmp_path / "index")
    for round_number in range(KILLS):
        changed = root / f"m{chance.randrange(40)}.py"
        changed.write_text(f"def f{round_number}_again():\n    pass\n")
        child = subprocess.Popen([sys.executable, "-c", UPDATE, str(root), str(project.folder)], start_new_session=True)
        time.sleep(chance.uniform(0.05, 1.2))
        child.kill()
        child.wait()
        with_index = Store(project.folder)
        try:
            with with_index.snapshot() as snapshot:
                paths = [row.path for row in snapshot.table.rows]
        except Damaged:
            continue  # it was killed before there was a first state
        assert len(paths) == len(set(paths))
    project.update()
    fresh = Indexed(root, tmp_path / "fresh")
    fresh.update()
    assert project.hits("kind:function") == fresh.hits("kind:function")
    assert project.contents()[:-1] == fresh.contents()[:-1], "names that nothing has any more may stay"


UPDATE = """
import sys
from pathlib import Path
from tests.test_index import Indexed
Indexed(Path(sys.argv[1]), Path(sys.argv[2])).update()
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk needs the right to mount one")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_said_and_nothing_breaks(tmp_path: Path, small_disk: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for number in range(300):
        (root / f"m{number}.py").write_text("".join(f"def f{number}_{at}(): pass\n" for at in range(40)))
    with pytest.raises(Unusable):
        Indexed(root, small_disk / "index").update()
