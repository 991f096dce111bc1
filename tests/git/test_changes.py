"""What changed, with git as judge: random histories in a repository of the test, loose and packed."""

from __future__ import annotations

import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from indexer.git import diff
from indexer.git.comparison import Changes, Comparison, State
from indexer.git.diff import line_changes, lines_of
from indexer.git.objects import Unreadable
from tests.judges import needed

WORDS = ["alpha", "beta", "gamma", "    return x", "}", "", "", "delta", "if x:", "\tend"]


class Work:
    """A repository that the test writes with git itself."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"]
        command = [needed("git"), *who, *arguments]
        done = subprocess.run(command, cwd=self.root, env=nowhere, capture_output=True, check=True)
        return done.stdout.decode()

    def write(self, path: str, text: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "more")

    def changes(self, path: str, revision: str = "HEAD", below: str = "") -> Changes:
        file = self.root / below / path
        state = file.stat()
        compared = Comparison(self.root / below, revision)
        return compared.changes(path, State(state.st_size, state.st_mtime_ns), file.read_bytes, file.read_bytes)

    def rows(self, path: str, revision: str = "HEAD") -> list[int]:
        """The rows that changed, from 1."""
        data = (self.root / path).read_bytes()
        found = []
        for start, end in self.changes(path, revision).spans:
            first = data.count(b"\n", 0, start) + 1
            found += range(first, first + len(lines_of(data[start:end])))
        return found

    def judged(self, path: str, *what: str) -> list[int]:
        """The same by git."""
        told = self.git("diff", "-U0", "--minimal", "--no-color", *what, "--", path)
        found = []
        for first, count in re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", told, re.M):
            found += range(int(first), int(first) + int(count or 1))
        return found


@pytest.fixture
def work(tmp_path: Path) -> Work:
    return Work(tmp_path / "work")


def edited(lines: list[str], dice: random.Random, alike: bool) -> list[str]:
    lines = list(lines)
    for _ in range(dice.randint(1, 5)):
        at = dice.randint(0, len(lines))
        match dice.randint(0, 2):
            case 0:
                lines[at:at] = [dice.choice(WORDS) if alike else f"{dice.random()}" for _ in range(3)]
            case 1:
                del lines[at : at + dice.randint(1, 4)]
            case _:
                lines[at : at + 1] = [f"new {dice.random()}"]
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_random_histories_are_told_as_git_tells_them(work: Work, seed: int) -> None:
    dice = random.Random(seed)
    paths = ["a.py", "lib/b.c", "lib/deep/c d.txt"]
    texts = {path: [dice.choice(WORDS) for _ in range(40)] for path in paths} | {"a.py": [f"{at}" for at in range(40)]}
    revisions = []
    for number in range(6):
        for path in paths:
            work.write(path, "\n".join(texts[path]) + dice.choice(["", "\n"]))
            texts[path] = edited(texts[path], dice, path != "a.py")
        work.commit()
        revisions.append(work.git("rev-parse", "HEAD").strip())
        if number == 2:
            work.git("gc", "-q")
            work.git("tag", "-a", "v1", "-m", "one")
        if number == 4:
            work.git("branch", "side/branch")
            work.git("pack-refs", "--all")
    for path in paths:
        work.write(path, "\n".join(texts[path]) + "\n")
    for revision in [*revisions, revisions[1][:9], "v1", "side/branch", "main", "HEAD", "HEAD~2", "main^^"]:
        for path in paths:
            mine, judged = work.rows(path, revision), work.judged(path, revision)
            assert len(mine) == len(judged), (revision, path)
            assert mine == judged or path != "a.py"  # where no lines are alike, only one difference is the shortest


@pytest.mark.parametrize("seed", range(2))
def test_what_changed_between_two_revisions_is_told_as_git_tells_it(work: Work, seed: int) -> None:
    dice = random.Random(seed)
    lines = [f"{at}" for at in range(60)]
    revisions = []
    for _ in range(6):
        work.write("a.py", "\n".join(lines) + "\n")
        work.commit()
        revisions.append(work.git("rev-parse", "HEAD").strip())
        lines = edited(lines, dice, False)
    for old in (*revisions, "main~2"):
        assert work.rows("a.py", f"{old}..main") == work.judged("a.py", old, "main")
        work.git("checkout", "-q", revisions[3])
        assert work.rows("a.py", f"{old}..HEAD") == work.judged("a.py", old, "HEAD")
        work.git("checkout", "-q", "main")
    later = (work.root / "a.py").read_bytes()
    work.write("a.py", b"later\n" + later)
    shifted = [row + 1 for row in work.judged("a.py", revisions[0], "main")]
    assert work.rows("a.py", f"{revisions[0]}..main") == shifted, "what came after is no part of it"
    work.git("checkout", "-q", ".")
    assert work.rows("a.py", "..main~1") == []
    assert work.changes("a.py", "..main~1").any


def test_a_file_that_only_one_of_two_revisions_has(work: Work) -> None:
    work.write("a.txt", "a\n")
    work.commit()
    work.write("b.txt", "b\n")
    work.commit()
    work.write("c.txt", "c\n")
    assert work.rows("b.txt", "HEAD~1..HEAD") == [1]
    assert work.rows("b.txt", "HEAD..HEAD~1") == []
    assert work.rows("c.txt", "HEAD~1..HEAD") == []
    assert work.rows("a.txt", "HEAD~1..HEAD") == []


def test_staged_is_the_index_against_the_last_commit(work: Work) -> None:
    work.write("a.txt", "".join(f"{at}\n" for at in range(20)))
    work.write("b.txt", "b\n")
    work.commit()
    for version in ("2", "4"):
        work.write("a.txt", "".join(f"{at}\n" for at in range(20)).replace("5\n", "five\n", 1))
        work.git("update-index", "--index-version", version)
        work.git("add", "a.txt")
        assert work.rows("a.txt", "staged") == work.judged("a.txt", "--cached") == [6]
        work.write("a.txt", "first\n" + "".join(f"{at}\n" for at in range(20)).replace("5\n", "five\n", 1))
        assert work.rows("a.txt", "staged") == [7]
        assert work.rows("a.txt") == [1, 7]
        assert work.changes("b.txt", "staged") == Changes()
        work.git("reset", "-q", "--hard")


def test_files_that_git_does_not_know_and_those_it_does_not_change(work: Work) -> None:
    work.write("same.txt", "a\nb\n")
    work.write("windows.txt", "a\nb\n")
    work.write("sub/x.txt", "x\n")
    work.commit()
    work.write("new.txt", "one\ntwo\n")
    work.write("windows.txt", "a\r\nb\r\n")
    work.write("sub/x.txt", "y\n")
    assert work.rows("new.txt") == [1, 2]
    assert not work.changes("same.txt").any
    assert not work.changes("windows.txt").any
    assert work.changes("x.txt", below="sub").spans == ((0, 2),)


def test_a_file_that_is_as_git_noted_is_not_read(work: Work) -> None:
    work.write("a.txt", "a\n")
    os.utime(work.root / "a.txt", ns=(10**18, 10**18))
    work.commit()

    def read() -> bytes:
        raise AssertionError

    assert Comparison(work.root, "HEAD").changes("a.txt", State(2, 10**18), read, read) == Changes()
    with pytest.raises(AssertionError):
        Comparison(work.root, "HEAD").changes("a.txt", State(2, 10**18 + 1), read, read)


def test_lines_that_are_gone_have_a_place_and_no_line(work: Work) -> None:
    work.write("a.py", "def f():\n    a\n    b\n\nx = 1\n")
    work.commit()
    work.write("a.py", "def f():\n    a\n\nx = 1\n")
    changes = work.changes("a.py")
    assert (changes.spans, changes.any) == ((), True)
    assert [tuple(cut) for cut in changes.cuts] == [(15, 4)]


def test_another_work_tree_of_the_same_repository(work: Work, tmp_path: Path) -> None:
    work.write("a.txt", "a\n")
    work.commit()
    work.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    (tmp_path / "other" / "a.txt").write_bytes(b"a\nb\n")
    other = Work.__new__(Work)
    other.root = tmp_path / "other"
    assert other.rows("a.txt") == other.rows("a.txt", "main") == other.rows("a.txt", "other") == [2]


def test_objects_of_another_repository(work: Work, tmp_path: Path) -> None:
    work.write("a.txt", "a\n")
    work.commit()
    work.git("clone", "-q", "--shared", ".", str(tmp_path / "clone"))
    clone = Work.__new__(Work)
    clone.root = tmp_path / "clone"
    clone.write("a.txt", "b\n")
    assert clone.rows("a.txt", "origin/main") == clone.rows("a.txt", "origin") == [1]


def test_a_revision_that_is_not_there_is_told_with_what_may_be_meant(work: Work) -> None:
    with pytest.raises(Unreadable, match="there is no commit yet"):
        Comparison(work.root, "HEAD")
    work.commit()
    work.git("tag", "v1.2")
    with pytest.raises(Unreadable, match=r"no revision `v1.3`, did you mean `v1.2`\?"):
        Comparison(work.root, "v1.3")
    with pytest.raises(Unreadable, match="beyond the first commit"):
        Comparison(work.root, "HEAD~3")


def test_a_difference_that_takes_too_long_is_all_that_lies_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diff, "_FURTHEST", 50)
    dice = random.Random(3)
    lines = [b"%d\n" % (at % 7) for at in range(600)]
    other = dice.sample(lines, len(lines))
    changes = line_changes([b"first\n", *lines, b"last\n"], [b"first\n", b"a\n", *other, b"b\n", b"last\n"])
    assert changes == ([(1, 603)], [])
