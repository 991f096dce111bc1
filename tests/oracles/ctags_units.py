"""Definitions held against the test cases of universal-ctags: `python -m tests.oracles.ctags_units FOLDER [LANGUAGE…]`.

FOLDER is `Units` in the sources of universal-ctags, or any part of it. A case is a folder with inputs and the tags that
are expected of them. Each tag that is a definition is looked for among our symbols of the same input: "found" is one of
that name on that row, where qualifiers and sigils may differ; "spelled so" is one with exactly that name. What we do
not call a definition is written down as data in `ctags_units.toml`, by the names of ctags' folders. Languages are
detected from the input as ctags' own tests have it, so a wrong guess is a miss. Exit code 0 when the share found is
at least `--least`, 1 when not, 77 when the folder has no cases.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.languages.registry import Language, by_name
from tests.oracles.judged import record

OPINIONS = Path(__file__).parent / "ctags_units.toml"
_TAG = re.compile(r"([^\t]*)\t([^\t]*)\t(/\^?.*?\$?/|\d+)(?:;\"(.*))?")
_ESCAPED = re.compile(r"\\([\\/?])")
_CORE = re.compile(r"\w+", re.ASCII)
_NOT_OURS = frozenset(("anonymous", "fileScope", "inputFile", "pseudo", "qualified", "reference"))
NEAR = 3  # rows between a name and the row that ctags gives


class Tag(NamedTuple):
    """A definition that ctags expects, and the 0-based rows on which it may be."""

    name: str
    kind: str
    rows: tuple[int, ...]
    around: str = ""  # the kinds of what it lies in, and its other fields


class Score:
    """What was compared of one language."""

    def __init__(self) -> None:
        self.files = self.total = self.found = self.spelled = self.ours = 0
        self.missing: list[str] = []
        self.differing: list[str] = []
        self.extra: list[str] = []


class Opinions:
    """What ctags tags and we do not call a definition."""

    def __init__(self) -> None:
        self.data = tomllib.loads(OPINIONS.read_text("utf-8"))

    def apply(self, language: str, case: str, tag: Tag) -> bool:
        """Whether a tag counts."""
        for table in (self.data["every"], self.data.get(language, {})):
            if tag.kind in table.get("kinds", "").split():
                return False
            if any(fnmatchcase(tag.name, pattern) for pattern in table.get("names", ())):
                return False
            if not set(tag.around.split()).isdisjoint(table.get("inside", "").split()):
                return False
            if case in table.get("cases", {}):
                return False
        return True

    def language(self, folder: str) -> Language | None:
        """Our language for a folder whose inputs do not tell it by their names."""
        return by_name(self.data.get(folder, {}).get("language", ""))


def cases(folder: Path) -> Iterator[tuple[str, Path]]:
    """The folders with cases under a folder, each with the name of its language."""
    for expected in sorted(folder.rglob("expected.tags")):
        case = expected.parent
        around = [part for part in expected.parts if part.startswith("parser-") and part.endswith(".r")]
        if case.suffix == ".d" and around:
            yield around[0].removeprefix("parser-").removesuffix(".r"), case


def tags(case: Path, name: str, rows: list[str]) -> list[Tag]:
    """The definitions that are expected of one input."""
    found: list[Tag] = []
    for line in (case / "expected.tags").read_text("utf-8", "replace").split("\n"):
        match = _TAG.fullmatch(line)
        if match is None or match[2].rpartition("/")[2] != name or match[1].startswith("!_"):
            continue
        fields = [field for field in (match[4] or "").split("\t") if field]
        told = dict(field.split(":", 1) for field in fields if ":" in field)
        kind = told.get("kind") or next((field for field in fields if ":" not in field), "")
        roles = told.get("roles", "def").split(",")
        if "def" not in roles or _NOT_OURS & set(told.get("extras", "").split(",")) - {"fileScope"}:
            continue
        where = _rows(match[3], told.get("line"), rows)
        if where:
            name_of = re.sub(r"^operator (?=\W)", "operator", match[1].replace("\\\\", "\\"))
            found.append(Tag(name_of, kind, where, " ".join(sorted(told))))
    return _unqualified(found)


def _rows(address: str, line: str | None, rows: list[str]) -> tuple[int, ...]:
    """The rows that a tag's address fits."""
    if line is not None and line.isdigit():
        return (int(line) - 1,)
    if address.isdigit():
        return (int(address) - 1,)
    text = _ESCAPED.sub(r"\1", address[1:-1].removeprefix("^"))
    if address.endswith("$/"):
        text = text.removesuffix("$")
        return tuple(at for at, row in enumerate(rows) if row == text)
    return tuple(at for at, row in enumerate(rows) if row.startswith(text))


def _unqualified(found: list[Tag]) -> list[Tag]:
    """The tags without those that name another one of the same row with what is around it."""
    names: dict[tuple[str, tuple[int, ...]], set[str]] = defaultdict(set)
    for tag in found:
        names[tag.kind, tag.rows].add(tag.name)
    kept = []
    for tag in found:
        others = names[tag.kind, tag.rows] - {tag.name}
        if not any(tag.name.endswith(sign + other) for other in others for sign in (".", "::", ":", "/", "#", "\\")):
            kept.append(tag)
    return list(dict.fromkeys(kept))


def core(name: str) -> str:
    """A name without what is around it and without signs, for those who spell it in another way."""
    return "".join(_CORE.findall(name)).lower()


def same(ours: str, theirs: str) -> bool:
    """Whether two spellings mean one name."""
    mine, other = core(ours), core(theirs)
    if not mine or not other:
        return not mine and not other
    return mine == other or _last(ours) == _last(theirs) or mine.endswith(other) or other.endswith(mine)


def _last(name: str) -> str:
    return (_CORE.findall(name.lower()) or [""])[-1]


def judge(score: Score, case: Path, path: Path, wanted: list[Tag], language: Language | None, data: bytes) -> None:
    """Compares what is wanted of one input with what we find."""
    text = Document.of(language, data)
    ours = [(symbol.name, text.text.lines.row_of(symbol.name_span.start)) for symbol in text.symbols()]
    left = Counter(ours)
    score.files += 1
    score.ours += len(ours)
    waiting: list[Tag] = []
    for tag in wanted:
        score.total += 1
        at = next((key for row in tag.rows if left[key := (tag.name, row)]), None)
        if at is None:
            waiting.append(tag)
            continue
        left[at] -= 1
        score.found += 1
        score.spelled += 1
    for tag in waiting:
        close = [
            (min(abs(row - other) for row in tag.rows), name != tag.name, other, name)
            for (name, other), count in left.items()
            if count and same(name, tag.name)
        ]
        best = min(close, default=None)
        where = f"{case.name}/{path.name}:{tag.rows[0] + 1} {tag.kind} {tag.name}"
        if best is None or best[0] > NEAR:
            score.missing.append(f"{where}  [{language.name if language else 'unknown'}]")
            continue
        left[best[3], best[2]] -= 1
        score.found += 1
        score.spelled += best[3] == tag.name
        if best[3] != tag.name:
            score.differing.append(f"{where}  ours {best[3]}")
    for (name, row), count in left.items():
        score.extra += [f"{case.name}/{path.name}:{row + 1} {name}"] * count


def run(folder: Path, wanted: set[str]) -> dict[str, Score]:
    """Each language's score."""
    opinions = Opinions()
    scores: dict[str, Score] = defaultdict(Score)
    for name, case in cases(folder):
        if wanted and name not in wanted:
            continue
        for path in sorted(case.glob("input*")):
            if not path.is_file():
                continue
            data = path.read_bytes()
            rows = [row.rstrip("\r") for row in data.decode("utf-8", "replace").split("\n")]
            expected = [tag for tag in tags(case, path.name, rows) if opinions.apply(name, case.name, tag)]
            language = opinions.language(name) or detect(path.name, data)
            judge(scores[name], case, path, expected, language, data)
    return scores


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("language", nargs="*", help="names of ctags' folders, such as cxx; all of them without any")
    options.add_argument("--show", type=int, default=0, metavar="N", help="print N examples of each difference")
    options.add_argument("--least", type=float, default=0.0, metavar="PERCENT", help="what has to be found")
    options.add_argument("--record", metavar="LANGUAGE", help="keep the figures in judged.toml under our language")
    arguments = options.parse_args()
    scores = {name: score for name, score in run(arguments.folder, set(arguments.language)).items() if score.total}
    if not scores:
        print(f"SKIPPED: no test cases of universal-ctags in {arguments.folder}")
        return 77
    print(f"{'language':28}{'files':>6}{'tags':>7}{'found':>8}{'spelled':>9}{'only ours':>11}")
    for name, score in scores.items():
        shares = f"{score.found / score.total:8.1%}{score.spelled / score.total:9.1%}"
        print(f"{name:28}{score.files:6}{score.total:7}{shares}{len(score.extra):11}")
        for title, rows in (("missing", score.missing), ("spelled", score.differing), ("only ours", score.extra)):
            for row in rows[: arguments.show]:
                print(f"    {title}: {row}")
    total, found, spelled = (sum(getattr(s, key) for s in scores.values()) for key in ("total", "found", "spelled"))
    files = sum(score.files for score in scores.values())
    print(f"{'all':28}{files:6}{total:7}{found / total:8.1%}{spelled / total:9.1%}")
    if arguments.record:
        record(arguments.record, "universal-ctags' test cases", "its own", files, total, found)
    return 0 if found * 100 >= arguments.least * total else 1


if __name__ == "__main__":
    sys.exit(main())
