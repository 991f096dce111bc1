"""Renaming a definition: every place that surely means it, those that only may, and why a name cannot be changed.

A place is changed if a scope, an import, a type or the lack of any other definition says that it means what is renamed.
Places that only have the name are told apart, for a person to decide. A member is renamed together with what it
overrides and what overrides it; where a base of its type lies outside of the workspace, nobody can tell that, and it is
refused.
"""

from __future__ import annotations

import re
from pathlib import Path

from indexer.graph.calls import CallGraph
from indexer.graph.mentions import Mentioned, mentions
from indexer.graph.names import FILE
from indexer.graph.namesakes import Namesakes
from indexer.graph.renames import Renameable, Renamed, Renaming, changed, fits
from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.graph.shared_names import SharedRenaming
from indexer.graph.shorthands import can_be_written_out, shorthands_at, shorthands_of
from indexer.graph.uses import is_local, uses_of
from indexer.graph.values import Shared
from indexer.model import Limits, Problem, Span
from indexer.search.run.corpus import Corpus, Gone

_SPECIAL = re.compile(r"__\w+__")  # names that the language itself asks for
_KNOWING = frozenset(["class", "function"])


class Renamer:
    """Renames what the name at one place means."""

    def __init__(self, resolver: Resolver, corpus: Corpus, path: str, offset: int, limits: Limits) -> None:
        self._resolver = resolver
        self._corpus = corpus
        self._path = path
        self._offset = offset
        self._limits = limits
        self._namesakes = Namesakes(CallGraph(resolver), limits)

    def prepared(self) -> Renameable | Problem:
        """Whether the name can be changed at all."""
        meant = self._meant()
        if isinstance(meant, Problem):
            return meant
        name, span, _ = meant
        return Renameable(name, span)

    def _meant(self) -> tuple[str, Span, list[Target]] | Problem:
        """The name, where it is written, and the definitions that are renamed together."""
        sources = self._resolver.meaning(self._corpus).sources
        try:
            found = sources.source(self._path).name_at(self._offset)
        except Gone:
            found = None
        if found is None:
            return Problem("there is no name here")
        name, span = found
        targets = self._resolver.targets(self._corpus, self._path, self._offset)
        if not targets:
            return Problem(f"nothing is known of what `{name}` means here")
        first = targets[0]
        if first.corpus is None:
            return Problem(f"`{name}` is defined outside of the workspace")
        if first.kind == "module" or not first.span.end:
            return Problem(f"`{name}` is a file; rename the file instead")
        if first.evidence == "name" and len(targets) == 1:
            return Problem(f"nothing but its name says what `{name}` means to others")
        if first.evidence == "name":
            return Problem(f"`{name}` may mean {len(targets)} definitions, and nothing says which")
        if _SPECIAL.fullmatch(name) or self._is_asked_for(name, first):
            return Problem(f"`{name}` has a meaning of its own in the language")
        written = self._resolver.meaning(first.corpus).sources.written(first.path, first.span)
        scoping = sources.scoping(self._path)
        if written is not None and scoping is not None and scoping.fields and written.lstrip(scoping.fields) == name:
            name, span = written, Span(span.end - len(written.encode()), span.end)
        if written != name:  # signs and a path may stand before it
            [use] = sources.uses(self._path, [self._offset])
            name, span = (use.name, use.span) if use is not None and use.name == written else (name, span)
        if written != name:
            return Problem(f"`{name}` is another name for `{written}`; rename that, or change the import")
        if self._shared_name() is not None:
            return name, span, [one for one in targets if one.evidence == first.evidence]
        together = self._namesakes.of(name, [one for one in targets if one.evidence == first.evidence])
        if isinstance(together, Problem):
            return together
        return self._accessor(name, together) or (name, span, together)

    def _is_asked_for(self, name: str, target: Target) -> bool:
        """Whether the language itself calls something by this name, where it is defined."""
        assert target.corpus is not None
        sources = self._resolver.meaning(target.corpus).sources
        scoping, names = sources.scoping(target.path), sources.names(target.path)
        at = names.bound_at(target.span) if names is not None else None
        if scoping is None or names is None or at is None:
            return False
        is_outer = names.bindings[at].scope == FILE and names.bindings[at].kind == "function"
        is_member = names.scopes[names.bindings[at].scope].kind == "class"
        return (is_outer and name in scoping.entries) or (is_member and name in scoping.constructors)

    def _accessor(self, name: str, targets: list[Target]) -> Problem | None:
        """Why a method cannot be renamed that is made of the name of a field, nor such a field."""
        for target in targets:
            assert target.corpus is not None
            sources = self._resolver.meaning(target.corpus).sources
            scoping, names = sources.scoping(target.path), sources.names(target.path)
            at = names.bound_at(target.span) if names is not None else None
            if scoping is None or names is None or at is None or not scoping.prefixes:
                continue
            beside = names.in_scope.get(names.bindings[at].scope, {})
            plain = name.lstrip(scoping.fields)
            for one in beside.get(plain, ()):
                if (
                    sources.written(
                        target.path, Span(names.bindings[one].span.start - 1, names.bindings[one].span.start)
                    )
                    == ":"
                ):
                    return Problem(f"`{plain}` is made of the name of a field; rename both by hand")
        return None

    def renaming(self, new: str) -> Renaming | Problem:
        """The places to change for a new name."""
        meant = self._meant()
        if isinstance(meant, Problem):
            return meant
        name, _, targets = meant
        if (shared := self._shared_name()) is not None:
            return SharedRenaming(self._resolver, self._corpus, shared).renaming(targets, new)
        scoping = self._resolver.meaning(self._corpus).sources.scoping(self._path)
        if not fits(name, new, scoping.signs if scoping is not None else ""):
            return Problem(f"`{new[:60]}` is no name that could stand where `{name}` does")
        found: dict[tuple[Path, str, Span], Renamed] = {}
        for target in targets:
            assert target.corpus is not None
            self._take(found, target.corpus, target.path, target.span, "scope")
            everything = Limits(hits=None, seconds=self._limits.seconds, cancelled=self._limits.cancelled)
            by_root = {corpus.root: corpus for corpus in self._resolver.corpora}
            for use in uses_of(name, self._resolver, everything, target):
                corpus = by_root[use.root]
                data = use.text.data
                span = Span(use.reference.span.end - len(name.encode()), use.reference.span.end)
                if data[span.start : span.end] == name.encode():
                    self._take(found, corpus, use.path, span, use.evidence or "name")
        self._take_mentions(found, name, targets)
        in_order = sorted(found.values(), key=lambda one: (str(one.root), one.path, one.span))
        places = self._written_out(in_order, name, targets)
        if isinstance(places, Problem):
            return places
        renaming = Renaming(
            name,
            new,
            [one for one in places if one.evidence != "name"],
            [one for one in places if one.evidence == "name"],
        )
        return self._clash(renaming, targets) or self._breakage(renaming) or renaming

    def _shared_name(self) -> Shared | None:
        """The name, if it is one of pages and style sheets."""
        sources = self._resolver.meaning(self._corpus).sources
        [use] = sources.uses(self._path, [self._offset]) if sources.names(self._path) is not None else [None]
        return use.value if use is not None and isinstance(use.value, Shared) else None

    def _written_out(self, places: list[Renamed], name: str, targets: list[Target]) -> list[Renamed] | Problem:
        """The places, those written out where one word is a field and a variable and only one of them is renamed."""
        is_field = any(target.kind == "field" for target in targets)
        by_root = {corpus.root: corpus for corpus in self._resolver.corpora}
        by_file: dict[tuple[Path, str], list[Span]] = {}
        for place in places:
            by_file.setdefault((place.root, place.path), []).append(place.span)
        short = {
            (root, path, span)
            for (root, path), spans in by_file.items()
            for span in shorthands_at(self._resolver, by_root[root], path, spans)
        }
        if not short:
            return places
        own = {target.path for target in targets}
        made = []
        for place in places:
            if (place.root, place.path, place.span) in short:
                row = place.text.lines.row_of(place.span.start) + 1
                seen = not is_field and any(one.evidence == "import" and one.path not in own for one in places)
                if seen or not can_be_written_out(place.text.data, place.span):
                    return Problem(f"`{name}` names a field and a variable at once in {place.path}, line {row}")
                place = place._replace(after=f": {name}") if is_field else place._replace(before=f"{name}: ")
            made.append(place)
        return made

    def _take_mentions(self, found: dict[tuple[Path, str, Span], Renamed], name: str, targets: list[Target]) -> None:
        """What may mean what is renamed, or be called after it. Nobody names a local from elsewhere; but a class or a
        function knows its name, and tells it to who prints it. Where names are addresses, a word alone says nothing."""
        if all(is_local(self._resolver, target) for target in targets):
            local = Mentioned(name, within=frozenset(one.path for one in targets))
            knows = any(target.kind in _KNOWING for target in targets)
            for corpus, path, span in mentions(local, self._resolver) if knows else ():
                self._take(found, corpus, path, span, "name")
            return
        scoping = self._resolver.meaning(self._corpus).sources.scoping(self._path)
        if scoping is not None and scoping.address is not None:
            return
        gives = any(target.kind != "parameter" and self._namesakes.is_decorated(target) for target in targets)
        is_field = any(target.kind == "field" for target in targets)
        is_member = any(self._namesakes.holder(target) is not None for target in targets)
        for corpus, path, span in mentions(Mentioned(name, is_member, is_field, gives), self._resolver):
            self._take(found, corpus, path, span, "name")
        for corpus, path, span in shorthands_of(name, self._resolver) if is_field else ():
            self._take(found, corpus, path, span, "name")
        for stranger in self._namesakes.strangers(name, targets):
            assert stranger.corpus is not None
            self._take(found, stranger.corpus, stranger.path, stranger.span, "name")

    def _take(
        self, found: dict[tuple[Path, str, Span], Renamed], corpus: Corpus, path: str, span: Span, evidence: Evidence
    ) -> None:
        key = corpus.root, path, span
        known = found.get(key)
        if known is not None and known.evidence != "name":
            return
        try:
            source = self._resolver.meaning(corpus).sources.source(path)
            found[key] = Renamed(corpus.root, path, source.text, source.version, span, evidence)
        except Gone:
            return

    def _clash(self, renaming: Renaming, targets: list[Target]) -> Problem | None:
        """A new name that already means something where it would stand."""
        by_root = {corpus.root: corpus for corpus in self._resolver.corpora}
        for target in targets:
            holder = self._namesakes.holder(target)
            if holder is not None:
                for kin in self._namesakes.all_below(holder):
                    if self._namesakes.members(kin, renaming.new, self._namesakes.space(target)):
                        return Problem(f"`{renaming.new}` is already a member of `{kin.name}`")
                return None
        space = self._namesakes.space(targets[0]) if targets else ""
        for place in renaming.sure:
            meaning = self._resolver.meaning(by_root[place.root])
            if meaning.sources.names(place.path) is None:
                if any(symbol.name == renaming.new for symbol in meaning.sources.symbols(place.path)):
                    return Problem(f"`{renaming.new}` is already defined in {place.path}")
                continue
            meaning.begin()
            other = meaning.lookup(place.path, space + renaming.new, place.span.start)
            if other.places or other.modules:
                row = place.text.lines.row_of(place.span.start)
                return Problem(f"`{renaming.new}` already means something else in {place.path}, line {row + 1}")
        return None

    def _breakage(self, renaming: Renaming) -> Problem | None:
        """A new name that would leave a file which does not parse any more: a word of the language."""
        by_file: dict[tuple[Path, str], list[Renamed]] = {}
        for place in renaming.sure:
            by_file.setdefault((place.root, place.path), []).append(place)
        by_root = {corpus.root: corpus for corpus in self._resolver.corpora}
        for (root, path), places in by_file.items():
            source = self._resolver.meaning(by_root[root]).sources.source(path)
            try:
                before, after = source.faults(), source.with_text(changed(places, renaming.new)).faults()
            except Gone:
                continue
            if before is not None and after is not None and len(after) > len(before):
                return Problem(f"`{renaming.new}` cannot be a name here: {path} would not parse any more")
        return None
