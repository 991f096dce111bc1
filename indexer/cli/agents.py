"""`outcrop agents`: tells the clients that agents run in about Outcrop, and takes it back."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches, unified_diff
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.agents.clients import CLIENTS, Client
from indexer.agents.edit import Refused
from indexer.agents.installing import Step, done, is_installed, to_install, to_remove
from indexer.cli.outcome import FAILED, FOUND, NOTHING, USAGE, Failure, Record
from indexer.cli.paths import folder_of
from indexer.cli.terminal import paint, print_json, table

if TYPE_CHECKING:
    from indexer.agents.clients import Scope


def run(options: argparse.Namespace) -> int:
    project = folder_of(options.path)
    if options.action == "list":
        return _list(project, options.json)
    scope: Scope = options.scope
    clients = _chosen(options.client, options.action, scope, project)
    if not clients:
        said = "no client is installed here" if options.action == "install" else "no client knows of Outcrop"
        names = ", ".join(client.name for client in CLIENTS)
        print(f"outcrop: {said}; --client names one of {names}", file=sys.stderr)
        return NOTHING
    steps = (to_install if options.action == "install" else to_remove)(clients, scope, project)
    if not options.json:
        shown: set[str] = set()
        for step in steps:
            _show(step, shown)
    writing = [step for step in steps if step.changes]
    refused = [step for step in steps if step.problem is not None]
    if options.dry_run or not writing:
        if options.json:
            print_json(_as_data(steps, []))
        elif not writing and not refused:
            print("There is nothing to change.")
        return FAILED if refused else FOUND
    if not options.yes and not _agreed(len(writing)):
        print("outcrop: nothing was written", file=sys.stderr)
        return USAGE if not sys.stdin.isatty() else NOTHING
    written: list[Step] = []
    for step in writing:
        try:
            done(step)
            written.append(step)
        except Refused as reason:
            refused.append(step)
            print(f"outcrop: {step.file}: {reason}", file=sys.stderr)
    if options.json:
        print_json(_as_data(steps, written))
    elif written:
        names = ", ".join(dict.fromkeys(client.title for step in written for client in step.clients))
        print(f"Done for {names}." + (" Start it anew to use it." if options.action == "install" else ""))
    if options.action == "install" and find_spec("mcp") is None:
        print(
            f"outcrop: the server needs the package `mcp`: {sys.executable} -m pip install 'mcp>=2.3,<3'",
            file=sys.stderr,
        )
    return FAILED if refused else FOUND


def _chosen(names: list[str] | None, action: str, scope: Scope, project: Path) -> list[Client]:
    """The clients that were named; else those that are installed, or that have an entry to remove."""
    if not names:
        if action == "install":
            return [client for client in CLIENTS if client.is_there() and client.settings(scope, project)]
        return [client for client in CLIENTS if is_installed(client, scope, project)]
    known = {client.name: client for client in CLIENTS}
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1) or [", ".join(known)]
            raise Failure(f"no client is called `{name}`; did you mean {near[0]}?")
        if known[name].settings(scope, project) is None and known[name].skill(scope, project) is None:
            raise Failure(f"{known[name].title} has no settings of a project; without --scope project it has")
    return [known[name] for name in dict.fromkeys(names)]


def _list(project: Path, as_json: bool) -> int:
    found: list[Record] = []
    for client in CLIENTS:
        user, in_project = is_installed(client, "user", project), is_installed(client, "project", project)
        found.append(
            {
                "client": client.name,
                "title": client.title,
                "installed": client.is_there(),
                "user": user,
                "project": in_project,
                "user_file": str(client.settings("user", project)),
                "project_file": str(client.settings("project", project)) if client.project else None,
            }
        )
    if as_json:
        print_json({"clients": found})
        return FOUND
    said = {True: "yes", False: "no"}
    rows = [
        (
            one["client"],
            said[one["installed"]],
            said.get(one["user"], "unreadable"),
            said.get(one["project"], "unreadable") if one["project_file"] else "-",
            one["user_file"],
        )
        for one in found
    ]
    table(rows, ("client", "installed", "set up", "in project", "settings"))
    return FOUND


def _show(step: Step, shown: set[str]) -> None:
    """What becomes of a file. A new text that was shown already is not shown again."""
    titles = ", ".join(client.title for client in step.clients)
    if step.problem is not None:
        print(f"outcrop: {step.file} ({titles}): {step.problem}", file=sys.stderr)
        return
    if not step.changes:
        print(f"{step.file} ({titles}): as it should be")
        return
    what = "new" if step.old is None else "deleted" if step.new is None else "changed"
    print(paint(f"{step.file}", "bold", "magenta") + f" ({titles}): {what}")
    if step.real != step.file.absolute():
        print(f"  which is {step.real}")
    if step.new is None or (step.old is None and step.new in shown):
        if step.new is not None:
            print("  with the same text as the one above")
        return
    shown.add(step.new)
    old, new = (step.old or "").splitlines(), step.new.splitlines()
    for line in list(unified_diff(old, new, lineterm="", n=2))[2:]:
        colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
        print(f"  {paint(line, colour) if colour else line}")
    print()


def _agreed(count: int) -> bool:
    if not sys.stdin.isatty():
        print("outcrop: --yes writes this; --dry-run only shows it", file=sys.stderr)
        return False
    try:
        answer = input(f"Write {'this file' if count == 1 else f'these {count} files'}? [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _as_data(steps: list[Step], written: list[Step]) -> Record:
    return {
        "files": [
            {
                "file": str(step.file),
                "clients": [client.name for client in step.clients],
                "change": step.changes,
                "written": step in written,
                **({"problem": step.problem} if step.problem else {}),
            }
            for step in steps
        ]
    }
