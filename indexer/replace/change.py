"""A change: one file, the edits to it, and what speaks against them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from indexer.lazy import lazy
from indexer.model import Span
from indexer.replace.check import breakage
from indexer.replace.edits import Edit, applied
from indexer.replace.encoded import Unwritable, file_bytes
from indexer.search.run.corpus import Candidate
from indexer.text.document_text import Text

_LARGEST = 64 << 20  # bytes that a text may grow to


@dataclass(frozen=True)
class Change:
    """What becomes of one file. With a `problem` it is to be left alone; one that is `broken` may be forced."""

    root: Path
    path: str  # relative to the root, with "/"
    language: str | None
    text: Text  # as it was looked at
    edits: tuple[Edit, ...]
    raw: bytes | None  # the file's bytes as they were looked at; None where it is open in an editor
    version: int | None  # the editor's, where it is open
    candidate: Candidate
    problem: str | None = None
    problem_span: Span | None = None
    broken: bool = False
    forced: bool = False

    @lazy
    def new(self) -> bytes:
        """The text after the edits."""
        return applied(self.text.data, self.edits)

    @property
    def written(self) -> bytes:
        """The bytes of the file after the edits. Unwritable if it cannot have them."""
        assert self.raw is not None
        return file_bytes(self.raw, self.new)

    @property
    def is_allowed(self) -> bool:
        return self.problem is None or (self.broken and self.forced)

    @property
    def file(self) -> Path:
        return self.root / self.path

    def ids(self) -> list[str]:
        """A name for each edit, which is another one when the text, the edit or its place is another."""
        text = blake2b(self.text.data, digest_size=16).digest()
        keys = (
            f"{self.file}\0{edit.span.start}\0{edit.span.end}\0".encode("utf-8", "surrogatepass") + text + edit.new
            for edit in self.edits
        )
        return [blake2b(key, digest_size=9).hexdigest() for key in keys]

    def only(self, wanted: Collection[int]) -> Change:
        """The same change with some of its edits alone, judged anew."""
        if len(wanted) == len(self.edits):
            return self
        return self.with_edits([edit for at, edit in enumerate(self.edits) if at in wanted])

    def with_edits(self, edits: Collection[Edit]) -> Change:
        """The same file with other edits, judged by them."""
        return replace(
            self, edits=tuple(edits), problem=None, problem_span=None, broken=False, forced=self.forced
        ).judged()

    def judged(self) -> Change:
        """The change with what speaks against it."""
        grown = len(self.text.data) + sum(len(new) - (span.end - span.start) for span, new in self.edits)
        if grown > _LARGEST:
            return replace(self, problem=f"it would grow to {grown >> 20} MB; left alone")
        if self.raw is not None:
            try:
                _ = self.written
            except Unwritable as reason:
                return replace(self, problem=f"{reason}; left alone")
        broken = breakage(self.candidate, self.edits, self.new)
        if broken is not None:
            message = broken.message.removesuffix("; left alone") if self.forced else broken.message
            return replace(self, problem=message, problem_span=broken.span, broken=True)
        return self
