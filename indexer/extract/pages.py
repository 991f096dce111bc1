"""The names of a page or a component: ids, classes, what refers to them, and its styles and scripts.

Tags are read as browsers read them, one after the other, so that what is left open or never closed costs nothing. What
a template language writes into a page (`{{ … }}`, `<% … %>`, `{% … %}`) is no name, nor is a word that is joined to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.extract.marks import CLASS, ID, Link, Mark, Marks, finished
from indexer.extract.page_scripts import in_script, selected
from indexer.extract.style_tokens import CSS
from indexer.extract.styles import DIALECTS, Sheet
from indexer.text.addresses import unquoted
from indexer.text.closers import Closers

_TAG = re.compile(rb"<(?:!--|([A-Za-z][^\s/>]*+)|[!?%])")
_ATTRIBUTE = re.compile(
    rb"[\s/]*+(?:(>)|([^\s=>/\"'][^\s=>/]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"?|'([^']*+)'?|([^\s>\"']++)))?|([\"'=]))"
)
_RAW = frozenset((b"script", b"style", b"textarea", b"title", b"xmp"))
_ISLAND = re.compile(rb"\{[{%#]?|<[%?]|@\w{1,20}\(")
_ISLAND_ENDS = {b"{{": b"}}", b"{%": b"%}", b"{#": b"#}", b"{": b"}", b"<%": b"%>", b"<?": b"?>"}
_IDS = frozenset(  # attributes that name elements by their ids, some of them several
    b"aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby "
    b"aria-owns for form headers list popovertarget commandfor itemref contextmenu interestfor".split()
)
_TARGETS = frozenset(b"href xlink:href usemap data-target data-bs-target data-parent data-bs-parent".split())
_DRAWN = frozenset(b"fill stroke clip-path mask filter marker-start marker-mid marker-end".split())
_DRAWN_AS = re.compile(rb"url\(\s*+[\"']?#([^\s\"')]++)")
_BOUND_CLASS = re.compile(rb"(?::|v-bind:|\[|\*)?(?:ng-?)?class(?:Name|List)?\]?", re.IGNORECASE)
_ONE_CLASS = re.compile(rb"class:([\w-]+)|\[class\.([\w-]+)\]")
_QUOTED = re.compile(rb"'([^'\\]*+)'|\"([^\"\\]*+)\"|`([^`\\$]*+)`")
_KEY = re.compile(rb"[{,]\s*+([A-Za-z_]\w*+)\s*+:")
_WORD = re.compile(rb"\S+")
_STYLE_LANGUAGES = {b"scss": "scss", b"less": "less", b"postcss": "scss", b"text/less": "less"}


class _Attribute(NamedTuple):
    name: bytes  # in lower case
    written: tuple[int, int]
    start: int
    value: bytes


class _Page:
    """Reads one page."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.sheet = Sheet(data, len(data))
        self.marks: list[Mark] = []
        self.links: list[Link] = []
        self._closers = Closers(data)

    def read(self) -> Marks:
        data, at = self._data, 0
        while (tag := _TAG.search(data, at)) is not None:
            at = tag.end()
            if tag[1] is None:
                at = self._passed(tag)
                continue
            name = tag[1].lower()
            attributes, at = self._attributes(at)
            self._take(name, attributes, (tag.start(), at))
            if name in _RAW and data[max(at - 2, 0) : at] != b"/>":
                end = self._end_of(name, at)
                self._take_text(name, attributes, at, end)
                at = end
        return finished([*self.marks, *self.sheet.marks], self.sheet.scopes, [*self.links, *self.sheet.links])

    def _passed(self, tag: re.Match[bytes]) -> int:
        closer = {b"<!--": b"-->", b"<?": b"?>", b"<%": b"%>"}.get(tag[0], b">")
        end = self._closers.after(closer, tag.end())
        return len(self._data) if end < 0 else end

    def _end_of(self, name: bytes, at: int) -> int:
        found = _ENDS[name].search(self._data, at)
        return len(self._data) if found is None else found.start()

    def _attributes(self, at: int) -> tuple[list[_Attribute], int]:
        found: list[_Attribute] = []
        data = self._data
        while (each := _ATTRIBUTE.match(data, at)) is not None:
            at = each.end()
            if each[1] is not None:
                break
            if each[2] is not None:
                group = next((one for one in (3, 4, 5) if each[one] is not None), 0)
                value, start = (each[group], each.start(group)) if group else (b"", at)
                found.append(_Attribute(each[2].lower(), each.span(2), start, value))
        return found, at

    def _take(self, tag: bytes, attributes: list[_Attribute], whole: tuple[int, int]) -> None:
        for each in attributes:
            name, value = each.name, each.value
            if name == b"class":
                self.marks += _names(each, CLASS)
            elif name == b"id" or (name == b"name" and tag in (b"a", b"map")):
                self.marks += [
                    one._replace(kind="element", whole_start=whole[0], whole_end=whole[1]) for one in _names(each, ID)
                ]
            elif (
                name in _IDS and not (name == b"list" and tag != b"input") and not (name == b"form" and tag == b"html")
            ):
                self.marks += _names(each, ID)
            elif name in _TARGETS:
                self.marks += _target(each, tag)
            elif name == b"style":
                self.sheet.read(each.start, each.start + len(value), CSS, declarations=True)
            elif name in _DRAWN:
                for drawn in _DRAWN_AS.finditer(value):
                    start, end = (each.start + one for one in drawn.span(1))
                    self.marks.append(Mark(start, end, drawn[1].decode("utf-8", "replace"), ID))
            elif (one := _ONE_CLASS.fullmatch(name)) is not None:
                start, end = (each.written[0] + place for place in one.span(1 if one[1] else 2))
                self.marks.append(Mark(start, end, self._data[start:end].decode("utf-8", "replace"), CLASS))
            elif _BOUND_CLASS.fullmatch(name):
                self.marks += _bound_classes(each)
        if tag == b"link":
            self._link(attributes)

    def _link(self, attributes: list[_Attribute]) -> None:
        said = {each.name: each for each in reversed(attributes)}
        rel, href = said.get(b"rel"), said.get(b"href")
        if rel is None or href is None or b"stylesheet" not in rel.value.lower().split():
            return
        path = href.value.decode("utf-8", "replace").strip()
        self.links.append(Link(href.start, href.start + len(href.value), path, "sheet", "*", "html"))

    def _take_text(self, name: bytes, attributes: list[_Attribute], start: int, end: int) -> None:
        said = {each.name: each.value.lower() for each in attributes}
        if name == b"style":
            language = _STYLE_LANGUAGES.get(said.get(b"lang") or said.get(b"type", b""), "css")
            source = next((each for each in attributes if each.name == b"src"), None)
            if source is not None:
                path = source.value.decode("utf-8", "replace")
                self.links.append(Link(source.start, source.start + len(source.value), path, "sheet", "*", "css"))
            if (said.get(b"lang") or b"") not in (b"sass", b"stylus", b"styl"):
                self.sheet.read(start, end, DIALECTS[language])
        elif name == b"script":
            self.marks += in_script(self._data, start, end)


_ENDS = {name: re.compile(rb"</" + name + rb"(?=[\s/>])", re.IGNORECASE) for name in _RAW}


def _names(each: _Attribute, space: str) -> Iterator[Mark]:
    """The names of an attribute that no template writes."""
    value = each.value
    if b"{" in value or b"<" in value or b"@" in value:
        value = _without_islands(value)
    for word in _WORD.finditer(value):
        if not re.search(rb"[\0{}<>]", word[0]):
            yield Mark(each.start + word.start(), each.start + word.end(), word[0].decode("utf-8", "replace"), space)


def _without_islands(value: bytes) -> bytes:
    """A value with signs that no name has in place of what a template writes."""
    parts, at = [], 0
    closers = Closers(value)
    for found in _ISLAND.finditer(value):
        if found.start() >= at:
            end = closers.after(_ISLAND_ENDS.get(found[0], b")"), found.end())
            parts += [value[at : found.start()], b"\0" * ((len(value) if end < 0 else end) - found.start())]
            at = len(value) if end < 0 else end
    return b"".join([*parts, value[at:]])


def _target(each: _Attribute, tag: bytes) -> Iterator[Mark]:
    """The element that an address leads to, in this page or another."""
    path, sign, name = each.value.partition(b"#")
    name = name.rstrip()
    if path.strip() and tag not in (b"a", b"area", b"use", b"image"):
        if not sign and each.name.startswith(b"data-") and path.startswith(b"."):
            yield from selected(each.start, each.value)
        return
    if not name or re.search(rb"[\s{}<>=&/!]", name) or re.search(rb"[{<]|^\s*[a-zA-Z][\w+.-]*:|^\s*//", path):
        return
    of = f"html {path.strip().decode('utf-8', 'replace')}" if path.strip() else ""
    start = each.start + len(path) + 1
    yield Mark(start, start + len(name), unquoted(name.decode("utf-8", "replace")), ID, of=of)


def _bound_classes(each: _Attribute) -> Iterator[Mark]:
    """The classes that an expression names: strings, and keys that say when a class is given."""
    value = each.value
    for found in _QUOTED.finditer(value):
        group = next(one for one in (1, 2, 3) if found[one] is not None)
        before = value[max(found.start() - 8, 0) : found.start()].rstrip()[-1:]
        after = value[found.end() : found.end() + 8].lstrip()[:1]
        if before not in (b"=", b"!", b"<", b">") and after not in (b"=", b"!"):  # else it is compared with something
            for word in _WORD.finditer(found[group]):
                start = each.start + found.start(group) + word.start()
                yield Mark(start, start + len(word[0]), word[0].decode("utf-8", "replace"), CLASS)
    for found in _KEY.finditer(value) if value.lstrip()[:1] in (b"{", b"[") else ():
        start, end = (each.start + one for one in found.span(1))
        yield Mark(start, end, found[1].decode("utf-8", "replace"), CLASS)


def marks(data: bytes, language: str) -> Marks:
    """The names of a page."""
    return _Page(data).read()
