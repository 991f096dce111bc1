"""Rules over texts that are open nowhere and lie nowhere: what the tests of `indexer.rules` share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.rules.finding import Finding, findings_in
from indexer.rules.rule import Rule
from indexer.rules.rule_set import RuleSet, rules_for
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus

READER = SafeReader()


def candidate(text: str, path: str = "a.py") -> Candidate:
    data = text.encode()
    return Candidate(Corpus(Path("/nowhere"), None, READER, {path: Document.of(detect(path, data), data)}), path, None)


def found(text: str, *rules: Rule, path: str = "a.py") -> list[Finding]:
    return findings_in(rules, candidate(text, path), {rule.name for rule in rules}).findings


def told(text: str, *rules: Rule, path: str = "a.py") -> list[str]:
    """Each finding as its rule, its row from 1 and the code that is underlined."""
    data = text.encode()
    made = []
    for each in found(text, *rules, path=path):
        row = data[: each.span.start].count(b"\n") + 1
        made.append(f"{each.rule}:{row}:{data[each.span.start : each.span.end].decode()}")
    return made


def written(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def read(root: Path, source: str, own: str | None = None) -> RuleSet:
    """The rules of a folder that has these, and of a user who has those."""
    written(root, {".outcrop/rules/a.toml": source})
    mine = root / "config.toml"
    if own is not None:
        mine.write_text(own)
    return rules_for(root, mine)
