"""Scripts and styles in HTML and its relatives, and the script at the head of an Astro file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.embedded.host import Host
from indexer.embedded.region import region, without
from indexer.languages.embedded_names import script_language, style_language
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.model import Joint, Region
from indexer.text.closers import enclosed

_HEAD = re.compile(rb"\s*---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_ELEMENT = re.compile(rb"<(?:script|style)(?=[\s/>])", re.IGNORECASE)
# What a template language puts into a page before it is one: an output stands for a word, anything else for nothing.
# An island of a template: `{{ … }}` on a row is all of it, elsewhere its closer is looked for.
_ISLAND = re.compile(rb"\{\{[^{}\n;]*+\}\}|\{!!|<%[=-]|<\?=|\{[%#]|\{\{[{!#/^>]|<%|<\?(?!xml)")
_CONTROL = frozenset(b"{{" + bytes((sign,)) for sign in b"{!#/^>")
_ISLAND_ENDS = {
    **dict.fromkeys(_CONTROL, b"}}"),
    b"{!!": b"!!}",
    b"<%=": b"%>",
    b"<%-": b"%>",
    b"<?=": b"?>",
    b"{%": b"%}",
    b"{#": b"#}",
    b"<%": b"%>",
    b"<?": b"?>",
}


def elements(host: Host) -> Iterator[Region]:
    """The scripts and styles of a page or a component."""
    root, name = host.root, host.language.grammar if host.language else None
    if root is None or name is None:
        return
    data = host.text.data
    known = profile_of(name).embeds
    script = by_name(known.script) if known.script else None
    if script is not None and (head := _HEAD.match(data)):
        yield region(script, "frontmatter", [head.span(1)])
    for match in _ELEMENT.finditer(data):
        element = _element_at(root, match.start())
        if element is None:
            continue
        tag, end = element.child(0), element.child(element.child_count - 1)
        if tag is None or end is None or end.type != "end_tag" or tag.end_byte == end.start_byte:
            continue
        attributes = _attributes(tag)
        language = (
            script_language(known, attributes) if element.type == "script_element" else style_language(attributes)
        )
        if language is None:
            continue
        kind = "script" if element.type == "script_element" else "style"
        holes = [] if known.component else list(islands(data, tag.end_byte, end.start_byte))
        yield region(language, kind, *without(tag.end_byte, end.start_byte, holes))


def islands(data: bytes, start: int, end: int) -> Iterator[tuple[int, int, Joint]]:
    """Where a template language speaks inside a script."""
    if data.find(b"{{", start, end) < 0 and not re.compile(rb"\{[%!#]|<[%?]").search(data, start, end):
        return
    for island in enclosed(data, _ISLAND, _ISLAND_ENDS, start, end):
        writes = island.opener.startswith((b"{{", b"{!!", b"<%=", b"<%-", b"<?=")) and island.opener not in _CONTROL
        yield island.start, island.end, "word" if writes else "blank"


def _element_at(root: Node, offset: int) -> Node | None:
    """The script or style element whose tag begins at an offset."""
    node = root.descendant_for_byte_range(offset, offset + 1)
    for _ in range(3):
        if node is None or node.start_byte != offset:
            return None
        if node.type in ("script_element", "style_element"):
            return node
        node = node.parent
    return None


def _attributes(tag: Node) -> dict[str, str]:
    """The attributes of a tag by name, the names in lower case."""
    found: dict[str, str] = {}
    for attribute in tag.named_children:
        if attribute.type != "attribute":
            continue
        parts = [(node.text or b"").decode("utf-8", "replace") for node in attribute.named_children]
        if parts:
            found.setdefault(parts[0].lower(), parts[1].strip("\"'") if len(parts) > 1 else "")
    return found
