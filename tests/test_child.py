"""Processes that talk to each other never wait for each other, and what makes no progress is ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer import launch
from indexer.child import TOO_LONG, Child, ChildFailed
from indexer.index.workers import Failed, Pool, Task
from tests.giant_worker import SIZE
from tests.patience import PATIENCE

GIANT = "tests.giant_worker"


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(2, module=GIANT)
    yield made
    made.stop()


def test_giant_tasks_and_giant_answers_pass_each_other(pool: Pool) -> None:
    """Far more than a pipe holds goes both ways at once."""
    tasks = [Task("answer", 0, (bytes(SIZE),), key) for key in range(30)]
    done: list[int] = []
    worked = threading.Thread(target=lambda: done.extend(task.key for task, _ in pool.run(tasks)), daemon=True)
    worked.start()
    worked.join(60)
    assert sorted(done) == list(range(30))


def test_a_worker_that_reads_nothing_holds_nobody_up() -> None:
    """It is given more than its pipe holds, stopped, and then given up."""
    pool = Pool(2, time_limit=0.2, module=GIANT)
    tasks = [Task("hang" if key == 0 else "answer", 0, (bytes(SIZE),), key) for key in range(12)]
    try:
        answers = {task.key: answer for task, answer in pool.run(tasks)}
    finally:
        pool.stop()
    assert answers.pop(0) == Failed(TOO_LONG)
    assert sorted(answers) == list(range(1, 12))
    assert not any(isinstance(answer, Failed) for answer in answers.values())


def test_sending_never_waits_for_a_child_that_is_stopped() -> None:
    child = Child(GIANT, "0", "1")
    child.receive(PATIENCE)
    os.kill(child.pid, signal.SIGSTOP)
    sending = threading.Thread(target=lambda: [child.send(bytes(SIZE)) for _ in range(5)], daemon=True)
    sending.start()
    sending.join(PATIENCE)
    assert not sending.is_alive()
    with pytest.raises(ChildFailed, match="no answer within"):
        child.receive(0.2)
    child.end()
    with pytest.raises(ChildFailed, match="ended with code -9"):
        child.receive(5)
    with pytest.raises(ChildFailed, match="ended with code -9"):
        child.receive(5)


def test_a_child_that_is_dismissed_hears_what_was_sent_before() -> None:
    child = Child(GIANT, "0", "1")
    child.receive(PATIENCE)
    for key in range(3):
        child.send(Task("answer", 0, (bytes(SIZE),), key))
    child.dismiss(60)
    assert [child.receive(5)[0] for _ in range(3)] == [0, 1, 2]
    assert child.code == 0


@pytest.fixture(scope="module")
def long_paths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """8,400 small files whose paths fill a pipe many times over."""
    root = tmp_path_factory.mktemp("long")
    for number in range(84):
        folder = root.joinpath(*(f"{letter * 60}{number}" for letter in "abc"))
        folder.mkdir(parents=True)
        for file in range(100):
            (folder / f"file_with_a_rather_long_name_{file}.txt").write_text("some words in a line\n" * 20)
    return root


def test_thousands_of_files_with_long_paths_are_indexed(long_paths: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "OUTCROP_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "indexer.cli.main"]
    searched = subprocess.run(
        [*command, "search", "--seconds", "5", "--count", "rather", str(long_paths)],
        env=environment,
        timeout=PATIENCE,
        check=False,
    )
    assert searched.returncode == 1
    done = subprocess.run(
        [*command, "index", "--rebuild", str(long_paths)],
        env=environment,
        timeout=PATIENCE,
        capture_output=True,
        check=True,
    )
    assert b"8,400 files" in done.stdout or b"8400 files" in done.stdout


def test_a_child_gets_the_path_of_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    home = str(Path(launch.__file__).parents[1])
    library = str(Path(os.__file__).parent)
    monkeypatch.setattr(sys, "path", [str(tmp_path), "", "relative", str(tmp_path / "given"), library, home])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(("given", library)))
    assert launch.trusted_path() == [library, home]
    monkeypatch.setattr(sys, "path", [home, library])
    monkeypatch.chdir(home)
    assert launch.trusted_path() == [library, home], "what holds our packages stays, and comes last"
    assert not any(name.startswith("PYTHON") for name in launch.environment())


def test_a_child_runs_the_copy_of_its_parent(tmp_path: Path) -> None:
    """Where another one is installed, and comes before it on the path."""
    shutil.copytree(Path(launch.__file__).parent, tmp_path / "indexer", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "indexer" / "told.py").write_text("def main():\n    print(__file__)\n")
    code = "import subprocess\nfrom indexer import launch\nsubprocess.run(launch.command('indexer.told'), check=True)\n"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == str(tmp_path / "indexer" / "told.py"), done.stderr


@pytest.mark.parametrize("held", ["while True: pass", "import time; time.sleep(60)"])
def test_an_indexing_process_without_progress_ends_itself_and_says_where_it_was(held: str) -> None:
    code = (
        "from indexer.index.keeper import Watchdog\n"
        "dog = Watchdog(1.0)\n"
        "dog.feed(); dog.rest()\n"  # who rests is left alone
        "import time; time.sleep(1.5)\n"
        "dog.feed()\n"
        f"{held}\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert ("Timeout" in done.stderr and 'File "<string>", line 5' in done.stderr) or "line 6" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are not blocked here")
def test_a_child_that_is_interrupted_while_it_starts_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C reaches all processes of a terminal, and Python prints a traceback if it comes before any of our code."""
    children = [Child(GIANT, "0", "1") for _ in range(4)]
    for child in children:
        for _ in range(3):
            os.kill(child.pid, signal.SIGINT)
    for child in children:
        child.receive(PATIENCE)  # it started, and says so
        child.end()
    assert capfd.readouterr().err == ""
