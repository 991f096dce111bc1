"""Real text to make hostile text of: the cases of the tests, and whatever else is on the machine."""

from __future__ import annotations

import os
import pickle
import random
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from indexer.languages.detect import detect
from indexer.languages.registry import Language, by_name
from indexer.text.decoding import to_utf8
from tests.paths import CASES

EXTRA = "OUTCROP_FUZZ_FILES"  # folders with more files, separated as PATH is
MOST_FILES = 25  # of each language
MOST_BYTES = 12_000  # of each file
MOST_TOKENS = 400
SIGNS = (
    *b"( ) [ ] { } < > ' \" ` , ; : . ? ! @ # $ % ^ & * - + = ~ | / \\ _ 0".split(),
    *(b"\n", b"\n\n", b" ", b"\t", b"\n  ", b"\n\t", b"\r\n", b"\r", b"\0", b"\x0c"),
    *(b"\xef\xbb\xbf", b"\xc3\xa9", b"\xf0\x9f\x98\x80", b"\xe2\x80\xa8"),
    *b"]] [[ (( )) << <<- <<~ <<< >> /* */ // -- --- === ::: ''' \"\"\" ``` ~~~ #{ ${ $( %( <% %> {{ }} {% %}".split(),
    *b"=> -> :: := && || ?. ... <!-- --> </ /> <a> </a> #if #endif #define =begin =end =pod =cut __END__ EOF".split(),
    *b'<<EOF <<\'EOF\' <<"EOF" <<~EOF <<-EOF @" "@ @\' \'@ q( qq{ s{ m/ y/ tr/ %q( %w[ r#" R"( \\( $\' $"'.split(),
)
WORDS = (
    b"if else elif elsif fi then end do done for while until case esac in of let var def fn func function sub class"
    b" struct enum type begin module namespace import return try catch match with where switch default print echo"
).split()
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]{1,3}")


_collected: dict[str, list[bytes]] = {}


def real_texts() -> dict[str, list[bytes]]:
    """Files by the name of their language, those of the tests first."""
    if not _collected:
        _collected.update(_collect())
    return _collected


def save(file: Path) -> None:
    """Keeps the real texts for a process that need not collect them again."""
    file.write_bytes(pickle.dumps(real_texts()))


def load(file: Path) -> None:
    _collected.update(pickle.loads(file.read_bytes()))


def _collect() -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    folders = [CASES, *(Path(folder) for folder in os.environ.get(EXTRA, "").split(os.pathsep) if folder)]
    for folder in folders:
        for path in _files(folder):
            _take(found, path)
    return found


def _files(folder: Path) -> Iterable[Path]:
    for top, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(top) / name for name in sorted(names))


def _take(found: dict[str, list[bytes]], path: Path) -> None:
    if path.suffix in (".outline", ".expected") or not path.is_file() or path.is_symlink():
        return
    language = by_name(path.parent.name) if path.suffix == ".case" else detect(path.name, b"")
    if language is None or len(found.get(language.name, ())) >= MOST_FILES:
        return
    try:
        with path.open("rb") as file:
            text = to_utf8(file.read(MOST_BYTES))
    except OSError:
        return
    if text is not None and text[0].strip():
        found.setdefault(language.name, []).append(text[0])


@cache
def own_texts(name: str) -> list[bytes]:
    """Real text in a language, or of any kind where there is none."""
    texts = real_texts()
    if name in texts:
        return texts[name]
    return random.Random(name).sample([text for each in texts.values() for text in each[:3]], 20)


@cache
def tokens(language: Language) -> list[bytes]:
    """Words and signs that mean something to a language: of its files, of its grammar, and of any language."""
    counted: dict[bytes, int] = {}
    for text in own_texts(language.name)[:20]:
        for token in _TOKEN.findall(text):
            if len(token) <= 24:
                counted[token] = counted.get(token, 0) + 1
    common = sorted(counted, key=lambda token: (-counted[token], token))[:MOST_TOKENS]
    every = [*common, *_words_of_grammar(language), *SIGNS, *WORDS]
    return list(dict.fromkeys([*every, *(word.encode() for word in language.comment)]))


def _words_of_grammar(language: Language) -> list[bytes]:
    """The keywords and signs of the grammar: its nodes without a name."""
    from indexer.grammars.parsers import grammar

    loaded = grammar(language.grammar) if language.grammar else None
    if loaded is None:
        return []
    kinds = (
        loaded.node_kind_for_id(number)
        for number in range(loaded.node_kind_count)
        if not loaded.node_kind_is_named(number) and loaded.node_kind_is_visible(number)
    )
    return sorted({kind.encode() for kind in kinds if kind and len(kind) < 30})[:MOST_TOKENS]


@cache
def short_tokens(language: Language) -> list[bytes]:
    """The tokens that are repeated and nested without end: each alone, and each pair of signs."""
    return [token for token in tokens(language) if 0 < len(token) <= 8]
