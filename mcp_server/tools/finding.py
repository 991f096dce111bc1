"""Tools that find: search, symbols, symbol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from indexer.engine import Symbol
from mcp_server.rendering import LINE, Record, brief, cut, fitted, lines, signature
from mcp_server.roots import Refused
from mcp_server.session import Call, Found, Place

if TYPE_CHECKING:
    from indexer.engine import Answer, File, Hit

_ALSO = 8
_CALLS = 40
_COUNTED = 2000


def search(call: Call) -> list[str]:
    query: str = call.arguments["query"]
    call.wait_for_index()
    answer = call.session.engine.search(query, call.limits(call.arguments["limit"]))
    return [_answered(call, query, answer, "hits")]


def symbols(call: Call) -> list[str]:
    query: str = call.arguments["query"]
    call.wait_for_index()
    answer = call.session.engine.find_symbols(query, call.limits(call.arguments["limit"]), explain=True)
    return [_answered(call, query, answer, "symbols")]


def _answered(call: Call, query: str, answer: Answer, key: str) -> str:
    if answer.problems:
        raise Refused("; ".join(_problem(query, problem.message, problem.span) for problem in answer.problems))
    record: Record = {key: [_hit(call, hit) for hit in answer.hits], **call.notes([*answer.notes, *answer.hints])}
    if answer.truncated and answer.total <= len(answer.hits):
        record["truncated"] = True  # nobody knows how many more there are
    return fitted(record, key, call.tokens, answer.total, at_least=answer.truncated)


def _problem(query: str, message: str, span: object) -> str:
    start, end = getattr(span, "start", 0), getattr(span, "end", 0)
    return f"{message}: `{query[start:end]}`" if 0 < end - start < LINE else message


def _hit(call: Call, hit: Hit) -> Record:
    found = hit.found
    around = ".".join(ancestor.name for ancestor in found.ancestry if ancestor.name is not None)
    record: Record = {"f": call.shown(hit.root, hit.path)}
    if hit.symbol is not None:
        record |= described(hit.symbol) | {"id": call.session.id_of_hit(hit)}
    else:
        record["l"] = found.row + 1 if found.kind is None else lines(*found.block)
        if found.kind is not None:
            record["k"] = found.kind
        record["x"] = cut(found.line.strip(), LINE)
    if around:
        record["in"] = around
    if found.measures:
        record["measures"] = dict(found.measures)
    if found.captures:
        record["vars"] = {name: cut(" ".join(text.split()), LINE) for name, text in found.captures.items()}
    return record


def described(symbol: Symbol, with_doc: bool = True) -> Record:
    """A definition in short."""
    record: Record = {"n": symbol.name, "k": symbol.kind, "l": lines(symbol.row_start, symbol.row_end)}
    if symbol.signature and symbol.signature != symbol.name:
        record["sig"] = signature(symbol.signature)
    if symbol.doc and with_doc:
        record["doc"] = brief(symbol.doc)
    return record


def symbol(call: Call) -> list[str]:
    call.wait_for_index()
    place, others = chosen(call)
    with call.session.definition(place) as found:
        record = _detail(call, found)
    if others:
        record["also"] = others
    return [fitted(record, "members", call.tokens)]


def chosen(call: Call) -> tuple[Place, list[Record]]:
    """The definition that a call is about, and others that have its name."""
    if call.one_of("id", "name") == "id":
        return call.session.place(call.arguments["id"]), []
    name: str = call.arguments["name"]
    container, _, last = name.replace("::", ".").rpartition(".")
    hits = call.session.engine.defined(name, call.limits(100)).hits
    if not hits and container:
        hits = call.session.engine.defined(last, call.limits(100)).hits
        hits = [hit for hit in hits if container.rpartition(".")[2] in [each.name for each in hit.found.ancestry]]
    within = call.arguments.get("path")
    if within:
        _, path = call.session.roots.file(within)
        hits = [hit for hit in hits if hit.root / hit.path == path]
    if not hits:
        raise Refused(f"nothing defines {name}; `symbols` finds names that are alike")
    places = [
        Place(hit.root, hit.path, hit.symbol.name, hit.symbol.kind, hit.symbol.row_start) for hit in hits if hit.symbol
    ]
    others = [
        {"id": call.session.id_of(place), "f": call.shown(place.root, place.path), "l": place.row + 1, "k": place.kind}
        for place in places[1:]
    ]
    return places[0], others[:_ALSO]


def _detail(call: Call, found: Found) -> Record:
    """All there is to say of a definition, short of its text."""
    file, shown = found.file, found.symbol
    every = file.symbols()
    record = described(shown, with_doc=False) | {
        "f": call.shown(file.root, file.path),
        "id": call.session.id_of_symbol(file, shown),
    }
    record["sig"] = shown.signature
    if shown.doc:
        record["doc"] = shown.doc
    around = path_of(every, shown)
    if around:
        record["in"] = ".".join(around)
    inside = [one for one in file.references() if shown.span.start <= one.span.start < shown.span.end]
    bases = [one.name for one in inside if one.kind in ("extends", "implements") and one.symbol == found.at]
    if bases:
        record["bases"] = list(dict.fromkeys(bases))
    calls = list(dict.fromkeys(one.name for one in inside if one.kind == "call"))
    if calls:
        record["calls"] = calls[:_CALLS]
    referred = Counter(
        one.reference.kind for one in call.session.engine.graph.references_to(shown.name, call.limits(_COUNTED))
    )
    if referred:
        record["refs"] = dict(referred)
    record["members"] = [_member(call, file, one) for one in every if one.parent == found.at]
    return record


def _member(call: Call, file: File, one: Symbol) -> Record:
    return described(one) | {"id": call.session.id_of_symbol(file, one)}


def path_of(every: Sequence[Symbol], one: Symbol) -> list[str]:
    """The names of the definitions around one, outermost first."""
    names: list[str] = []
    at = one.parent
    while at is not None:
        names.append(every[at].name)
        at = every[at].parent
    return names[::-1]
