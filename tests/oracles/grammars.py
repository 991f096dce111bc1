"""Grammars under fire: random and mangled text, each grammar in a process of its own with a time limit.

`python -m tests.oracles.grammars [--texts N] [GRAMMAR…]` prints the grammars that crash or hang. A grammar belongs in
`TRUSTED` only if a long run finds nothing, and in `UNSAFE` if it fails on ordinary text.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from indexer.languages.registry import languages
from indexer.syntax.grammars import UNSAFE

CASES = Path(__file__).parent.parent / "cases" / "outline"
BYTES = b" \n\t{}()[]<>\"'`#/*-=+;:,.\\|&%$@!?~^_0aZ\xc3\xa9\xf0\x9f\x98\x80\r\x00\xff"
TIME_LIMIT = 60


def texts(grammar: str, count: int, seed: int) -> Iterator[bytes]:
    """Random bytes, mangled real files of the grammar's own language, and those of all others."""
    chance = random.Random(f"{seed} {grammar}")
    real = [path.read_bytes() for path in sorted(CASES.iterdir()) if path.suffix != ".outline"]
    own = [path.read_bytes() for path in CASES.glob(f"{grammar}.*") if path.suffix != ".outline"] or real
    for number in range(count):
        if number % 4 == 0:
            yield bytes(chance.choices(BYTES, k=chance.randrange(1, 400)))
            continue
        text = bytearray(chance.choice(own if number % 4 < 3 else real))
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(text) + 1)
            kind = chance.random()
            if kind < 0.4:
                text[at:at] = bytes(chance.choices(BYTES, k=chance.randrange(1, 6)))
            elif kind < 0.7:
                del text[at : at + chance.randrange(1, 80)]
            else:
                other = chance.choice(real)
                start = chance.randrange(len(other) + 1)
                text[at:at] = other[start : start + chance.randrange(1, 200)]
        yield bytes(text)


def child(grammar: str, count: int, seed: int) -> None:
    from indexer.documents import Document
    from indexer.languages.registry import Language

    language = Language(grammar, grammar, grammar, (), (), (), (), "syntax", (), None)
    for data in texts(grammar, count, seed):
        text = data.decode("utf-8", "replace").encode()
        document = Document.of(language, text)
        document.symbols()
        document.folds()
        edited = document.edited(len(text) // 2, len(text) // 2, b"x", 1)
        edited.symbols()


def verdict(grammar: str, count: int, seed: int) -> str | None:
    """What went wrong, or None."""
    command = [sys.executable, "-m", "tests.oracles.grammars", "--child", grammar]
    command += ["--texts", str(count), "--seed", str(seed)]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT + count / 5, check=False)
    except subprocess.TimeoutExpired:
        return "hangs"
    return None if result.returncode == 0 else f"exit {result.returncode}: {result.stderr.strip().splitlines()[-1:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Parse random and mangled text with every grammar.")
    parser.add_argument("grammars", nargs="*")
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", metavar="GRAMMAR", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.texts, options.seed)
        return 0
    known = sorted({language.grammar for language in languages() if language.grammar} - UNSAFE.keys())
    chosen = options.grammars or known
    with ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda grammar: verdict(grammar, options.texts, options.seed), chosen)
        failed = {grammar: said for grammar, said in zip(chosen, verdicts, strict=True) if said is not None}
    for grammar, said in failed.items():
        print(f"{grammar}: {said}")
    print(f"{len(chosen)} grammars, {options.texts} texts each, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
