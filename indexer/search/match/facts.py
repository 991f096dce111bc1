"""What a query is evaluated on: one text and the records about it, from an open document or from the index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from indexer.model import Boundary, CapturedMatch, HeredocBody, Reference, Span, Statement
from indexer.query.tree import Ref, Related, Unused
from indexer.query.tree import Text as Wanted
from indexer.text.document_text import Text

if TYPE_CHECKING:
    from indexer.git.comparison import Changes
    from indexer.store.columns import PackedOutline  # it imports numpy


class Unanswerable(Exception):
    """A pattern or tree query that makes no sense in this text's language: the reason, in words for a person."""


class Stopped(Exception):
    """The search is to end now: its time is over, or nobody waits for it any more."""


class Facts(Protocol):
    """One text. Each record is asked for only if a query needs it."""

    def stopped(self) -> bool: ...  # whether the search is to end now; asked now and then where much is found
    def is_incomplete(self, why: str) -> None: ...  # some hits may be missing, and the answer is to say so

    @property
    def path(self) -> str: ...  # relative to the root, with "/"
    @property
    def language(self) -> str | None: ...
    @property
    def text(self) -> Text: ...
    def lacks(self, term: Wanted) -> bool: ...  # whether the text certainly does not hold something
    @property
    def packed(self) -> PackedOutline | None: ...  # symbols and blocks as the index has them, if it does
    @property
    def outline(self) -> PackedOutline: ...  # the same, wherever it comes from
    def references(self, wanted: Callable[[str], bool] | None = None) -> Sequence[Reference]: ...  # all, or by name
    def heredocs(self) -> Sequence[HeredocBody]: ...
    def comments(self) -> Sequence[Span]: ...
    def strings(self) -> Sequence[Span]: ...
    def halves(self) -> tuple[Sequence[Span], Sequence[Span]]: ...  # headers and bodies of definitions
    def pattern_matches(self, source: str) -> Sequence[CapturedMatch]: ...
    def statements(self) -> tuple[Sequence[Statement], Sequence[Boundary]]: ...  # and the blocks that they are in
    def measures(self) -> Sequence[CapturedMatch]: ...  # decisions, and lists of parameters
    def changes(self, since: str) -> Changes: ...  # since a revision of git
    def in_graph(self, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]: ...  # those it is true of
    def evidence(self, term: Ref, references: Sequence[Reference]) -> Sequence[str]: ...  # "" where nothing is known
    def ts_matches(self, source: str) -> Sequence[CapturedMatch]: ...
