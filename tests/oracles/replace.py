"""Rewrites against ast-grep: the same pattern and the same template over copies of the same files.

`python -m tests.oracles.replace FOLDER…` takes files of every language in `TABLE` below the folders, lets
`ast-grep run --rewrite --update-all` change a copy, and compares its bytes with ours. Where a file differs, each
rewrite is looked at, and a difference fails the run unless it is one of these:

- `layout`: the same signs and words; ours has the blanks, line breaks and the trailing comma of the code that was
  there, or indents a captured text for where it lands, or leaves the lines of a string alone;
- `kept`: ours has what the pattern does not speak of (a comment, an `else`, a modifier), which ast-grep drops;
- `separator`: ast-grep leaves a comma or a blank where an element was that stands for nothing;
- `matches`: one of the two does not find the place at all; `tests.oracles.patterns` judges that.

With `--show` each difference is printed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from indexer.replace.change import Change
from tests.oracles.patterns import files
from tests.replace.replacing import on_disk

TABLE: tuple[tuple[str, str, str], ...] = (
    ("python", "print($$$A)", "log.info($$$A)"),
    ("python", "$A == None", "$A is None"),
    ("python", "$A.append($B)", "$A += [$B]"),
    ("python", "isinstance($A, $B)", "type($A) is $B"),
    ("python", "len($A) == 0", "not $A"),
    ("python", "os.path.join($$$A)", "Path($$$A)"),
    ("python", "raise $E($$$A)", "raise errors.$E($$$A)"),
    ("python", "self.assertEqual($A, $B)", "assert $A == $B"),
    ("python", "$F($A, $B)", "$F($B, $A)"),
    ("python", "if $C: $$$B", "while $C:\n    $$$B"),
    ("python", "for $I in $X: $$$B", "for $I in list($X):\n    $$$B"),
    ("python", "with $A as $B: $$$C", "if True:\n    with $A as $B:\n        $$$C"),
    ("python", "lambda $A: $B", "(lambda $A: ($B))"),
    ("javascript", "console.log($$$A)", "logger.debug($$$A)"),
    ("javascript", "var $A = $B", "const $A = $B"),
    ("javascript", "$A == $B", "$A === $B"),
    ("javascript", "$A.should.equal($B)", "expect($A).toBe($B)"),
    ("javascript", "require($A)", "load($A)"),
    ("javascript", "function ($$$A) { $$$B }", "($$$A) => { $$$B }"),
    ("javascript", "new $C($$$A)", "$C.create($$$A)"),
    ("javascript", "if ($C) { return $R }", "if ($C) return $R"),
    ("javascript", "typeof $A", "kind($A)"),
    ("javascript", "$A.forEach($F)", "each($A, $F)"),
    ("typescript", "$A as $T", "<$T>$A"),
    ("typescript", "expect($A).toBe($B)", "assert.equal($A, $B)"),
    ("typescript", "expect($A).toEqual($B)", "assert.deepEqual($A, $B)"),
    ("typescript", "const $A = $B", "let $A = $B"),
    ("typescript", "$A.parse($B)", "parse($A, $B)"),
    ("typescript", "new $C($$$A)", "$C.of($$$A)"),
    ("typescript", "typeof $A === $B", "is($A, $B)"),
    ("typescript", "($$$A) => $B", "function ($$$A) { return $B }"),
    ("typescript", "$A ?? $B", "or($A, $B)"),
    ("tsx", "useState($A)", "useSignal($A)"),
    ("tsx", "<$C $$$A />", "<Wrapped $$$A />"),
    ("tsx", "cn($$$A)", "clsx($$$A)"),
    ("tsx", "$A && $B", "$A ? $B : null"),
    ("tsx", "const $A = $B", "let $A = $B"),
    ("tsx", "React.useState($A)", "useState($A)"),
    ("tsx", "($$$A) => $B", "function ($$$A) { return $B }"),
    ("tsx", "$A?.$B", "get($A).$B"),
    ("java", "assertEquals($A, $B)", "assertThat($B).isEqualTo($A)"),
    ("java", "$A == null", "Objects.isNull($A)"),
    ("java", "new $T($$$A)", "$T.of($$$A)"),
    ("java", "throw new $E($$$A);", "throw Errors.$E($$$A);"),
    ("java", "$A.equals($B)", "Objects.equals($A, $B)"),
    ("java", "return $A;", "return id($A);"),
    ("java", "if ($C) { return $R; }", "if ($C) {\n    log();\n    return $R;\n}"),
    ("java", "$A.add($B);", "$A.append($B);"),
    ("java", "$A.$F($$$B)", "$F($A, $$$B)"),
    ("c", "if ($C) return $R;", "if (unlikely($C))\n    return $R;"),
    ("c", "$A->$B = $C;", "set($A, $B, $C);"),
    ("c", "sizeof($A)", "SIZE($A)"),
    ("c", "return $A;", "RETURN($A);"),
    ("c", "$A = $B;", "assign(&$A, $B);"),
    ("c", "!strcmp($A, $B)", "streq($A, $B)"),
    ("c", "for ($A; $B; $C) { $$$D }", "for ($A; $B; $C) {\n    tick();\n    $$$D\n}"),
    ("c", "$A ? $B : $C", "choose($A, $B, $C)"),
    ("c", "$A += $B;", "$A = $A + $B;"),
    ("c", "while ($C) { $$$B }", "while (true && $C) { $$$B }"),
    ("cpp", "static_cast<$T>($A)", "cast<$T>($A)"),
    ("cpp", "$A->$F($$$B)", "(*$A).$F($$$B)"),
    ("cpp", "EXPECT_EQ($A, $B);", "EXPECT_THAT($A, Eq($B));"),
    ("cpp", "return $A;", "return std::move($A);"),
    ("cpp", "std::move($A)", "move($A)"),
    ("cpp", "$A.size()", "size($A)"),
    ("cpp", "delete $A;", "destroy($A);"),
    ("cpp", "if ($C) { $$$B }", "if (likely($C)) { $$$B }"),
    ("go", "assert.Equal(t, $A, $B)", "require.Equal(t, $B, $A)"),
    ("go", "if $C { $$$B }", "if ok($C) { $$$B }"),
    ("go", "$A := $B", "var $A = $B"),
    ("go", "append($A, $$$B)", "push($A, $$$B)"),
    ("go", "defer $F($$$A)", "go $F($$$A)"),
    ("go", "$A != nil", "!isNil($A)"),
    ("go", "for $I := range $X { $$$B }", "for $I := range list($X) { $$$B }"),
    ("go", "make($T, $N)", "make($T, 0, $N)"),
    ("go", "return $A, $B", "return pair($A, $B)"),
    ("rust", "$A.unwrap()", '$A.expect("is there")'),
    ("rust", "Some($A)", "Option::Some($A)"),
    ("rust", "let mut $A = $B;", "let $A = RefCell::new($B);"),
    ("rust", "&mut $A", "ptr(&mut $A)"),
    ("rust", "$A.clone()", "Clone::clone(&$A)"),
    ("rust", "if $C { $$$B }", "if likely($C) { $$$B }"),
    ("rust", "$A == $B", "eq($A, $B)"),
    ("rust", "return $A;", "return Ok($A);"),
    ("rust", "$A::new($$$B)", "$A::make($$$B)"),
    ("ruby", "raise $A, $B", "raise $A.new($B)"),
    ("ruby", "assert_equal $A, $B", "expect($B).to eq($A)"),
    ("ruby", "$A.nil?", "$A == nil"),
    ("ruby", "$A.each { |$V| $$$B }", "$A.map { |$V| $$$B }"),
    ("ruby", "$A || $B", "$A or $B"),
    ("ruby", "$A.to_s", "String($A)"),
    ("ruby", "$A = $B", "$A = dup($B)"),
    ("ruby", "return $A", "return($A)"),
    ("ruby", "$A == $B", "$A.eql?($B)"),
    ("php", "$A->$F($$$B)", "$A?->$F($$$B)"),
    ("php", "new $C($$$A)", "make($C, $$$A)"),
    ("php", "return $A;", "return ($A);"),
    ("php", "$A = $B;", "$A = tap($B);"),
    ("php", "array($$$A)", "[$$$A]"),
    ("php", "isset($A)", "has($A)"),
    ("php", "$A === $B", "same($A, $B)"),
    ("php", "throw new $E($$$A);", "fail($E, $$$A);"),
    ("csharp", "Assert.Equal($A, $B)", "Assert.AreEqual($B, $A)"),
    ("csharp", "$A == null", "$A is null"),
    ("csharp", "new $T($$$A)", "Make.$T($$$A)"),
    ("csharp", "return $A;", "return (($A));"),
    ("csharp", "throw new $E($$$A);", "throw Errors.$E($$$A);"),
    ("csharp", "$A ?? $B", "Or($A, $B)"),
    ("csharp", "nameof($A)", "Name($A)"),
    ("csharp", "await $A", "$A.Wait()"),
    ("kotlin", "assertEquals($A, $B)", "assertThat($B).isEqualTo($A)"),
    ("kotlin", "$A == $B", "equal($A, $B)"),
    ("kotlin", "val $A = $B", "var $A = $B"),
    ("kotlin", "require($A)", "check($A)"),
    ("kotlin", "return $A", "return id($A)"),
    ("kotlin", "throw $A", "error($A)"),
    ("lua", "local $A = $B", "local $A <const> = $B"),
    ("lua", "$A == nil", "isnil($A)"),
    ("lua", "asserteq($A, $B)", "assert.equals($B, $A)"),
    ("lua", "if $C then $$$B end", "if not not $C then $$$B end"),
    ("lua", "return $A", "return id($A)"),
    ("lua", "$A .. $B", "concat($A, $B)"),
    ("lua", "not $A", "isfalse($A)"),
    ("swift", "XCTAssertEqual($A, $B)", "expect($A) == $B"),
    ("swift", "let $A = $B", "var $A = $B"),
    ("swift", "return $A", "return id($A)"),
    ("swift", "$A == $B", "equal($A, $B)"),
    ("swift", "$A.append($B)", "$A += [$B]"),
    ("swift", "guard let $A = $B else { $$$C }", "guard let $A = some($B) else { $$$C }"),
    ("bash", "echo $A", "printf '%s\\n' $A"),
    ("bash", "if $C; then $$$B; fi", "if $C; then\n    $$$B\nfi"),
    ("bash", "exit $A", "die $A"),
)
_BLANKS = re.compile(rb"\s+")
_TRAILING = re.compile(rb",(?=[)\]}>])")
_HOLE = re.compile(rb"(?<=[(\[{,]),|,(?=[)\]}>])")
_WORD = re.compile(rb"\w+|[^\w\s]")


@dataclass
class Outcome:
    """What came of one pair."""

    files: int = 0
    equal: int = 0  # files that both changed, to the same bytes
    rewrites: int = 0
    refused: int = 0  # files that ours would leave alone, since they would not parse
    kinds: Counter[str] = field(default_factory=Counter)


def theirs(language: str, pattern: str, template: str, root: Path) -> dict[str, list[tuple[int, int, bytes]]]:
    """The rewrites of ast-grep by file, the outermost of those that lie in one another."""
    command = [
        "ast-grep",
        "run",
        "--pattern",
        pattern,
        "--rewrite",
        template,
        "--lang",
        language,
        "--no-ignore",
        "hidden",
    ]
    result = subprocess.run([*command, "--json=stream", "."], cwd=root, capture_output=True, text=True, check=False)
    found: dict[str, list[tuple[int, int, bytes]]] = {}
    for row in result.stdout.splitlines():
        match = json.loads(row)
        span = match["replacementOffsets"]
        made = (span["start"], span["end"], match["replacement"].encode())
        found.setdefault(match["file"].removeprefix("./"), []).append(made)
    subprocess.run([*command, "--update-all", "."], cwd=root, capture_output=True, check=False)
    return {path: outermost(each) for path, each in found.items()}


def outermost(rewrites: list[tuple[int, int, bytes]]) -> list[tuple[int, int, bytes]]:
    kept: list[tuple[int, int, bytes]] = []
    for one in sorted(rewrites, key=lambda one: (one[0], -one[1])):
        if not kept or one[0] >= kept[-1][1]:
            kept.append(one)
    return kept


def kind_of(old: bytes, ours: bytes, other: bytes) -> str:
    """How two texts differ that stand in place of the same one."""
    if ours == other:
        return "same"
    tight, wide = _BLANKS.sub(b"", ours), _BLANKS.sub(b"", other)
    if tight == wide or (_TRAILING.sub(b"", tight) == wide and b",)" in _BLANKS.sub(b"", old)):
        return "layout"
    if tight == _HOLE.sub(b"", wide):
        return "separator"
    if _TRAILING.sub(b"", tight) == _TRAILING.sub(b"", wide):
        return "layout"
    more, less = Counter(_WORD.findall(ours)), Counter(_WORD.findall(other))
    extra = more - less
    if not less - more - Counter({b",": 9}) and not extra - Counter(_WORD.findall(old)):
        return "kept"
    return "other"


def compare(language: str, pattern: str, template: str, paths: list[Path], show: bool) -> Outcome:
    outcome = Outcome()
    query = 'pattern:"' + pattern.replace("\\", "\\\\").replace('"', '\\"') + f'" lang:{language}'
    with TemporaryDirectory() as left, TemporaryDirectory() as right:
        for root in (Path(left), Path(right)):
            for number, path in enumerate(paths):
                shutil.copy(path, root / f"f{number}{path.suffix}")
        ours = on_disk(Path(left), query, template, force=True).changes
        judged = theirs(language, pattern, template, Path(right))
        for path in sorted({*ours, *judged}):
            outcome.files += 1
            after = (Path(right) / path).read_bytes()
            if path in ours and ours[path].written == after:
                outcome.equal += 1
                outcome.rewrites += len(ours[path].edits)
                outcome.kinds["same"] += len(ours[path].edits)
                continue
            outcome.refused += path in ours and ours[path].broken
            old = (Path(left) / path).read_bytes()
            look_closer(outcome, path, old, ours.get(path), judged.get(path, []), show)
    return outcome


def look_closer(
    outcome: Outcome, path: str, old: bytes, ours: Change | None, other: list[tuple[int, int, bytes]], show: bool
) -> None:
    mine = {edit.span: edit.new for edit in ours.edits} if ours is not None else {}
    known = {(start, end): new for start, end, new in other}
    for span in sorted({*mine, *known}):
        before = old[span[0] : span[1]]
        if span not in mine and known[span] == before:
            kind = "same"
        elif span not in mine and span in known and changes_nothing(before, known[span]):
            kind = "layout"  # ours has nothing to change there
        elif span not in mine or span not in known:
            kind = "matches"
        else:
            kind = kind_of(before, mine[span], known[span])
        outcome.rewrites += 1
        outcome.kinds[kind] += 1
        if show and kind not in ("same", "matches"):
            print(f"  {kind} in {path}\n    old  {before!r}\n    ours {mine.get(span)!r}")
            print(f"    ast-grep {known.get(span)!r}")


def changes_nothing(old: bytes, new: bytes) -> bool:
    return _TRAILING.sub(b"", _BLANKS.sub(b"", old)) == _TRAILING.sub(b"", _BLANKS.sub(b"", new))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--language", action="append", default=[])
    parser.add_argument("--most", type=int, default=60, help="files of each language")
    parser.add_argument("--every", type=int, default=1, help="take every Nth pair")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if shutil.which("ast-grep") is None:
        print("skipped: ast-grep is not installed")
        return 0
    total: Counter[str] = Counter()
    pairs = [row for row in TABLE if not options.language or row[0] in options.language][:: options.every]
    compared = 0
    for language, pattern, template in pairs:
        paths = files(options.folders, language, options.most)
        if not paths:
            continue
        outcome = compare(language, pattern, template, paths, options.show)
        compared += outcome.rewrites > 0
        total.update(outcome.kinds)
        total.update(files=outcome.files, equal=outcome.equal, rewrites=outcome.rewrites, refused=outcome.refused)
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(outcome.kinds.items()) if kind != "same")
        mark = "DIFFERS" if outcome.kinds["other"] else "ok"
        count = f"{outcome.rewrites} rewrites, {outcome.equal} of {outcome.files} files equal"
        print(f"{mark:8}{language:11}{pattern!r} => {template!r}: {count}; {kinds}", flush=True)
    counts = ", ".join(f"{count} {what}" for what, count in sorted(total.items()))
    print(f"{compared} of {len(pairs)} pairs with rewrites; {counts}")
    return 1 if total["other"] or not total["rewrites"] else 0


if __name__ == "__main__":
    sys.exit(main())
