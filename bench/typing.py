"""What a key costs over the wire, in valid and in broken text: `python -m bench.typing FOLDER…`.

Real files of some 200, 2,000, 6,000 and 20,000 lines are opened in a server, and a stretch of each is typed into its
middle, character by character, with outline and folds asked for after each key as editors do. Then comes what breaks a
text at once: a string, a comment, a bracket, a heredoc, a merge conflict, a block that is gone, 200 pasted lines.
Times end when the last byte of both answers is here. Each key is held against one bare parse of the text as it then is,
made right after it, since machines are noisy. How long the loop was held is told by bench.live: to look at it costs a
key a sixth of its time. `--write` keeps the table in bench/runs.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from indexer.engine import Document, Encoding, Unreadable, read_document
from indexer.files.walk import walk
from indexer.grammars.parsers import parser
from indexer.grammars.time_limit import time_limit
from indexer.languages.registry import Language
from lsp_server.encoded import folding_ranges, nested_symbols
from lsp_server.garbage import Garbage

SIZES = (200, 2_000, 6_000, 20_000)
TYPED = 80  # characters
_NUMBER = re.compile(rb'"id": ?(\d+)')


class Change(NamedTuple):
    """Characters [start, end) of a text are replaced."""

    start: int
    end: int
    new: str


class Client:
    """A client that does nothing but send and wait for bytes."""

    def __init__(self, cache: Path, folder: Path | None = None) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "lsp_server.main"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "OUTCROP_CACHE_DIR": str(cache)},
        )
        self._number = 0
        symbols = {"hierarchicalDocumentSymbolSupport": True}
        given = {"capabilities": {"textDocument": {"documentSymbol": symbols}}}
        self.wait(self.ask("initialize", given if folder is None else {**given, "rootUri": folder.as_uri()}))
        self.send("initialized", {})

    def processor(self, children: bool = False) -> float:
        """Seconds of the processor that the server has used, with its children or without; 0 where nobody knows."""
        return _processor(self._server.pid, children) / 1e9

    def ask(self, method: str, params: object) -> int:
        self._number += 1
        self.send(method, params, self._number)
        return self._number

    def send(self, method: str, params: object, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._server.stdin.flush()

    def wait(self, *numbers: int) -> dict[int, bytes]:
        """The answers to some requests, unread."""
        found: dict[int, bytes] = {}
        while set(numbers) - set(found):
            body = self._message()
            number = _NUMBER.search(body[:80]) or _NUMBER.search(body[-80:])
            if number is not None and b'"method"' not in body[:120]:
                found[int(number[1])] = body
        return found

    def _message(self) -> bytes:
        out = self._server.stdout
        assert out is not None
        length = 0
        while (header := out.readline()) and header.strip():
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert header, "the server ended"
        return out.read(length)

    def end(self) -> None:
        self.wait(self.ask("shutdown", None))
        self.send("exit", None)
        self._server.communicate(timeout=30)


def _processor(pid: int, children: bool) -> int:
    """Nanoseconds of all threads of a process."""
    used = 0
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):
            used += int((thread / "schedstat").read_text().split()[0])
            if children:
                used += sum(_processor(int(child), True) for child in (thread / "children").read_text().split())
    return used


@dataclass
class Keys:
    """What keys took: milliseconds, and how many bare parses of the text that is."""

    times: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    def said(self) -> str:
        if not self.times:
            return "–"
        ratios = sorted(self.ratios)
        p50, p95 = (ratios[min(int(len(ratios) * share), len(ratios) - 1)] for share in (0.5, 0.95))
        worst = max(self.times) / max(statistics.median(self.times), 0.001)
        return f"{p50:.2f} / {p95:.2f}, slowest {worst:.0f} x median ({len(self.times)})"


class Typist:
    """One file being typed in."""

    def __init__(self, client: Client, path: Path, language: Language, text: str) -> None:
        self._client = client
        self._uri = path.as_uri()
        self.text = text
        self._version = 1
        assert language.grammar is not None
        parse = parser(language.grammar)
        assert parse is not None
        self._parse = parse
        self.keys: dict[bool, Keys] = {True: Keys(), False: Keys()}  # by whether the text was broken
        document = {"uri": self._uri, "languageId": language.name, "version": 1, "text": text}
        self.bare = statistics.median(self._bare()[0] for _ in range(3))
        begun = time.perf_counter()
        client.send("textDocument/didOpen", {"textDocument": document})
        client.wait(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": self._uri}}))
        self.first = (time.perf_counter() - begun) * 1000

    def _bare(self) -> tuple[float, bool]:
        data = self.text.encode()
        begun = time.perf_counter()
        tree = self._parse.parse(data)
        return (time.perf_counter() - begun) * 1000, tree.root_node.has_error

    def key(self, change: Change) -> None:
        """One change, with what an editor asks after it."""
        before = self.text
        self.text = before[: change.start] + change.new + before[change.end :]
        self._version += 1
        places = {"start": position(before, change.start), "end": position(before, change.end)}
        document = {"uri": self._uri, "version": self._version}
        changes = [{"range": places, "text": change.new}]
        begun = time.perf_counter()
        self._client.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        asked = [self._client.ask(f"textDocument/{name}", {"textDocument": {"uri": self._uri}}) for name in ASKED]
        self._client.wait(*asked)
        taken = (time.perf_counter() - begun) * 1000
        bare, broken = self._bare()
        keys = self.keys[broken]
        keys.times.append(taken)
        keys.ratios.append(taken / bare)

    def unchanged(self) -> float:
        """What the same answers take again, against `json.dumps` of them."""
        taken, dumped = [], []
        for _ in range(9):
            begun = time.perf_counter()
            asked = [self._client.ask(f"textDocument/{name}", {"textDocument": {"uri": self._uri}}) for name in ASKED]
            answers = self._client.wait(*asked)
            taken.append(time.perf_counter() - begun)
            results = [json.loads(body)["result"] for body in answers.values()]
            begun = time.perf_counter()
            for result in results:
                json.dumps(result)
            dumped.append(time.perf_counter() - begun)
        return statistics.median(taken) / statistics.median(dumped)

    def close(self) -> None:
        self._client.send("textDocument/didClose", {"textDocument": {"uri": self._uri}})


ASKED = ("documentSymbol", "foldingRange")


def here(language: Language, text: str) -> str:
    """A row of the table from this process alone, in processor time, for machines that are never quiet."""
    keys: dict[bool, Keys] = {True: Keys(), False: Keys()}
    assert language.grammar is not None
    parse = parser(language.grammar)
    assert parse is not None
    document = Document.of(language, text.encode())
    first = _spent(partial(_outline, document))
    document = Document.of(language, text.encode())
    again, folds = _spent(partial(_outline, document)), _spent(partial(_answers, document))
    bare = min(_spent(lambda: parse.parse(document.text.data)) for _ in range(3))
    for version, change in enumerate(keys_of(text), 2):
        start, end = (len(text[:at].encode()) for at in (change.start, change.end))
        text = text[: change.start] + change.new + text[change.end :]
        document = document.edited(start, end, change.new.encode(), version)
        taken = _spent(partial(_answers, document))
        broken = keys[parse.parse(document.text.data).root_node.has_error]
        broken.times.append(taken)
        broken.ratios.append(taken / bare)
    return (
        f"{bare:.1f} | {first / bare:.1f} x, then {again / bare:.1f} x, folds {folds / bare:.1f} x"
        f" | {keys[False].said()} | {keys[True].said()} |"
    )


def _outline(document: Document) -> None:
    with _as_read(document):
        nested_symbols(document.text, document.outline(), Encoding.UTF16)


def _answers(document: Document) -> None:
    _outline(document)
    with _as_read(document):
        folding_ranges(document.fold_sections())


def _as_read(document: Document) -> AbstractContextManager[None]:
    """As in the server, where texts are read in bits; or as in its child, where nobody else wants to go on."""
    return time_limit(60) if document.is_trusted() else nullcontext()


def _spent(take: Callable[[], object]) -> float:
    begun = time.process_time()
    take()
    return (time.process_time() - begun) * 1000


def position(text: str, offset: int) -> dict[str, int]:
    row = text.count("\n", 0, offset)
    return {"line": row, "character": len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2}


def keys_of(text: str) -> Iterator[Change]:
    """The keys of a session in a file. What was broken at once is put right before the next."""
    middle = text.index("\n", len(text) // 2) + 1
    at = middle
    source = text.index("\n", len(text) // 3) + 1
    for letter in text[source : source + TYPED]:
        yield Change(at, at, letter)
        at += 1
    yield Change(middle, at, "")
    for opened in ('"', "'", "/* ", "(", "{", "[", "<<EOF\n", "<<<<<<< HEAD\n"):
        at = middle
        for letter in opened + "open it":
            yield Change(at, at, letter)
            at += 1
        yield Change(middle, at, "")
    rows = text.splitlines(keepends=True)
    block = "".join(rows[len(rows) // 2 : len(rows) // 2 + 30])
    begins = len("".join(rows[: len(rows) // 2]))
    yield Change(begins, begins + len(block), "")
    yield Change(begins, begins, block)
    pasted = "".join(rows[len(rows) // 4 : len(rows) // 4 + 200])
    yield Change(middle, middle, pasted)
    yield Change(middle, middle + len(pasted), "")


def chosen(folders: list[Path], languages: set[str]) -> dict[str, list[tuple[Path, Language, str]]]:
    """For each language and size the file that comes closest to it."""
    best: dict[tuple[str, int], tuple[float, Path, Language, str]] = {}
    for path in sorted(path for folder in folders for path in (walk(folder) if folder.is_dir() else [folder])):
        document = read_document(path)
        if isinstance(document, Unreadable) or document.language is None or document.language.grammar is None:
            continue
        language = document.language
        if language.adapter != "syntax" or (languages and language.name not in languages):
            continue
        lines = document.text.data.count(b"\n")
        size = min(SIZES, key=lambda size: abs(lines - size) / size)
        distance = abs(lines - size) / size
        known = best.get((language.name, size))
        if distance < 0.4 and (known is None or distance < known[0]) and b"\r" not in document.text.data:
            best[language.name, size] = distance, path, language, document.text.data.decode("utf-8", "replace")
    found: dict[str, list[tuple[Path, Language, str]]] = defaultdict(list)
    for (name, _), (_, path, language, text) in sorted(best.items()):
        found[name].append((path, language, text))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--language", action="append", default=[], help="only this one (may be repeated)")
    options.add_argument("--here", action="store_true", help="in this process and in processor time, not over the wire")
    options.add_argument("--write", action="store_true", help="keep the table in bench/runs")
    given = options.parse_args()
    lines = [
        f"# Typing, {datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores",
        "",
        "A key with outline and folds after it, over the wire, in bare parses of the text: p50 / p95. Goal: p95 at",
        "most 0.5 in files of 2,000 lines and more; slowest at most 20 x the median; the same answers again at most",
        "3 x `json.dumps` of them; first outline at most 1.3 x plus the protocol's share. In one process: the first of",
        "a language, for which its query is compiled, one after it, and all that is to be made for folds and keys.",
        "",
        "| language | lines | bare parse, ms | first outline | valid text | broken text | unchanged |",
        "|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    if given.here:
        Garbage().begin()  # as the server does
        lines[2:3] = ["In one process, in processor time.", "", lines[2]]
        for name, files in chosen(given.folders, set(given.language)).items():
            for _, language, text in files:
                lines.append(f"| {name} | {text.count(chr(10)):,} | {here(language, text)} – |")
                print(lines[-1], flush=True)
        keep("typing", lines, given.write)
        return
    with TemporaryDirectory() as folder:
        client = Client(Path(folder))
        for name, files in chosen(given.folders, set(given.language)).items():
            for path, language, text in files:
                typist = Typist(client, path, language, text)
                for change in keys_of(text):
                    typist.key(change)
                lines.append(
                    f"| {name} | {text.count(chr(10)):,} | {typist.bare:.1f} | {typist.first / typist.bare:.1f} x"
                    f" | {typist.keys[False].said()} | {typist.keys[True].said()} | {typist.unchanged():.1f} x |"
                )
                print(lines[-1], flush=True)
                typist.close()
        client.end()
    keep("typing", lines, given.write)


def keep(name: str, lines: list[str], wanted: bool) -> None:
    """Writes a table to where runs are kept, if that is wanted."""
    if wanted:
        runs = Path(__file__).parent / "runs"
        (runs / f"{name}-{datetime.date.today()}.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
