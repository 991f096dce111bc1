"""Files that somebody asks us to write: whole or not at all, and nothing else is harmed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from indexer.files.writing import write_whole
from tests.paths import ROOT


def test_a_file_is_new_or_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out"
    assert write_whole(path, [b"one", b"two"]) == 6

    def failing() -> object:
        yield b"three"
        raise OSError("the disk is full")

    with pytest.raises(OSError):
        write_whole(path, failing())  # type: ignore[arg-type]
    assert path.read_bytes() == b"onetwo"
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no pipes with names in folders")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """As `/dev/null` stays what it is for one who may replace it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as threads:
        read = threads.submit(pipe.read_bytes)
        assert write_whole(pipe, [b"one"]) == 3
        assert read.result() == b"one"
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither one of the name itself nor one that lies where the file is made."""
    other = tmp_path / "other"
    other.write_bytes(b"mine")
    for name in ("out", f".out.{os.getpid()}.tmp"):
        (tmp_path / name).symlink_to(other)
    write_whole(tmp_path / "out", [b"one"])
    assert other.read_bytes() == b"mine"
    assert (tmp_path / "out").read_bytes() == b"one"


@pytest.mark.skipif(not Path("/dev/stdout").is_symlink(), reason="standard output has no name here")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_by_its_name(tmp_path: Path, name: str) -> None:
    """Also where that is a file, which is written to and not replaced."""
    imports = "from pathlib import Path\nfrom indexer.files.writing import write_whole\n"
    code = f"{imports}write_whole(Path({name!r}), [b'one'])"
    out = tmp_path / "out"
    with out.open("wb") as file:
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=file, check=True)
    assert out.read_bytes() == b"one"
    assert Path("/dev/stdout").is_symlink()
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True).stdout == b"one"
