"""What makes the structure of a file: the grammar, its query file, the profile of its language, and our code.

The index remembers it by language. When another Outcrop opens the index, the files of each language whose structure
would come out of something else now are parsed again, and no others. To compare takes time, so a stamp of the
installation's files tells whether there can be anything to compare.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from indexer.languages.profile import profile_source
from indexer.languages.registry import Language, by_name, languages

_HOME = Path(__file__).parent.parent
# Where what a file's structure depends on is written.
_CODE = (
    *("blocks", "embedded", "extract", "grammars", "languages", "syntax", "text"),
    *("documents.py", "model.py", "index/file_reader.py"),
)
_DETECTION = "languages"
_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")


@cache
def stamp() -> str:
    """Changes whenever one of the digests below may have changed; no file is read for it."""
    return _stamp((*_sources(_CODE), *_grammars()))


def _stamp(paths: Iterable[str]) -> str:
    found = hashlib.sha256()
    for path in paths:
        state = os.stat(path)  # noqa: PTH116 - faster on a string
        found.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return found.hexdigest()[:16]


@cache
def code_stamp() -> str:
    """Changes whenever any of our code or a grammar may have changed, also what makes no structure."""
    return _stamp((*_sources((".",)), *_grammars()))


@cache
def digest(language: str | None) -> str:
    """Of all that makes the structure of files in a language, or in none."""
    from indexer.embedded.finders import may_embed  # it imports much, and is asked rarely

    known = by_name(language) if language else None
    parts = [_code()]
    if known is not None:
        embedded = languages() if may_embed(known) else ()
        parts += [_query(one) + _profiles(one) for one in (known, *embedded)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def detection() -> str:
    """Of what tells the language of a file."""
    return _contents(_sources((_DETECTION,)))


@cache
def _code() -> str:
    return " ".join((*map(_version, ("outcrop", *_PACKAGES)), _contents(_sources(_CODE))))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:  # it runs from where it was unpacked
        return package


@cache
def _query_of(grammar: str) -> str:
    from indexer.grammars.queries import query_source

    return hashlib.sha256(query_source(grammar)[0].encode()).hexdigest()


def _query(language: Language) -> str:
    return f"{language.grammar} {_query_of(language.grammar)}" if language.grammar is not None else ""


def _profiles(language: Language) -> str:
    """Of what is known of a language under its own name and its grammar's."""
    return "".join(_profile_of(name) for name in sorted({language.name, language.grammar or language.name}))


@cache
def _profile_of(name: str) -> str:
    source = profile_source(name)
    return " " + hashlib.sha256(source).hexdigest() if source else ""


def _contents(paths: Iterable[str]) -> str:
    """Of our code, without the profiles, of which each counts for its own language."""
    found = hashlib.sha256()
    profiles = _HOME / "languages" / "profiles"
    for path in paths:
        if path.endswith(".py") and Path(path).parent != profiles:
            found.update(path.removeprefix(str(_HOME)).encode("utf-8", "surrogateescape"))
            found.update(Path(path).read_bytes())
    return found.hexdigest()[:16]


def _sources(places: Iterable[str]) -> Iterator[str]:
    """The files of some of our packages, in order; of one that is no folder, in an archive, what it is in."""
    for place in places:
        path = _HOME / place
        if path.is_file():
            yield str(path)
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            yield from (f"{folder}/{name}" for name in sorted(names) if name.endswith((".py", ".scm")))
    if not _HOME.is_dir():
        yield next(str(folder) for folder in _HOME.parents if folder.is_file())


def _grammars() -> Iterator[str]:
    for package in _PACKAGES:
        found = find_spec(package.replace("-", "_"))
        if found is not None and found.origin is not None:
            yield found.origin
