"""What can go wrong with an index on disk: kills, damage, a full disk, a cache that cannot be written. Nothing is lost.

`OUTCROP_KILLS=200 OUTCROP_DAMAGES=500 pytest tests/index/test_faults.py` is the long version.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from indexer import launch
from indexer.files.walk import Walk
from indexer.index import indexer as indexing
from indexer.index.indexer import Indexer
from indexer.index.workers import Pool
from indexer.settings import Settings
from indexer.store import writer as writing
from indexer.store.database import Unusable, problem_of
from indexer.store.place import WriterLock
from indexer.store.reader import Store
from indexer.store.records import Damaged
from indexer.store.seal import read_seal
from indexer.store.writer import Writer
from tests.index.indexed import Indexed, age
from tests.judges import needed

KILLS = int(os.environ.get("OUTCROP_KILLS", "20"))
DAMAGES = int(os.environ.get("OUTCROP_DAMAGES", "40"))
QUERIES = ("kind:function", "needle7", "call:g3", "sym:f1", "return")
NOBODY = 65534


@pytest.fixture
def few_make_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small tree gets what only a large one has: segments, a table of names, and names before the rest."""
    monkeypatch.setattr(indexing, "UNSEGMENTED", 10)
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    monkeypatch.setattr(writing, "UNNAMED", 10)


def tree(root: Path, files: int = 30) -> None:
    root.mkdir()
    for number in range(files):
        path = root / f"m{number}.py"
        path.write_text(f"def f{number}():\n    # needle{number}\n    return g{number}()\n")
        age(path)


@pytest.fixture
def whole(tmp_path: Path, few_make_many: None) -> Indexed:
    """An index that was closed well, with a file of every sort in it."""
    tree(tmp_path / "root")
    project = Indexed(tmp_path / "root", tmp_path / "index")
    project.update()
    assert {path.suffix for path in project.folder.iterdir()} == {".db", ".trigrams", ".names", ".lock", ""}
    return project


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A file's bytes, as a disk or another program may leave them."""
    at = chance.randrange(len(data) + 1)
    what = chance.randrange(5)
    if what == 0:
        return data[:at]
    if what == 1:
        return data + chance.randbytes(chance.randrange(1, 5000))
    changed = bytearray(data)
    length = chance.choice([1, 1, 16, 4096])
    part = bytes(length) if what == 2 else chance.randbytes(length)
    changed[at : at + length] = part[: len(data) - at]
    return bytes(changed)


def test_damage_is_noticed_before_it_makes_an_answer_wrong(whole: Indexed, tmp_path: Path) -> None:
    good = whole.contents()
    answers = {query: whole.hits(query) for query in QUERIES}
    names = sorted(path.name for path in whole.folder.iterdir() if path.name != "writer.lock")
    chance = random.Random(5)
    noticed = 0
    for round_number in range(DAMAGES):
        folder = tmp_path / f"damaged{round_number}"
        shutil.copytree(whole.folder, folder)
        victim = folder / names[round_number % len(names)]
        before = victim.read_bytes()
        victim.write_bytes(damaged(before, chance))
        project = Indexed(whole.root, folder)
        for query in QUERIES:
            try:
                assert project.hits(query) == answers[query] or victim.suffix == ".trigrams", victim
            except Damaged:
                noticed += 1
        project.update()
        assert project.contents() == good, f"{victim.name}, round {round_number}"
        assert {query: project.hits(query) for query in QUERIES} == answers, victim
        shutil.rmtree(folder)
    assert noticed


def test_a_copied_index_is_not_made_anew(whole: Indexed, tmp_path: Path) -> None:
    """Copies and images lose time stamps; the contents decide then."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for path in whole.folder.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    identity = (folder / "index.db").stat().st_ino
    copied = Indexed(whole.root, folder)
    assert copied.hits("needle7") == whole.hits("needle7")
    assert copied.update().changed == 0
    assert (folder / "index.db").stat().st_ino == identity


def test_an_index_that_nothing_changed_is_not_written(whole: Indexed) -> None:
    before = (whole.folder / "index.db").stat()
    whole.update()
    after = (whole.folder / "index.db").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


@pytest.mark.parametrize("victim", ["index.db-wal", "index.db-shm"])
def test_a_damaged_log_costs_no_more_than_what_it_held(whole: Indexed, tmp_path: Path, victim: str) -> None:
    """As when the machine lost power: nobody closed the index, and what was written last is torn."""
    good = whole.contents()
    writer = Writer.open(whole.folder, whole.root)
    assert writer is not None
    writer.set_meta("some", "thing")
    writer.remove(["m3.py", "m4.py"])
    chance = random.Random(3)
    for round_number in range(8):
        folder = tmp_path / f"torn{round_number}"
        shutil.copytree(whole.folder, folder)
        (folder / victim).write_bytes(damaged((folder / victim).read_bytes(), chance))
        project = Indexed(whole.root, folder)
        project.update()
        assert project.contents() == good
    writer.close()


@pytest.mark.parametrize("damage", ["version", "missing", "folder"])
def test_another_thing_in_place_of_the_database(whole: Indexed, damage: str) -> None:
    path = whole.folder / "index.db"
    answer = whole.hits("sym:f1")
    if damage == "version":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    else:
        path.unlink()
    if damage == "folder":
        path.mkdir()
    whole.update()
    assert whole.hits("sym:f1") == answer


@pytest.mark.parametrize("victim", ["sealed", "writer.lock"])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(whole: Indexed, victim: str) -> None:
    path = whole.folder / victim
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    if victim == "writer.lock":
        with pytest.raises(OSError):
            WriterLock(whole.folder).take()
    else:
        assert read_seal(whole.folder) is None
        whole.update()
        assert whole.hits("sym:f1")


def test_a_root_whose_name_is_not_unicode(tmp_path: Path) -> None:
    root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    root.mkdir()
    (root / "a.py").write_text("def f1(): pass\n")
    project = Indexed(root, tmp_path / "index")
    for changed in (1, 0):
        assert project.update().changed == changed
    assert project.hits("sym:f1") == ["a.py:1"]


@pytest.mark.parametrize("how", ["cut short", "changed", "removed"])
def test_a_segment_damaged_under_a_reader(whole: Indexed, how: str) -> None:
    """A reader has the file mapped into memory, where to read beyond its end would end the process."""
    store = Store(whole.folder)
    with store.snapshot() as snapshot:
        assert snapshot.segments()
    for path in whole.folder.glob("*.trigrams"):
        if how == "removed":
            path.unlink()
        else:
            os.truncate(path, 50) if how == "cut short" else path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(Damaged), store.snapshot() as snapshot:
        snapshot.segments()


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path, few_make_many: None) -> None:
    root = tmp_path / "root"
    tree(root, 40)
    project = Indexed(root, tmp_path / "index")
    chance = random.Random(7)
    command = [sys.executable, "-c", UPDATE, str(root), str(project.folder)]
    took = 1.0
    for round_number in range(KILLS):
        for path in chance.sample(sorted(root.iterdir()), 12):
            path.write_text(f"def f{round_number}_{path.stem}():\n    return 1\n")
        chance.choice(sorted(root.iterdir())).unlink()
        (root / f"new{round_number}.py").write_text(f"def new{round_number}(): pass\n")
        child = subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()  # its imports are done
        began = time.monotonic()
        try:
            child.wait(chance.uniform(0, took))
            took = time.monotonic() - began
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        child.stdout.close()
        try:
            shown = project.hits("kind:function")
            assert len(shown) == len(set(shown))
            assert all((root / hit.rpartition(":")[0]).exists() for hit in shown), "a ghost"
        except Damaged:
            assert round_number == 0 or not (project.folder / "index.db").exists(), "only before there was a state"
        if round_number % 4 == 3:
            project.update()
            assert project.hits("kind:function") == sorted(f"{path.name}:1" for path in root.iterdir())
    project.update()
    fresh = Indexed(root, tmp_path / "fresh")
    fresh.update()
    assert project.contents()[:-1] == fresh.contents()[:-1], "names that nothing has any more may stay"


UPDATE = """
import sys
from pathlib import Path
from indexer.index import indexer
from indexer.store import writer
from tests.index.indexed import Indexed
indexer.UNSEGMENTED = writer.UNNAMED = 10
indexer.NAMES_FIRST = 0
print("begun", flush=True)
Indexed(Path(sys.argv[1]), Path(sys.argv[2])).update()
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """A file system whose size can be chosen, and chosen again."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        [needed("mount"), "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small disk needs the right to mount one")

    def resized(size: str) -> Path:
        subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)
        return folder

    yield resized
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_said_and_nothing_breaks(
    tmp_path: Path, disk: Callable[[str], Path], few_make_many: None
) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for number in range(100):
        (root / f"m{number}.py").write_text("".join(f"def f{number}_{at}(): pass\n" for at in range(60)))
    failed = 0
    for size in ("64k", "128k", "256k", "384k", "512k", "768k", "1m"):
        project = Indexed(root, disk(size) / "index")
        try:
            project.update()
        except (Unusable, OSError) as error:
            failed += 1
            problem = problem_of(error)
            assert isinstance(problem, Unusable)
            assert "disk" in str(problem) or "space" in str(problem)
    assert failed > 2
    project = Indexed(root, disk("64m") / "index")
    project.update()
    assert len(project.hits("kind:function")) == 6000
    before = (project.folder / "index.db").stat().st_ino
    (root / "m1.py").write_text("".join(f"def again{at}(): pass\n" for at in range(5000)))
    used = sum(path.stat().st_size for path in project.folder.iterdir())
    disk(f"{used // 1024 + 100}k")
    with pytest.raises((Unusable, OSError)) as caught:
        project.update()
    assert isinstance(problem_of(caught.value), Unusable)
    disk("64m")
    assert (project.folder / "index.db").stat().st_ino == before, "a full disk is no reason to throw an index away"
    project.update()
    assert len(project.hits("sym:again")) == 5000
    assert len(project.hits("kind:function")) == 5940 + 5000


def outcrop(*arguments: str, cache: Path, without_rights: bool = False) -> subprocess.CompletedProcess[str]:
    """A command; `without_rights`, what belongs to another user is closed to it, also to root."""
    command = [sys.executable, "-m", "indexer.cli.main", *arguments]
    if without_rights:
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    environment = {**os.environ, "OUTCROP_CACHE_DIR": str(cache)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


of_another_user = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="only root can give files away, and setpriv takes its other rights from it",
)


@of_another_user
@pytest.mark.parametrize("there", ["nothing", "an index"])
def test_a_cache_that_may_not_be_written(tmp_path: Path, there: str) -> None:
    tree(tmp_path / "root", 5)
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o755)
    if there == "an index":
        assert outcrop("index", str(tmp_path / "root"), cache=cache).returncode == 0
    for path in (cache, *cache.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    found = outcrop("search", "--json", "needle3", str(tmp_path / "root"), cache=cache, without_rights=True)
    answer = json.loads(found.stdout)
    assert [hit["file"] for hit in answer["hits"]] == ["m3.py"], found.stderr
    (note,) = answer["notes"]
    assert note.startswith("no index can be kept")
    assert found.stderr.count("\n") == 1, "one clear message"
    for command in ("index", "stats", "files"):
        told = outcrop(command, str(tmp_path / "root"), cache=cache, without_rights=True)
        assert (told.returncode, told.stderr.count("\n")) == (3, 1), told.stderr
        assert told.stderr.startswith("outcrop: no index can be kept")


@of_another_user
def test_what_may_not_be_read_is_said(tmp_path: Path) -> None:
    root, cache = tmp_path / "root", tmp_path / "cache"
    tree(root, 5)
    (root / "m2.py").chmod(0)
    (root / "closed").mkdir(mode=0)
    for name in ("m2.py", "closed"):
        os.chown(root / name, NOBODY, NOBODY)
    found = outcrop("search", "--json", "needle", str(root), cache=cache, without_rights=True)
    answer = json.loads(found.stdout)
    assert [hit["file"] for hit in answer["hits"]] == ["m0.py", "m1.py", "m3.py", "m4.py"]
    assert answer["notes"] == ["2 files could not be read; `outcrop files --skipped` lists them"]
    listed = outcrop("files", "--skipped", str(root), cache=cache, without_rights=True).stdout
    assert listed.splitlines() == [f"{root}/closed/  Permission denied", f"{root}/m2.py  Permission denied"]


def test_an_empty_answer_says_what_was_not_searched(tmp_path: Path) -> None:
    root = tmp_path / "root"
    tree(root, 3)
    (root / "large.py").write_text("# hidden_here\n" * 100_000)
    found = outcrop("search", "hidden_here", str(root), cache=tmp_path / "cache")
    assert found.stderr.splitlines() == [
        "outcrop: 1 file too large to be searched; `outcrop files --skipped` lists them",
        "outcrop: nothing found in 3 files",
    ]
    assert outcrop("search", "needle1", str(root), cache=tmp_path / "cache").stderr == ""


def workers_with(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers run some code before they begin: the way to make one fail at a place of our choice."""
    start = "import_module(module)"
    assert start in launch._BOOT
    escaped = code.replace("{", "{{").replace("}", "}}")
    monkeypatch.setattr(launch, "_BOOT", launch._BOOT.replace(start, f"{escaped}\n{start}"))


def test_a_grammar_that_hangs_costs_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_make_many: None
) -> None:
    tree(tmp_path / "root", 3)
    (tmp_path / "root" / "a.kt").write_text("class Hangs {\n    fun inside() {\n    }\n}\n")
    workers_with(HANGS, monkeypatch)
    writer = Writer.open(tmp_path / "index", tmp_path / "root")
    assert writer is not None
    pool = Pool(1, time_limit=2.0)
    indexer = Indexer(tmp_path / "root", Settings(), writer, pool)
    summary = indexer.update()
    again = indexer.update()
    pool.stop()
    writer.close()
    assert summary.problems == [("a.kt", "it took too long")]
    assert again.problems == [], "it is not tried again until it changes"
    project = Indexed(tmp_path / "root", tmp_path / "index")
    assert project.hits("Hangs") == ["a.kt:1"]
    assert len(project.hits("kind:function lang:python")) == 3


HANGS = """
import indexer.index.tasks as tasks
structure = tasks.TASKS["structure"]
def hanging(root, path, hash, language, by_layout, keywords=None):
    while path == "a.kt" and not by_layout:
        pass
    return structure(root, path, hash, language, by_layout, keywords)
tasks.TASKS["structure"] = hanging
"""


def test_a_worker_that_dies_while_reading_loses_no_file(
    tmp_path: Path, few_make_many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path / "root")
    marker = tmp_path / "died"
    workers_with(DIES_ONCE.replace("MARKER", str(marker)), monkeypatch)
    project = Indexed(tmp_path / "root", tmp_path / "index")
    assert project.update().changed == 30
    assert marker.exists()
    assert len(project.hits("kind:function")) == 30


DIES_ONCE = """
import os
import indexer.index.tasks as tasks
texts = tasks.texts
def dying(*arguments):
    if not os.path.exists("MARKER"):
        open("MARKER", "w").close()
        os._exit(9)
    return texts(*arguments)
tasks.TASKS["texts"] = dying
"""


def test_a_file_that_grows_shrinks_or_turns_into_a_pipe_while_it_is_read(whole: Indexed) -> None:
    path = whole.root / "m1.py"
    path.unlink()
    os.mkfifo(path)
    assert whole.hits("needle1") == [f"m{number}.py:2" for number in range(10, 20)]
    whole.update("m1.py")
    path.unlink()
    stop = time.monotonic() + 2.0
    writer = subprocess.Popen([sys.executable, "-c", REWRITES, str(path)])
    while time.monotonic() < stop:
        whole.update("m1.py")
        whole.hits("sym:f1")
    writer.kill()
    writer.wait()
    path.write_text("def finally_quiet(): pass\n")
    whole.update("m1.py")
    assert whole.hits("sym:finally_quiet") == ["m1.py:1"]
    assert "m1.py:1" not in whole.hits("sym:f1")


REWRITES = """
import sys, random
while True:
    with open(sys.argv[1], "w") as file:
        for number in range(random.randrange(3000)):
            file.write(f"def f1_{number}(): pass\\n")
            if random.random() < 0.01:
                file.flush()
"""


def test_odd_names_and_links(tmp_path: Path) -> None:
    root = tmp_path / "root"
    tree(root, 2)
    (root / "loop").symlink_to(root)
    (root / "out").symlink_to("/")
    (root / "dangling").symlink_to("nowhere")
    (root / "a\nb.py").write_text("def odd_name(): pass\n")
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text("def not_in_utf8(): pass\n")
    project = Indexed(root, tmp_path / "index")
    summary = project.update()
    assert [reason for _, reason in summary.problems] == ["its name is not in UTF-8"]
    assert project.hits("sym:odd_name") == ["a\nb.py:1"]
    assert len(project.hits("kind:function")) == 3
    project.update(os.fsdecode(b"caf\xe9.py"), "loop/m1.py", "out", "../outside.py", "/etc/passwd")
    assert len(project.hits("kind:function")) == 3


def test_a_root_that_goes_and_comes_back(whole: Indexed) -> None:
    moved = whole.root.with_name("moved")
    whole.root.rename(moved)
    whole.update()
    assert whole.hits("kind:function") == []
    moved.rename(whole.root)
    whole.update()
    assert len(whole.hits("kind:function")) == 30


def test_a_removed_index_is_not_written_to(whole: Indexed) -> None:
    """Its writer would go on with files that have no name any more, and nobody would ever see what it writes."""
    writer = Writer.open(whole.folder, whole.root)
    assert writer is not None
    shutil.rmtree(whole.folder)
    with pytest.raises(Damaged, match="removed"):
        writer.remove(["m1.py"])
    writer.close()
    assert not (whole.folder / "sealed").exists()


def test_what_was_read_earlier_does_not_hide_what_was_read_later(whole: Indexed) -> None:
    """A long update has read a file when an editor saves it and the save overtakes the long update."""
    writer = Writer.open(whole.folder, whole.root)
    assert writer is not None
    pool = Pool(1)
    slow, quick = (Indexer(whole.root, Settings(), writer, pool) for _ in range(2))
    path = whole.root / "m1.py"
    path.write_text("def early(): pass\n")
    entries = [entry for entry in Walk(whole.root) if entry.path == "m1.py"]
    batches = list(slow._read(entries, {}))
    path.write_text("def overtaking(): pass\n")
    quick.update_paths(["m1.py"])
    for batch in batches:
        writer.add_texts(batch.records, batch.segment)
    pool.stop()
    writer.close()
    assert whole.hits("sym:overtaking") == ["m1.py:1"]
    assert whole.hits("overtaking") == ["m1.py:1"]
