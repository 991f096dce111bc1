"""What is printed, fitted to where it goes: colours for a terminal, nothing for a pipe, and any encoding."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from indexer.cli.outcome import Failure
from indexer.files.writing import write_whole

if TYPE_CHECKING:
    from indexer.engine import Progress, Report

Paint = Callable[..., str]  # of a text and the names of styles
Colours = Literal["auto", "always", "never"]
_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
_OURS = "|".join(("0", *_CODES.values()))
_CONTROL = re.compile(rf"(\x1b\[(?:{_OURS})(?:;(?:{_OURS}))*m)|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_STAGES = {"scanning": "Looking for files", "text": "Reading", "names": "Finding names", "structure": "Parsing"}
ERRORS = "outcrop"  # what is done with a character that the output cannot show
_chosen: Colours = "auto"


def prepare(colours: Colours = "auto") -> None:
    """Makes both outputs take any text, and decides on colours. Comes before anything is printed."""
    global _chosen
    _chosen = colours
    codecs.register_error(ERRORS, _shown_otherwise)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started this has closed it
            nowhere = Path(os.devnull).open("r" if name == "stdin" else "w")  # noqa: SIM115 - until the program ends
            setattr(sys, name, nowhere)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)
            if stream.isatty() and not isinstance(stream, _Terminal):
                setattr(sys, name, _Terminal(stream.buffer, stream.encoding, ERRORS, line_buffering=True))


class _Terminal(io.TextIOWrapper):
    """A terminal that files and their names cannot tell anything: it would set its title, or fill the clipboard."""

    def write(self, text: str) -> int:
        super().write(_CONTROL.sub(lambda found: found[1] or repr(found[0])[1:-1], text))
        return len(text)


def _shown_otherwise(error: UnicodeError) -> tuple[str | bytes, int]:
    """Bytes of a file name that are no text as they are, so that it still names the file; else an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    raw = bytearray()
    for character in error.object[error.start : error.end]:
        code = ord(character)
        raw += bytes([code - 0xDC00]) if 0xDC80 <= code <= 0xDCFF else character.encode("ascii", "backslashreplace")
    return bytes(raw), error.end


def coloured() -> bool:
    """Whether colours are shown: as `--color` says, else as the environment says, else at a terminal."""
    if _chosen != "auto":
        return _chosen == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def paint(text: str, *styles: str) -> str:
    return painter()(text, *styles)


def painter() -> Paint:
    """What paints, for who prints thousands of lines: whether colours are shown is found out once."""
    return painted if coloured() else unpainted


def painted(text: str, *styles: str) -> str:
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m" if text else text


def unpainted(text: str, *_: str) -> str:
    return text


def print_json(record: object) -> None:
    """Prints one document on one line, escaped where the output could not show it as it is."""
    text = json.dumps(record, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = json.dumps(record)
    print(text)


def write_to(path: str, parts: Iterable[bytes]) -> int:
    """Writes a file whole or not at all; its length. `-` is standard output, as for other tools."""
    if path == "-":
        sys.stdout.flush()
        return sum(sys.stdout.buffer.write(part) for part in parts)
    try:
        return write_whole(Path(path), parts)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(f"{path}: {error.strerror or error}") from error


def table(rows: Sequence[tuple[str, ...]], header: tuple[str, ...]) -> None:
    """Prints columns, aligned; on a terminal the header is bold."""
    widths = [max(len(row[at]) for row in [header, *rows]) for at in range(len(header))]
    for row in [header, *rows]:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        print(paint(line, "bold") if row is header else line)


@contextmanager
def progress_bar() -> Iterator[Report]:
    """A bar on standard error for what takes longer than a moment; nothing where nobody is looking."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(file=sys.__stderr__), transient=True) as bar:
        task = bar.add_task("Looking for files", total=None)

        def report(progress: Progress) -> None:
            bar.update(
                task,
                description=_STAGES.get(progress.stage, progress.stage),
                completed=progress.done,
                total=progress.total or None,
            )

        yield report
