"""A language, as data, and the ways to look one up.

A language is one row of the table: its names, the files it lives in, and how Outcrop reads it. Looking one up loads
no grammar and reads no file. An unknown name is None, never an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

Adapter = Literal["syntax", "keyword", "indent", "markdown", "window"]


@dataclass(frozen=True, slots=True)
class Language:
    """One row of the table.

    `grammar` may be set although `adapter` is not "syntax": Markdown has headings that matter more than its tree, and
    Crystal borrows Ruby's grammar, which finds too few of its definitions to build blocks on.
    """

    name: str  # ours, lower case; the grammar's own name where the language has one
    title: str  # for people
    grammar: str | None  # in the language pack; None where there is none, or none that is safe to run
    extensions: tuple[str, ...]  # with the dot, maybe compound; case matters only where two languages differ by it
    filenames: tuple[str, ...]  # "name" or "folder/name", with at most one "*"
    shebangs: tuple[str, ...]  # base names of interpreters, without a version
    editor_ids: tuple[str, ...]  # what editors call it, `name` first
    adapter: Adapter  # how blocks are found
    comment: tuple[str, ...]  # what starts a comment that runs to the end of the line
    lexer: str | None  # the statement lexer's module
    braces: bool  # a name with parentheses and a brace behind it is a definition, not a call with a block
    family: frozenset[str]  # languages that share a word call each other's definitions by name


class _Index(NamedTuple):
    """The table turned around, once."""

    names: dict[str, Language]
    editor_ids: dict[str, Language]
    titles: dict[str, Language]
    extensions: dict[str, tuple[Language, ...]]
    filenames: dict[str, Language]
    vague: dict[str, Language]  # what a path may start with when nothing else tells: "README.", "init.d/"
    globs: tuple[tuple[str, str, Language], ...]  # what stands before and after the "*"; the most specific first
    begins: tuple[str, ...]  # what stands before it
    ends: tuple[str, ...]  # what stands after it where nothing stands before it
    shebangs: dict[str, Language]


def languages() -> tuple[Language, ...]:
    """All languages, sorted by name."""
    # The table is imported at the first look-up, so that importing this package costs next to nothing.
    from indexer.languages.table import LANGUAGES

    return LANGUAGES


@cache
def _index() -> _Index:
    names: dict[str, Language] = {}
    editor_ids: dict[str, Language] = {}
    titles: dict[str, Language] = {}
    extensions: dict[str, tuple[Language, ...]] = {}
    filenames: dict[str, Language] = {}
    vague: dict[str, Language] = {}
    globs: list[tuple[str, str, Language]] = []
    shebangs: dict[str, Language] = {}
    for language in languages():
        names[language.name] = language
        titles.setdefault(language.title.lower(), language)
        for editor_id in language.editor_ids:
            editor_ids[editor_id] = language
        for extension in language.extensions:
            extensions[extension] = (*extensions.get(extension, ()), language)
        for filename in language.filenames:
            before, star, after = filename.partition("*")
            if star and (before.endswith("/") or language.adapter == "window") and not after:
                vague[before] = language
            elif star:
                globs.append((before, after, language))
            else:
                filenames[filename] = language
        for shebang in language.shebangs:
            shebangs[shebang] = language
    globs.sort(key=lambda glob: (-len(glob[0]) - len(glob[1]), glob[0], glob[1]))
    begins = tuple(before for before, _, _ in globs if before)
    ends = tuple(after for before, after, _ in globs if not before)
    return _Index(names, editor_ids, titles, extensions, filenames, vague, tuple(globs), begins, ends, shebangs)


def by_name(name: str) -> Language | None:
    """The language a person means by `name`: ours, an editor's, its title ("C#") or an extension without dot ("rb").

    This is what a `lang:` filter and the info string of a fenced code block go through.
    """
    wanted = name.strip().lower()
    index = _index()
    found = index.names.get(wanted) or index.titles.get(wanted) or by_editor_id(wanted)
    if found is None:
        sharing = index.extensions.get("." + wanted, ())
        found = sharing[0] if len(sharing) == 1 else None
    return found


def by_editor_id(editor_id: str) -> Language | None:
    """The language for an LSP languageId, a Vim filetype or the stem of an Emacs mode."""
    wanted = editor_id.strip().lower()
    known = _index().editor_ids
    if wanted in known:
        return known[wanted]
    # Vim joins several types with dots, the main one first: "yaml.ansible".
    parts = wanted.split(".")
    return next((known[part] for part in parts if part in known), None) if len(parts) > 1 else None


def by_shebang(interpreter: str) -> Language | None:
    """The language an interpreter runs, by the interpreter's base name, which may carry a version: "python3.11"."""
    known = _index().shebangs
    found = known.get(interpreter)
    return found if found is not None else known.get(interpreter.rstrip("0123456789.-"))


def by_filename(parent: str, name: str) -> Language | None:
    """The language of files called `name`, in a folder called `parent` where that matters."""
    index = _index()
    inside = f"{parent}/{name}"
    found = index.filenames.get(inside) or index.filenames.get(name)
    if found is not None:
        return found
    if not (name.startswith(index.begins) or name.endswith(index.ends) or inside.startswith(index.begins)):
        return None
    for before, after, language in index.globs:
        candidate = inside if "/" in before else name
        if candidate.startswith(before) and candidate.endswith(after) and len(candidate) > len(before) + len(after):
            return language
    return None


def by_vague_name(parent: str, name: str) -> Language | None:
    """The language of a file that carries no other sign: "README.Debian" is text, a script in "init.d" is shell."""
    vague = _index().vague
    return vague.get(f"{parent}/") or vague.get(name.partition(".")[0] + ".")


def by_extension() -> Mapping[str, tuple[Language, ...]]:
    """Every extension with the languages that use it."""
    return _index().extensions
