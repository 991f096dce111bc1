"""The PHP oracle: compares the heredocs that the tracker finds with those that PHP's own tokenizer finds.

    python -m tests.oracles.php FOLDER_OR_FILE ...

Files that PHP does not accept are counted and left out. Whether `<?` opens code is a setting of PHP, so each file is
judged with it, and again without it where it does not parse so. The oracle never runs the code it is given.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from indexer.syntax.statements.php import LEXER
from indexer.syntax.statements.tracker import StatementTracker

EXTENSIONS = frozenset({".inc", ".install", ".module", ".php", ".phpt", ".phtml"})
JUDGE = Path(__file__).with_name("php_heredocs.php")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Place(NamedTuple):
    """Where a heredoc lies, in 1-based lines; an empty body has `last` one before `first`."""

    line: int
    label: str
    first: int
    last: int
    terminator: int | None


@dataclass
class Comparison:
    """What came of comparing files."""

    files: int = 0
    rejected: int = 0
    heredocs: int = 0
    equal: int = 0
    recovered: int = 0  # files PHP accepts in which the tracker mended something
    unclosed: list[Path] = field(default_factory=list)  # files PHP accepts that leave blocks open
    differences: list[str] = field(default_factory=list)
    lines: int = 0
    size: int = 0
    seconds: float = 0.0


def is_available() -> bool:
    return shutil.which("php") is not None


def source_files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.rglob("*")) if file.suffix in EXTENSIONS and file.is_file())
        else:
            yield path


def judge(files: Sequence[Path]) -> dict[Path, list[Place] | None]:
    """The heredocs of each file as PHP sees them; None where PHP does not accept the file."""
    answers = _ask(files, short_tags=True)
    refused = [file for file in files if answers[file] is None]
    return answers | _ask(refused, short_tags=False)


def _ask(files: Sequence[Path], short_tags: bool) -> dict[Path, list[Place] | None]:
    settings = ("-d", f"short_open_tag={int(short_tags)}", "-d", "memory_limit=-1", "-d", "error_reporting=0")
    names = "".join(f"{file}\n" for file in files)
    run = subprocess.run(("php", *settings, str(JUDGE)), input=names, capture_output=True, text=True, check=True)
    answers: dict[Path, list[Place] | None] = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        places = [
            Place(found["line"], found["label"], found["line"] + 1, found["end"] - 1, found["end"])
            for found in answer["heredocs"]
        ]
        answers[Path(answer["file"])] = None if answer["error"] else places
    return answers


def track(text: bytes) -> StatementTracker:
    return StatementTracker.scan(LEXER, text, [0, *(match.end() for match in _LINE_END.finditer(text))])


def places(tracker: StatementTracker) -> list[Place]:
    """The heredocs of a text as the tracker sees them."""
    return [
        Place(
            heredoc.declaration_row + 1,
            heredoc.terminator,
            heredoc.content_row_start + 1,
            heredoc.content_row_end + 1,
            None if heredoc.terminator_row is None else heredoc.terminator_row + 1,
        )
        for heredoc in tracker.heredocs()
    ]


def compare(files: Sequence[Path]) -> Comparison:
    result = Comparison()
    for file, expected in judge(files).items():
        if expected is None:
            result.rejected += 1
            continue
        text = file.read_bytes()
        start = time.perf_counter()
        tracker = track(text)
        result.seconds += time.perf_counter() - start
        found = places(tracker)
        result.files += 1
        result.lines += text.count(b"\n")
        result.size += len(text)
        result.heredocs += len(expected)
        result.equal += len(set(expected) & set(found))
        result.recovered += any(heredoc.recovered for heredoc in tracker.heredocs())
        if any(block.row_end is None for block in tracker.boundaries()):
            result.unclosed.append(file)
        result.differences += [f"{file}: PHP has {place}" for place in expected if place not in found]
        result.differences += [f"{file}: only the tracker has {place}" for place in found if place not in expected]
    return result


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print(__doc__)
        return 2
    if not is_available():
        print("SKIPPED: php is not installed, nothing was compared")
        return 0
    result = compare(list(source_files(map(Path, arguments))))
    for line in result.differences:
        print(line)
    for file in result.unclosed:
        print(f"{file}: blocks are left open")
    closed = result.files - len(result.unclosed)
    print(f"files: {result.files} that PHP accepts, {result.rejected} that it does not")
    print(f"heredocs: {result.heredocs} by PHP, {result.equal} equal, {len(result.differences)} differences")
    print(f"blocks: all closed in {closed} of {result.files} files; mended: {result.recovered} files")
    print(f"read: {result.lines} lines, {result.size} bytes in {result.seconds:.1f} s")
    return 1 if result.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
