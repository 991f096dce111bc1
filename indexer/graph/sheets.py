"""What the names of pages and style sheets mean: in the same text, in the sheets that it takes in, and elsewhere.

A page takes in the sheets that it links, a script those that it imports, a sheet those that its `@import`, `@use` and
`@forward` name. A file of SCSS or Less that is imported sees what the files have that import it. Where nothing leads to
a definition, and nothing says that it lies outside, it is looked for everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from indexer.extract.marks import FUNCTION, ID, MIXIN, MODULE, PLACEHOLDER, VARIABLE
from indexer.graph.holding import rows_with_text
from indexer.graph.imports.tree import shared
from indexer.graph.names import FILE, Names
from indexer.graph.sources import Sources
from indexer.graph.things import NOTHING, OUTSIDE, Found, Place
from indexer.graph.values import Shared
from indexer.search.run.corpus import candidates

Why = Literal["scope", "import", "member", "unique", "name"]
_MADE = frozenset([FUNCTION, MIXIN, PLACEHOLDER, VARIABLE])  # what is gone when a sheet has become CSS
_MOST_FILES = 500  # that one file takes in, or that are read to find a name everywhere
_MOST_PLACES = 20
_PLAIN = re.compile(r"[\w-]+")
_ABROAD = re.compile(r"[a-zA-Z][\w+.-]*:|//")
_TEMPLATE = re.compile(r"[{<]")


class _Taken(NamedTuple):
    """The files whose names a text has."""

    files: list[tuple[str, str]]  # with what their names begin with there
    abroad: bool  # some lie outside
    complete: bool  # all are known


class Sheets:
    """Answers for the files of one root."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._taken: dict[tuple[str, bool], _Taken] = {}
        self._importing: dict[str, list[str]] = {}
        self._anywhere: dict[tuple[str, str], list[Place]] = {}

    def found(self, path: str, value: Shared) -> tuple[Found, Why]:
        """The definitions of a name, and why they are."""
        names = self._sources.names(path)
        if names is None:
            return NOTHING, "name"
        if value.of:
            return self._asked_of(path, names, value)
        key = value.space + value.name
        scope = names.scope_at(value.at)
        while scope >= FILE:
            bound = names.in_scope.get(scope, {}).get(key)
            if bound:
                return _places(path, bound), "scope"
            scope = names.scopes[scope].parent
        if value.space == MODULE:
            return NOTHING, "name"
        role = self._role(path)
        if value.space == ID:
            return (NOTHING, "name") if role == "page" else self._everywhere(path, value)
        taken = self._visible(path, value.space in _MADE)
        found = self._in_files(taken, value)
        if found.places:
            return found, "import"
        found = self._above(path, value) if role == "sheet" else NOTHING
        if found.places:
            return found, "import"
        if value.space == FUNCTION and not self._may_be_function(path, value.name):
            return OUTSIDE, "import"
        if taken.abroad:
            return OUTSIDE, "import"
        if role == "page" and taken.complete and (taken.files or any(link[3] == "sheet" for link in names.links)):
            return NOTHING, "name"
        found, why = self._everywhere(path, value)
        return (OUTSIDE, "import") if not found and value.space == FUNCTION else (found, why)

    # What a name is asked of

    def _asked_of(self, path: str, names: Names, value: Shared) -> tuple[Found, Why]:
        word, _, rest = value.of.partition(" ")
        plain = value._replace(of="")
        if value.space == MODULE:
            return NOTHING, "name"
        if word == "call":
            return self._parameter(path, value, rest), "member"
        if rest or word != value.of:
            files, evidence = self._sources.linked(path, word, rest)
            if evidence != "import":
                return (OUTSIDE, "import") if not files else (NOTHING, "name")
            taken = _Taken([one for file in files for one in self._exports(file)], False, True)
            return self._in_files(taken, plain), "import"
        for _, _, module, form, space, language in names.links:
            if form == "use" and space == value.of:
                files, evidence = self._sources.linked(path, language, module)
                if evidence != "import":
                    return OUTSIDE, "import"
                taken = _Taken([one for file in files for one in self._exports(file)], False, True)
                return self._in_files(taken, plain), "import"
        return NOTHING, "name"

    def _parameter(self, path: str, value: Shared, called: str) -> Found:
        """A parameter of what is called: of a mixin or a function, which may be another file's."""
        kind, _, rest = called.partition(" ")
        name, _, of = rest.partition(" ")
        found, _ = self.found(path, Shared(name, value.at, f"{kind} ", of))
        for file, at in found.places:
            names = self._sources.names(file)
            inner = names.bindings[at].inner if names is not None else -1
            bound = names.in_scope.get(inner, {}).get(VARIABLE + value.name) if names is not None else None
            if bound and inner > FILE:
                return _places(file, bound)
        return OUTSIDE if found.outside else NOTHING

    # What files take in

    def _role(self, path: str) -> str:
        scoping = self._sources.scoping(path)
        return scoping.marked if scoping is not None else ""

    def _visible(self, path: str, made: bool) -> _Taken:
        """The files whose names a text has without saying whose they are; made: of variables, mixins and functions."""
        known = self._taken.get((path, made))
        if known is None:
            known = self._taken[path, made] = self._worked_out(path, made)
        return known

    def _worked_out(self, path: str, made: bool) -> _Taken:
        files: dict[tuple[str, str], None] = {}
        abroad, complete = False, True
        if self._role(path) == "script" or not self._has_links(path):
            files.update(((file, ""), None) for file in self._sources.taken_in(path) if self._role(file) == "sheet")
        names = self._sources.names(path)
        for _, _, module, form, word, language in names.links if names is not None else ():
            if made and (form == "forward" or (form == "use" and word != "*")):
                continue
            if module.startswith("sass:"):
                continue
            led, evidence = self._sources.linked(path, language, module)
            if evidence == "import":
                for file in led:
                    files.update(dict.fromkeys(self._exports(file, everything=not made)))
            elif _ABROAD.match(module):
                abroad = True
            elif not led and form != "sheet" and not _TEMPLATE.search(module):
                abroad = True  # a library
            else:
                complete = False
            if len(files) > _MOST_FILES:
                break
        return _Taken(list(files)[:_MOST_FILES], abroad, complete)

    def _has_links(self, path: str) -> bool:
        names = self._sources.names(path)
        return self._role(path) != "page" or (names is not None and any(one[3] == "sheet" for one in names.links))

    def _exports(self, path: str, everything: bool = False) -> list[tuple[str, str]]:
        """The files whose names a sheet gives to those that take it in, itself first."""
        found: dict[tuple[str, str], None] = {(path, ""): None}
        waiting = [(path, "")]
        for file, prefix in waiting:
            names = self._sources.names(file)
            for _, _, module, form, word, language in names.links if names is not None else ():
                if form == "use" and not everything:
                    continue
                led, evidence = self._sources.linked(file, language, module)
                before = word.removesuffix("*") + prefix if form == "forward" and word.endswith("*") else prefix
                for other in led if evidence == "import" else ():
                    if (other, before) not in found and len(found) < _MOST_FILES and len(before) < 100:
                        found[other, before] = None
                        waiting.append((other, before))
        return list(found)

    def _in_files(self, taken: _Taken, value: Shared) -> Found:
        places: list[Place] = []
        for file, prefix in taken.files:
            name = value.name
            if prefix:
                sign = name[: len(name) - len(name.lstrip("$@"))]
                if not name.startswith(sign + prefix):
                    continue
                name = sign + name[len(sign + prefix) :]
            names = self._sources.names(file)
            bound = names.in_scope.get(FILE, {}).get(value.space + name, ()) if names is not None else ()
            places += [(file, one) for one in bound]
            if len(places) >= _MOST_PLACES:
                break
        return Found(tuple(dict.fromkeys(places)))

    def _above(self, path: str, value: Shared) -> Found:
        """What the files have that import a sheet, and what they have taken in before it."""
        seen: dict[str, None] = {path: None}
        waiting = [path]
        for file in waiting:
            for other in self._importers(file):
                if other not in seen and len(seen) < _MOST_FILES:
                    seen[other] = None
                    waiting.append(other)
                    files = [(other, ""), *self._visible(other, value.space in _MADE).files]
                    found = self._in_files(_Taken(files, False, True), value)
                    if found.places:
                        return found
        return NOTHING

    def _importers(self, path: str) -> list[str]:
        """The sheets that import a sheet so that it sees what they have."""
        known = self._importing.get(path)
        if known is None:
            known = self._importing[path] = list(self._importing_it(path))
        return known

    def _importing_it(self, path: str) -> Iterator[str]:
        folder, _, base = path.rpartition("/")
        stem = base.partition(".")[0].removeprefix("_")
        text = folder.rpartition("/")[2] if stem == "index" else stem
        if not text:
            return
        for count, candidate in enumerate(candidates(self._sources.corpus, rows_with_text(self._sources.corpus, text))):
            if count > _MOST_FILES:
                return
            if candidate.path == path or self._role(candidate.path) != "sheet":
                continue
            names = self._sources.names(candidate.path)
            for _, _, module, form, _, language in names.links if names is not None else ():
                if (
                    form == "import"
                    and text in module
                    and path in self._sources.linked(candidate.path, language, module)[0]
                ):
                    yield candidate.path
                    break

    # What is defined anywhere

    def _may_be_function(self, path: str, name: str) -> bool:
        return bool(self._defined("@function ", FUNCTION, name))

    def _everywhere(self, path: str, value: Shared) -> tuple[Found, Why]:
        places = self._defined({MIXIN: "@mixin ", FUNCTION: "@function "}.get(value.space, ""), value.space, value.name)
        ordered = sorted(places, key=lambda place: (place[0] != path, -shared(path, place[0]), place))[:_MOST_PLACES]
        return Found(tuple(ordered)), "unique" if len(places) == 1 else "name"

    def _defined(self, before: str, space: str, name: str) -> list[Place]:
        known = self._anywhere.get((space, name))
        if known is None:
            known = self._anywhere[space, name] = list(self._defined_in(before, space, name))
        return known

    def _defined_in(self, before: str, space: str, name: str) -> Iterator[Place]:
        sources = self._sources
        text = max(_PLAIN.findall(name), key=len, default=name)
        read = 0
        for candidate in candidates(sources.corpus, rows_with_text(sources.corpus, before + text)):
            role = self._role(candidate.path)
            if role != ("page" if space == ID else "sheet"):  # what another page says in its own styles is its own
                continue
            read += 1
            names = sources.names(candidate.path) if read <= _MOST_FILES else None
            for one in names.in_scope.get(FILE, {}).get(space + name, ()) if names is not None else ():
                yield candidate.path, one


def _places(path: str, bound: list[int]) -> Found:
    return Found(tuple((path, one) for one in bound[:_MOST_PLACES]))
