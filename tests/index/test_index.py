"""The index: complete after an update, exact after a change, and never lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.graph.uses import uses_of
from indexer.index.file_reader import content_hash
from indexer.index.workers import Failed, Pool, Task
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.navigate.questions import relevant_chunks
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import find_symbols, search
from indexer.settings import Settings
from indexer.store.database import Unusable
from indexer.store.reader import Store
from indexer.store.writer import Writer
from tests.index.indexed import Indexed, age
from tests.paths import ROOT


@pytest.fixture
def project(tmp_path: Path) -> Indexed:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text("def alpha():\n    return beta()\n")
    (root / "b.sh").write_text("beta() {\n  echo hi\n}\n")
    (root / "c.bin").write_bytes(b"\0\1\2")
    return Indexed(root, tmp_path / "index")


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


QUESTIONS = (
    "kind:function",
    "kind:class has:(kind:method)",
    "sort:score text",
    "self lang:python",
    "call:len",
    "is:comment the",
    "/def \\w+/ -in:(kind:class)",
    'pattern:"$A.append($B)"',
)


def told(project: Indexed) -> list[object]:
    """What an index answers to all sorts of questions, in its order, with scores."""
    reader = SafeReader()
    said: list[object] = []
    try:
        with Store(project.folder).snapshot() as snapshot:
            corpora = [Corpus(project.root, snapshot, reader)]
            for question in QUESTIONS:
                found = search(question, corpora, Limits(hits=None))
                assert found.hits and not found.problems, question
                said.append([(hit.path, hit.found, hit.score) for hit in found.hits])
            for name in ("text", "line", "of", "spl"):
                found = find_symbols(name, corpora, Limits(hits=20))
                said.append([(hit.path, hit.found, hit.score) for hit in found.hits])
            for name in ("len", "Text", "append"):
                places = uses_of(name, Resolver(corpora, KnownTexts()), Limits(hits=None))
                said.append([(place.path, place.reference, place.around) for place in places])
            said.append(relevant_chunks("where are lines counted", corpora, Limits(), 2000))
    finally:
        reader.stop()
    return said


def test_two_builds_say_the_same(project: Indexed, tmp_path: Path) -> None:
    """One made at once, one by two workers, and one that grew file by file in another order, with detours."""
    source = ROOT / "indexer" / "text"
    shutil.copytree(source, project.root / "text", ignore=shutil.ignore_patterns("__pycache__"))
    project.update()
    parallel = Indexed(project.root, tmp_path / "parallel", Settings(workers=2))
    parallel.update()
    assert project.contents() == parallel.contents()
    assert told(project) == told(parallel)
    paths = [path.relative_to(project.root).as_posix() for path in project.root.rglob("*") if path.is_file()]
    random.Random(3).shuffle(paths)
    kept = {path: (project.root / path).read_bytes() for path in paths}
    grown = Indexed(project.root, tmp_path / "grown")
    for path in paths:
        (project.root / path).unlink()
    grown.update()
    for path in paths:
        (project.root / path).write_bytes(b"def detour(): pass\n")
        grown.update(path)
        (project.root / path).write_bytes(kept[path])
        grown.update(path)
    assert project.contents()[:-1] == grown.contents()[:-1], "names that nothing has any more may stay"
    assert told(project) == told(grown)


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


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_what_narrows_by_kinds_and_lines_leaves_no_hit_out(project: Indexed, ending: str) -> None:
    (project.root / "long.py").write_text("def long():\n" + "    x = 1\n" * 30, newline=ending)
    (project.root / "short.py").write_text("class long:\n    x = 1\n", newline=ending)
    project.update()
    assert project.hits("kind:function lines:>30 sym:long") == ["long.py:1"]
    assert project.hits("kind:function lines:31") == ["long.py:1"]
    assert project.hits("kind:class lines:<3 sym:long") == ["short.py:1"]
    assert project.hits("lines:>31") == []


def test_ignored_by_setting(project: Indexed) -> None:
    project.settings = Settings(workers=1, ignore=("*.sh",))
    project.update()
    assert project.hits("echo") == []


@pytest.mark.parametrize("ends", ["by itself", "because it waits", "because it never ends"])
def test_a_worker_that_fails_costs_one_file(project: Indexed, ends: str) -> None:
    pool = Pool(1, time_limit=60.0 if ends == "by itself" else 0.3)
    (project.root / "b.sh").write_text("if a; then\n" * 100_000)  # seconds of work
    hash = content_hash((project.root / "b.sh").read_bytes())
    first, lost, answered = (
        Task("structure", 0, (str(project.root), name, hash, language, False))
        for name, language in (("a.py", None), ("b.sh", "bash"), ("c.bin", None))
    )
    assert list(pool.run([first])) == [(first, None)]
    worker = pool._workers[0].child.pid
    if ends != "because it never ends":
        os.kill(worker, signal.SIGSTOP)
    if ends == "by itself":
        threading.Timer(1.0, lambda: [os.kill(worker, each) for each in (signal.SIGSEGV, signal.SIGCONT)]).start()
    found = dict(pool.run([lost, answered]))
    pool.stop()
    reason = "its process ended with code -11" if ends == "by itself" else "it took too long"
    assert found == {lost: Failed(reason), answered: None}


@pytest.mark.parametrize("often", [1, 2])
def test_a_worker_that_somebody_ends_costs_nothing_unless_it_is_ended_again(project: Indexed, often: int) -> None:
    """As when a machine has no memory left."""
    pool = Pool(1)
    source = b"def f(): ...\n"
    (project.root / "b.py").write_bytes(source)
    task = Task("structure", 0, (str(project.root), "b.py", content_hash(source), "python", False))
    ended: list[int] = []

    def end() -> bool:
        """Between two looks at the clock: ends the worker that has the task, as often as that is wanted."""
        for worker in pool._workers:
            if worker.tasks and len(ended) < often and worker.child.pid not in ended:
                ended.append(worker.child.pid)
                os.kill(worker.child.pid, signal.SIGKILL)
        return False

    [(done, answer)] = pool.run([task], end)
    pool.stop()
    assert done == task and len(ended) == often
    assert isinstance(answer, Failed) is (often == 2)


def test_on_a_busy_machine_a_file_may_take_long(project: Indexed) -> None:
    pool = Pool(1, time_limit=0.4)
    task = Task("structure", 0, (str(project.root), "a.py", b"", None, False))
    assert list(pool.run([task])) == [(task, None)]
    worker = pool._workers[0].child.pid
    os.kill(worker, signal.SIGSTOP)
    threading.Timer(1.2, lambda: os.kill(worker, signal.SIGCONT)).start()
    assert list(pool.run([task])) == [(task, None)]
    pool.stop()


def test_workers_that_were_prepared_do_the_work(project: Indexed) -> None:
    pool = Pool(2)
    pool.prepare()
    prepared = {worker.child.pid for worker in pool._workers}
    tasks = [Task("structure", 0, (str(project.root), name, b"", None, False)) for name in ("a.py", "b.sh", "c.bin")]
    assert dict(pool.run(tasks)) == dict.fromkeys(tasks)
    assert {worker.child.pid for worker in pool._workers} == prepared
    assert len(prepared) == 2
    pool.stop()


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


def test_a_reader_that_follows_sees_what_a_new_one_sees(project: Indexed) -> None:
    chance = random.Random(5)
    follower = Store(project.folder)
    files = [project.root / f"{name}.py" for name in "abcdefghijkl"]
    for step in range(40):
        for path in chance.sample(files, chance.randint(1, 4)):
            if path.exists() and chance.random() < 0.3:
                path.unlink()
            else:
                path.write_text(f"def f{step}():\n    pass\n")
                age(path)
        project.update()
        with follower.snapshot() as followed, Store(project.folder).snapshot() as fresh:
            assert followed.table == fresh.table
            assert followed.kinds() == fresh.kinds()
            names = [
                {name for table in snapshot.name_tables for name in table.names()} for snapshot in (followed, fresh)
            ]
            assert names[0] == names[1]
