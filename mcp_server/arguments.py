"""What a tool can be called with, as a JSON schema, and the check of what it is called with."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from mcp_server.roots import Refused

Schema = dict[str, Any]
_TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
}
LONGEST = 100_000  # characters of a text
_LONGEST_NAME = 60  # of an argument, as it is said again


def text(description: str, **more: Any) -> Schema:
    return {"type": "string", "description": description, **more}


def number(description: str, least: int, most: int, default: int | None = None) -> Schema:
    given = {} if default is None else {"default": default}
    return {"type": "integer", "description": description, "minimum": least, "maximum": most, **given}


def flag(description: str) -> Schema:
    return {"type": "boolean", "description": description, "default": False}


def schema(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


def without(whole: Schema, name: str) -> Schema:
    """A schema that does not offer one of its arguments."""
    return {**whole, "properties": {key: value for key, value in whole["properties"].items() if key != name}}


def checked(expected: Schema, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments of a call, with defaults. Refused, with the reason, if they do not fit the schema."""
    properties: dict[str, Schema] = expected["properties"]
    values: dict[str, Any] = {name: each["default"] for name, each in properties.items() if "default" in each}
    for name, value in (given or {}).items():
        if name not in properties:
            name = name[:_LONGEST_NAME]
            near = get_close_matches(name, properties, 1)
            hint = f", did you mean `{near[0]}`?" if near else f"; there are {', '.join(properties) or 'none'}"
            raise Refused(f"there is no argument `{name}`{hint}")
        if value is not None:
            values[name] = _fitting(name, properties[name], value)
    for name in expected.get("required", ()):
        if name not in values:
            raise Refused(f"the argument `{name}` is missing: {properties[name]['description']}")
    return values


def _fitting(name: str, expected: Schema, value: Any) -> Any:
    kind, called = _TYPES[expected["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise Refused(f"`{name}` must be {called}")
    if isinstance(value, str) and len(value) > LONGEST:
        raise Refused(f"`{name}` has more than {LONGEST:,} characters")
    if "enum" in expected and value not in expected["enum"]:
        raise Refused(f"`{name}` must be one of {', '.join(expected['enum'])}")
    if kind is int and not expected["minimum"] <= value <= expected["maximum"]:
        raise Refused(f"`{name}` must be from {expected['minimum']} to {expected['maximum']}")
    return value
