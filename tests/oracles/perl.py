"""PPI judges the Perl lexer: heredocs and code blocks of real files, compared one by one.

    python -m tests.oracles.perl FOLDER_OR_FILE...          asks PPI (slow: some 150 KB a second)
    python -m tests.oracles.perl --answers FILE [PATH...]    takes PPI's answers from a file, or adds to it

PPI reads Perl without running it, and is sometimes wrong itself; what perl says decides then, see KNOWN. Heredocs are
compared in every file that PPI accepts, blocks in those where it finds a partner for every bracket.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from indexer.syntax.statements.perl import LEXER
from indexer.syntax.statements.perl.state import PerlState
from indexer.syntax.statements.tracker import StatementTracker

SCRIPT = Path(__file__).with_name("perl_heredocs.pl")
SUFFIXES = {".pl", ".pm", ".t", ".PL", ".cgi", ".psgi", ".plx", ".al"}

# Files of perl's own test suite in which PPI misses heredocs that perl reads, by the end of their path.
KNOWN = {
    "t/base/lex.t": "PPI does not look for heredocs in s///e and in code that a string or a heredoc interpolates",
    "t/comp/parser.t": "PPI does not look for heredocs in s///e and in code that a pattern interpolates",
    "t/op/write.t": "PPI takes `@<<the` in the picture of a format for a heredoc that swallows the rest of the file",
}

Span = tuple[int, str, int, int]  # declaration line, terminator, first and last body line


@dataclass
class Verdict:
    """What the comparison of one file came to."""

    file: str
    accepted: bool
    complete: bool
    heredocs: int = 0
    missed: list[Span] = field(default_factory=list)  # PPI has it, the lexer does not
    extra: list[Span] = field(default_factory=list)  # the lexer has it, PPI does not
    blocks: int = 0
    blocks_missed: list[tuple[int, int]] = field(default_factory=list)
    blocks_extra: list[tuple[int, int]] = field(default_factory=list)
    left_open: int = 0  # brackets and blocks open where the file ends


def ppi_installed() -> bool:
    try:
        return subprocess.run(["perl", "-MPPI", "-MJSON::PP", "-e1"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def perl_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The Perl files among these paths and below them, by suffix or by their first line."""
    for path in paths:
        if path.is_dir():
            for child in sorted(path.rglob("*")):
                if child.is_file() and not child.is_symlink() and _is_perl(child):
                    yield child
        else:
            yield path


def _is_perl(path: Path) -> bool:
    if path.suffix in SUFFIXES:
        return True
    with path.open("rb") as file:
        return not path.suffix and re.match(rb"#!.*\bperl", file.readline(200)) is not None


def judge(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """PPI's answers, one a file."""
    with subprocess.Popen(
        ["perl", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="latin-1"
    ) as process:
        assert process.stdin and process.stdout
        for file in files:
            process.stdin.write(f"{file}\n")
            process.stdin.flush()
            yield json.loads(process.stdout.readline())
        process.stdin.close()


def read(source: bytes) -> tuple[StatementTracker, PerlState]:
    """The lexer's reading of a text, and its state where the text ends."""
    starts = [0, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", source))]
    tracker = StatementTracker.scan(LEXER, source, starts)
    state = tracker.reading.final_state(LEXER, tracker.lines)
    assert isinstance(state, PerlState)
    return tracker, state


def compare(answer: dict[str, Any]) -> Verdict:
    """Holds the lexer's reading of a file against PPI's."""
    verdict = Verdict(answer["file"], answer["accepted"], answer["complete"])
    if not verdict.accepted:
        return verdict
    tracker, state = read(Path(verdict.file).read_bytes())
    verdict.left_open = len(state.stack)
    theirs = Counter(
        (heredoc["line"], heredoc["terminator"], heredoc["first"], heredoc["last"])
        for heredoc in answer["heredocs"]
        if heredoc["closed"]
    )
    ours = Counter(
        (
            heredoc.declaration_row + 1,
            _latin1(heredoc.terminator),
            heredoc.content_row_start + 1,
            heredoc.content_row_end + 1,
        )
        for heredoc in tracker.heredocs()
        if not heredoc.recovered
    )
    verdict.heredocs = theirs.total()
    verdict.missed = sorted((theirs - ours).elements())
    verdict.extra = sorted((ours - theirs).elements())
    their_blocks = Counter((start, end) for start, end in answer.get("blocks", ()))
    our_blocks = Counter((block.row_start + 1, (block.row_end or -1) + 1) for block in tracker.boundaries())
    verdict.blocks = their_blocks.total()
    verdict.blocks_missed = sorted((their_blocks - our_blocks).elements())
    verdict.blocks_extra = sorted((our_blocks - their_blocks).elements())
    return verdict


def _latin1(terminator: str) -> str:
    return terminator.encode().decode("latin-1")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.perl", description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--answers", type=Path, help="a file that keeps what PPI said, to compare again quickly")
    parser.add_argument("--blocks", action="store_true", help="list blocks that differ, too")
    options = parser.parse_args(arguments)
    answers = _kept_answers(options.answers)
    files = [file for file in perl_files(options.paths) if str(file) not in answers]
    if files and not ppi_installed():
        print("skipped: PPI is not installed (Debian: libppi-perl; CPAN: PPI)")
        return 0
    verdicts = [compare(answer) for answer in answers.values()]
    for answer in judge(files):
        if options.answers:
            with options.answers.open("a", encoding="latin-1") as kept:
                kept.write(json.dumps(answer) + "\n")
        verdicts.append(compare(answer))
    return _report(verdicts, options.blocks)


def _kept_answers(path: Path | None) -> dict[str, dict[str, Any]]:
    if path is None or not path.exists():
        return {}
    answers = (json.loads(line) for line in path.read_text("latin-1").splitlines())
    return {answer["file"]: answer for answer in answers}


def _report(verdicts: list[Verdict], with_blocks: bool) -> int:
    accepted = [verdict for verdict in verdicts if verdict.accepted]
    complete = [verdict for verdict in accepted if verdict.complete]
    known = 0
    for verdict in accepted:
        reason = next((reason for end, reason in KNOWN.items() if verdict.file.endswith(end)), None)
        if verdict.extra and reason:
            print(f"{verdict.file}: {len(verdict.extra)} known: {reason}")
            known += len(verdict.extra)
            verdict.extra = []
        for sign, heredocs in (("-", verdict.missed), ("+", verdict.extra)):
            for line, terminator, first, last in heredocs:
                print(f"{verdict.file}:{line}: {sign} <<{terminator} body {first}-{last}")
    for verdict in complete:
        if verdict.left_open:
            print(f"{verdict.file}: {verdict.left_open} open at the end")
        for sign, blocks in (("-", verdict.blocks_missed), ("+", verdict.blocks_extra)):
            for start, end in blocks if with_blocks else ():
                print(f"{verdict.file}:{start}: {sign} block to {end}")
    missed = sum(len(verdict.missed) for verdict in accepted)
    extra = sum(len(verdict.extra) for verdict in accepted)
    print(f"files: {len(verdicts)}, accepted by PPI: {len(accepted)}, with every bracket closed: {len(complete)}")
    print(f"heredocs: {sum(v.heredocs for v in accepted)}, missed: {missed}, extra: {extra}, extra and known: {known}")
    print(
        f"blocks: {sum(v.blocks for v in complete)}, missed: {sum(len(v.blocks_missed) for v in complete)},"
        f" extra: {sum(len(v.blocks_extra) for v in complete)}"
    )
    print(f"nothing left open at the end: {sum(not v.left_open for v in complete)} of {len(complete)}")
    return 1 if missed or extra else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
