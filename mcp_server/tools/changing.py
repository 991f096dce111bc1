"""The tool that changes code: replace. It answers a patch, and writes only where the server may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from indexer.engine import Problem, patch
from mcp_server.rendering import BYTES_PER_TOKEN, LINE, Record, cut, written
from mcp_server.roots import Refused
from mcp_server.session import Call

if TYPE_CHECKING:
    from indexer.engine import Change

_FILES = 40  # that are listed one by one


def replace(call: Call) -> list[str]:
    query, template = call.arguments["query"], call.arguments["template"]
    writes = call.arguments.get("write", False)
    if writes and not call.session.may_write:
        raise Refused("this server may not write: it was started without --allow-write; `git apply` takes the patch")
    call.wait_for_index()
    found = call.session.engine.replacement(query, template, call.limits(None), call.arguments.get("force", False))
    if found.query_problems or found.template_problems:
        said = [_problem(query, one) for one in found.query_problems]
        raise Refused("; ".join(said + [_problem(template, one) for one in found.template_problems]))
    if writes and found.summary.truncated:
        raise Refused("the search was stopped before all places were found, so nothing was written; narrow the query")
    outcome = call.session.engine.write(found.changes) if writes else {}
    summary = found.summary
    record: Record = {"total": summary.total, "files": len(found.changes)}
    if writes:
        record["written"] = sum(problem is None for problem in outcome.values())
    if summary.left_inside:
        record["left_inside"] = summary.left_inside
    refused = [(change, outcome.get(change.file) or change.problem) for change in found.changes]
    left_alone = [
        {"f": call.shown(change.root, change.path), "why": cut(why, LINE)} for change, why in refused if why is not None
    ]
    if left_alone:
        record["left_alone"] = left_alone[:_FILES]
    if summary.truncated:
        record["truncated"] = True
    return _with_patch(call, {**record, **call.notes(summary.notes)}, found.changes)


def _with_patch(call: Call, record: Record, changes: Sequence[Change]) -> list[str]:
    """The record, and as many whole patches of files as there is room for."""
    shown = [change for change in changes if change.is_allowed and change.raw is not None]
    room = call.tokens * BYTES_PER_TOKEN - len(written(record).encode()) - 80
    parts: list[str] = []
    for change in shown:
        text = patch(change, call.shown(change.root, change.path)).decode("utf-8", "replace")
        room -= len(text.encode())
        if room < 0:
            break
        parts.append(text)
    if len(parts) < len(shown):
        record = {
            **record,
            "truncated": True,
            "left_out": f"patches of {len(shown) - len(parts)} of {len(shown)} files",
        }
    return [written(record), "".join(parts)] if parts else [written(record)]


def _problem(source: str, problem: Problem) -> str:
    start, end = problem.span or (0, 0)
    return f"{problem.message}: `{source[start:end]}`" if 0 < end - start < LINE else problem.message
