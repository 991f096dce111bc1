"""Installing and removing: what would be written for each client, as steps that can be shown, and doing them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from types import ModuleType

from indexer.agents import files, json_entry, toml_entry, yaml_entry
from indexer.agents.clients import CLIENTS, NAME, Client, Scope
from indexer.agents.edit import Edit, Refused, applied, reversed_edits
from indexer.agents.records import Record, Records, digest
from indexer.agents.skill import SKILL
from indexer.looking import program as program_named

_FORMATS: dict[str, ModuleType] = {"json": json_entry, "toml": toml_entry, "yaml": yaml_entry}
_PROGRAM = "outcrop-mcp"


@dataclass(frozen=True)
class Step:
    """What becomes of one file: nothing if its text stays the same or something speaks against it."""

    clients: tuple[Client, ...]
    file: Path
    real: Path
    old: str | None
    new: str | None
    edits: tuple[Edit, ...] = ()
    problem: str | None = None

    @property
    def changes(self) -> bool:
        return self.problem is None and self.old != self.new


def program(scope: Scope) -> str:
    """How the server is started: by its full path for one user; by its name where others are to start theirs, too."""
    own = Path(sys.executable).parent / (f"{_PROGRAM}.exe" if sys.platform == "win32" else _PROGRAM)
    on_path = program_named(_PROGRAM)
    if scope == "project" and on_path is not None and own.exists() and Path(on_path).samefile(own):
        return _PROGRAM
    return str(own) if own.exists() else on_path or _PROGRAM


def to_install(clients: Iterable[Client], scope: Scope, project: Path) -> list[Step]:
    command = program(scope)
    steps: list[Step] = []
    skills: dict[Path, list[Client]] = {}
    for client in clients:
        settings = client.settings(scope, project)
        if settings is not None:
            steps.append(_step((client,), settings, scope, project, client.entry(command, project)))
        skill = client.skill(scope, project)
        if skill is not None:
            skills.setdefault(skill, []).append(client)
    return steps + [_skill_step(tuple(sharing), file, scope, project) for file, sharing in skills.items()]


def to_remove(clients: Sequence[Client], scope: Scope, project: Path) -> list[Step]:
    records = Records()
    steps: list[Step] = []
    skills: dict[Path, list[Client]] = {}
    for client in clients:
        settings = client.settings(scope, project)
        if settings is not None:
            steps.append(_removal((client,), settings, scope, project, records))
        skill = client.skill(scope, project)
        if skill is not None:
            skills.setdefault(skill, []).append(client)
    for file, sharing in skills.items():
        if not any(_needs(other, file, scope, project) for other in CLIENTS if other not in clients):
            steps.append(_skill_removal(tuple(sharing), file, scope, project))
    return [step for step in steps if step.problem is not None or step.changes]


def is_installed(client: Client, scope: Scope, project: Path) -> bool | str:
    """Whether the entry is there; the reason if that cannot be told."""
    settings = client.settings(scope, project)
    if settings is None:
        return False
    try:
        text = files.read(files.real_path(settings, project if scope == "project" else None))
        return text is not None and _FORMATS[client.format].found(text, (client.keys, NAME)) is not None
    except Refused as reason:
        return str(reason)


def done(step: Step) -> None:
    """Writes a step. Refused, with the reason, if the file stays as it is."""
    folders = files.write(step.real, step.old, step.new)
    records = Records()
    names = [client.name for client in step.clients]
    before = records.of(step.real)
    if step.new is None or (step.old is not None and not step.edits):  # taken back
        files.delete_folders([Path(folder) for folder in records.folders])
        records.folders = [folder for folder in records.folders if Path(folder).is_dir()]
        records.keep(step.real, None)
        return
    if before is not None:
        names = list(dict.fromkeys([*before.clients, *names]))
    edits = list(step.edits)
    made = step.old is None
    if before is not None and step.old is not None and before.digest == digest(step.old):
        made = before.made
        edits = [_difference(step.new, applied(step.old, before.edits))]
    records.folders += map(str, folders)
    records.keep(step.real, Record(names, digest(step.new), made, edits))


def _difference(new: str, old: str) -> Edit:
    """The one edit that makes the old text of the new one, and says no more of either than it must."""
    start = _same(new, old)
    end = _same(new[start:][::-1], old[start:][::-1])
    return Edit(start, new[start : len(new) - end], old[start : len(old) - end])


def _same(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _step(clients: tuple[Client, ...], file: Path, scope: Scope, project: Path, entry: object) -> Step:
    client = clients[0]
    real = file
    try:
        real = files.real_path(file, project if scope == "project" else None)
        old = files.read(real)
        edits = _FORMATS[client.format].added(old or "", (client.keys, NAME), entry)
        new = applied(old or "", edits)
    except Refused as reason:
        return Step(clients, file, real, None, None, problem=str(reason))
    return Step(clients, file, real, old, old if old == new else new, tuple(reversed_edits(edits)))


def _removal(clients: tuple[Client, ...], file: Path, scope: Scope, project: Path, records: Records) -> Step:
    client = clients[0]
    real = file
    try:
        real = files.real_path(file, project if scope == "project" else None)
        old = files.read(real)
        record = records.of(real)
        if old is None:
            return Step(clients, file, real, None, None)
        if record is not None and record.digest == digest(old):
            return Step(clients, file, real, old, None if record.made else applied(old, record.edits))
        edits = _FORMATS[client.format].removed(old, (client.keys, NAME), with_parents=record is not None)
        return Step(clients, file, real, old, applied(old, edits))
    except Refused as reason:
        return Step(clients, file, real, None, None, problem=str(reason))


def _skill_step(clients: tuple[Client, ...], file: Path, scope: Scope, project: Path) -> Step:
    real = file
    try:
        real = files.real_path(file, project if scope == "project" else None)
        old = files.read(real)
        record = Records().of(real)
        if old is not None and old != SKILL and (record is None or record.digest != digest(old)):
            raise Refused("there is another skill of this name, or somebody changed ours; delete it to have ours")
    except Refused as reason:
        return Step(clients, file, real, None, None, problem=str(reason))
    return Step(clients, file, real, old, SKILL, (Edit(0, SKILL, ""),))


def _skill_removal(clients: tuple[Client, ...], file: Path, scope: Scope, project: Path) -> Step:
    real = file
    try:
        real = files.real_path(file, project if scope == "project" else None)
        old = files.read(real)
        record = Records().of(real)
        ours = old is None or old == SKILL or (record is not None and record.digest == digest(old))
        if not ours:
            raise Refused("somebody changed this skill; delete it by hand if it is not needed")
    except Refused as reason:
        return Step(clients, file, real, None, None, problem=str(reason))
    return Step(clients, file, real, old, None)


def _needs(client: Client, skill: Path, scope: Scope, project: Path) -> bool:
    return client.skill(scope, project) == skill and is_installed(client, scope, project) is True
