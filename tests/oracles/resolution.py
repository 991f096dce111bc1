"""How often a name is taken to the right definition, by jedi, gopls, clangd, rust-analyzer and others.

Names are drawn at random from the files of a folder; the judge says where each is defined, inside the folder or
outside of it. Names that stand where they are defined are left out. Of what is left, it is counted how often our
first answer, or one of the first three, is the judge's, by class of evidence, and how often we name a place for
something that is defined outside.

    python -m tests.oracles.resolution python FOLDER [--draw 2000] [--seed 1] [--keep FILE] [--misses N] [--record NAME]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.engine import Engine
from indexer.graph.bindings import names_of
from indexer.graph.resolve import Resolver, Target
from indexer.graph.sources import KnownTexts
from indexer.languages.detect import detect
from indexer.languages.registry import by_name
from indexer.languages.scoping import scoping_of
from tests.oracles.resolution_judges import JUDGES

RECORD = Path(__file__).with_name("resolution.json")


class Drawn(NamedTuple):
    """A name that was drawn, and where the judge says it is defined: path and offset, no path for outside."""

    path: str
    offset: int
    name: str
    answers: tuple[tuple[str | None, int], ...]


def identifiers(language: str, data: bytes) -> list[tuple[int, str]]:
    """Where the names of a text are, without those in comments and strings."""
    scoping = scoping_of(language)
    root = Document.of(by_name(language), data).whole_root()
    assert scoping is not None and root is not None
    found = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in scoping.identifiers and (scoping.is_name is None or scoping.is_name(node)):
            found.append((node.start_byte, (node.text or b"").decode()))
            head, sign, last = (node.text or b"").rpartition(scoping.module_separator.encode())
            if scoping.inner_paths and sign and last:  # a name in a package, and the package
                found.append((node.start_byte + len(head) + len(sign), last.decode()))
        stack += node.children
    return sorted(found)


def _bound(language: str, data: bytes) -> set[int]:
    """Where a text binds names."""
    names = names_of(Document.of(by_name(language), data))
    return set() if names is None else {binding.span.start for binding in names.bindings}


def _files(language: str, folder: Path) -> Iterator[Path]:
    """The files of a language: by their ending, those of shells by what they are."""
    if language != "bash":
        ending = {"python": "py", "c": "[ch]", "typescript": "ts", "javascript": "js", "rust": "rs", "ruby": "rb"}
        ending["terraform"] = "tf"
        several = {"perl": ("pm", "pl", "t"), "css": ("css", "html", "htm", "xhtml")}
        for each in several.get(language, (ending.get(language, language),)):
            yield from folder.rglob(f"*.{each}")
        return
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink() and file.stat().st_size < 300_000:
            found = detect(str(file.relative_to(folder)), file.read_bytes())
            if found is not None and found.name == language:
                yield file


def _is_utf8(file: Path) -> bool:
    try:
        file.read_bytes().decode()
    except UnicodeDecodeError:
        return False
    return True


def drawn(language: str, folder: Path, below: str, count: int, seed: int) -> list[Drawn]:
    """Names drawn at random, with what the judge says of them."""
    chance = random.Random(seed)
    files = [
        file for file in sorted(_files(language, folder / below)) if file.is_file() and file.stat().st_size < 300_000
    ]
    files = [file for file in files if _is_utf8(file)]  # offsets in others are counted in what they are decoded to
    files = [file for file in files if "testdata" not in file.parts and "locale" not in file.parts]
    wanted: dict[Path, list[tuple[int, str]]] = {}
    chosen = chance.choices(files, [file.stat().st_size for file in files], k=max(count // 8, 20))
    found: list[Drawn] = []
    with JUDGES[language](folder) as judge:
        for file in chosen:
            told = judge.names(file)
            names = identifiers(language, file.read_bytes()) if told is None else told
            wanted.setdefault(file, []).extend(chance.sample(names, min(14, len(names))))
        for file, places in wanted.items():
            data = file.read_bytes()
            bound = _bound(language, data) if language == "c" else set()  # from there clangd goes to a declaration
            for offset, name in sorted(set(places)):
                if offset in bound:
                    continue
                answers = judge.definitions(file, data, offset)
                if not answers:
                    continue
                inside = tuple(
                    (str(path.relative_to(folder)) if path.is_relative_to(folder) else None, at) for path, at in answers
                )
                path = str(file.relative_to(folder))
                if (path, offset) not in inside:
                    same = _assignments(folder, inside) if language == "bash" else ()
                    found.append(Drawn(path, offset, name, (*inside, *same)))
            print(f"\r{len(found)} of {count}", end="", file=sys.stderr, flush=True)
            if len(found) >= count:
                break
    print(file=sys.stderr)
    return found[:count]


def _assignments(folder: Path, inside: tuple[tuple[str | None, int], ...]) -> Iterator[tuple[str | None, int]]:
    """All places that set a variable of a shell, where the judge says that one does: they are one variable."""
    for path, place in inside:
        names = None if path is None else names_of(Document.of(by_name("bash"), (folder / path).read_bytes()))
        for bound in names.in_scope.values() if names is not None else ():
            for several in bound.values():
                assert names is not None
                spans = [names.bindings[one].span.start for one in several]
                if place in spans and names.bindings[several[0]].kind == "variable":
                    yield from ((path, at) for at in spans if at != place)


def answers(folder: Path, uses: list[Drawn]) -> Iterator[tuple[Drawn, list[Target]]]:
    """What we say of each."""
    engine = Engine()
    try:
        targets = engine.open_paths({str(folder): folder}, lambda *_: None)
        with targets.corpora({}) as corpora:
            resolver = Resolver(corpora, KnownTexts())
            for use in uses:
                yield use, resolver.targets(corpora[0], use.path, use.offset)
    finally:
        engine.shutdown()


class Score:
    """The counts of one run."""

    def __init__(self) -> None:
        self.by_evidence: dict[str, Counter[str]] = {}
        self.inside: Counter[str] = Counter()
        self.locals: Counter[str] = Counter()
        self.outside: Counter[str] = Counter()
        self.misses: list[tuple[Drawn, list[Target], str]] = []

    def add(self, use: Drawn, targets: list[Target]) -> None:
        places = [(target.path, target.span.start) for target in targets if target.corpus is not None]
        evidence = targets[0].evidence if targets else "none"
        right = [answer for answer in use.answers if answer[0] is not None]
        if not right:
            outcome = "wrong" if places else "right"
            self.outside[outcome] += 1
            if places:
                self.by_evidence.setdefault(evidence, Counter())["wrong"] += 1
                self.misses.append((use, targets, "outside"))
            return
        first = bool(places) and _same(places[0], right)
        third = any(_same(place, right) for place in places[:3])
        counted = [self.inside]
        if use.answers[0][0] == use.path and _is_local(targets, use):
            counted.append(self.locals)
        for counter in counted:
            counter["all"] += 1
            counter["first"] += first
            counter["third"] += third
        if places:
            self.by_evidence.setdefault(evidence, Counter())["right" if first else "wrong"] += 1
        if not first:
            self.misses.append((use, targets, "silent" if not places else "wrong"))

    def summary(self) -> dict[str, object]:
        precise = {
            name: {"all": counter.total(), "right": counter["right"]}
            for name, counter in sorted(self.by_evidence.items())
        }
        return {
            "inside": dict(self.inside),
            "locals": dict(self.locals),
            "outside": {"all": self.outside.total(), "wrong": self.outside["wrong"]},
            "evidence": precise,
        }


def _same(place: tuple[str, int], right: list[tuple[str | None, int]]) -> bool:
    """Whether a place is one of the judge's; a module is, wherever in its file the judge points."""
    return any(place == answer or (place[0] == answer[0] and place[1] == 0 and answer[1] < 400) for answer in right)


LOCAL_PLACES: dict[tuple[str, int], bool] = {}


def _is_local(targets: list[Target], use: Drawn) -> bool:
    return LOCAL_PLACES.get((use.path, use.answers[0][1]), False)


def note_locals(folder: Path, language: str, uses: list[Drawn]) -> None:
    """Which of the judge's places are inside of a function: parameters and variables of it."""
    known = {}
    for use in uses:
        if use.answers[0][0] != use.path:
            continue
        if use.path not in known:
            data = (folder / use.path).read_bytes()
            known[use.path] = names_of(Document.of(detect(use.path, data) or by_name(language), data))
        names = known[use.path]
        assert names is not None
        place = use.answers[0][1]
        for binding in names.bindings:
            if binding.span.start == place and binding.kind not in ("field", "member", "embedded"):
                scope = names.scopes[binding.scope]
                LOCAL_PLACES[use.path, place] = scope.kind in ("function", "block")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=sorted(JUDGES))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--below", default="", help="the part of the folder that names are drawn from")
    parser.add_argument("--draw", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file to keep what the judge said in")
    parser.add_argument("--misses", type=int, default=0, help="how many wrong answers to show")
    parser.add_argument("--record", default="", help="the name to record the figures under")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.keep and options.keep.exists():
        uses = [
            Drawn(path, offset, name, tuple((where, at) for where, at in found))
            for path, offset, name, found in json.loads(options.keep.read_text())
        ]
    else:
        uses = drawn(options.language, folder, options.below, options.draw, options.seed)
        if options.keep:
            options.keep.write_text(json.dumps(uses))
    note_locals(folder, options.language, uses)
    score = Score()
    for use, targets in answers(folder, uses):
        score.add(use, targets)
    for use, targets, how in random.Random(2).sample(score.misses, min(options.misses, len(score.misses))):
        line = (folder / use.path).read_bytes()[: use.offset].count(b"\n") + 1
        row = (folder / use.path).read_text("utf-8", "replace").splitlines()[line - 1].strip()
        said = [(target.path, target.span.start, target.kind, target.evidence) for target in targets[:2]]
        print(f"{how} {use.path}:{line} {use.name!r} in {row[:110]!r}\n    judge {use.answers[:2]}\n    we {said}")
    summary = score.summary()
    print(json.dumps(summary, indent=1))
    if options.record:
        known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        known[options.record] = {"language": options.language, "uses": len(uses), **summary}
        RECORD.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
