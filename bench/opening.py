"""What opening a file costs over the wire: `python -m bench.opening FOLDER…`.

Real files of some 2,000, 6,000 and 20,000 lines are opened, with outline and folds asked for at once as editors do, in
a server that has no folder, so that it parses them, and in one that has indexed their folder, so that it need not.
Times end when the last byte is here, and are the least of some openings; the first one in a language, for which a
server that parses has to compile its query, stands apart. They are held against one bare parse of the text, and so is
what `json.dumps` takes for the answers, about the protocol's share. `--processor` takes the time of the processor that
the server and its children have used by then, for machines that are never quiet; `--write` keeps the table.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.typing import ASKED, Client, chosen, keep
from indexer.grammars.parsers import parser
from indexer.languages.registry import Language

TIMES = 7
LEAST = 1_500  # lines: opening less is a matter of moments
_PATIENCE = 600.0  # seconds for an index


class Opened(NamedTuple):
    """What openings of one file took, in milliseconds: the first one with both answers, and the least of all."""

    first: float
    outline: float
    both: float
    answers: list[object]


def opened(client: Client, path: Path, language: Language, text: str, clock: Callable[[], float]) -> Opened:
    """Opens a file again and again."""
    document = {"uri": path.as_uri(), "languageId": language.name, "version": 1, "text": text}
    both: list[float] = []
    outline: list[float] = []
    answers: list[object] = []
    for _ in range(TIMES):
        for asked, taken in ((ASKED, both), (ASKED[:1], outline)):
            begun = clock()
            client.send("textDocument/didOpen", {"textDocument": document})
            numbers = [client.ask(f"textDocument/{each}", {"textDocument": {"uri": path.as_uri()}}) for each in asked]
            found = client.wait(*numbers)
            taken.append((clock() - begun) * 1000)
            if asked is ASKED:
                answers = [json.loads(found[number])["result"] for number in numbers]
            client.send("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
            client.wait(client.ask("outcrop/status", {}))
            time.sleep(0.15)  # what is read of it in the background has not begun, or is done
    return Opened(both[0], min(outline), min(both), answers)


@contextmanager
def indexed(folder: Path) -> Iterator[Client]:
    """A server that has indexed a folder."""
    with TemporaryDirectory() as cache:
        client = Client(Path(cache), folder)
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            status = json.loads(client.wait(number := client.ask("outcrop/status", {}))[number])["result"]
            if status["state"] == "ready" and status["files"] == status["indexed"]:
                break
            time.sleep(0.5)
        yield client
        client.end()


def spent(take: object) -> float:
    begun = time.perf_counter()
    json.dumps(take)
    return (time.perf_counter() - begun) * 1000


def bare_parse(language: Language, text: str, clock: Callable[[], float]) -> float:
    assert language.grammar is not None
    parse = parser(language.grammar)
    assert parse is not None
    taken = []
    for _ in range(5):
        begun = clock()
        parse.parse(text.encode())
        taken.append((clock() - begun) * 1000)
    return min(taken)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--language", action="append", default=[], help="only this one (may be repeated)")
    options.add_argument("--processor", action="store_true", help="time of the processor, not of the clock")
    options.add_argument("--write", action="store_true", help="keep the table in bench/runs")
    given = options.parse_args()
    lines = [
        f"# Opening, {datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores",
        "",
        "Outline, and outline with folds, over the wire, in bare parses of the text. Goal: 1.3 and the protocol's",
        "share, which is about what `json.dumps` takes for both answers. Of the first file of a language here, the",
        "first opening is the first in this language.",
        "",
        "| file | language | lines | bare parse, ms | dumps | parsed, first | outline | with folds | indexed, first |"
        " outline | with folds |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for folder in given.folders:
        found = [
            (name, *file)
            for name, files in chosen([folder], set(given.language)).items()
            for file in files
            if file[2].count("\n") >= LEAST
        ]
        with TemporaryDirectory() as cache, indexed(folder.absolute()) as knowing:
            parsing = Client(Path(cache))
            for name, path, language, text in found:
                bare = bare_parse(language, text, time.process_time if given.processor else time.perf_counter)
                made, known = (
                    opened(
                        client,
                        path.absolute(),
                        language,
                        text,
                        partial(client.processor, True) if given.processor else time.perf_counter,
                    )
                    for client in (parsing, knowing)
                )
                assert known.answers == made.answers, path
                figures = (sum(map(spent, made.answers)), *made[:3], *known[:3])
                cells = " | ".join(f"{each / bare:.2f}" for each in figures)
                lines.append(f"| {path.name} | {name} | {text.count(chr(10)):,} | {bare:.1f} | {cells} |")
                print(lines[-1], flush=True)
            parsing.end()
    keep("opening", lines, given.write)


if __name__ == "__main__":
    main()
