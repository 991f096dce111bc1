"""Tools about the whole: overview, status, index, repositories, delete_repository."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.engine import Symbol, delete_repository, repositories
from mcp_server.rendering import Record, cut, fitted, written
from mcp_server.roots import Refused
from mcp_server.session import Call

if TYPE_CHECKING:
    from indexer.engine import File, FileRow, Repository

_LANGUAGES = 8
_KINDS = 8
_DEFINITIONS = 10  # of a file
_SHOWN_FILES = 60
_UPDATE = 60.0  # seconds that `index` waits
_SHOWN = ("class", "struct", "interface", "trait", "enum", "function", "module", "type", "section", "resource", "table")
_README = re.compile(r"(?i)readme(?:\.\w+)?$")
_PROSE = re.compile(r"\w.*\w.*[^=~#-]$", re.DOTALL)
_LEAST_PROSE = 40


def overview(call: Call) -> list[str]:
    call.wait_for_index()
    given: str = call.arguments.get("path", "")
    surveyed = call.session.engine.survey()
    if not given and len(surveyed) > 1:
        folders = [
            {"p": call.shown(one.root, ""), "files": one.totals.files, "lang": list(one.totals.languages)[:3]}
            for one in surveyed
        ]
        return [fitted({"folders": folders, **call.notes()}, "folders", call.tokens)]
    root, folder = call.session.roots.folder(given or ".")
    below = "" if folder == root else f"{folder.relative_to(root).as_posix()}/"
    known = next((one for one in surveyed if one.root == root), None)
    rows = [row for row in known.files if row.path.startswith(below) and row.skipped is None] if known else []
    record: Record = {"path": call.shown(root, below.rstrip("/")) or root.name, "files": len(rows)}
    record["lines"] = sum(row.lines for row in rows)
    languages = Counter(row.language for row in rows if row.language)
    record["languages"] = dict(languages.most_common(_LANGUAGES))
    if known and not below:
        record["kinds"] = dict(list(known.kinds.items())[:_KINDS])
    about = _about(root, below, rows)
    if about:
        record["about"] = about
    record |= call.notes()
    record["entries"] = [*_folders(rows, below), *_files(call, root, rows, below)]
    return [fitted(record, "entries", call.tokens)]


def _folders(rows: list[FileRow], below: str) -> list[Record]:
    """The folders in a folder, the largest first, with what is in them."""
    inside: dict[str, list[FileRow]] = {}
    for row in rows:
        name, slash, _ = row.path[len(below) :].partition("/")
        if slash:
            inside.setdefault(name, []).append(row)
    made = []
    for name, held in sorted(inside.items(), key=lambda item: (-sum(row.lines for row in item[1]), item[0])):
        language = Counter(row.language for row in held if row.language).most_common(1)
        entry: Record = {"p": f"{name}/", "files": len(held), "lines": sum(row.lines for row in held)}
        made.append(entry | ({"lang": language[0][0]} if language else {}))
    return made


def _files(call: Call, root: Path, rows: list[FileRow], below: str) -> list[Record]:
    """The files in a folder itself, with what they define."""
    here = [row for row in rows if "/" not in row.path[len(below) :]]
    largest = sorted(here, key=lambda row: (-row.lines, row.path))[:_SHOWN_FILES]
    with call.session.engine.looking_at([root / row.path for row in largest]) as files:
        defined = {file.path: _defined(file) for file in files}
    made = []
    for row in sorted(here, key=lambda row: (-row.lines, row.path)):
        entry: Record = {"p": row.path[len(below) :], "lines": row.lines}
        made.append(entry | ({"defs": defined[row.path]} if defined.get(row.path) else {}))
    return made


def _defined(file: File) -> list[str]:
    def order(symbol: Symbol) -> tuple[bool, int]:
        return symbol.name.startswith("_"), symbol.row_start

    tops = [one for one in file.symbols() if one.parent is None and one.kind in _SHOWN]
    names = list(dict.fromkeys(one.name for one in sorted(tops, key=order)))
    return [cut(name, 60) for name in names[:_DEFINITIONS]] + (["…"] if len(names) > _DEFINITIONS else [])


def _about(root: Path, below: str, rows: list[FileRow]) -> str | None:
    """What a README says first, besides headings and badges."""
    for row in rows:
        if _README.fullmatch(row.path[len(below) :]):
            try:
                text = (root / row.path).read_bytes()[:8192].decode("utf-8", "replace")
            except OSError:
                return None
            paragraphs = (" ".join(one.split()) for one in re.split(r"\n\s*\n", text))
            prose = (one for one in paragraphs if len(one) >= _LEAST_PROSE and _PROSE.match(one))
            return cut(next(prose, ""), 300) or None
    return None


def status(call: Call) -> list[str]:
    found = call.session.engine.status()
    record: Record = {"roots": [str(root) for root in call.session.roots.folders], "state": "starting"}
    if found is not None:
        record |= {"state": found.state, "files": found.files, "indexed": found.indexed, "symbols": found.symbols}
    if call.session.following:
        record["notes"] = ["another process, a language server perhaps, keeps this index up to date"]
    record["problems"] = [] if found is None else [{"x": cut(problem, 200)} for problem in found.problems]
    return [fitted(record, "problems", call.tokens)]


def index(call: Call) -> list[str]:
    session = call.session
    if session.following:
        raise Refused("another process, a language server perhaps, keeps this index up to date; nothing is to be done")
    if call.arguments["rebuild"]:
        before = session.news
        session.engine.reindex()
    else:
        session.wait(call.cancelled, most=_UPDATE)
        before = session.news  # not earlier: the first index may just have become ready
        session.engine.refresh()
    session.wait(call.cancelled, lambda: session.news > before and session.engine.index_state() == "ready", _UPDATE)
    return status(call)


def repositories_list(call: Call) -> list[str]:
    every = repositories(call.session.settings)
    inside = [one for one in every if _is_ours(call, one)]
    made = [{"root": one.root, "files": one.files, "bytes": one.bytes} for one in inside]
    record: Record = {"repositories": made}
    if len(every) > len(inside):
        record["others"] = len(every) - len(inside)  # outside the roots: how many there are, and no more
    return [fitted(record, "repositories", call.tokens)]


def _is_ours(call: Call, one: Repository) -> bool:
    return one.root is not None and call.session.roots.holds(Path(one.root))


def delete(call: Call) -> list[str]:
    given: str = call.arguments["root"]
    wanted = Path(given) if Path(given).is_absolute() else call.session.roots.folders[0] / given
    chosen = [one for one in repositories(call.session.settings) if one.root == str(wanted) and _is_ours(call, one)]
    if not chosen:
        raise Refused(f"{given} has no index, or is outside the folders of this server; `repositories` lists them")
    if wanted in call.session.roots.folders:
        raise Refused(f"{given} is what this server works with; `index` with `rebuild` makes its index anew")
    problem = delete_repository(chosen[0])
    if problem is not None:
        raise Refused(problem)
    return [written({"deleted": chosen[0].root})]
