"""`python -m bench.statements FOLDER…`: what statements and heredocs cost, against tree-sitter's parse of the files.

For each language with a statement lexer: the parse of all files, what parsing needs of the tracker (finding out which
files can hold a heredoc, and masking those), and the records of every file. Then how many lines an edit re-lexes in
scripts of about 5,000 lines, made of real ones where none is long enough.

Where the rows of a file start is found beforehand, since all that is known of a document needs it. Each file is parsed
and tracked in turns, so that a busy machine slows both alike, and all files are gone through a few times; the pass that
took least counts. The times are the processor's.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.files.walk import walk
from indexer.grammars.parsers import parser
from indexer.grammars.time_limit import GrammarParser
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language, by_name
from indexer.syntax.statements.lexers import lexer_for, may_hold_heredoc
from indexer.syntax.statements.mask import mask
from indexer.syntax.statements.tracker import StatementTracker
from indexer.text.document_text import Text

TAKES = 3
EDITED_LINES = 5_000
EDITS = 300
LINES = (b"\n", b"    x=1\n", b"    foo(bar);\n", b"# a note\n", b"}\n")


@dataclass
class Cost:
    """Seconds spent on the files of a language."""

    files: int = 0
    size: int = 0
    parsed: float = 0.0
    needed: float = 0.0
    with_sign: int = 0
    parsed_with_sign: float = 0.0
    records: float = 0.0

    def row(self, name: str) -> str:
        within = self.needed / self.parsed_with_sign if self.parsed_with_sign else 0.0
        return (
            f"| {name} | {self.files} | {self.size / 1e6:.1f} | {self.parsed:.2f} s | {self.needed:.2f} s"
            f" | **{self.needed / self.parsed:.2f}** | {self.with_sign} | {within:.2f}"
            f" | {self.records:.2f} s | {self.records / self.parsed:.2f} |"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--files", type=int, default=2_000, help="at most so many files a language, chosen by chance")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    chance = random.Random(chosen.seed)
    texts = read(chosen.folders, chosen.files, chance)
    print("\n".join([*costs(texts), "", *edits(texts, chance)]))


def read(folders: list[Path], most: int, chance: random.Random) -> dict[str, list[bytes]]:
    """The texts of the files that have a statement lexer and a grammar, by language."""
    texts: dict[str, list[bytes]] = defaultdict(list)
    for path in sorted({path for folder in folders for path in walk(folder)}):
        document = read_document(path)
        if isinstance(document, Unreadable) or document.language is None or document.language.lexer is None:
            continue
        if document.language.grammar is not None and parser(document.language.grammar) is not None:
            texts[document.language.name].append(document.text.data)
    return {name: chance.sample(found, min(most, len(found))) for name, found in sorted(texts.items())}


def costs(texts: dict[str, list[bytes]]) -> list[str]:
    table = [
        "Masking: `needed` is for all files, `÷ parse` is what it adds to parsing them. `of those with a sign`: the"
        " same, had only",
        "files that can hold a heredoc been parsed. `records`: all statements, blocks and heredocs of every file.",
        "",
        "| language | files | MB | parse | needed | ÷ parse | with a sign | of those | records | ÷ parse |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, found in texts.items():
        language = by_name(name)
        assert language is not None and language.grammar is not None
        parse = parser(language.grammar)
        assert parse is not None
        _masked(language, Text.of(b"x <<A\nA\n"))  # loads the lexer
        passes = [_one_pass(language, found, parse) for _ in range(TAKES)]
        table.append(min(passes, key=lambda cost: cost.parsed + cost.needed).row(name))
    return table


def _one_pass(language: Language, texts: list[bytes], parse: GrammarParser) -> Cost:
    cost = Cost()
    for data in texts:
        text = Text.of(data)
        _ = text.lines
        parsed = _spent(partial(parse.parse, data))
        cost.files += 1
        cost.size += len(data)
        cost.parsed += parsed
        cost.needed += _spent(partial(_masked, language, text))
        if may_hold_heredoc(language, data):
            cost.with_sign += 1
            cost.parsed_with_sign += parsed
        cost.records += _spent(partial(_records, language, text))
    return cost


def _spent(take: Callable[[], object]) -> float:
    begun = time.process_time()
    take()
    return time.process_time() - begun


def _masked(language: Language, text: Text) -> bytes:
    """What a document does before it parses."""
    lexer = lexer_for(language)
    assert lexer is not None and language.lexer is not None
    if not may_hold_heredoc(language, text.data):
        return text.data
    return mask(
        text.data,
        StatementTracker.scan(lexer, text.data, text.lines),
        text.lines,
        profile_of(language.name).heredocs.filler,
    )


def _records(language: Language, text: Text) -> object:
    lexer = lexer_for(language)
    assert lexer is not None
    return StatementTracker.scan(lexer, text.data, text.lines).statements()


def edits(texts: dict[str, list[bytes]], chance: random.Random) -> list[str]:
    """How many lines are lexed again for the first edit at a place, and for those that follow it there."""
    table = [
        f"Edits in scripts of about {EDITED_LINES} lines, one character or one line each, at places chosen by chance;"
        " lines re-lexed:",
        "",
        "| language | lines | edits | first: median | 90 % | most | next: median | 90 % | most |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, found in texts.items():
        language = by_name(name)
        script = _script(found, chance)
        if script.count(b"\n") < EDITED_LINES // 2:
            continue
        first: list[int] = []
        later: list[int] = []
        document = Document.of(language, script)
        assert document.tracker is not None
        while len(first) + len(later) < EDITS:
            at = chance.randrange(len(script))
            edited = document
            for number in range(3):
                new = chance.choice(LINES) if chance.random() < 0.3 else bytes((chance.choice(b"abcxyz019 _,.=$"),))
                place = script.rfind(b"\n", 0, at) + 1 if new.endswith(b"\n") else at + number
                edited = edited.edited(place, place, new, number)
                assert edited.tracker is not None
                (later if number else first).append(edited.tracker.relexed)
        spread = " | ".join(
            f"{statistics.median(counts):.0f} | {sorted(counts)[len(counts) * 9 // 10]} | {max(counts)}"
            for counts in (first, later)
        )
        table.append(f"| {name} | {script.count(10)} | {len(first) + len(later)} | {spread} |")
    return table


def _script(texts: list[bytes], chance: random.Random) -> bytes:
    """Real scripts one after the other, up to the length wanted; what comes after an `__END__` would not be read."""
    script = b""
    for text in chance.sample(texts, len(texts)):
        if b"__END__" in text or b"__DATA__" in text:
            continue
        if script.count(b"\n") + text.count(b"\n") <= EDITED_LINES * 1.1:
            script += text if text.endswith(b"\n") else text + b"\n"
    return script


if __name__ == "__main__":
    main()
