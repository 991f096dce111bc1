"""Makes the JSON schemas and their page from shapes.txt: `python docs/schemas/make.py`.

`terminal.json` has what each command prints with `--json`, `server.json` what each request takes and answers. They
allow fields that they do not name, because later versions may add some; the tests do not.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "schemas.md"
_SIMPLE = {"string", "integer", "number", "boolean", "null"}
_HEAD = """\
# JSON

What every command prints with `--json`, and what the server's own requests take and answer. This page and the JSON
schemas [terminal.json](schemas/terminal.json) and [server.json](schemas/server.json) are made from one file by
`python docs/schemas/make.py`, and the tests hold real answers against them. In the schemas, `uses` says which command
or request has which shape.

A field with `?` may be missing. `[T]` is a list, `{T}` an object whose values are of that type, `|` means or. Later
versions may add fields, so ignore those that you do not know.
"""
_ABOUT = {
    "terminal": """\
## Commands

Lines and columns count from 1, columns in characters. `outline`, `blocks`, `statements`, `folds` and `chunks` print one
object a line when they are given several files or a folder.
""",
    "server": """\
## Requests

Positions are those of the Language Server Protocol: they count from 0, in the encoding that was agreed on. Each request
is also a command for `workspace/executeCommand`, with a dot instead of the slash. [The language server](server.md) says
what they do.
""",
}


@dataclass(frozen=True)
class Field:
    name: str
    type: str
    meaning: str
    optional: bool


@dataclass(frozen=True)
class Shape:
    name: str
    about: str
    fields: list[Field] = field(default_factory=list)


@dataclass(frozen=True)
class Use:
    """A command with what it prints, or a method with what it takes and answers."""

    name: str
    takes: str | None
    gives: str


@dataclass(frozen=True)
class Part:
    uses: list[Use]
    shapes: dict[str, Shape]


def parts() -> dict[str, Part]:
    """What shapes.txt says of the terminal and of the server."""
    made: dict[str, Part] = {}
    part, shape = Part([], {}), Shape("", "")
    for line in (HERE / "shapes.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("== "):
            part = made[line[3:]] = Part([], {})
        elif line.startswith("  "):
            name, kind, meaning = re.split(r"  +", line.strip(), maxsplit=2)
            shape.fields.append(Field(name.rstrip("?"), kind, meaning, name.endswith("?")))
        elif " -> " in line:
            before, gives = line.split(" -> ")
            takes = before.split()[-1] if before.startswith("outcrop/") else None
            part.uses.append(Use(before.removesuffix(f" {takes}"), takes, gives))
        else:
            name, about = line.split(": ", 1)
            shape = part.shapes[name] = Shape(name, about)
    return made


def schema(part: Part, strict: bool = False) -> dict[str, Any]:
    """A JSON schema with a definition for each shape, and one for each command or method."""
    definitions: dict[str, Any] = {}
    for shape in part.shapes.values():
        definitions[shape.name] = {
            "description": shape.about,
            "type": "object",
            "properties": {one.name: {**_type(one.type), "description": one.meaning} for one in shape.fields},
            "required": [one.name for one in shape.fields if not one.optional],
            **({"additionalProperties": False} if strict else {}),
        }
    uses: dict[str, Any] = {}
    for use in part.uses:
        takes = {"params": _type(use.takes)} if use.takes else {}
        uses[use.name] = {**takes, "result": _type(use.gives)}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "uses": uses, "$defs": definitions}


def _type(text: str) -> dict[str, Any]:
    outer = _alternatives(text)
    if len(outer) > 1:
        return {"anyOf": [_type(one) for one in outer]}
    if text.startswith("["):
        return {"type": "array", "items": _type(text[1:-1])}
    if text.startswith("{"):
        return {"type": "object", "additionalProperties": _type(text[1:-1])}
    if text.startswith('"'):
        return {"const": text[1:-1]}
    if text == "any":
        return {}
    return {"type": text} if text in _SIMPLE else {"$ref": f"#/$defs/{text}"}


def _alternatives(text: str) -> list[str]:
    """What stands between the bars that are in no brackets."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "|" and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found


def page(all_parts: dict[str, Part]) -> str:
    """docs/schemas.md"""
    lines = [_HEAD]
    for name, part in all_parts.items():
        lines += [_ABOUT[name]]
        with_params = any(use.takes for use in part.uses)
        lines += (
            ["| request | takes | answers |", "|---|---|---|"] if with_params else ["| command | prints |", "|---|---|"]
        )
        for use in part.uses:
            cells = [f"`{use.name}`", *([_linked(use.takes, part)] if use.takes else []), _linked(use.gives, part)]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
        for shape in part.shapes.values():
            lines += [f"### {shape.name}", "", f"{shape.about[0].upper()}{shape.about[1:]}.", ""]
            if not shape.fields:
                continue
            lines += ["| field | type | meaning |", "|---|---|---|"]
            for one in shape.fields:
                mark = "?" if one.optional else ""
                lines.append(f"| `{one.name}`{mark} | {_linked(one.type, part)} | {one.meaning} |")
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _linked(kind: str, part: Part) -> str:
    """A type as text, each shape in it a link."""
    text = re.sub(r"\"[\w-]+\"", lambda found: f"`{found[0]}`", kind).replace("|", " \\| ")
    return re.sub(r"\b[A-Z]\w+", lambda found: f"[{found[0]}](#{found[0].lower()})", text) if part.shapes else text


def files() -> dict[Path, str]:
    """Each file that is made, and what is in it."""
    all_parts = parts()
    made = {
        HERE / f"{name}.json": json.dumps(schema(part), indent=1, ensure_ascii=False) + "\n"
        for name, part in all_parts.items()
    }
    return {**made, PAGE: page(all_parts)}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
        print(path)
