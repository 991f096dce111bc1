"""ast-grep as a judge of its own rules: what it finds in real sources with the rules here is what we find.

python -m tests.oracles.astgrep_rules FOLDER…
python -m tests.oracles.astgrep_rules --rules CATALOGUE FOLDER…

A catalogue is a folder with files of rules, or with pages that have rules in fenced blocks, as ast-grep's own site has
them; the other fenced blocks of its pages are looked through, too. Each rule goes by the name of its page and a number.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.rules.astgrep.matching import tree_matches
from indexer.rules.astgrep.rule_file import RuleFile
from indexer.rules.rule import Rule, RuleProblem
from tests.oracles.ast_grep import program

RULES = Path(__file__).with_name("astgrep_rules")
ENDINGS = {"python": (".py",), "javascript": (".js", ".mjs", ".cjs"), "c": (".c", ".h")}
MORE_ENDINGS = {
    **ENDINGS,
    "cpp": (".cpp", ".cc", ".hpp"),
    "dart": (".dart",),
    "go": (".go",),
    "html": (".html",),
    "java": (".java",),
    "kotlin": (".kt",),
    "ruby": (".rb",),
    "rust": (".rs",),
    "tsx": (".tsx",),
    "typescript": (".ts",),
}
_FENCED = re.compile(r"^([ \t]*)```([\w+]+)[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_SEVERAL = re.compile(r"^---[ \t]*$", re.MULTILINE)
# Rules whose findings differ, and why.
DIFFERENT = {
    "py-first-statement-docstring": "in Python's grammar as it is here no node is around an expression in a block",
    "dart-find-calls-by-callee-name": "the grammar of Dart that is here has other nodes for calls",
    "advanced-language-injection": "a rule for one language is not asked of its code inside files of another",
    "rewrite-transform-7-0": "the example is no valid Python, and the two grammars recover from that differently",
}
Found = tuple[str, str, int, int]  # rule, path, start, end


def rules(folder: Path = RULES) -> tuple[list[Rule], list[RuleProblem]]:
    problems: list[RuleProblem] = []
    files = sorted(folder.glob("*.yml"))
    return [rule for file in files for rule in RuleFile(file, file.read_bytes(), problems).rules({})], problems


def collect(catalogue: Path, folder: Path, examples: Path) -> int:
    """Puts the rules of a catalogue that ast-grep itself reads into a folder, and the code on its pages into another.
    How many it does not read."""
    refused = 0
    for number, file in enumerate(sorted(catalogue.rglob("*"))):
        if file.suffix not in (".yml", ".yaml", ".md") or not file.is_file():
            continue
        text = file.read_text("utf-8", "replace")
        blocks = [(kind, code) for _, kind, code in _FENCED.findall(text)] if file.suffix == ".md" else [("yaml", text)]
        for at, (kind, code) in enumerate(blocks):
            if kind not in ("yml", "yaml"):
                language = by_name(kind) or by_name({"js": "javascript", "ts": "typescript"}.get(kind, kind))
                ending = MORE_ENDINGS.get(language.name, ("",))[0] if language is not None else ""
                if ending:
                    (examples / f"{number}-{at}{ending}").write_text(code)
                continue
            for part, rule in enumerate(_SEVERAL.split(code)):
                if re.search("^rule:", rule, re.MULTILINE) and re.search("^language:", rule, re.MULTILINE):
                    refused += not _is_taken(rule, folder / f"{file.parent.name}-{file.stem}-{at}-{part}.yml")
    return refused


def _is_taken(rule: str, file: Path) -> bool:
    """Writes a rule under the name of its file, if ast-grep can read it."""
    file.write_text(f"id: {file.stem}\n" + re.sub("^id:.*$", "", rule, flags=re.MULTILINE))
    nothing = file.parent / "nothing.py"
    nothing.write_text("")
    ast_grep = program()
    assert ast_grep is not None
    done = subprocess.run([ast_grep, "scan", "--rule", str(file), str(nothing)], capture_output=True, check=False)
    if done.returncode != 0:
        file.unlink()
    return done.returncode == 0


def sources(folders: Iterable[Path], most: int = 100_000, languages: Iterable[str] = tuple(ENDINGS)) -> list[Path]:
    """Files of the languages that the rules are for, without those that are no valid text or very large."""
    endings = tuple(ending for language in languages for ending in MORE_ENDINGS.get(language, ()))
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.name.endswith(endings))
    return [path for path in files if path.is_file() and _is_text(path)][:most]


def _is_text(path: Path) -> bool:
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return len(data) < 500_000 and b"\0" not in data and b"\r" not in data and not data.startswith(b"\xef\xbb\xbf")


def theirs(files: Sequence[Path], scratch: Path, folder: Path = RULES) -> set[Found]:
    """What ast-grep finds."""
    ast_grep = program()
    assert ast_grep is not None
    config = scratch / "sgconfig.yml"
    config.write_text(f"ruleDirs: [{json.dumps(str(folder))}]\n")
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
        language = next(name for name, endings in MORE_ENDINGS.items() if path.name.endswith(endings))
        document = Document.of(by_name(language), path.read_bytes())
        for rule in asked:
            if rule.tree is not None and rule.tree.language == language and not rule.files:
                matches = tree_matches(document, rule.tree).matches
                found.update((rule.name, str(path), match.span.start, match.span.end) for match in matches)
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="*", type=Path)
    options.add_argument("--rules", type=Path, metavar="CATALOGUE", help="rules to judge instead of those kept here")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as made:
        scratch, folder, folders = Path(made), RULES, list(given.folders)
        if given.rules is not None:
            folder, examples = scratch / "rules", scratch / "examples"
            folder.mkdir()
            examples.mkdir()
            folders.append(examples)
            print(f"{collect(given.rules, folder, examples)} rules that ast-grep itself does not read are left out")
        asked, problems = rules(folder)
        for problem in problems:
            print(f"not read: {problem.rule or Path(problem.at.file).stem}: {problem.message}")
        unread = sorted({file.stem for file in folder.glob("*.yml")} - {rule.name for rule in asked})
        if given.rules is not None and unread:
            print(f"{len(unread)} rules that we do not read at all: {', '.join(unread)}")
        languages = {rule.tree.language for rule in asked if rule.tree is not None}
        files = sources(folders, languages=languages)
        names = {rule.name for rule in asked if not rule.files} if given.rules is not None else None
        expected = {each for each in theirs(files, scratch, folder) if names is None or each[0] in names}
        found = ours(files, asked)
        return _compared(expected, found, len(asked), len(files))


def _known(rule: str) -> str | None:
    """Why the findings of a rule differ, where that is known."""
    return next((reason for name, reason in DIFFERENT.items() if rule.startswith(name)), None)


def _compared(expected: set[Found], found: set[Found], asked: int, files: int) -> int:
    both = len(expected & found)
    print(f"{asked} rules, {files} files: ast-grep {len(expected)}, ours {len(found)}, both {both}")
    print(f"{len({rule for rule, *_ in expected | found})} rules find something")
    for sign, rest in (("-", expected - found), ("+", found - expected)):
        counts = Counter(rule for rule, *_ in rest)
        for rule, count in counts.most_common():
            reason = _known(rule)
            if reason is not None:
                print(f"{sign} {rule}: {count}, known: {reason}")
                continue
            examples = sorted(each for each in rest if each[0] == rule)[:3]
            print(f"{sign} {rule}: {count}")
            for _, path, start, end in examples:
                print(f"    {path}:{start}-{end}: {Path(path).read_bytes()[start:end][:70]!r}")
    return int({each for each in expected ^ found if _known(each[0]) is None} != set())


if __name__ == "__main__":
    sys.exit(main())
