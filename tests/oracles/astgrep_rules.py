"""ast-grep as a judge of its own rules: what it finds in real sources with the rules here is what we find.

python -m tests.oracles.astgrep_rules FOLDER…
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.rules.astgrep.matching import tree_matches
from indexer.rules.astgrep.reading import RuleFile
from indexer.rules.rule import Rule, RuleProblem
from tests.oracles.ast_grep import program

RULES = Path(__file__).with_name("astgrep_rules")
ENDINGS = {"python": (".py",), "javascript": (".js", ".mjs", ".cjs"), "c": (".c", ".h")}
# Rules whose findings differ, and why.
DIFFERENT = {
    "py-first-statement-docstring": "in Python's grammar as it is here no node is around an expression in a block",
}
Found = tuple[str, str, int, int]  # rule, path, start, end


def rules() -> list[Rule]:
    problems: list[RuleProblem] = []
    made = [
        rule for file in sorted(RULES.glob("*.yml")) for rule in RuleFile(file, file.read_bytes(), problems).rules({})
    ]
    assert not problems, problems
    return made


def sources(folders: Iterable[Path], most: int = 100_000) -> list[Path]:
    """Files of the languages that the rules are for, without those that are no valid text or very large."""
    endings = tuple(ending for several in ENDINGS.values() for ending in several)
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.name.endswith(endings))
    return [path for path in files if path.is_file() and _is_text(path)][:most]


def _is_text(path: Path) -> bool:
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return len(data) < 500_000 and b"\0" not in data and b"\r" not in data and not data.startswith(b"\xef\xbb\xbf")


def theirs(files: Sequence[Path], scratch: Path) -> set[Found]:
    """What ast-grep finds."""
    ast_grep = program()
    assert ast_grep is not None
    config = scratch / "sgconfig.yml"
    config.write_text(f"ruleDirs: [{json.dumps(str(RULES))}]\n")
    found: set[Found] = set()
    for at in range(0, len(files), 200):
        command = [ast_grep, "scan", "--config", str(config), "--json=stream", "--no-ignore", "hidden"]
        command += ["--no-ignore", "vcs", "--no-ignore", "dot", *map(str, files[at : at + 200])]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        for line in result.stdout.splitlines():
            each = json.loads(line)
            offsets = each["range"]["byteOffset"]
            found.add((each["ruleId"], each["file"], offsets["start"], offsets["end"]))
    return found


def ours(files: Sequence[Path], asked: Sequence[Rule]) -> set[Found]:
    found: set[Found] = set()
    for path in files:
        language = next(name for name, endings in ENDINGS.items() if path.name.endswith(endings))
        document = Document.of(by_name(language), path.read_bytes())
        for rule in asked:
            if rule.tree is not None and rule.tree.language == language:
                matches = tree_matches(document, rule.tree).matches
                found.update((rule.name, str(path), match.span.start, match.span.end) for match in matches)
    return found


def main() -> int:
    import tempfile

    files = sources([Path(name) for name in sys.argv[1:]])
    asked = rules()
    with tempfile.TemporaryDirectory() as scratch:
        expected = theirs(files, Path(scratch))
    found = ours(files, asked)
    both = len(expected & found)
    print(f"{len(asked)} rules, {len(files)} files: ast-grep {len(expected)}, ours {len(found)}, both {both}")
    for sign, rest in (("-", expected - found), ("+", found - expected)):
        counts = Counter(rule for rule, *_ in rest)
        for rule, count in counts.most_common():
            if rule in DIFFERENT:
                print(f"{sign} {rule}: {count}, known: {DIFFERENT[rule]}")
                continue
            examples = sorted(each for each in rest if each[0] == rule)[:3]
            print(f"{sign} {rule}: {count}")
            for _, path, start, end in examples:
                print(f"    {path}:{start}-{end}: {Path(path).read_bytes()[start:end][:70]!r}")
    return int({each for each in expected ^ found if each[0] not in DIFFERENT} != set())


if __name__ == "__main__":
    sys.exit(main())
