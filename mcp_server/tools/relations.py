"""Tools about what belongs together: references, callers, impact, dependencies, each with why it is believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.engine import is_secondary
from mcp_server.rendering import LINE, Record, cut, fitted, lines
from mcp_server.session import Call, Place

if TYPE_CHECKING:
    from indexer.engine import Edge, FoundReference, Told

_EVERY = 20_000
_FILES = 6  # that one import may mean


def references(call: Call) -> list[str]:
    call.wait_for_index()
    name = _name(call)
    wanted = call.arguments.get("kind")
    found = [one for one in _references(call, name) if wanted is None or one.reference.kind == wanted]
    made = [_reference(call, one) for one in found]
    why = [] if made else _why_none(call, name, wanted)
    record: Record = {"n": name, "refs": made[: call.arguments["limit"]], **call.notes(why)}
    return [fitted(record, "refs", call.tokens, len(made))]


def _why_none(call: Call, name: str, wanted: str | None = None) -> list[str]:
    """What to say where nothing refers to a name, or nothing does so in the way that was asked for."""
    others = Counter(one.reference.kind for one in _references(call, name))
    if not others:
        return call.session.engine.why_unreferenced(name)
    listed = ", ".join(f"{count} {kind}" for kind, count in others.most_common())
    return [f"no {wanted or 'call'} of it, but other references: {listed}"]


def _references(call: Call, name: str) -> list[FoundReference]:
    """The places that name something, those in tests and in other people's code last."""
    found = call.session.engine.graph.references_to(name, call.limits(_EVERY))
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
    if one.evidence is not None:
        record["e"] = one.evidence
    if one.target is not None and one.target.corpus is not None:
        record["to"] = f"{call.shown(one.target.corpus.root, one.target.path)}:{one.target_row + 1}"
    text = one.text.row_bytes(reference.row).decode("utf-8", "replace").strip()
    return record | {"x": cut(text, LINE)}


def callers(call: Call) -> list[str]:
    call.wait_for_index()
    name, at = _asked(call)
    told = call.session.engine.graph.callers(name, call.arguments["depth"], call.limits(_EVERY), at)
    edges = sorted(told.edges, key=lambda edge: (edge.depth, edge.place.is_test))
    return [_walk(call, name, told, "callers", edges)]


def impact(call: Call) -> list[str]:
    call.wait_for_index()
    name, at = _asked(call)
    told = call.session.engine.graph.impact(name, call.arguments["depth"], call.limits(_EVERY), at)
    return [_walk(call, name, told, "affected", told.edges)]


def path(call: Call) -> list[str]:
    call.wait_for_index()
    start, end = call.arguments["from"], call.arguments["to"]
    told = call.session.engine.graph.way(start, end, call.arguments["depth"], call.limits(_EVERY))
    why = [] if told.edges else [f"no chain of at most {call.arguments['depth']} calls that more than names lead along"]
    return [_walk(call, f"{start} to {end}", told, "path", told.edges, why)]


def _asked(call: Call) -> tuple[str, tuple[Path, str, int] | None]:
    """The name that a call is about and, by an id, the one definition that is meant."""
    if call.one_of("id", "name") == "id":
        place = call.session.place(call.arguments["id"])
        return place.name, (place.root, place.path, place.row)
    return call.arguments["name"], None


def _walk(call: Call, name: str, told: Told, key: str, edges: Sequence[Edge], why: Sequence[str] = ()) -> str:
    made = [_edge(call, edge) for edge in edges]
    notes = [*why] if made or why else _why_none(call, name)
    if len(told.begin) > 1:
        where = ", ".join(f"{call.shown(place.root, place.path)}:{place.row + 1}" for place in told.begin[:5])
        more = "" if len(told.begin) <= 5 else f" and {len(told.begin) - 5} more"
        notes.append(
            f"{len(told.begin)} definitions have that name: {where}{more}; ask by id, or as Class.name, for one"
        )
    if told.unfollowed:
        notes.append(f"{told.unfollowed} places were not followed further: only their names lead there (e: name)")
    if told.truncated:
        notes.append("the search was cut short")
    record: Record = {"n": name, key: made[: call.arguments.get("limit")], **call.notes(notes)}
    return fitted(record, key, call.tokens, len(made))


def _edge(call: Call, edge: Edge) -> Record:
    """A definition on the way, once, with the lines of the calls and why the edge is believed."""
    place = edge.place
    record: Record = {"f": call.shown(place.root, place.path)}
    if place.name is not None:
        known = Place(place.root, place.path, place.name, place.kind, place.rows[0])
        record |= {"n": place.name, "k": place.kind, "id": call.session.id_of(known), "l": lines(*place.rows)}
    if place.holder:
        record["in"] = place.holder
    record |= {"at": [row + 1 for row in edge.rows], "e": edge.evidence}
    return record | ({"of": edge.of.name} if edge.depth > 1 else {})


def dependencies(call: Call) -> list[str]:
    call.wait_for_index()
    root, path = call.session.roots.file(call.arguments["path"])
    engine = call.session.engine
    direction = call.arguments["direction"]
    blocks = []
    each = call.tokens if direction != "both" else call.tokens // 2
    shown = call.shown(root, path.relative_to(root).as_posix())
    if direction in ("both", "imports"):
        imports: list[Record] = []
        for one in engine.graph.imports(path):
            files = [call.shown(root, file) for file in one.files[:_FILES]]
            led: Record = {"p": files} if files else {}
            if len(one.files) > _FILES:
                led["files"] = len(one.files)
            imports.append({"l": one.row + 1, "n": one.name, **led, "e": one.evidence if files else "external"})
        blocks.append(fitted({"of": shown, "imports": imports, **call.notes()}, "imports", each))
    if direction in ("both", "importers"):
        reached = engine.graph.reach(path, reverse=True)
        steps = [] if reached is None else sorted(reached.steps, key=lambda step: is_secondary(step.source))
        importers = _by_folder([(call.shown(root, one.source), one.row + 1, one.evidence) for one in steps])
        record: Record = {"of": shown, "count": len(steps), "importers": importers, **call.notes()}
        if reached is not None and reached.unread:
            record["unread"] = len(reached.unread)
        blocks.append(fitted(record, "importers", each))
    return blocks


def _by_folder(places: list[tuple[str, int, str]]) -> list[Record]:
    """Files and lines, each folder said once; a question mark where a file is meant by its name alone."""
    folders: dict[str, list[str]] = {}
    for path, line, evidence in places:
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append(f"{name}:{line}{'?' if evidence == 'name' else ''}")
    return [{"p": f"{folder}/" if folder else "", "files": names} for folder, names in folders.items()]
