"""The shell oracle: what shfmt's syntax tree says of a script's heredocs, blocks and statements, next to ours.

A script counts when its shell accepts it (`bash -n`, or `zsh -n` where that is installed) and shfmt parses it. Then
every heredoc must be equal in declaration line, terminator, first and last body line, and every block and statement
in its first and last line. Run on any folders: `python -m tests.oracles.shell FOLDER…`. Where shfmt is missing the run
says that it is skipped. Nothing is ever executed from the scripts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from indexer.syntax.statements.shell import LEXER
from indexer.syntax.statements.shell.state import ShellState
from indexer.syntax.statements.tracker import StatementTracker

_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?(sh|bash|dash|ash|zsh|ksh|ksh93|mksh|posh)\b")
_ZSH_FIRST_LINE = re.compile(rb"#(?:compdef|autoload)\b")
_EXTENSIONS = {".sh", ".bash", ".zsh", ".ksh", ".ash", ".zsh-theme"}
_NAMES = {"configure", "config.status", "preinst", "postinst", "prerm", "postrm"}
_LINE_END = re.compile(rb"\r\n|\n|\r")

Record = tuple[Any, ...]
_LAST = "last line"  # where a node of the tree remembers it


@dataclass
class Facts:
    """What one judge says of a script. Lines are 1-based."""

    heredocs: list[Record] = field(default_factory=list)  # declaration line, terminator, first and last body line
    blocks: list[Record] = field(default_factory=list)  # type, first line, last line
    statements: list[Record] = field(default_factory=list)  # first line, last line
    closed: bool = True


# A virtual environment holds shfmt beside its Python, and need not be active.
SHFMT = shutil.which("shfmt", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))


def missing_tools() -> list[str]:
    tools = {"shfmt": SHFMT, "bash": shutil.which("bash")}
    return [name for name, found in tools.items() if found is None]


def shell_files(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Each different shell script below the paths, once."""
    seen: set[bytes] = set()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_symlink() or not file.is_file() or file.stat().st_size > 4 << 20:
                continue
            with file.open("rb") as stream:
                start = stream.read(120)
                named = file.suffix in _EXTENSIONS or file.name in _NAMES
                if not (named or _SHEBANG.match(start) or _ZSH_FIRST_LINE.match(start)):
                    continue
                text = start + stream.read()
            digest = hashlib.sha256(text).digest()
            if digest not in seen and b"\0" not in text:
                seen.add(digest)
                yield file, text


def is_zsh(path: Path, text: bytes) -> bool:
    shebang = _SHEBANG.match(text)
    if shebang is not None:
        return shebang[1] == b"zsh"
    return path.suffix in (".zsh", ".zsh-theme") or _ZSH_FIRST_LINE.match(text) is not None


def accepted(text: bytes, zsh: bool) -> bool:
    """Whether the shell itself can read the script. A heredoc without an end is a warning to bash, and no to us."""
    if zsh and shutil.which("zsh") is None:
        return True
    shell = ["zsh", "-f", "-n"] if zsh else ["bash", "--norc", "-O", "extglob", "-n"]
    result = subprocess.run([*shell, "/dev/stdin"], input=text, capture_output=True, env={"LC_ALL": "C"}, check=False)
    return result.returncode == 0 and b"here-document" not in result.stderr


def judge(text: bytes, zsh: bool) -> Facts | None:
    """What shfmt says, or None if it cannot parse the script."""
    for dialect in ("zsh",) if zsh else ("bash", "posix", "mksh"):
        command = [SHFMT or "shfmt", "-ln", dialect, "--to-json"]
        result = subprocess.run(command, input=text, capture_output=True, check=False)
        if result.returncode == 0:
            facts = Facts()
            _Walk(facts).node(json.loads(result.stdout))
            facts.heredocs.sort()
            facts.blocks.sort()
            facts.statements.sort()
            return facts
    return None


def ours(text: bytes) -> Facts:
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    tracker = StatementTracker.scan(LEXER, text, starts)
    if b"\r" in text:
        # The judge counts line feeds only.
        lines = [text.count(b"\n", 0, start) + 1 for start in starts]
    else:
        lines = list(range(1, len(starts) + 1))
    lines.append(lines[-1] + 1)
    facts = Facts()
    for heredoc in tracker.heredocs():
        empty = heredoc.content_row_end < heredoc.content_row_start
        # shfmt gives no place for an empty body.
        first = 0 if empty else lines[heredoc.content_row_start]
        last = 0 if empty else lines[heredoc.content_row_end]
        facts.heredocs.append((lines[heredoc.declaration_row], heredoc.terminator, first, last))
    for boundary in tracker.boundaries():
        end = 0 if boundary.row_end is None else lines[boundary.row_end]
        facts.blocks.append((boundary.type, lines[boundary.row_start], end))
    for statement in tracker.statements():
        facts.statements.append((lines[statement.row_start], lines[statement.row_end]))
    state = tracker.whole.state_before(tracker.lines.row_count)
    facts.closed = isinstance(state, ShellState) and not state.frames
    facts.heredocs.sort()
    facts.blocks.sort()
    facts.statements.sort()
    return facts


class _Walk:
    """Follows shfmt's syntax tree and notes what the tracker should have found."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.in_body = False

    def node(self, node: Any) -> None:
        if isinstance(node, list):
            for item in node:
                self.node(item)
            return
        if not isinstance(node, dict):
            return
        if node.get("Op") in ("<<", "<<-") and "OpPos" in node and "Word" in node:
            self.heredoc(node)
            return
        kind = node.get("Type")
        if kind == "File":
            self.statements(node)
        note = _BLOCKS.get(kind or "")
        if note is not None and not self.in_body:
            note(self, node)
        for key, value in node.items():
            if key == "Body" and kind == "FuncDecl":
                self.function_body(value)
            elif isinstance(value, dict | list):
                self.node(value)

    def heredoc(self, node: dict[str, Any]) -> None:
        word = _delimiter(node["Word"])
        body = node.get("Hdoc")
        first = last = 0
        if body is not None:
            first, last = body["Pos"]["Line"], body["End"]["Line"] - 1
            if last < first:
                first = last = 0
        self.facts.heredocs.append((node["OpPos"]["Line"], word, first, last))
        outer, self.in_body = self.in_body, True
        self.node(body)
        self.in_body = outer

    def block(self, kind: str, first: dict[str, Any], last: dict[str, Any]) -> None:
        self.facts.blocks.append((kind, first["Line"], last["Line"]))

    def statements(self, node: dict[str, Any], key: str = "Stmts") -> None:
        if self.in_body:
            return
        for statement in node.get(key) or []:
            self.facts.statements.append((statement["Pos"]["Line"], _last_line(statement)))

    def function_body(self, body: dict[str, Any]) -> None:
        # The braces or parentheses of a body are the function's own.
        command = body["Cmd"]
        if command["Type"] in ("Block", "Subshell"):
            self.statements(command)
            for value in command.values():
                if isinstance(value, list):
                    self.node(value)
            self.node(body.get("Redirs"))
        else:
            self.node(body)

    def function(self, node: dict[str, Any]) -> None:
        self.block("function", node["Pos"], {"Line": _last_line(node["Body"]["Cmd"])})

    def conditional(self, node: dict[str, Any]) -> None:
        branch: dict[str, Any] | None = node
        kind = "if"
        while branch is not None:
            following = branch.get("Else")
            self.block(kind, branch["Position"], following["Position"] if following else node["FiPos"])
            self.statements(branch, "Then")
            branch = following
            kind = "elif" if branch and branch.get("ThenPos", {}).get("Line") else "else"

    def loop(self, node: dict[str, Any]) -> None:
        if node["Type"] == "WhileClause":
            self.block("until" if node.get("Until") else "while", node["WhilePos"], node["DonePos"])
        else:
            self.block("select" if node.get("Select") else "for", node["ForPos"], node["DonePos"])
        self.statements(node, "Do")

    def case(self, node: dict[str, Any]) -> None:
        self.block("case", node["Case"], node["Esac"])
        for item in node.get("Items") or []:
            self.statements(item)

    def brace(self, node: dict[str, Any]) -> None:
        self.block("brace", node["Lbrace"], node["Rbrace"])
        self.statements(node)

    def subshell(self, node: dict[str, Any]) -> None:
        self.block("subshell", node["Lparen"], node["Rparen"])
        self.statements(node)


_BLOCKS = {
    "FuncDecl": _Walk.function,
    "IfClause": _Walk.conditional,
    "WhileClause": _Walk.loop,
    "ForClause": _Walk.loop,
    "CaseClause": _Walk.case,
    "Block": _Walk.brace,
    "Subshell": _Walk.subshell,
}


def _last_line(node: Any) -> int:
    """Where a statement's own text ends: shfmt also counts the bodies of the heredocs it declares."""
    if isinstance(node, list):
        return max(map(_last_line, node), default=0)
    if not isinstance(node, dict):
        return 0
    if "Line" in node:
        return int(node["Line"])
    if _LAST not in node:
        parts = [value for key, value in node.items() if key not in ("Pos", "End", "Comments", "Last", "Hdoc")]
        quoted = node.get("Type") in ("Lit", "SglQuoted", "DblQuoted")
        node[_LAST] = int(node["End"]["Line"]) if quoted else _last_line(parts)
    return int(node[_LAST])


def _delimiter(word: dict[str, Any]) -> str:
    """A heredoc's delimiter as shfmt sees it, without its quotes."""
    parts = []
    for part in word["Parts"]:
        if part["Type"] == "DblQuoted":
            parts.append(_delimiter(part) if part.get("Parts") else "")
        elif part["Type"] == "Lit":
            parts.append(re.sub(r"\\(.)", r"\1", part.get("Value", "")))
        else:
            parts.append(part.get("Value", ""))
    return "".join(parts)


@dataclass
class Result:
    """One script: whether it counts, and what the two judges say of it."""

    path: Path
    reason: str  # why it does not count, or ""
    theirs: Facts
    ours: Facts


def compare(path: Path, text: bytes) -> Result:
    zsh = is_zsh(path, text)
    mine = ours(text)
    if not accepted(text, zsh):
        return Result(path, "not accepted by the shell", Facts(), mine)
    theirs = judge(text, zsh)
    if theirs is None:
        return Result(path, "not parsed by shfmt", Facts(), mine)
    return Result(path, "", theirs, mine)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the shell lexer with shfmt.")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=20, metavar="N", help="differences to print of each sort")
    options = parser.parse_args(arguments)
    missing = missing_tools()
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not found")
        return 0
    counts: Counter[str] = Counter()
    shown: dict[str, list[str]] = {"heredocs": [], "blocks": [], "statements": [], "open at the end": []}
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(lambda item: compare(*item), shell_files(options.paths)):
            counts["files"] += 1
            if result.reason:
                counts[result.reason] += 1
                continue
            counts["files compared"] += 1
            if result.ours.closed:
                counts["files closed at the end"] += 1
            else:
                shown["open at the end"].append(str(result.path))
            for sort in ("heredocs", "blocks", "statements"):
                expected, found = Counter(getattr(result.theirs, sort)), Counter(getattr(result.ours, sort))
                counts[sort] += expected.total()
                counts[f"{sort} equal"] += (expected & found).total()
                if expected != found:
                    missed, extra = sorted((expected - found).elements()), sorted((found - expected).elements())
                    shown[sort].append(f"{result.path}: missed {missed[:5]} extra {extra[:5]}")
    for name, count in counts.items():
        print(f"{name}: {count}")
    for sort, lines in shown.items():
        print(f"files with different {sort}: {len(lines)}" if sort != "open at the end" else f"{sort}: {len(lines)}")
        for line in lines[: options.show]:
            print(f"  {line}")
    return 1 if shown["heredocs"] else 0


if __name__ == "__main__":
    sys.exit(main())
