"""Tools about what belongs together: references, callers, dependencies. All by name, for no compiler is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.engine import is_secondary
from mcp_server.rendering import LINE, Record, cut, fitted, lines
from mcp_server.session import Call, Place

if TYPE_CHECKING:
    from indexer.engine import FoundReference

_WIDTH = 12  # callers of a caller that are followed
_EVERY = 20_000
_FILES = 6  # that one import may mean


def references(call: Call) -> list[str]:
    call.session.wait_for_index(call.cancelled)
    name = _name(call)
    wanted = call.arguments.get("kind")
    found = [one for one in _references(call, name) if wanted is None or one.reference.kind == wanted]
    made = [_reference(call, one) for one in found]
    record: Record = {"n": name, "refs": made[: call.arguments["limit"]], **call.notes()}
    return [fitted(record, "refs", call.tokens, len(made))]


def _references(call: Call, name: str) -> list[FoundReference]:
    """The places that name something, those in tests and in other people's code last."""
    found = call.session.engine.references_to(name, call.limits(_EVERY))
    return sorted(found, key=lambda one: is_secondary(one.path))


def _name(call: Call) -> str:
    """The name that a call is about."""
    if call.one_of("id", "name") == "id":
        return call.session.place(call.arguments["id"]).name
    name: str = call.arguments["name"]
    return name


def _reference(call: Call, one: FoundReference) -> Record:
    reference = one.reference
    record: Record = {"f": call.shown(one.root, one.path), "l": reference.row + 1, "k": reference.kind}
    if one.around is not None:
        record["in"] = one.around.name
    text = one.text.row_bytes(reference.row).decode("utf-8", "replace").strip()
    return record | {"x": cut(text, LINE)}


def callers(call: Call) -> list[str]:
    call.session.wait_for_index(call.cancelled)
    name = _name(call)
    seen = {name}
    made: list[Record] = []
    level = [(name, 0)]
    for depth in range(1, call.arguments["depth"] + 1):
        following: list[tuple[str, int]] = []
        for called, _ in level:
            for record, around in _callers(call, called):
                if depth > 1:
                    record["of"] = called
                made.append(record)
                if around is not None and around not in seen:
                    seen.add(around)
                    following.append((around, depth))
        level = following[:_WIDTH]
    record = {"n": name, "callers": made[: call.arguments["limit"]], **call.notes()}
    return [fitted(record, "callers", call.tokens, len(made))]


def _callers(call: Call, name: str) -> list[tuple[Record, str | None]]:
    """The definitions that call a name, each once, with the lines of the calls."""
    found: dict[tuple[str, int | None], tuple[Record, str | None]] = {}
    for one in _references(call, name):
        if one.reference.kind != "call":
            continue
        shown, around = call.shown(one.root, one.path), one.around
        key = shown, None if around is None else around.row_start
        if key not in found:
            record: Record = {"f": shown}
            if around is not None:
                place = Place(one.root, one.path, around.name, around.kind, around.row_start)
                record |= {"n": around.name, "k": around.kind, "id": call.session.id_of(place)}
                record["l"] = lines(around.row_start, around.row_end)
            found[key] = record | {"at": []}, None if around is None else around.name
        found[key][0]["at"].append(one.reference.row + 1)
    return list(found.values())


def dependencies(call: Call) -> list[str]:
    call.session.wait_for_index(call.cancelled)
    root, path = call.session.roots.file(call.arguments["path"])
    engine = call.session.engine
    direction = call.arguments["direction"]
    blocks = []
    each = call.tokens if direction != "both" else call.tokens // 2
    shown = call.shown(root, path.relative_to(root).as_posix())
    if direction in ("both", "imports"):
        imports: list[Record] = []
        for one in engine.imports(path):
            files = [call.shown(one.root, file) for file in one.files[:_FILES]]
            imports.append({"l": one.row + 1, "n": one.name, **({"p": files} if files else {})})
        blocks.append(fitted({"of": shown, "imports": imports, **call.notes()}, "imports", each))
    if direction in ("both", "importers"):
        found = sorted(engine.importers(path, call.limits(_EVERY)), key=lambda one: is_secondary(one.path))
        importers = _by_folder([(call.shown(one.root, one.path), one.row + 1) for one in found])
        record: Record = {"of": shown, "count": len(found), "importers": importers, **call.notes()}
        blocks.append(fitted(record, "importers", each))
    return blocks


def _by_folder(places: list[tuple[str, int]]) -> list[Record]:
    """Files and lines, each folder said once."""
    folders: dict[str, list[str]] = {}
    for path, line in places:
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append(f"{name}:{line}")
    return [{"p": f"{folder}/" if folder else "", "files": names} for folder, names in folders.items()]
