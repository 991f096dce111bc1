"""Code patterns against ast-grep: the same patterns over the same files, compared by file, start, end and captures.

`python -m tests.oracles.patterns FOLDER…` takes files of every language in patterns.toml below the folders, looks for
all its patterns, and prints for each language how many patterns find the same, how many differ with ours right, and
how many differ with ours wrong. `--fetch` first brings the pinned repositories of CORPUS into the folder.

A difference is judged by the text it is about. A match that ast-grep lacks is right if the text reads like the
pattern, token by token, with anything for the metavariables; one that we lack is wrong on ast-grep's side if the text
does not read so (it drops tokens after `$$$`). Where both have a match that begins at one place, their versions of the
grammar differ about its end. What is left is ours to explain: a row under `differences`, or a failure.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import re2

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.patterns.metavariables import Snippet
from tests.oracles import ast_grep
from tests.oracles.ast_grep import Place, Spans

TABLE = tomllib.loads((Path(__file__).parent / "patterns.toml").read_text("utf-8"))
SUFFIXES = {
    "bash": (".sh", ".bash"),
    "c": (".c", ".h"),
    "cpp": (".cc", ".cpp", ".hpp"),
    "csharp": (".cs",),
    "css": (".css",),
    "dart": (".dart",),
    "elixir": (".ex", ".exs"),
    "go": (".go",),
    "haskell": (".hs",),
    "hcl": (".tf", ".hcl"),
    "html": (".html",),
    "java": (".java",),
    "javascript": (".js", ".mjs", ".cjs"),
    "json": (".json",),
    "kotlin": (".kt",),
    "lua": (".lua",),
    "nix": (".nix",),
    "php": (".php",),
    "python": (".py",),
    "ruby": (".rb",),
    "rust": (".rs",),
    "scala": (".scala",),
    "solidity": (".sol",),
    "swift": (".swift",),
    "tsx": (".tsx",),
    "typescript": (".ts",),
    "yaml": (".yaml", ".yml"),
}
LARGEST = 60_000
_GAP = r"(?:\s|\b\w+\s|//[^\n]*|/\*(?s:.*?)\*/|#[^\n]*|--[^\n]*|<!--(?s:.*?)-->)*"
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass
class File:
    path: Path
    data: bytes
    document: Document


@dataclass
class Outcome:
    """What came of one pattern: matches in common, and the places of the differences by what they are."""

    same: int = 0
    right: list[Place] = field(default_factory=list)  # ours alone, and it reads like the pattern
    lax: list[Place] = field(default_factory=list)  # ast-grep's alone, and it does not read like the pattern
    wrong: list[str] = field(default_factory=list)  # ours to explain
    captures: list[str] = field(default_factory=list)  # matches in common that captured different text
    ends: int = 0  # matches that both have and end differently
    refused: bool = False  # by ast-grep

    @property
    def verdict(self) -> str:
        if self.wrong:
            return "wrong"
        return "better" if self.right or self.lax or self.ends else "equal"


def reads_like(source: str) -> re2.Pattern:
    """A regular expression for texts that have the tokens of a pattern in order."""
    snippet = Snippet.of(source)
    parts: list[str] = []
    for at, text in enumerate(snippet.texts):
        tokens = [re.escape(token) for token in _TOKEN.findall(text)]
        many = at > 0 and snippet.variables[at - 1].many
        parts += [
            f"(?:{token})?" if many and number == 0 and token in (",", ";") else token
            for number, token in enumerate(tokens)
        ]
        if at < len(snippet.variables):
            parts.append("(?s:.*?)" if snippet.variables[at].many else "(?s:.+?)")
    options = re2.Options()
    options.log_errors = False
    return re2.compile(_GAP + _GAP.join(parts), options)


def files(folders: Iterable[Path], language: str, most: int) -> list[Path]:
    """The files both can read: valid UTF-8, of moderate size."""
    found = sorted(
        path
        for folder in folders
        for path in (folder.rglob("*") if folder.is_dir() else [folder])
        if path.suffix in SUFFIXES[language] and path.is_file() and 0 < path.stat().st_size <= LARGEST
    )
    step = max(len(found) // most, 1)
    return [path for path in found[::step][:most] if _is_readable(path)]


def _is_readable(path: Path) -> bool:
    try:
        return "\0" not in path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False


def load(folders: Iterable[Path], language: str, most: int) -> list[File]:
    """The files of a language, parsed."""
    loaded = []
    for path in files(folders, language, most):
        data = path.read_bytes()
        document = Document.of(by_name(language), data)
        assert document.structure is not None
        loaded.append(File(path, data, document))
    return loaded


def ours(source: str, loaded: Sequence[File]) -> dict[Place, Spans]:
    """Our matches outside of embedded languages, with what each metavariable stands for."""
    found: dict[Place, Spans] = {}
    for file in loaded:
        answer = file.document.pattern_matches(source)
        regions = [span for region in file.document.regions() for span in region.spans]
        for span, captures, *_ in answer.matches:
            if not any(region.start <= span.start and span.end <= region.end for region in regions):
                found[str(file.path), span.start, span.end] = {
                    name: (at.start, at.end) for name, at in captures.items()
                }
    return found


def compare(language: str, patterns: Sequence[str], loaded: Sequence[File]) -> dict[str, Outcome]:
    """The outcome of each pattern over the files."""
    texts = {str(file.path): file.data for file in loaded}
    theirs = ast_grep.matches(language, patterns, [file.path for file in loaded])
    outcomes: dict[str, Outcome] = {}
    for source in patterns:
        judged = theirs[source]
        outcome = outcomes[source] = Outcome(refused=judged is None)
        found, expected = _trimmed(ours(source, loaded), texts), _trimmed(judged or {}, texts)
        wanted = reads_like(source)
        outcome.same = len(found.keys() & expected.keys())
        starts = {place[:2] for place in found.keys() - expected.keys()} & {
            place[:2] for place in expected.keys() - found.keys()
        }
        for place in sorted(found.keys() ^ expected.keys()):
            if place[:2] in starts:
                outcome.ends += place in found
                continue
            reads = wanted.match(texts[place[0]][place[1] : place[2]].decode()) is not None
            if (place in found) == reads:
                (outcome.right if reads else outcome.lax).append(place)
            else:
                outcome.wrong.append(f"{'+' if place in found else '-'}{_shown(place, texts)}")
        for place in sorted(found.keys() & expected.keys()):
            text = texts[place[0]]
            mine, other = (
                {name: text[start:end].strip() for name, (start, end) in captured.items()}
                for captured in (found[place], expected[place])
            )
            if mine != other:
                outcome.captures.append(f"{_shown(place, texts)} {found[place]} {expected[place]}")
    return outcomes


def _trimmed(matches: dict[Place, Spans], texts: dict[str, bytes]) -> dict[Place, Spans]:
    """The matches without blanks at their end."""
    return {
        (path, start, start + len(texts[path][start:end].rstrip())): spans
        for (path, start, end), spans in matches.items()
    }


def _shown(place: Place, texts: dict[str, bytes]) -> str:
    return f" {place[0]}:{place[1]}-{place[2]} {texts[place[0]][place[1] : place[2]][:100]!r}"


def patterns_of(language: str) -> list[str]:
    return [source.replace("⏎", "\n") for source in TABLE[language]["patterns"]]


def explained(language: str, source: str) -> str:
    """Why a pattern may differ with ours wrong or right, as patterns.toml says."""
    said: str = TABLE[language].get("differences", {}).get(source.replace("\n", "⏎"), "")
    return said


def judge(language: str, folders: Iterable[Path], most: int, show: bool) -> Counter[str]:
    """Compares all patterns of a language and prints what came of them."""
    loaded = load(folders, language, most)
    if not loaded:
        print(f"{language}: SKIPPED, no files", flush=True)
        return Counter()
    patterns = patterns_of(language)
    outcomes = compare(language, patterns, loaded)
    counts: Counter[str] = Counter(patterns=len(patterns))
    for source, outcome in outcomes.items():
        verdict = "listed" if outcome.wrong and explained(language, source) else outcome.verdict
        counts[verdict] += 1
        counts["same"] += outcome.same
        counts["right"] += len(outcome.right)
        counts["lax"] += len(outcome.lax)
        counts["other"] += len(outcome.wrong)
        counts["captures"] += len(outcome.captures)
        if verdict == "wrong" or show:
            refused = ", refused by ast-grep" if outcome.refused else ""
            counted = f"{outcome.same} same, +{len(outcome.right)} right, -{len(outcome.lax)} lax"
            print(f"  {verdict} {source!r}: {counted}, {len(outcome.wrong)} to explain{refused}")
            print("".join(f"     {row}\n" for row in outcome.wrong[:4]), end="")
        if show:
            print("".join(f"     captures {row}\n" for row in outcome.captures[:2]), end="")
    size = sum(len(file.data) for file in loaded) // 1000
    print(f"{language}: {len(loaded)} files, {size} kB; {_summary(counts)}", flush=True)
    return counts


def _summary(counts: Counter[str]) -> str:
    good = counts["equal"] + counts["better"]
    return (
        f"{counts['patterns']} patterns: {counts['equal']} equal, {counts['better']} ours better, "
        f"{counts['listed']} listed, {counts['wrong']} ours wrong ({100 * good / max(counts['patterns'], 1):.1f} %); "
        f"matches: {counts['same']} same, {counts['right']} more, {counts['lax']} rightly fewer, "
        f"{counts['other']} others; "
        f"{counts['captures']} captures differ"
    )


def main() -> int:
    options = argparse.ArgumentParser(description="Compare code patterns with ast-grep.")
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--language", action="append", default=[])
    options.add_argument("--files", type=int, default=40, help="the most files of one language")
    options.add_argument("--show", action="store_true", help="print every pattern and its differences")
    options.add_argument("--fetch", action="store_true", help="bring the pinned repositories into the first folder")
    chosen = options.parse_args()
    if not ast_grep.is_there():
        print("SKIPPED: ast-grep is not installed")
        return 0
    if chosen.fetch:
        ast_grep.fetch(chosen.folders[0])
    counts: Counter[str] = Counter()
    for language in chosen.language or TABLE:
        counts += judge(language, chosen.folders, chosen.files, chosen.show)
    print(f"all: {_summary(counts)}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
