"""Questions of structure and whole answers over one folder, against peers in one run:
`python -m bench.questions FOLDER=INDEX [PART…]`.

Prints tables in Markdown. `first`: the first hit and the first hundred of questions that people ask, each the first
time in this process and then again. `whole`: all lines of a text or a regular expression against `rg -j2`, and all
matches of a pattern against `ast-grep run`. Seconds of the processor, of this process and of those that it started and
that have ended; on a machine with other work a ratio of one run says more. The index is used as it is.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.search import EVERY, LINES, _once, _run
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, search
from indexer.store.reader import Store

RUNS = 3
QUESTIONS = (
    r"/\bu(8|16|32)\b.*=/ in:(kind:struct)",
    'pattern:"if ($A == NULL) return $B;"',
    "select:block mutex spin_lock",
    'pattern:"print $A" lang:perl',
    'pattern:"$A = $B" lang:rust',
    'pattern:"def $F($$$): $$$" lang:python',
    'pattern:"$A = kzalloc($$$)"',
    "depth:>8 kind:if",
    "kind:loop in:(kind:loop in:(kind:loop))",
    "kind:loop has:(kind:loop has:(kind:loop))",
    "kind:function lines:>200",
    "kind:function has:(call:mutex_lock) -has:(call:mutex_unlock)",
    "kind:struct has:mutex",
    "kind:switch -has:/default:/",
    "call:kfree in:(kind:loop)",
    "TODO is:comment",
    "goto in:(kind:loop)",
    "sym:page in:folio",
    "doc:lock kind:function",
)
TEXTS = ("kmalloc(", "TODO", r"/\bint\b/", r"/static int __init \w+_setup/", "container_of")
PATTERNS = (("c", "kfree_skb($A)"), ("c", "mutex_lock(&$A->$B)"))


def main() -> None:
    root, _, index = sys.argv[1].partition("=")
    parts = sys.argv[2:] or ["first", "whole"]
    gc.disable()  # as the server and the command have it
    with Store(Path(index)).snapshot() as snapshot:
        search("a name that nothing has", [Corpus(Path(root), snapshot, SafeReader())], Limits())
        for part in parts:
            {"first": _first, "whole": _whole}[part](Corpus(Path(root), snapshot, SafeReader()))


def _first(corpus: Corpus) -> None:
    print("| question | first time | first hundred, again | one hit, again | hits |\n" + 5 * "|---" + "|")
    for query in QUESTIONS:
        answers: list[Answer] = []
        first = _seconds(query, corpus, 100, answers)
        hundred, one = ([_seconds(query, corpus, most, answers) for _ in range(RUNS)] for most in (100, 1))
        found = f"{answers[0].total}{'+' if answers[0].truncated else ''}"
        medians = " | ".join(f"{statistics.median(times):.2f}" for times in (hundred, one))
        print(f"| `{query.replace('|', chr(92) + '|')}` | {first:.2f} | {medians} | {found} |", flush=True)


def _seconds(query: str, corpus: Corpus, most: int, answers: list[Answer]) -> float:
    """What the first hits cost, with the child that parses for them: it ends with the search, so that it is counted."""
    reader = SafeReader()
    asked = Corpus(corpus.root, corpus.snapshot, reader)

    def work() -> None:
        answers.append(search(query, [asked], Limits(hits=most, seconds=600)))
        reader.stop()

    return _once(work).processor


def _whole(corpus: Corpus) -> None:
    print(
        "| question | lines | places alone | with what is around | peer | its seconds | against it |\n"
        + 7 * "|---"
        + "|"
    )
    for text in TEXTS:
        regex = text[1:-1] if text.startswith("/") else None
        how = ["-e", regex] if regex is not None else ["-F", "-e", text]
        _against(
            f"{text if regex else f'{chr(34)}{text}{chr(34)}'} select:line case:yes",
            corpus,
            ["rg", "-j2", "--hidden", "-n", *how],
        )
    for language, pattern in PATTERNS:
        command = ["ast-grep", "run", "--pattern", pattern, "--lang", language, "--no-ignore", "hidden"]
        _against(f'pattern:"{pattern}" lang:{language}', corpus, command)


def _against(query: str, corpus: Corpus, command: Sequence[str]) -> None:
    total = search(query, [corpus], LINES).total
    lines, whole = (
        statistics.median(_once(lambda: search(query, [corpus], limits)).processor for _ in range(RUNS))  # noqa: B023
        for limits in (LINES, EVERY)
    )
    row = f"| `{query.replace('|', chr(92) + '|')}` | {total:,} | {lines:.2f} | {whole:.2f} |"
    if shutil.which(command[0]):
        peer = statistics.median(_once(lambda: _run([*command, str(corpus.root)])).processor for _ in range(RUNS))
        row += f" `{command[0]}` | {peer:.2f} | {lines / peer:.2f}, {whole / peer:.2f} |"
    print(row, flush=True)


if __name__ == "__main__":
    main()
