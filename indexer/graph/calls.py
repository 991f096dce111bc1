"""Who calls what: definitions as the nodes of a graph, and its edges followed step by step.

No edge is stored. Who calls a definition is asked of the files that have its name, what a definition calls of its own
text, and each answer says why it is believed. An edge that goes by the name alone is told and not followed: one common
name would else connect everything with everything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from indexer.graph.addresses import Addresses
from indexer.graph.definitions import Definition, described
from indexer.graph.names import Binding
from indexer.graph.resolve import SURE, Evidence, Resolver, Target
from indexer.graph.uses import Used, UseKind, uses_of, uses_of_each
from indexer.graph.words import name_offset
from indexer.model import Limits, Span, Symbol
from indexer.query.tree import Name, Or, Query, Sym
from indexer.search.rank.secondary import is_test_path
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import run
from indexer.text.document_text import Text

TESTS = frozenset(("test", "test_function", "test_method"))
_ACTING = TESTS | {"function", "method", "constructor", "macro", "rule", "target"}
HOLDING = frozenset(
    ("class", "enum", "impl", "interface", "module", "namespace", "object", "resource", "struct", "trait")
)
_CALLS: frozenset[UseKind] = frozenset(("call",))
_QUALIFIED = re.compile(r"::|[.#]")
_USES = 20  # that tell what is meant by a name of which no definition is called so
_MOST_PARTS = 8  # of a name behind which a definition's own name may begin


class Node(NamedTuple):
    """A definition; without a symbol, the code of a file that lies in none, or something that is defined elsewhere."""

    corpus: Corpus
    path: str
    symbol: Symbol | None
    outside: str = ""  # the name of what no file here defines

    @property
    def key(self) -> tuple[str, str, int]:
        return str(self.corpus.root), self.path, -1 if self.symbol is None else self.symbol.name_span.start

    @property
    def name(self) -> str | None:
        return self.outside or None if self.symbol is None else self.symbol.name

    @property
    def is_test(self) -> bool:
        return is_test_path(self.path) or (self.symbol is not None and self.symbol.kind in TESTS)


class Link(NamedTuple):
    """An edge that was followed: to `node`, from the node that was there before."""

    node: Node
    of: Node
    depth: int  # how many steps from what was asked about
    evidence: Evidence
    rows: tuple[int, ...]  # of the caller's file: where it calls
    spans: tuple[Span, ...]  # likewise, of the names that it calls


class Place(NamedTuple):
    """A node for a person: what it is called and where it is."""

    root: Path
    path: str
    name: str | None  # None for the code of a file that lies in no definition
    holder: str  # the class or module that it is a member of
    kind: str
    row: int  # of its name
    rows: tuple[int, int]  # the first and the last
    is_test: bool
    text: Text | None  # of its file; None for what is defined elsewhere
    span: Span  # of all of it
    name_span: Span

    @property
    def full_name(self) -> str | None:
        """The name as it is spoken of: with that of the class around it."""
        return f"{self.holder}.{self.name}" if self.holder else self.name


class Edge(NamedTuple):
    """A link for a person."""

    place: Place
    of: Place
    depth: int
    evidence: Evidence
    rows: tuple[int, ...]
    spans: tuple[Span, ...]  # in the text of who calls


class Told(NamedTuple):
    """A walk for a person."""

    begin: list[Place]
    definitions: list[tuple[Place, Definition]]  # of where it begins; none for what is defined elsewhere
    edges: list[Edge]
    truncated: bool
    external: tuple[str, ...]
    unfollowed: int


class Walk(NamedTuple):
    """What was found from some definitions on, the nearest first."""

    begin: list[Node]
    links: list[Link]
    truncated: bool  # there may be more
    external: tuple[str, ...] = ()  # names that lead out of the workspace
    unfollowed: int = 0  # nodes at which it was not gone on, since only their name leads there


At = tuple[Path, str, int]  # the root, the path and the first row of one definition among several of a name
Step = Callable[[Sequence[Node], Limits], Iterator[Link]]


def _parts(name: str) -> list[str]:
    """What a name is made of, outermost first."""
    return [part for part in _QUALIFIED.split(name) if part] or [name]


class CallGraph:
    """The calls between the definitions of a workspace, for one question."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.addresses = Addresses(resolver)
        self._external: dict[str, None] = {}

    def defined(self, name: str, at: At | None = None) -> list[Node]:
        """The definitions of a name; `Class.method` and `module::function` are names of what lies in something.

        A definition may be called so itself, as modules of Elixir are: `App.User.find` is `find` in `App.User`.
        """
        begins = [found.end() for found in _QUALIFIED.finditer(name) if found.end() < len(name)]
        own = dict.fromkeys((name, *(name[at:] for at in begins[-_MOST_PARTS:])))
        terms = tuple(Sym(Name("exact", each, ignore_case=False), Span(0, 0)) for each in own)
        query = Query(Or(terms, Span(0, 0)) if len(terms) > 1 else terms[0], "symbol", "score", name)
        hits = run(query, self.resolver.corpora, Limits(hits=None, cancelled=self.resolver.limits.cancelled)).hits
        by_root = {corpus.root: corpus for corpus in self.resolver.corpora}
        nodes = [Node(by_root[hit.root], hit.path, hit.symbol) for hit in hits if hit.symbol is not None]
        nodes = [node for node in nodes if self._is_called(node, name)]
        if not nodes and "." in name:
            nodes = [Node(*found) for found in self.addresses.defined(name)]
        if at is not None:
            here = [node for node in nodes if (node.corpus.root, node.path) == at[:2]]
            return sorted(here, key=lambda node: abs(at[2] - (node.symbol.row_start if node.symbol else 0)))[:1]
        # A prototype is no definition where there is one.
        return [node for node in nodes if node.symbol is not None and node.symbol.kind != "prototype"] or nodes

    def _is_called(self, node: Node, name: str) -> bool:
        """Whether a definition has a name, as far as that says also what it lies in."""
        if node.symbol is None or node.symbol.name == name:
            return True
        asked = _parts(name)
        full = [part for symbol in (*self.around(node), node.symbol) for part in _parts(symbol.name)]
        return full[-len(asked) :] == asked

    def around(self, node: Node) -> list[Symbol]:
        """What a definition lies in, outermost first."""
        symbols = self.symbols(node.corpus, node.path)
        at = None if node.symbol is None else node.symbol.parent
        found: list[Symbol] = []
        while at is not None:
            found.append(symbols[at])
            at = symbols[at].parent
        return found[::-1]

    def place(self, node: Node) -> Place:
        """A node for a person."""
        symbol = node.symbol
        if symbol is None:
            kind = "external" if node.outside else "file"
            text = None if node.outside else self.resolver.meaning(node.corpus).sources.text(node.path)
            nowhere = Span(0, 0)
            return Place(
                node.corpus.root, node.path, node.name, "", kind, 0, (0, 0), node.is_test, text, nowhere, nowhere
            )
        around = self.around(node)
        holder = around[-1].name if around and around[-1].kind in HOLDING else ""
        sources = self.resolver.meaning(node.corpus).sources
        return Place(
            node.corpus.root,
            node.path,
            symbol.name,
            holder,
            symbol.kind,
            sources.row_of(node.path, symbol.name_span.start),
            (symbol.row_start, symbol.row_end),
            node.is_test,
            sources.text(node.path),
            symbol.span,
            symbol.name_span,
        )

    def told(self, walk: Walk) -> Told:
        """A walk for a person."""
        nodes = [*walk.begin, *(node for link in walk.links for node in (link.node, link.of))]
        places = {key: self.place(node) for key, node in {node.key: node for node in nodes}.items()}
        return Told(
            [places[node.key] for node in walk.begin],
            [(places[node.key], found) for node in walk.begin for found in self._definition(node)],
            [
                Edge(places[link.node.key], places[link.of.key], link.depth, link.evidence, link.rows, link.spans)
                for link in walk.links
            ],
            walk.truncated,
            walk.external,
            walk.unfollowed,
        )

    def _definition(self, node: Node) -> list[Definition]:
        return (
            []
            if node.symbol is None
            else list(described(self.resolver, [target_of(node.corpus, node.path, node.symbol)]))
        )

    def symbols(self, corpus: Corpus, path: str) -> list[Symbol]:
        return self.resolver.meaning(corpus).sources.symbols(path)

    def named(self, name: str, at: At | None = None) -> list[Node]:
        """The definitions of a name; if there is none, what the code here calls so and others define."""
        nodes = self.defined(name, at)
        if nodes or at is not None or not self.resolver.corpora:
            return nodes
        some = Limits(hits=_USES, cancelled=self.resolver.limits.cancelled)
        used = list(uses_of(name, self.resolver, some))
        if not used:
            return []
        # What is written `Base.connect` may be defined in something that Base has taken in.
        sure = (use.target for use in used if use.target is not None and use.evidence in SURE)
        meant = next((node for target in sure if (node := self.node(target)) is not None), None)
        return [meant or Node(self.resolver.corpora[0], "", None, name)]

    def callers(self, begin: list[Node], depth: int, limits: Limits) -> Walk:
        """Who calls some definitions, who calls those, and so on."""
        return self._walked(begin, self._callers_of_each, depth, limits)

    def _callers_of_each(self, nodes: Sequence[Node], limits: Limits) -> Iterator[Link]:
        """Who calls some definitions; of those that are known by addresses, who names them."""
        addressed = [node for node in nodes if self._binding(node) is not None]
        yield from self.users_of([node for node in nodes if node not in addressed], _CALLS, limits)
        yield from self.users_of(addressed, None, limits)

    def users(self, begin: list[Node], depth: int, limits: Limits) -> Walk:
        """Who uses some definitions in any way, who uses those, and so on."""
        return self._walked(begin, lambda level, left: self.users_of(level, None, left), depth, limits)

    def callees(self, begin: list[Node], depth: int, limits: Limits) -> Walk:
        """What some definitions call, what those call, and so on."""
        self._external = {}
        walk = self._walked(begin, self._called_by_each, depth, limits)
        return walk._replace(external=tuple(self._external))

    def way(self, begin: list[Node], end: list[Node], depth: int, limits: Limits) -> Walk:
        """The fewest calls that lead from some definitions to others, in order; none if there is no such way."""
        wanted = {node.key for node in begin}
        walk = self.callers(end, depth, limits)
        last = next((link for link in walk.links if link.node.key in wanted), None)
        way: list[Link] = []
        while last is not None:
            way.append(last)
            before = last.of.key
            last = next((link for link in walk.links if link.node.key == before and link.depth < way[-1].depth), None)
        return walk._replace(links=way)

    def _walked(self, begin: list[Node], step: Step, depth: int, limits: Limits) -> Walk:
        """Each definition is entered once, by the fewest steps."""
        end = time.monotonic() + limits.seconds
        links: list[Link] = []
        seen = {node.key for node in begin}
        doubtful: set[tuple[str, str, int]] = set()
        level = begin
        for count in range(1, depth + 1):
            following: list[Node] = []
            left = Limits(hits=None, seconds=max(end - time.monotonic(), 0.0), cancelled=limits.cancelled)
            for link in step(level, left):
                if limits.hits is not None and len(links) >= limits.hits:
                    return Walk(begin, links, truncated=True)
                links.append(link._replace(depth=count))
                if link.node.key in seen:
                    continue
                if link.evidence == "name":
                    doubtful.add(link.node.key)
                    continue
                seen.add(link.node.key)
                following.append(link.node)
            if limits.cancelled() or time.monotonic() > end:
                return Walk(begin, links, truncated=True)
            level = following
            if not level:
                break
        unfollowed = len(doubtful - seen) if depth > 1 else 0
        return Walk(begin, links, truncated=False, unfollowed=unfollowed)

    def users_of(self, nodes: Sequence[Node], kinds: Collection[UseKind] | None, limits: Limits) -> Iterator[Link]:
        """The definitions that use some others, each once for each of these, with the rows where they do.

        All are looked for at once, so that no file is looked at twice.
        """
        asked: dict[str, list[Target] | None] = {}
        of: dict[tuple[str, str, int], Node] = {}
        for node in nodes:
            if node.name is None:
                continue
            if node.symbol is None:
                asked[node.name] = None
                of[node.key] = node
                continue
            wanted, name = target_of(node.corpus, node.path, node.symbol), node.name
            if (binding := self._binding(node)) is not None:
                wanted, name = wanted._replace(span=binding.span), binding.name
            known = asked.setdefault(name, [])
            assert known is not None
            known.append(wanted)
            of[key_of(node.corpus, node.path, wanted.span)] = node
        found: dict[tuple[str, str, int], _Users] = {key: _Users() for key in of}
        by_root = {corpus.root: corpus for corpus in self.resolver.corpora}
        outside = next((key for key, node in of.items() if node.symbol is None), None)
        for use in uses_of_each(asked, self.resolver, limits, kinds):
            corpus = by_root[use.root]
            user = Node(corpus, use.path, self.acting(corpus, use.path, use.reference.symbol))
            target = use.target
            key = None if target is None or target.corpus is None else key_of(target.corpus, target.path, target.span)
            key = outside if key not in found else key
            assert key is not None
            found[key].add(user, use.evidence or "name", use.reference)
        for key, users in found.items():
            for user, evidence, places in users.all():
                yield _link(user, of[key], evidence, places)

    def acting(self, corpus: Corpus, path: str, at: int | None) -> Symbol | None:
        """The innermost definition around a place that does something: no variable, but the function it is in."""
        symbols = self.symbols(corpus, path)
        around: list[Symbol] = []
        while at is not None and at < len(symbols):
            around.append(symbols[at])
            at = symbols[at].parent
        if self.addresses.are_in(corpus, path):
            return next((one for one in around if self.addresses.bound(corpus, path, one) is not None), None)
        for kinds in (_ACTING, HOLDING):
            for symbol in around:
                if symbol.kind in kinds:
                    return symbol
        return None

    def _called_by_each(self, nodes: Sequence[Node], limits: Limits) -> Iterator[Link]:
        end = time.monotonic() + limits.seconds
        for node in nodes:
            yield from self._called(node)
            if limits.cancelled() or time.monotonic() > end:
                return

    def _called(self, node: Node) -> Iterator[Link]:
        """The definitions that one calls, each once, with the rows where it does.

        What a function inside of it calls is that function's: as it is for who asks the other way round.
        """
        lines = self.resolver.meaning(node.corpus).sources.source(node.path).text.lines
        named = self._named_in(node)
        found: dict[tuple[str, str, int], tuple[Node, Evidence, list[tuple[int, Span]]]] = {}
        targets_of = self.resolver.targets_at(node.corpus, node.path, [offset for offset, _, _ in named])
        for (_, span, name), targets in zip(named, targets_of, strict=True):
            if not targets or targets[0].corpus is None:
                if name:
                    self._external.setdefault(name)
                continue
            for target in targets:
                called = self.node(target)
                if called is None or called.symbol is None or (not name and called.key == node.key):
                    continue
                entry = found.setdefault(called.key, (called, target.evidence, []))
                entry[2].append((lines.row_of(span.start), span))
        for called, evidence, places in found.values():
            yield _link(called, node, evidence, places)

    def _named_in(self, node: Node) -> list[tuple[int, Span, str]]:
        """The names that a definition calls: where each is looked up, where it is told, and the name of a call.

        What is known by an address has no calls, but words that may be parts of addresses.
        """
        source = self.resolver.meaning(node.corpus).sources.source(node.path)
        whole = node.symbol.span if node.symbol is not None else Span(0, len(source.text.data))
        if self._binding(node) is not None:
            return [(span.start, span, "") for span in self.addresses.words(node.corpus, node.path, whole)]
        calls = [one for one in source.references() if one.kind == "call" and whole.start <= one.span.start < whole.end]
        if node.symbol is not None and node.symbol.kind in _ACTING:
            calls = [one for one in calls if self._is_own(node, one.symbol)]
        return [(name_offset(one.span, source.text.data), one.span, one.name) for one in calls]

    def _is_own(self, node: Node, at: int | None) -> bool:
        """Whether a place in a function lies in no other one inside."""
        inner = self.acting(node.corpus, node.path, at)
        return inner is None or inner.kind not in _ACTING or inner == node.symbol

    def calls_in(
        self, corpus: Corpus, path: str, names: Collection[str] | None = None
    ) -> Iterator[tuple[Symbol | None, str, list[Target]]]:
        """The calls of a file: the definition that makes each, the name, and what it may mean; with names, those."""
        source = self.resolver.meaning(corpus).sources.source(path)
        calls = [one for one in source.references(None if names is None else names.__contains__) if one.kind == "call"]
        offsets = [name_offset(one.span, source.text.data) for one in calls]
        for one, targets in zip(calls, self.resolver.targets_at(corpus, path, offsets), strict=True):
            yield self.acting(corpus, path, one.symbol), one.name, targets

    def node(self, target: Target) -> Node | None:
        """The definition of the outline that a name means."""
        if target.corpus is None:
            return None
        symbols = self.symbols(target.corpus, target.path)
        symbol = next((one for one in symbols if one.name_span == target.span), None)
        if symbol is None and self.addresses.are_in(target.corpus, target.path):
            bound = ((one, self.addresses.bound(target.corpus, target.path, one)) for one in symbols)
            symbol = next((one for one, binding in bound if binding is not None and binding.span == target.span), None)
        return None if symbol is None else Node(target.corpus, target.path, symbol)

    def _binding(self, node: Node) -> Binding | None:
        """What a definition binds that is known by an address."""
        return None if node.symbol is None else self.addresses.bound(node.corpus, node.path, node.symbol)


class _Users:
    """The definitions that use one, as they are found."""

    def __init__(self) -> None:
        self._found: dict[tuple[tuple[str, str, int], bool], _User] = {}
        self._importing: dict[tuple[tuple[str, str, int], bool], _User] = {}

    def add(self, user: Node, evidence: Evidence, reference: Used) -> None:
        into = self._importing if reference.kind == "import" else self._found
        into.setdefault((user.key, evidence == "name"), (user, evidence, []))[2].append((reference.row, reference.span))

    def all(self) -> Iterable[_User]:
        """An import is a use of its own only where nothing is done with what it brings."""
        using = {(user.corpus.root, user.path) for user, _, _ in self._found.values()}
        idle = {key: one for key, one in self._importing.items() if (one[0].corpus.root, one[0].path) not in using}
        return (self._found | idle).values()


_User = tuple[Node, Evidence, list[tuple[int, Span]]]


def key_of(corpus: Corpus, path: str, name: Span) -> tuple[str, str, int]:
    """What tells a definition from all others."""
    return str(corpus.root), path, name.start


def target_of(corpus: Corpus, path: str, symbol: Symbol) -> Target:
    return Target(corpus, path, symbol.name_span, symbol.kind, "scope", symbol.span)


def _link(node: Node, of: Node, evidence: Evidence, places: list[tuple[int, Span]]) -> Link:
    spans = tuple(dict.fromkeys(span for _, span in places))
    return Link(node, of, 0, evidence, tuple(dict.fromkeys(row for row, _ in places)), spans)


def affected(walk: Walk) -> Walk:
    """What uses lead to, each once by the fewest steps and the best evidence, tests first."""
    best: dict[tuple[str, str, int], Link] = {}
    for link in walk.links:
        known = best.get(link.node.key)
        if known is None or (known.evidence == "name" and link.evidence != "name" and known.depth == link.depth):
            best[link.node.key] = link
    begin = {node.key for node in walk.begin}
    links = [link for key, link in best.items() if key not in begin]
    order = sorted(links, key=lambda link: (not link.node.is_test, link.depth, link.node.path, link.node.key[2]))
    return walk._replace(links=order)
