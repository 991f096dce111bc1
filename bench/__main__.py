"""`python -m bench`: measures what an edit, a start and a lexer cost, each against a peer in the same run.

Machines are noisy, so every figure is the median of several takes and is read as a ratio. `--write` keeps the table in
bench/runs/DATE.md.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import statistics
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.files.walk import walk
from indexer.grammars.parsers import parser
from indexer.languages.registry import Language, by_name
from indexer.syntax.statements.lexers import may_hold_heredoc

TAKES = 5
LONGEST = 1500
PERL = ("/usr/share/perl", "/usr/share/perl5")
SHELL = ("/usr/bin", "/usr/sbin", "/etc", "/usr/lib/git-core", "/usr/share/bash-completion")
RUBY = ("/usr/lib/ruby",)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="keep the table in bench/runs")
    options.add_argument("--corpus", action="append", default=[], metavar="LANGUAGE=FOLDER", help="more code to edit")
    chosen = options.parse_args()
    corpora = {"python": sysconfig.get_paths()["stdlib"], **dict(given.split("=", 1) for given in chosen.corpus)}
    lines = [
        f"# {datetime.date.today()}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "",
    ]
    lines += edits(corpora) + start() + tracking()
    print("\n".join(lines))
    if chosen.write:
        folder = Path(__file__).parent / "runs"
        folder.mkdir(exist_ok=True)
        (folder / f"{datetime.date.today()}.md").write_text("\n".join(lines) + "\n")


def median(take: Callable[[], object], takes: int = TAKES) -> float:
    spent = []
    for _ in range(takes):
        begun = time.perf_counter()
        take()
        spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def edits(corpora: dict[str, str]) -> list[str]:
    """Edit to fresh symbols and folds, against a document parsed from nothing, at several lengths."""
    table = [
        "## An edit, until symbols and folds are fresh",
        "",
        f"Real files of at most {LONGEST} lines joined to the length named; keystrokes that keep the text valid, six",
        "at each of 40 places. `answer` is the time to list all symbols and folds. The last row is one long file.",
        "",
        "| language | lines | from nothing | first key | next keys | × faster | ÷ cost at 200 lines | answer |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, folder in corpora.items():
        language = by_name(name)
        assert language is not None
        texts = _texts(language, Path(folder))
        base = 0.0
        for size in (200, 2_000, 10_000, 20_000, 0):
            data = _joined(language, texts, size) if size else max(texts, key=len)
            whole = median(partial(_parsed, language, data))
            document = _parsed(language, data)
            answer = median(partial(_answered, document))
            first, later = _typed(document)
            base = base or later
            table.append(
                f"| {name} | {data.count(10)} | {whole * 1e3:.1f} ms | {first * 1e3:.2f} ms | {later * 1e3:.2f} ms"
                f" | {whole / later:.0f} | {later / base:.1f} | {answer * 1e3:.1f} ms |"
            )
    return [*table, ""]


def _parsed(language: Language, data: bytes) -> Document:
    document = Document.of(language, data)
    assert document.structure is not None and document.structure.clean
    return document


def _answered(document: Document) -> object:
    return document.symbols(), document.folds()


def _texts(language: Language, folder: Path) -> list[bytes]:
    """Real files of a language that have no errors."""
    found = []
    for path in walk(folder):
        document = read_document(path)
        if isinstance(document, Unreadable) or document.language != language or "test" in path.as_posix():
            continue
        if b"\n\n" in document.text.data and document.structure is not None and document.structure.clean:
            found.append(document.text.data)
            if len(found) == 400:
                break
    return found


def _joined(language: Language, texts: list[bytes], lines: int) -> bytes:
    """Files one after the other, up to a number of lines; those that parse no more behind others are left out."""
    assert language.grammar is not None
    parse = parser(language.grammar)
    assert parse is not None
    data = b""
    for text in texts:
        if data.count(b"\n") + text.count(b"\n") <= lines and text.count(b"\n") <= LONGEST:
            joined = data + text + b"\n\n"
            if not parse.parse(joined).root_node.has_error:
                data = joined
    return data


def _typed(document: Document) -> tuple[float, float]:
    """Medians of the first keystroke at a place and of those that follow it there."""
    chance = random.Random(1)
    data = document.text.data
    first: list[float] = []
    later: list[float] = []
    while len(first) < 40:
        at = data.find(b" = ", chance.randrange(len(data)))
        if at < 0:
            continue
        typed = document
        for number, key in enumerate(b"abcdef"):
            begun = time.perf_counter()
            typed = typed.edited(at + number, at + number, bytes((key,)), number)
            structure = typed.structure
            spent = time.perf_counter() - begun
            if structure is None or not structure.clean:
                break
            (later if number else first).append(spent)
    return statistics.median(first), statistics.median(later)


def start() -> list[str]:
    """From starting the server to its answer to `initialize`, against importing pygls alone."""
    body = (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
    )
    message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def answer() -> None:
        command = [sys.executable, "-m", "lsp_server.main"]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(message)
        server.stdin.flush()
        server.stdout.readline()
        server.kill()
        server.wait()

    def bare() -> None:
        subprocess.run([sys.executable, "-c", "import pygls.lsp.server"], check=True)

    ours, theirs = median(answer, 9), median(bare, 9)
    return [
        "## Start",
        "",
        f"Server to `initialize` answer {ours * 1e3:.0f} ms, `import pygls.lsp.server` {theirs * 1e3:.0f} ms:"
        f" {ours / theirs:.2f}×",
        "",
    ]


def tracking() -> list[str]:
    """Lexing and masking against tree-sitter's parse, over the Perl, Ruby and shell code that is installed here."""
    table = [
        "## Statement tracker and masking",
        "",
        "What parsing needs of the tracker (files that can hold a heredoc are lexed), then the tracker on every file.",
        "",
        "| language | files | MB | parse | as needed | ratio | every file | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, folders in (("perl", PERL), ("bash", SHELL), ("ruby", RUBY)):
        language = by_name(name)
        assert language is not None and language.grammar is not None
        found = [read_document(path) for folder in folders for path in walk(Path(folder))]
        texts = [each.text.data for each in found if not isinstance(each, Unreadable) and each.language == language]
        parse = parser(language.grammar)
        assert parse is not None
        spent = [0.0, 0.0, 0.0]
        for data in texts:
            spent[0] += median(partial(parse.parse, data), 1)
            if may_hold_heredoc(language, data):
                spent[1] += median(partial(_masked, language, data), 1)
            spent[2] += median(partial(_tracked, language, data), 1)
        table.append(
            f"| {name} | {len(texts)} | {sum(map(len, texts)) / 1e6:.1f} | {spent[0]:.2f} s"
            f" | {spent[1]:.2f} s | {spent[1] / spent[0]:.2f} | {spent[2]:.2f} s | {spent[2] / spent[0]:.2f} |"
        )
    return [*table, ""]


def _masked(language: Language, data: bytes) -> object:
    return Document.of(language, data).masked


def _tracked(language: Language, data: bytes) -> object:
    return Document.of(language, data).tracker


if __name__ == "__main__":
    main()
