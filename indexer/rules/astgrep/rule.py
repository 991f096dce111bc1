"""A rule of ast-grep, as data that can be handed to another process."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.rules.astgrep.conditions import Named
from indexer.rules.astgrep.transforms import Rewriter, Transform


@dataclass(frozen=True, slots=True)
class TreeRule:
    """What a rule asks of the nodes of a tree, and what it makes of what its metavariables hold."""

    language: str  # by our name
    asked: Named
    utilities: tuple[tuple[str, Named], ...] = ()
    transforms: tuple[Transform, ...] = ()  # each after those that it is made of
    rewriters: tuple[Rewriter, ...] = ()

    def utility(self, name: str) -> Named | None:
        return next((each for known, each in self.utilities if known == name), None)
