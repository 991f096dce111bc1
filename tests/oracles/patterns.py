"""Code patterns against ast-grep: the same pattern over the same files, compared by file, start and end.

`python -m tests.oracles.patterns FOLDER…` takes every file of a language in `PATTERNS` below the folders. A difference
fails the run unless it is one of those that are meant:

- `comment`: the code has a comment where the pattern has none, and ast-grep stops at it; asked again about the file
  with its comments blanked, it finds the match;
- `tree`: the two have different versions of the grammar, and ours has an error at that place;
- `reading`: the match comes from a reading of the pattern that ast-grep does not try (see docs/patterns.md);
- what a row of the table says about its pattern.

With `--show` each difference is printed. At the end stand the times: parsing, matching, and ast-grep's own.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tree_sitter import Node

from indexer.patterns import Match, Pattern, compile_pattern
from indexer.syntax.grammars import parser

SUFFIXES = {
    "bash": (".sh", ".bash"),
    "c": (".c", ".h"),
    "cpp": (".cc", ".cpp", ".hpp"),
    "csharp": (".cs",),
    "css": (".css",),
    "go": (".go",),
    "html": (".html",),
    "java": (".java",),
    "javascript": (".js", ".mjs", ".cjs"),
    "json": (".json",),
    "kotlin": (".kt",),
    "lua": (".lua",),
    "php": (".php",),
    "python": (".py",),
    "ruby": (".rb",),
    "rust": (".rs",),
    "scala": (".scala",),
    "swift": (".swift",),
    "tsx": (".tsx",),
    "typescript": (".ts",),
    "yaml": (".yaml", ".yml"),
}
LARGEST = 300_000

# Why a pattern may have differences: what ast-grep does there, and why we do not.
LAST = "`$$$A, $B`: ast-grep ends $$$A at the first node that fits $B, so it finds calls with one argument only"
NOTHING = "`$$$` at the end may stand for nothing; ast-grep wants at least one node there, but not everywhere"
KEYWORD = "ast-grep drops every token after `$$$`; we drop punctuation and keep keywords, here `end`"
DELEGATE = "our Kotlin grammar reads `object : A by B() { … }` as a call of B with a lambda"
UNREADABLE = "ast-grep cannot read this pattern on its own"
TABLE: tuple[tuple[str, str, str], ...] = (
    ("python", "print($$$)", ""),
    ("python", "$A.append($B)", ""),
    ("python", "self.$X = $X", ""),
    ("python", "$A == 0", ""),
    ("python", "$A is not None", ""),
    ("python", "isinstance($A, ($$$B))", ""),
    ("python", "if $C: $$$B", ""),
    ("python", "def $F(self, $$$A): $$$B", ""),
    ("python", "for $I, $V in enumerate($X): $$$", ""),
    ("python", "raise $E($$$) from $F", ""),
    ("python", "with open($$$A) as $F: $$$", ""),
    ("python", "lambda $$$A: $B", ""),
    ("python", "$F($$$A, $B)", LAST),
    ("python", "return $A if $C else $B", ""),
    ("python", "[$E for $V in $X]", ""),
    ("python", "$A[$B:]", ""),
    ("javascript", "console.log($$$A)", ""),
    ("javascript", "$A === undefined", ""),
    ("javascript", "$A && $A.$B", ""),
    ("javascript", "typeof $A === 'string'", ""),
    ("javascript", "const $A = require($B)", ""),
    ("javascript", "function $F($$$A) { $$$B }", ""),
    ("javascript", "($$$A) => $B", ""),
    ("javascript", "new $C($$$)", ""),
    ("javascript", "if ($C) { return $R }", ""),
    ("javascript", "for (let $I = 0; $I < $N.length; $I++) { $$$ }", ""),
    ("javascript", "$A.then($B)", ""),
    ("javascript", "`$$$A`", ""),
    ("javascript", "return;", ""),
    ("typescript", "import { $$$A } from $B", ""),
    ("typescript", "export const $A = $B", ""),
    ("typescript", "interface $I { $$$ }", ""),
    ("typescript", "$A as any", ""),
    ("typescript", "export function $F($$$A): $R { $$$B }", ""),
    ("tsx", "<$C $$$A>$$$B</$C>", ""),
    ("tsx", "<$C $$$A />", ""),
    ("tsx", "useState($A)", ""),
    ("java", "$A.equals($B)", ""),
    ("java", "if ($C) { return $R; }", ""),
    ("java", "new $T($$$A)", ""),
    ("java", "throw new $E($$$A);", ""),
    ("java", "for ($T $V : $X) { $$$ }", ""),
    ("java", "try { $$$A } catch ($E $V) { $$$B }", ""),
    ("java", "$A == null", ""),
    ("java", "return $A;", ""),
    ("c", "if ($C) return $R;", ""),
    ("c", "if (!$X) { $$$ }", ""),
    ("c", "$F($$$A);", ""),
    ("c", "sizeof($A)", ""),
    ("c", "kfree($X)", UNREADABLE),
    ("c", "$A->$B = $C;", ""),
    ("c", "for ($A; $B; $C) { $$$ }", ""),
    ("c", "$A = $B", ""),
    ("c", "return $A;", ""),
    ("c", "#define $A $B", ""),
    ("cpp", "std::move($A)", ""),
    ("cpp", "static_cast<$T>($A)", ""),
    ("cpp", "$A->$F($$$)", ""),
    ("cpp", "delete $A;", ""),
    ("go", "if err != nil { return $$$R }", NOTHING),
    ("go", "$A, err := $F($$$)", ""),
    ("go", "func ($R $T) $F($$$A) $B { $$$C }", ""),
    ("go", "defer $F($$$)", ""),
    ("go", "append($A, $$$B)", ""),
    ("go", "for $I := range $X { $$$ }", ""),
    ("go", "make([]$T, $N)", ""),
    ("rust", "$A.unwrap()", ""),
    ("rust", "Some($A)", ""),
    ("rust", "fn $F($$$A) -> $R { $$$B }", ""),
    ("rust", "if let $P = $E { $$$ }", ""),
    ("rust", "let mut $A = $B;", ""),
    ("rust", "&mut $A", ""),
    ("rust", "impl $T for $S { $$$ }", ""),
    ("rust", "match $A { $$$ }", ""),
    ("ruby", "$A.each do |$V| $$$B end", ""),
    ("ruby", "def $F($$$A) $$$B end", KEYWORD),
    ("ruby", "raise $E, $M", ""),
    ("ruby", "require $A", ""),
    ("ruby", "$A.nil?", ""),
    ("ruby", "$A ||= $B", ""),
    ("php", "isset($A)", ""),
    ("php", "new $C($$$A)", ""),
    ("php", "$this->$F($$$A)", ""),
    ("php", "foreach ($X as $V) { $$$ }", ""),
    ("php", "if ($C) { $$$ }", ""),
    ("php", "$A === null", ""),
    ("csharp", "$A.$B($$$C)", ""),
    ("csharp", "throw new $E($$$A);", ""),
    ("csharp", "var $A = $B;", ""),
    ("csharp", "if ($C) { $$$ }", UNREADABLE),
    ("csharp", "nameof($A)", ""),
    ("kotlin", "val $A = $B", DELEGATE),
    ("kotlin", "$A.$B($$$C)", ""),
    ("kotlin", "if ($C) $A else $B", ""),
    ("lua", "local $A = $B", ""),
    ("lua", "local $A = require($B)", ""),
    ("lua", "function $F($$$A) $$$B end", ""),
    ("lua", "if not $A then $$$B end", ""),
    ("bash", "echo $A", ""),
    ("bash", "cd $A", ""),
    ("bash", "if [ $$$A ]; then $$$B; fi", ""),
    ("css", "color: $A;", ""),
    ("css", "$A { $$$ }", ""),
    ("css", "url($A)", UNREADABLE),
    ("html", "<a $$$A>$$$B</a>", ""),
    ("html", "<br>", ""),
    ("json", '{"name": $A, $$$}', UNREADABLE),
    ("json", '"version": $A', UNREADABLE),
    ("yaml", "name: $A", ""),
    ("scala", "val $A = $B", ""),
    ("scala", "new $A($$$B)", ""),
    ("swift", "let $A = $B", ""),
    ("swift", "guard let $A = $B else { $$$ }", ""),
)

Place = tuple[str, int, int]


@dataclass
class File:
    path: Path
    data: bytes
    root: Node


def files(folders: list[Path], language: str, most: int) -> list[Path]:
    """The files both can read: valid UTF-8, of moderate size."""
    found = sorted(
        path
        for folder in folders
        for path in (folder.rglob("*") if folder.is_dir() else [folder])
        if path.suffix in SUFFIXES[language] and path.is_file() and 0 < path.stat().st_size <= LARGEST
    )
    step = max(len(found) // most, 1)
    return [path for path in found[::step][:most] if readable(path)]


def readable(path: Path) -> bool:
    try:
        return "\0" not in path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False


def judged(language: str, pattern: str, paths: list[Path]) -> set[Place] | None:
    """What ast-grep finds, or None where it refuses the pattern."""
    places: set[Place] = set()
    for at in range(0, len(paths), 200):
        command = [
            "ast-grep",
            "run",
            "--pattern",
            pattern,
            "--lang",
            language,
            "--json=stream",
            "--no-ignore",
            "hidden",
        ]
        command += map(str, paths[at : at + 200])
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if "Cannot parse query" in result.stderr:
            return None
        for row in result.stdout.splitlines():
            match = json.loads(row)
            span = match["range"]["byteOffset"]
            places.add((match["file"], span["start"], span["end"]))
    return places


def nodes_under(root: Node) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += node.children


def without_comments(file: File) -> bytes:
    """The file's text with blanks for its comments, line ends kept."""
    text = bytearray(file.data)
    for node in nodes_under(file.root):
        if node.is_extra and node.is_named:
            blank = bytes(byte if byte in b"\r\n" else 32 for byte in text[node.start_byte : node.end_byte])
            text[node.start_byte : node.end_byte] = blank
    return bytes(text)


def is_damaged(file: File, start: int, end: int) -> bool:
    """Whether our tree has an error that meets a span."""
    return file.root.has_error and any(
        (node.is_error or node.is_missing) and node.start_byte <= end and node.end_byte >= start
        for node in nodes_under(file.root)
    )


def is_other_reading(pattern: Pattern, match: Match, first: set[tuple[int, int]]) -> bool:
    """Whether a match comes from a reading that is not the one at file level."""
    at_file_level = pattern.readings[0].context in (("", ""), ("", "\n"), ("<?php ", ""))
    return not at_file_level or (match.start, match.end) not in first


def due_to_comments(language: str, source: str, candidates: dict[Place, File]) -> set[Place]:
    """The places where ast-grep finds the pattern too once the comments of the file are blank."""
    with TemporaryDirectory() as folder:
        copies: dict[str, str] = {}
        for number, file in enumerate({str(file.path): file for file in candidates.values()}.values()):
            copy = Path(folder) / f"{number}{file.path.suffix}"
            copy.write_bytes(without_comments(file))
            copies[str(file.path)] = str(copy)
        places = judged(language, source, [Path(copy) for copy in copies.values()]) or set()
        return {place for place in candidates if (copies[place[0]], place[1], place[2]) in places}


def first_reading(pattern: Pattern) -> Pattern:
    return replace(pattern, readings=pattern.readings[:1])


@dataclass(frozen=True)
class Outcome:
    """What a comparison came to. `rows` are the differences that are unexplained, or all of them if wanted."""

    same: int
    reasons: Counter[str]
    rows: list[str]
    refused: bool  # by ast-grep
    seconds: float
    judge_seconds: float

    @property
    def unexplained(self) -> int:
        return self.reasons["+unexplained"] + self.reasons["-unexplained"]


def compare(language: str, source: str, reason: str, loaded: list[File], show: bool) -> Outcome:
    pattern = compile_pattern(source, language)
    assert isinstance(pattern, Pattern), f"{source}: {pattern}"
    by_path = {str(file.path): file for file in loaded}
    started = time.perf_counter()
    found = {(path, m.start, m.end): m for path, file in by_path.items() for m in pattern.matches(file.root, file.data)}
    ours = time.perf_counter() - started
    started = time.perf_counter()
    theirs = judged(language, source, [file.path for file in loaded])
    judge = time.perf_counter() - started
    expected = theirs or set()
    reasons: Counter[str] = Counter()
    rows: list[str] = []
    first = first_reading(pattern)
    alone: dict[str, set[tuple[int, int]]] = {}
    extra = {place: by_path[place[0]] for place in found.keys() - expected}
    commented = due_to_comments(language, source, extra) if theirs and extra else set()
    for place in sorted(found.keys() ^ expected):
        path, start, end = place
        file = by_path[path]
        why = "row" if reason else "unexplained"
        if place in found and path not in alone:
            alone[path] = {(one.start, one.end) for one in first.matches(file.root, file.data)}
        if place in commented:
            why = "comment"
        elif place in found and is_other_reading(pattern, found[place], alone[path]):
            why = "reading"
        elif (place not in found or not reason) and is_damaged(file, start, end):
            why = "tree"
        sign = "+" if place in found else "-"
        reasons[sign + why] += 1
        if show or why == "unexplained":
            rows.append(f"    {sign}{why} {path}:{start}-{end} {file.data[start:end][:100]!r}")
    return Outcome(len(found.keys() & expected), reasons, rows, theirs is None, ours, judge)


def load(folders: list[Path], language: str, most: int) -> list[File]:
    """The files of a language, parsed."""
    parse = parser(language)
    assert parse is not None
    return [
        File(path, data := path.read_bytes(), parse.parse(data).root_node) for path in files(folders, language, most)
    ]


def rows(wanted: list[str]) -> Iterator[tuple[str, str, str]]:
    return (row for row in TABLE if not wanted or row[0] in wanted)


def main() -> int:
    options = argparse.ArgumentParser(description="Compare code patterns with ast-grep.")
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--language", action="append", default=[])
    options.add_argument("--files", type=int, default=250, help="the most files of one language")
    options.add_argument("--show", action="store_true")
    chosen = options.parse_args()
    if shutil.which("ast-grep") is None:
        print("skipped: ast-grep is not installed")
        return 0
    failed = 0
    loaded: dict[str, list[File]] = {}
    for language, source, reason in rows(chosen.language):
        if language not in loaded:
            started = time.perf_counter()
            loaded[language] = load(chosen.folders, language, chosen.files)
            size = sum(len(file.data) for file in loaded[language]) / 1e6
            took = time.perf_counter() - started
            print(f"{language}: {len(loaded[language])} files, {size:.1f} MB, parsed in {took:.2f} s", flush=True)
        if not loaded[language]:
            continue
        outcome = compare(language, source, reason, loaded[language], chosen.show)
        failed += outcome.unexplained > 0
        said = [f"{outcome.same} same", *(f"{name} {count}" for name, count in sorted(outcome.reasons.items()))]
        said += ["ast-grep refuses it"] * outcome.refused
        times = f"[{outcome.seconds:.2f} s, ast-grep {outcome.judge_seconds:.2f} s]"
        print(f"  {'FAIL' if outcome.unexplained else 'ok  '} {source!r}: {', '.join(said)} {times}", flush=True)
        print("\n".join(outcome.rows[:20]), end="\n" if outcome.rows else "", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
