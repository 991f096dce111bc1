"""Which language a file is written in, from what the editor says, its name and its first bytes.

What is surest comes first: the editor's word, the file's name, its extension, then what the content says of itself.
Where languages share an extension, a shebang or a mode line decides, then the text. Nothing is opened here: the
caller passes the content. Whether a file is text at all is not decided here either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from indexer.languages import content
from indexer.languages.registry import Language, by_editor_id, by_extension, by_filename, by_name, by_vague_name

HEAD_SIZE: Final = 8192
TAIL_SIZE: Final = 3000  # as far as Emacs looks back; Vim looks at five lines

# Ids that mean "the editor does not know": a last resort, never a reason to ignore the file's name.
_WEAK_IDS: Final = frozenset({"text", "plaintext", "plain", "txt", "fundamental", "conf", "config", "cfg", "conf-unix"})

# Suffixes that say what is done with a file, not what is in it.
_WRAPPINGS: Final = (
    *(".in", ".inc", ".j2", ".jinja", ".jinja2", ".mako", ".template", ".tmpl", ".tpl", ".tt"),
    *(".bak", ".default", ".disabled", ".dist", ".example", ".inactive", ".old", ".orig", ".sample", ".save", "~"),
    *(".dpkg-dist", ".dpkg-new", ".dpkg-old", ".rpmnew", ".rpmsave", ".ucf-dist"),
)


def detect(path: str, data: bytes = b"", editor_id: str | None = None) -> Language | None:
    """The language of the file at `path`, or None when nothing tells.

    `data` is its content, of which both ends are looked at (the first 8 KiB do, none is fine), and `editor_id` what the
    editor calls it.
    """
    tail = data[max(len(data) - TAIL_SIZE, HEAD_SIZE) :]
    found = _from_file(path, data[:HEAD_SIZE].removeprefix(b"\xef\xbb\xbf"), tail)
    spoken = by_editor_id(editor_id) if editor_id else None
    if spoken is None:
        return found
    if editor_id is not None and editor_id.strip().lower() in _WEAK_IDS:
        return found or spoken
    # Editors have one id for a family ("shellscript", "json"); the file may name the dialect within it.
    if found is not None and spoken.grammar is not None and found.grammar == spoken.grammar:
        return found
    return spoken


def _from_file(path: str, head: bytes, tail: bytes) -> Language | None:
    parts = path.replace("\\", "/").rstrip("/").rsplit("/", 2)
    parent, name = parts[-2] if len(parts) > 1 else "", parts[-1]
    return (
        _from_name(parent, name, head, tail)
        or content.declared(head, tail)
        or content.hinted(head)
        or by_vague_name(parent, name)
    )


def _from_name(parent: str, name: str, head: bytes, tail: bytes) -> Language | None:
    """What the name tells; the content is asked only where the name leaves it open."""
    # The rules are imported with the first file, not with the package.
    from indexer.languages.ambiguous import RULES, decide

    found = by_filename(parent, name)
    if found is not None:
        return found
    for wrapping in _WRAPPINGS if name.endswith(_WRAPPINGS) else ():
        if name.endswith(wrapping) and len(name) > len(wrapping):
            found = _from_name(parent, name.removesuffix(wrapping), head, tail)
            if found is not None:
                return found
    for extension in _extensions(name):
        if extension in RULES:
            found = (_spelled_out(head, tail) if RULES[extension].yields else None) or by_name(decide(extension, head))
            if found is not None:
                return found
        elif extension in by_extension():
            return by_extension()[extension][0]
    return by_filename(parent, name.lower()) if not name.islower() else None


def _spelled_out(head: bytes, tail: bytes) -> Language | None:
    """What the file says of itself, unless that is no more than "text"."""
    found = content.declared(head, tail)
    return None if found is None or found.name in _WEAK_IDS else found


def _extensions(name: str) -> Iterator[str]:
    """The extensions of a file name, the longest first: as written, then in lower case."""
    parts = name.split(".")[1:][-3:]
    for start in range(len(parts)):
        extension = "." + ".".join(parts[start:])
        yield extension
        if not extension.islower():
            yield extension.lower()
