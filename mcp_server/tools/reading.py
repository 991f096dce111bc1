"""Tools that show text: outline, read, chunks. The text itself comes as it is, after a line of JSON about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_server.rendering import BYTES_PER_TOKEN, Record, fitted, lines, written
from mcp_server.roots import Refused
from mcp_server.session import Call
from mcp_server.tools.finding import described, path_of

if TYPE_CHECKING:
    from indexer.engine import File

_BESIDE = 12  # rows shown on both sides of a place that is in no definition
LARGEST_CHUNK = 512  # tokens
_HEAD = 60  # tokens kept for what is said about a text


def outline(call: Call) -> list[str]:
    root, path = call.session.roots.file(call.arguments["path"])
    with call.session.engine.looking_at([path]) as files:
        if not files:
            raise Refused(f"{call.arguments['path']} is no text")
        [file] = files
        head: Record = {"f": call.shown(root, file.path), "lang": file.language, "lines": row_count(file)}
        every = file.symbols()
        made: list[tuple[list[str], Record]] = []
        for symbol in every:
            around = path_of(every, symbol)
            record = described(symbol, call.arguments["docs"]) | {"id": call.session.id_of_symbol(file, symbol)}
            made.append((around, record | ({"d": len(around)} if around else {})))
    deepest = call.arguments.get("depth", max((len(around) for around, _ in made), default=0))
    wanted = [(around, record) for around, record in made if len(around) <= deepest]
    whole = written({**head, "symbols": [record for _, record in wanted]})
    if len(whole.encode()) <= call.tokens * BYTES_PER_TOKEN:
        return [whole]
    # Signatures go first, then what is innermost, then what comes last.
    tops: list[Record] = []
    for limit in range(deepest, -1, -1):
        tops = _in_short([(around, record) for around, record in wanted if len(around) <= limit])
        dropped = sum(len(around) > limit for around, _ in wanted)
        left = f"signatures; {dropped} of {len(wanted)} symbols, the innermost" if dropped else "signatures"
        answer = written({**head, "symbols": tops, "truncated": True, "left_out": left})
        if len(answer.encode()) <= call.tokens * BYTES_PER_TOKEN:
            return [answer]
    return [fitted({**head, "symbols": tops}, "symbols", call.tokens, len(wanted))]


def _in_short(symbols: list[tuple[list[str], Record]]) -> list[Record]:
    """The outermost definitions without signatures; what is in each as a line of kind, name, lines and id."""
    tops: list[Record] = []
    for around, record in symbols:
        if not around or not tops:
            tops.append({key: value for key, value in record.items() if key not in ("sig", "doc")})
            continue
        kind = "" if record["k"] in ("method", "function") else f"{record['k']} "
        name = ".".join([*around[1:], record["n"]])
        tops[-1].setdefault("m", []).append(f"{kind}{name} {record['l']} {record['id']}")
    return tops


def row_count(file: File) -> int:
    """The number of lines, not counting the empty one behind a last line end."""
    rows = len(file.text.lines)
    return rows - 1 if rows > 1 and file.text.lines[rows - 1] == len(file.text.data) else rows


def read(call: Call) -> list[str]:
    if call.one_of("id", "path") == "id":
        place = call.session.place(call.arguments["id"])
        with call.session.definition(place) as found:
            symbol = found.symbol
            head = described(symbol, with_doc=False)
            head.pop("sig", None)
            around = path_of(found.file.symbols(), symbol)
            return _text(call, found.file, symbol.row_start, symbol.row_end, head, around)
    _, path = call.session.roots.file(call.arguments["path"])
    with call.session.engine.looking_at([path]) as files:
        if not files:
            raise Refused(f"{call.arguments['path']} is no text")
        [file] = files
        last = row_count(file) - 1
        line: int | None = call.arguments.get("line")
        if line is None:
            return _text(call, file, 0, last, {}, [])
        if line - 1 > last:
            raise Refused(f"{call.arguments['path']} has {last + 1} lines")
        if "end_line" in call.arguments:
            return _text(call, file, line - 1, max(line - 1, min(call.arguments["end_line"] - 1, last)), {}, [])
        return _around(call, file, line - 1, last)


def _around(call: Call, file: File, row: int, last: int) -> list[str]:
    """The definition around a row or, if that is asked for, the block."""
    every = file.symbols()
    holding = [one for one in every if one.row_start <= row <= one.row_end]
    if call.arguments["block"]:
        blocks = [one for one in file.blocks() if one.row_start <= row <= one.row_end and one.kind != "group"]
        if blocks:
            inner = max(blocks, key=lambda one: (one.row_start, -one.row_end))
            return _text(call, file, inner.row_start, inner.row_end, {"k": inner.kind}, [one.name for one in holding])
    if holding:
        symbol = max(holding, key=lambda one: (one.row_start, -one.row_end))
        head = described(symbol, with_doc=False) | {"id": call.session.id_of_symbol(file, symbol)}
        head.pop("sig", None)
        return _text(call, file, symbol.row_start, symbol.row_end, head, path_of(every, symbol))
    return _text(call, file, max(row - _BESIDE, 0), min(row + _BESIDE, last), {}, [])


def _text(call: Call, file: File, first: int, last: int, head: Record, around: list[str]) -> list[str]:
    """Rows of a file, as many as fit, after what is to be said about them."""
    room = max(call.tokens - _HEAD, 0) * BYTES_PER_TOKEN
    rows: list[bytes] = []
    for row in range(first, last + 1):
        data = file.text.row_bytes(row)
        room -= len(data) + 1
        if room < 0 and rows:
            break
        rows.append(data[: room + len(data)] if room < 0 else data)
    shown = first + len(rows) - 1
    record: Record = {"f": call.shown(file.root, file.path), **head, "l": lines(first, shown)}
    if around:
        record["in"] = ".".join(around)
    if shown < last or room < 0:
        left = f"lines {shown + 2}-{last + 1}" if shown < last else f"the end of line {shown + 1}"
        record |= {"truncated": True, "left_out": left}
    return [written(record), b"\n".join(rows).decode("utf-8", "ignore")]


def chunks(call: Call) -> list[str]:
    call.wait_for_index()
    question: str = call.arguments["question"]
    if not question.strip():
        raise Refused("the question is empty")
    # A chunk's tokens are counted more carefully than an answer's; what is too much is dropped below.
    budget = max(call.tokens * 2, LARGEST_CHUNK)
    found = call.session.engine.relevant_chunks(question, call.limits(call.arguments["limit"]), budget)
    heads: list[Record] = []
    texts: list[str] = []
    room = (call.tokens - _HEAD) * BYTES_PER_TOKEN
    for one in found:
        chunk = one.chunk
        head: Record = {
            "f": call.shown(one.root, one.path),
            "l": lines(chunk.row_start, chunk.row_end),
            "in": chunk.breadcrumb,
        }
        room -= len(chunk.content.encode()) + len(written(head).encode()) + 1
        if room < 0:
            break
        heads.append(head)
        texts.append(chunk.content)
    record: Record = {"chunks": heads, **call.notes()}
    if not found:
        record["notes"] = [*record.get("notes", []), "no file has the words of the question"]
    return [fitted(record, "chunks", call.tokens, len(found)), *texts]
