"""Which definition a name means, each candidate with why it is believed.

scope     it is bound in the same function, file or package
import    an import of this file leads to it
member    the type of what it is asked of is known
unique    it is the only definition of its name, and nothing says that the name comes from elsewhere
name      it is one of several definitions of that name
external  an import or a built-in name leads out of the workspace; there is no place to go to
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal, NamedTuple

from indexer.graph.lookup import is_hidden
from indexer.graph.meaning import Meaning
from indexer.graph.names import Use
from indexer.graph.sources import KnownTexts, Module, Sources
from indexer.graph.things import ANY, Asked, Beyond, Found, Kind
from indexer.graph.values import Here, Key, Keyword, Member, Name, Outside, Shared, Super, This
from indexer.languages.registry import by_name
from indexer.model import Limits, Span
from indexer.search.navigate.definitions import definitions
from indexer.search.run.corpus import Corpus, Gone

Evidence = Literal["scope", "import", "member", "unique", "name", "external"]
SURE: frozenset[Evidence] = frozenset(["scope", "import", "member"])
_MOST = 50  # definitions of one name
_SIGNS = ("$", "@", "%")
_USING = frozenset(["set", "narrowed"])  # bindings that tell something of what another defines


class Target(NamedTuple):
    """A definition that a name may mean."""

    corpus: Corpus | None  # None for what lies outside of the workspace
    path: str
    span: Span  # of the name where it is defined; the start of the file for a module
    kind: str
    evidence: Evidence
    whole: Span


class Answer(NamedTuple):
    """What is said of one place that has a name."""

    targets: list[Target]
    kind: str = ""  # what the place does with it: call, type, value
    is_definition: bool = False  # it stands where it is defined


class Resolver:
    """Answers for the files of a workspace, as they are while it lives: for one question, or several at once."""

    def __init__(
        self, corpora: Sequence[Corpus], kept: KnownTexts, limits: Limits | None = None, guess: bool = True
    ) -> None:
        self.corpora = corpora
        self._guess = guess  # whether a name that nothing is known of means all definitions that have it
        self.kept = kept
        self.limits = Limits() if limits is None else limits
        self._started = time.monotonic()
        self._meanings: dict[int, Meaning] = {}
        self._named: dict[tuple[str, str | None], list[Target]] = {}

    def meaning(self, corpus: Corpus) -> Meaning:
        found = self._meanings.get(id(corpus))
        if found is None:
            found = self._meanings[id(corpus)] = Meaning(Sources(corpus, self.kept, self._is_over))
        return found

    def _is_over(self) -> bool:
        """Whether nobody waits any more: what was found by then is the answer."""
        return self.limits.cancelled() or time.monotonic() - self._started > self.limits.seconds

    def row_of(self, target: Target) -> int:
        """The row that a definition is named in."""
        assert target.corpus is not None
        return self.meaning(target.corpus).sources.row_of(target.path, target.span.start)

    def aliases(self, corpus: Corpus, path: str, name: str) -> list[str]:
        """The other names that imports of a file give to something of this name."""
        sources = self.meaning(corpus).sources
        names, scoping = sources.names(path), sources.scoping(path)
        bound = [] if names is None else names.imports
        called = {one.name for one in bound if one.imported == name}
        if scoping is not None and scoping.packages_nest:
            called |= {one.name for one in bound if one.module.rpartition(scoping.module_separator)[2] == name}
        return sorted(called - {name})

    def imported(self, corpus: Corpus, path: str) -> set[Span]:
        """The places where imports of a file bind names."""
        names = self.meaning(corpus).sources.names(path)
        return set() if names is None else {one.span for one in names.bindings if one.kind == "import"}

    def targets(self, corpus: Corpus, path: str, offset: int) -> list[Target]:
        """What the name at an offset may mean, the likeliest first; nothing where there is no name."""
        return self.targets_at(corpus, path, [offset])[0]

    def targets_at(self, corpus: Corpus, path: str, offsets: list[int]) -> list[list[Target]]:
        """The same for several offsets of one file, whose tree is read once."""
        meaning = self.meaning(corpus)
        names = meaning.sources.names(path)
        if names is None:
            named = [meaning.sources.name_at(path, offset) for offset in offsets]
            return [self.by_name(corpus, path, found) if found is not None else [] for found in named]
        uses = meaning.sources.uses(path, offsets)
        found = [self._targets(corpus, meaning, path, offset, use) for offset, use in zip(offsets, uses, strict=True)]
        if self._is_read_in_part(meaning, path):
            for at, (offset, use) in enumerate(zip(offsets, uses, strict=True)):
                word = meaning.sources.name_at(path, offset) if use is None and not found[at] else None
                found[at] = self.by_name(corpus, path, word) if word is not None else found[at]
        return found

    @staticmethod
    def _is_read_in_part(meaning: Meaning, path: str) -> bool:
        """Whether a text has code as well, of whose names nothing but the letters is known."""
        scoping = meaning.sources.scoping(path)
        return scoping is not None and not scoping.identifiers and scoping.marked == "page"

    def types_at(self, corpus: Corpus, path: str, offset: int) -> list[Target]:
        """The types of what is named at an offset, where they are known and defined in the workspace."""
        meaning = self.meaning(corpus)
        [use] = meaning.sources.uses(path, [offset]) if meaning.sources.names(path) is not None else [None]
        if use is None:
            return []
        meaning.begin()
        kinds = [thing for thing in meaning.evaluated(path, use.value) if isinstance(thing, Kind)]
        places = tuple((kind.path, kind.binding) for kind in kinds if kind.binding >= 0)
        return self._made(corpus, meaning, Found(places), "member")

    def answers(self, corpus: Corpus, path: str, words: list[str], spans: list[Span]) -> list[Answer]:
        """What is said of places of a file that have names."""
        meaning = self.meaning(corpus)
        names = meaning.sources.names(path)
        if names is None:
            return [Answer(self.by_name(corpus, path, word)) for word in words]
        uses = meaning.sources.uses(path, [span.start for span in spans])
        found = []
        in_part = self._is_read_in_part(meaning, path)
        for word, span, use in zip(words, spans, uses, strict=True):
            if use is not None and isinstance(use.value, Shared) and use.span != span:
                found.append(Answer([]))  # a part of a longer name
                continue
            if use is None and in_part:
                found.append(Answer(self.by_name(corpus, path, word)))
                continue
            at = names.bound_at(span)
            defines = at is not None and names.bindings[at].kind not in ("import", "export")
            if defines and use is not None and isinstance(use.value, Key):
                defines = all(
                    target.evidence == "name" for target in self._targets(corpus, meaning, path, span.start, use)
                )
            made = [] if defines else self._targets(corpus, meaning, path, span.start, use)
            found.append(Answer(made, use.kind if use is not None else "", defines))
        return found

    def _targets(self, corpus: Corpus, meaning: Meaning, path: str, offset: int, use: Use | None) -> list[Target]:
        meaning.begin()
        names = meaning.sources.names(path)
        assert names is not None
        scoping = meaning.sources.scoping(path)
        named = use is not None and scoping is not None and scoping.is_name is not None  # a variable in a path
        named |= use is not None and isinstance(use.value, Shared)
        for span, module in () if named else names.modules:
            if span.start <= offset < span.end:
                found = self._module(meaning, path, offset - span.start, module)
                bound = use is not None and names.bound_at(use.span) is not None
                if not bound or found:
                    return self._made(corpus, meaning, found, "import")
        if use is None:
            return []
        own = names.bound_at(use.span)
        if own is not None and isinstance(use.value, Key) and names.bindings[own].kind != "export":
            return self._key(corpus, meaning, path, own, use.value)
        scoping = meaning.sources.scoping(path)
        if own is not None:
            found = self._from_first(meaning, meaning.followed((path, own)), use.span.start)
            imports = names.bindings[own].module or names.bindings[own].kind == "import"
            evidence: Evidence = "import" if imports else "scope"
            return self._made(corpus, meaning, found, evidence)
        found, evidence = self._found(meaning, path, use)
        if found:
            return self._made(corpus, meaning, found, evidence)
        if isinstance(use.value, Shared):
            return []
        if isinstance(use.value, Name) and use.value.name[:1] in _SIGNS:
            return []  # a variable that nothing binds
        if scoping is not None and isinstance(use.value, Member) and use.name in scoping.outside_members:
            return [_ELSEWHERE]
        if isinstance(use.value, Keyword) or (scoping is not None and scoping.address is not None):
            return []
        alike = self.by_name(corpus, path, use.name)
        kinds = scoping.defined_as.get(use.value.sort) if scoping and isinstance(use.value, (Name, Member)) else None
        if kinds is not None:
            alike = [target for target in alike if target.kind in kinds]
            if len(alike) == 1 and alike[0].evidence == "name":
                alike = [alike[0]._replace(evidence="unique")]
        if scoping is None or not scoping.stars_are_implicit:
            return alike
        left = [target for target in alike if self._may_be_seen(meaning, path, use, target)]
        return [left[0]._replace(evidence="unique")] if len(left) == 1 else left

    def _may_be_seen(self, meaning: Meaning, path: str, use: Use, target: Target) -> bool:
        """Whether a definition of that name is one that this use can mean: not another file's own, nor a field."""
        if (target.kind == "field") != isinstance(use.value, Member):
            return False
        if target.kind == "field" or target.path == path or target.corpus is not meaning.sources.corpus:
            return True
        names = meaning.sources.names(target.path)
        at = names.bound_at(target.span) if names is not None else None
        if names is None or at is None:
            return True
        return not names.bindings[at].private or target.path in meaning.sources.reach(path)

    def _key(self, corpus: Corpus, meaning: Meaning, path: str, own: int, key: Key) -> list[Target]:
        """A key of a literal: the field of the type that is expected there, or its own where that is not known."""
        several = [meaning.member(thing, key.name) for thing in meaning.evaluated(path, key.of)]
        if len({found.places for found in several if found.places}) > 1:
            places = dict.fromkeys(place for found in several for place in found.places)
            return self._made(corpus, meaning, Found(tuple(places)), "name")
        if found := _first(several):
            return self._made(corpus, meaning, found, "member")
        return self._made(corpus, meaning, Found(((path, own),)), "name")

    def _module(self, meaning: Meaning, path: str, inside: int, module: str) -> Found:
        """The module that a path in an import names, as far as the word at an offset."""
        scoping = meaning.sources.scoping(path)
        if scoping is not None and scoping.package in ("declared", "named"):
            return meaning.qualified(path, module)
        if scoping is not None and scoping.class_is_module:
            end = module.find(scoping.module_separator, inside)
            return meaning.qualified(path, module[: end if end >= 0 else len(module)])
        separator = scoping.module_separator if scoping is not None else "."
        end = (
            len(module)
            if separator == "/"
            else module.find(separator, max(inside, len(module) - len(module.lstrip("."))))
        )
        lead = meaning.sources.lead(path, module[: end if end >= 0 else len(module)])
        return Found((), () if lead.module is None else (lead.module,), lead.outside)

    def _found(self, meaning: Meaning, path: str, use: Use) -> tuple[Found, Evidence]:
        value = use.value
        match value:
            case Shared():
                found, why = meaning.sheets.found(path, value)
                guessed = why in ("unique", "name") and not self._guess
                return (Found() if guessed else meaning.meant(found)), why
            case Name(name, at, sort, given):
                asked = Asked(path, sort, given)
                return self._looked_up(meaning, path, meaning.lookup(path, name, at, asked), asked, at)
            case Member():
                return self._member(meaning, path, value)
            case Keyword(of, name):
                things = meaning.evaluated(path, of)
                return _first([meaning.parameter(thing, name) for thing in things]), "member"
            case Key(of, name, at, label):
                kinds = [thing for thing in meaning.evaluated(path, of) if isinstance(thing, (Kind, Beyond))]
                found = _first([meaning.member(thing, name) for thing in kinds])
                plain = meaning.lookup(path, name, at) if not found.places else Found()
                if found.places or (found and not (label and plain.places)):
                    return found, "member"
                return self._looked_up(meaning, path, plain)
            case This() | Super():
                classes = [thing for thing in meaning.evaluated(path, value) if isinstance(thing, Kind)]
                return Found(tuple((one.path, one.binding) for one in classes if one.binding >= 0)), "scope"
            case Outside():
                return Found(outside=True), "scope"
            case This() | Here():
                return meaning.found(path, value), "scope"
        return Found(), "name"

    @staticmethod
    def _from_first(meaning: Meaning, found: Found, at: int) -> Found:
        """The places that bind a variable, in their order, where the first that may count at an offset defines it."""
        files = {place[0] for place in found.places}
        scoping = meaning.sources.scoping(found.places[0][0]) if len(files) == 1 else None
        if scoping is None or not scoping.first_binds:
            return found
        path, own = found.places[0]
        names = meaning.sources.names(path)
        binding = meaning.binding((path, own))
        if names is None or binding.kind not in scoping.closed:
            return found
        held = names.in_scope.get(binding.scope, {}).get(binding.space + binding.name, [own])
        bound = list(held)
        bound.sort(key=lambda one: (names.bindings[one].span.start > at or is_hidden(names.bindings[one], at), one))
        return found._replace(places=tuple((path, one) for one in bound))

    def _looked_up(
        self, meaning: Meaning, path: str, found: Found, asked: Asked = ANY, at: int = 0
    ) -> tuple[Found, Evidence]:
        meant = self._from_first(meaning, meaning.meant(found, asked), at)
        if meant.modules and not meant.places and self._is_package(meaning, path):
            return found._replace(modules=()), "import"  # a package is many files; the name is the import's own
        imported = any(meaning.binding(place).kind == "import" for place in found.places) or found.modules
        others = {place[0] for place in found.places if place[0] != path}
        shared = not others or meaning.shares(path, others)
        scoping = meaning.sources.scoping(path)
        if scoping is not None and scoping.asks_self and meant.places and meaning.is_member(meant.places[0]):
            return meant, "member"
        return meant, "import" if imported or not shared else "scope"

    @staticmethod
    def _is_package(meaning: Meaning, path: str) -> bool:
        scoping = meaning.sources.scoping(path)
        return scoping is not None and scoping.folder_is_module

    def _member(self, meaning: Meaning, path: str, value: Member) -> tuple[Found, Evidence]:
        things = meaning.evaluated(path, value.of)
        if not things:
            return meaning.by_path(path, value), "import"
        asked = Asked(path, value.sort, value.given)
        answers = meaning.of_each(things, value.name, asked)
        scoping = meaning.sources.scoping(path)
        if scoping is not None and scoping.narrows:
            several = list(dict.fromkeys(place for _, found in answers for place in found.places))
            if len({found.places for _, found in answers if found.places}) > 1:
                return meaning.meant(Found(tuple(several))), "name"
        for thing, found in answers:
            if found.places or found.modules:
                return meaning.meant(found), "import" if isinstance(thing, Module) else "member"
        if any(found.outside for _, found in answers):
            return Found(outside=True), "member"
        return Found(), "member"

    def _made(self, corpus: Corpus, meaning: Meaning, found: Found, evidence: Evidence) -> list[Target]:
        targets: list[Target] = []
        bound = [(place, meaning.binding(place)) for place in found.places]
        declared = [each for each in bound if each[1].kind not in _USING]
        for place, binding in declared or bound:
            targets.append(Target(corpus, place[0], binding.span, binding.kind, evidence, binding.whole))
        for module in found.modules:
            targets += [Target(corpus, path, Span(0, 0), "module", evidence, Span(0, 0)) for path in module.files]
        if not targets and found.outside:
            return [_ELSEWHERE]
        return list(dict.fromkeys(targets))

    def by_name(self, corpus: Corpus, path: str, name: str) -> list[Target]:
        """The definitions that have a name, those in the same file first: where nothing better is known."""
        if not self._guess:
            return []
        source = self.meaning(corpus).sources.source(path)
        try:
            language = source.language
        except Gone:
            return []
        known = self._named.get((name, language))
        if known is None:
            known = self._named[name, language] = self._defined(corpus, path, name, language)
        same = [target for target in known if target.corpus is corpus and target.path == path]
        return same + [target for target in known if target not in same]

    def _defined(self, corpus: Corpus, path: str, name: str, language: str | None) -> list[Target]:
        hits = definitions(
            name, by_name(language) if language else None, str(corpus.root / path), self.corpora, self.limits
        )
        evidence: Evidence = "unique" if len(hits) == 1 else "name"
        by_root = {each.root: each for each in self.corpora}
        return [
            Target(by_root[hit.root], hit.path, hit.symbol.name_span, hit.symbol.kind, evidence, hit.symbol.span)
            for hit in hits
            if hit.symbol is not None
        ]


_ELSEWHERE = Target(None, "", Span(0, 0), "", "external", Span(0, 0))


def _first(several: list[Found]) -> Found:
    known = [found for found in several if found.places or found.modules]
    return known[0] if known else next((found for found in several if found), Found())
