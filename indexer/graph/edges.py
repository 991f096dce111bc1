"""What a search asks of the graph: which definitions call others that a query finds, or are called by such, which of
them nobody refers to, and why a reference is believed to mean what it does.

The edges are those of `CallGraph`: from the definition that a call stands in to what it means, unless nothing but a
name says so. They are followed from where there are fewer definitions: from those that the inner query finds, if these
are few, else from those that are asked about. Where both are many, all calls of all files are looked at, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from indexer.graph.calls import CallGraph, Node, key_of
from indexer.graph.files import FileGraph
from indexer.graph.resolve import Resolver, Target
from indexer.graph.sources import KnownTexts
from indexer.graph.unused import Finder
from indexer.graph.uses import UseKind
from indexer.graph.words import last_word
from indexer.model import Limits, Reference
from indexer.query.mapped import mapped
from indexer.query.tree import UNKNOWN, Query, Ref, Related, Unused
from indexer.query.tree import Node as Term
from indexer.search.match.facts import Stopped, Unanswerable
from indexer.search.match.matches import hits_in
from indexer.search.plan.plan import Plan, plan_of
from indexer.search.run.beyond import asked_of_files
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates
from indexer.search.run.search import run

_FEW = 300  # definitions that an inner query finds, from which edges are followed
_FEW_ASKED = 100  # definitions that are asked about one by one before all calls are looked at
_NOTES = 5
_CALLS: frozenset[UseKind] = frozenset(("call",))

Key = tuple[str, str, int]  # of a definition
Asked = tuple[Term, str, int | None]  # an inner query, the relation and the steps


def _never() -> bool:
    return False


class Edges:
    """The graph as one search sees it."""

    def __init__(self, corpora: Sequence[Corpus], texts: KnownTexts) -> None:
        # What calls or is called may lie in a part of a root that is not searched.
        every = {corpus.root: replace(corpus, below="", graph=lambda: self) for corpus in corpora}
        self._corpora: dict[Path, Corpus] = every
        self._texts = texts
        self._stopped: Callable[[], bool] = _never
        self._graph = CallGraph(Resolver(list(every.values()), texts, Limits(cancelled=lambda: self._stopped())))
        self._known: dict[Asked, frozenset[Key] | None] = {}
        self._questions: Counter[Asked] = Counter()
        self._plans: dict[Term, Plan] = {}
        self._found: dict[tuple[Term, Path, str], frozenset[int]] = {}
        self._out: dict[tuple[Path, str], dict[int, set[Key]]] = {}
        self._nodes: dict[Key, Node] = {}
        self._doubtful: set[Key] = set()  # definitions with a call of which nothing but a name tells what it means
        self._elsewhere: set[str] = set()  # files that call outside of every definition
        self._finders: dict[tuple[Path, str], Finder] = {}
        self._others: dict[tuple[Path, str, bytes], Edges] = {}
        self._said: dict[str, None] = {}

    @property
    def corpora(self) -> Collection[Corpus]:
        """All that is known, whatever part of it is searched."""
        return self._corpora.values()

    # What a search asks

    def narrowed(self, query: Query, stopped: Callable[[], bool]) -> Query:
        """A query whose terms know the files that can have hits, where these are told by a few definitions."""
        self._stopped = stopped

        def with_files(term: Term) -> Term | None:
            if not isinstance(term, Related):
                return None
            known = self._few(term)
            return term if known is None else replace(term, files=frozenset(path for _, path, _ in known))

        try:
            return replace(query, root=mapped(query.root, with_files))
        except Stopped:
            return query  # it is said when the search ends, which is at once

    def holding(self, candidate: Candidate, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]:
        """Those of some definitions of a file, given by their numbers, that a term is true of."""
        self._stopped = candidate.stopped
        edges = self._for(candidate)
        if edges is not self:
            return edges.holding(candidate, term, symbols)
        corpus, path = self._corpora[candidate.corpus.root], candidate.path
        if isinstance(term, Unused):
            finder = self._finder(corpus, candidate.corpus.below)
            unused = {at for at, _ in finder.definitions_of(path, frozenset(symbols))}
            self._go_on()
            return unused
        every = self._graph.symbols(corpus, path)
        keys = {key_of(corpus, path, every[at].name_span): at for at in symbols if at < len(every)}
        true: Collection[Key] | None = self._few(term)
        if true is None:
            true = self._of_asked(term, [Node(corpus, path, every[at]) for at in keys.values()])
        self._go_on()
        return {at for key, at in keys.items() if key in true}

    def evidence(self, candidate: Candidate, term: Ref, references: Sequence[Reference]) -> Sequence[str]:
        """Why each of some references is believed to mean what it does."""
        self._stopped = candidate.stopped
        edges = self._for(candidate)
        if edges is not self:
            return edges.evidence(candidate, term, references)
        data = candidate.text.data
        name = term.name.text.rpartition(".")[2] if term.name.how in ("path", "exact") else ""
        spans = []
        for one in references:
            written = data[one.span.start : one.span.end].decode("utf-8", "replace")
            spans.append(last_word(data, one.span, name if name and name in written else one.name))
        corpus = self._corpora[candidate.corpus.root]
        words = [data[span.start : span.end].decode("utf-8", "replace") for span in spans]
        answers = self._graph.resolver.answers(corpus, candidate.path, words, spans)
        self._go_on()
        return [
            answer.targets[0].evidence if answer.targets and not answer.is_definition else UNKNOWN for answer in answers
        ]

    def notes(self) -> list[str]:
        """What is to be said of the answer."""
        said = list(self._said)[:_NOTES]
        if self._doubtful:
            count = len(self._doubtful)
            said.append(
                f"{count:,} {'definition calls' if count == 1 else 'definitions call'} something of which nothing but "
                "a name that several have tells what it means; that counts for none of them"
            )
        if self._elsewhere:
            count = len(self._elsewhere)
            said.append(f"{count:,} {'file calls' if count == 1 else 'files call'} it outside of every definition")
        left: Counter[str] = Counter()
        for finder in self._finders.values():
            left += finder.left_out
        if left:
            why = ", ".join(f"{reason} ({count:,})" for reason, count in left.most_common(3))
            said.append(f"what may be used without being named does not count as unused: {why}")
        return said

    # How it is found out

    def _for(self, candidate: Candidate) -> Edges:
        """These edges, or those of a workspace in which a file has the text that is asked about."""
        corpus = self._corpora[candidate.corpus.root]
        known = self._graph.resolver.meaning(corpus).sources.text(candidate.path)
        text = candidate.text
        if known is not None and (known is text or known.data == text.data):
            return self
        key = corpus.root, candidate.path, text.data
        if key not in self._others:
            live = {**corpus.live, candidate.path: candidate.document}
            others = [one for root, one in self._corpora.items() if root != corpus.root]
            self._others = {key: Edges([replace(corpus, live=live), *others], self._texts)}
        return self._others[key]

    def _finder(self, corpus: Corpus, below: str) -> Finder:
        """Who looks for what is unused in the part of a root that is searched."""
        if (corpus.root, below) not in self._finders:
            self._finders[corpus.root, below] = Finder(FileGraph(replace(corpus, below=below)), self._stopped)
        return self._finders[corpus.root, below]

    def _few(self, term: Related) -> frozenset[Key] | None:
        """The definitions that a term is true of, where the inner query finds few; None where it finds many."""
        asked = term.query, term.relation, term.steps
        if asked not in self._known:
            inner = self._run(term.query, _FEW + 1)
            self._known[asked] = self._closed(inner, term) if len(inner) <= _FEW else None
        return self._known[asked]

    def _of_asked(self, term: Related, nodes: list[Node]) -> Collection[Key]:
        """Those of some definitions that a term is true of, where the inner query finds many."""
        asked = term.query, term.relation, term.steps
        self._questions[asked] += len(nodes)
        if self._questions[asked] > _FEW_ASKED and not (term.relation == "calls" and term.steps == 1):
            self._known[asked] = known = self._closed(self._run(term.query, None), term)
            return known
        step = self._called if term.relation == "calls" else self._callers
        return {node.key for node in nodes if self._leads(node, step, term)}

    def _leads(self, node: Node, step: Callable[[list[Node]], Iterable[Node]], term: Related) -> bool:
        """Whether edges lead from a definition to one that the inner query finds."""
        seen = {node.key}
        level, count = [node], 0
        while level and (term.steps is None or count < term.steps):
            count += 1
            following: list[Node] = []
            for other in step(level):
                if self._is_found(term.query, other):
                    return True
                if other.key not in seen:
                    seen.add(other.key)
                    following.append(other)
            level = following
        return False

    def _closed(self, begin: list[Node], term: Related) -> frozenset[Key]:
        """All definitions from which edges lead to some others, or to which they lead from these."""
        step = self._callers if term.relation == "calls" else self._called
        found: set[Key] = set()
        seen = {node.key for node in begin}
        level, count = begin, 0
        while level and (term.steps is None or count < term.steps):
            count += 1
            following: list[Node] = []
            for other in step(level):
                found.add(other.key)
                if other.key not in seen:
                    seen.add(other.key)
                    following.append(other)
            level = following
        return frozenset(found)

    def _run(self, query: Term, most: int | None) -> list[Node]:
        """The definitions that an inner query finds, at most so many."""
        limits = Limits(hits=most, cancelled=self._stopped, detail="place", sort="path")
        answer = run(Query(query, "symbol", "path", ""), list(self._corpora.values()), limits)
        self._go_on()
        self._said.update(dict.fromkeys(problem.message for problem in answer.problems))
        return [Node(self._corpora[hit.root], hit.path, hit.symbol) for hit in answer.hits if hit.symbol is not None]

    def _is_found(self, query: Term, node: Node) -> bool:
        """Whether an inner query finds a definition."""
        key = query, node.corpus.root, node.path
        if key not in self._found:
            if query not in self._plans:
                inner = Query(query, "symbol", "path", "")
                self._plans[query] = plan_of(asked_of_files(inner, list(self._corpora.values()), self._stopped).query)
            candidate = self._graph.resolver.meaning(node.corpus).sources.source(node.path)
            candidate.stopped = self._stopped
            try:
                hits = hits_in(self._plans[query], candidate, around=False)
            except (Gone, Unanswerable):
                hits = []
            symbols = self._graph.symbols(node.corpus, node.path)
            self._found[key] = frozenset(symbols[hit.symbol].name_span.start for hit in hits if hit.symbol is not None)
        return node.symbol is not None and node.symbol.name_span.start in self._found[key]

    def _callers(self, nodes: list[Node]) -> Iterator[Node]:
        """The definitions that call one of some others. Of many, all calls are looked at rather than their names."""
        self._go_on()
        if len(nodes) > _FEW:
            wanted = {node.key for node in nodes}
            for caller, called in self._all():
                if called in wanted:
                    yield self._nodes[caller]
            return
        for link in self._graph.users_of(nodes, _CALLS, Limits(hits=None, cancelled=self._stopped)):
            if link.evidence == "name":
                self._doubtful.add(link.node.key)
            elif link.node.symbol is None:
                self._elsewhere.add(link.node.path)
            else:
                yield link.node
        self._go_on()

    def _called(self, nodes: list[Node]) -> Iterator[Node]:
        """The definitions that one of some others calls."""
        for node in nodes:
            if node.symbol is not None:
                out = self._calls(node.corpus, node.path).get(node.symbol.name_span.start, set())
                yield from (self._nodes[key] for key in sorted(out))

    def _all(self) -> Iterator[tuple[Key, Key]]:
        """All calls of all files, as who calls and what is called."""
        for corpus in self._corpora.values():
            rows = corpus.snapshot.table.rows if corpus.snapshot is not None else []
            for candidate in candidates(corpus, [row for row in rows if row.skipped is None]):
                for start, called in self._calls(corpus, candidate.path).items():
                    caller = str(corpus.root), candidate.path, start
                    yield from ((caller, key) for key in called)

    def _calls(self, corpus: Corpus, path: str) -> dict[int, set[Key]]:
        """What the definitions of a file call, each by where its name begins."""
        known = self._out.get((corpus.root, path))
        if known is None:
            self._go_on()
            known = self._out[corpus.root, path] = {}
            try:
                for symbol, _, targets in self._graph.calls_in(corpus, path):
                    if symbol is not None:
                        caller = Node(corpus, path, symbol)
                        self._nodes.setdefault(caller.key, caller)
                        known.setdefault(symbol.name_span.start, set()).update(self._meant(caller, targets))
            except Gone:
                pass
        return known

    def _meant(self, caller: Node, targets: list[Target]) -> Iterator[Key]:
        for target in targets:
            node = self._graph.node(target)
            if node is None:
                continue
            if target.evidence == "name":
                self._doubtful.add(caller.key)
                continue
            self._nodes.setdefault(node.key, node)
            yield node.key

    def _go_on(self) -> None:
        if self._stopped():
            raise Stopped
