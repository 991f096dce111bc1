"""Ruby as the judge of the Ruby lexer.

    python -m tests.oracles.ruby [--limit N] PATH...

Every file that Ruby accepts is read by the statement tracker and by Ruby (`ruby_heredocs.rb`), and the two are
compared: each heredoc's declaration, terminator, first and last body line; the lines of every `def`, `class` and
`module`; the number of blocks of each type; and no block may be left open at the end of the file. Prints the counts
and every difference; the exit code is 1 if there is one. Without a `ruby` to ask it says so and compares nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from indexer.syntax.statements.ruby import LEXER
from indexer.syntax.statements.tracker import StatementTracker

SCRIPT = Path(__file__).with_name("ruby_heredocs.rb")
SUFFIXES = frozenset({".rb", ".rake", ".gemspec", ".ru"})
NAMES = frozenset({"Rakefile", "Gemfile", "Vagrantfile", "Guardfile"})
_LINE_END = re.compile(rb"\r\n|\n|\r")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_OPENER = re.compile(r"<<([-~]?)(['\"`]?)(.*?)\2\Z", re.DOTALL)


class Heredoc(NamedTuple):
    """A heredoc as both sides describe it; lines are 1-based, and an empty body ends before it starts."""

    line: int
    terminator: str
    first: int
    last: int
    interpolated: bool
    indented: bool


class Reading(NamedTuple):
    """What one side says about a file."""

    heredocs: list[Heredoc]
    definitions: list[tuple[str, int, int]] | None  # None if the judge cannot tell
    blocks: Counter[str]
    unclosed: int


def available() -> bool:
    """Whether there is a Ruby to ask."""
    return shutil.which("ruby") is not None


def ruby_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The Ruby files among the paths and below them, in order."""
    for path in paths:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                if (file.suffix in SUFFIXES or file.name in NAMES) and file.is_file() and not file.is_symlink():
                    yield file
        else:
            yield path


def judge(files: Sequence[Path]) -> Iterator[tuple[Path, Reading | None]]:
    """Ruby's reading of each file, or None where Ruby rejects it."""
    process = subprocess.Popen(["ruby", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    names = "".join(f"{file}\n" for file in files).encode()
    feeder = threading.Thread(target=_feed, args=(process, names), daemon=True)
    feeder.start()
    for file, line in zip(files, process.stdout, strict=True):
        yield file, _ruby_reading(json.loads(line))
    feeder.join()
    process.wait()


def track(source: bytes) -> Reading:
    """The statement tracker's reading of a file."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(source))]
    tracker = StatementTracker.scan(LEXER, source, starts)
    heredocs = [
        Heredoc(
            heredoc.declaration_row + 1,
            heredoc.terminator,
            heredoc.content_row_start + 1,
            heredoc.content_row_end + 1,
            heredoc.interpolated,
            heredoc.indented,
        )
        for heredoc in tracker.heredocs()
    ]
    boundaries = tracker.boundaries()
    definitions = [
        (boundary.type, boundary.row_start + 1, boundary.row_end + 1)
        for boundary in boundaries
        if boundary.type in ("def", "class", "module") and boundary.row_end is not None
    ]
    blocks = Counter(boundary.type for boundary in boundaries)
    unclosed = sum(boundary.row_end is None for boundary in boundaries)
    return Reading(sorted(heredocs), sorted(definitions), blocks, unclosed)


def differences(ours: Reading, ruby: Reading) -> Iterator[tuple[str, str]]:
    """Where two readings of a file differ: what kind of thing, and how."""
    yield from _unmatched("heredoc", ours.heredocs, ruby.heredocs)
    if ours.definitions is not None and ruby.definitions is not None:
        yield from _unmatched("definition", ours.definitions, ruby.definitions)
    for block_type in sorted(ours.blocks.keys() | ruby.blocks.keys()):
        if ours.blocks[block_type] != ruby.blocks[block_type]:
            counts = f"{ours.blocks[block_type]} {block_type}, ruby has {ruby.blocks[block_type]}"
            yield "block count", counts
    if ours.unclosed:
        yield "unclosed", f"{ours.unclosed} blocks left open"


def _unmatched(kind: str, ours: Sequence[object], theirs: Sequence[object]) -> Iterator[tuple[str, str]]:
    extra, missing = Counter(ours), Counter(theirs)
    for item in (extra - missing).elements():
        yield kind, f"only ours: {item}"
    for item in (missing - extra).elements():
        yield kind, f"only ruby's: {item}"


def _feed(process: subprocess.Popen[bytes], names: bytes) -> None:
    assert process.stdin is not None
    with process.stdin:
        process.stdin.write(names)


def _ruby_reading(answer: dict[str, Any]) -> Reading | None:
    if not answer["ok"]:
        return None
    heredocs = []
    for heredoc in answer["heredocs"]:
        opener = _OPENER.match(heredoc["opener"])
        if opener is None or heredoc.get("terminator") is None:
            return None
        last = heredoc["terminator"] - 1
        heredocs.append(Heredoc(heredoc["line"], opener[3], heredoc["first"], last, opener[2] != "'", bool(opener[1])))
    definitions = answer["definitions"]
    found = None if definitions is None else sorted((kind, first, last) for kind, first, last in definitions)
    blocks = Counter({kind: count for kind, count in answer["blocks"].items() if count})
    return Reading(sorted(heredocs), found, blocks, 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--limit", type=int, default=0, help="compare at most so many files, evenly spread")
    options = parser.parse_args()
    if not available():
        print("skipped: no ruby on this machine, nothing was compared")
        return 0
    files = list(ruby_files(options.paths))
    if options.limit:
        files = files[:: max(1, len(files) // options.limit)]
    counts: Counter[str] = Counter()
    for file, ruby in judge(files):
        counts["files"] += 1
        source = file.read_bytes()
        if ruby is None:
            counts["files that Ruby rejects"] += 1
            continue
        if _LONE_RETURN.search(source):
            counts["files skipped, where lines end differently for Ruby"] += 1
            continue
        counts["heredocs"] += len(ruby.heredocs)
        counts["definitions"] += len(ruby.definitions or ())
        counts["blocks"] += sum(ruby.blocks.values())
        found = list(differences(track(source), ruby))
        for kind, difference in found:
            counts[f"differences: {kind}"] += 1
            print(f"{file}: {kind}: {difference}")
        counts["files that differ"] += bool(found)
    for name, count in counts.items():
        print(f"{count:8} {name}")
    return 1 if counts["files that differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
