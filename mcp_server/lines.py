"""The lines that a client sends, each a message. What cannot be read is refused here, with the reason.

The library passes over it without a word, and whoever asked would wait for ever: half a surrogate pair in a query, a
number of too many digits and brackets in brackets without end are no JSON to it, and a request whose id is a list is
none.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio
from mcp import types
from pydantic import ValidationError


class Lines:
    """What comes from standard input, which nobody else reads any more."""

    refuse: Callable[[types.JSONRPCError], None]  # does not wait for whoever reads it

    def __init__(self) -> None:
        wire = os.fdopen(os.dup(0), "rb", closefd=False)  # a thread may wait for it until the end
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        self._file = anyio.wrap_file(io.TextIOWrapper(wire, encoding="utf-8", errors="replace"))

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            if line.isspace():
                continue
            refusal = refused(line)
            if refusal is None:
                yield line
            else:
                self.refuse(refusal)


def refused(line: str) -> types.JSONRPCError | None:
    """What a line is answered with that the library cannot read; None if it can, or nobody waits for an answer."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(types.PARSE_ERROR, f"this is no JSON: {error}")
    if not isinstance(given, dict):
        return _error(types.INVALID_REQUEST, "a message is an object")
    if "id" not in given or "method" not in given:
        return None
    number = given["id"]
    if type(number) not in (int, str) or not str(number).isprintable():
        return _error(types.INVALID_REQUEST, "an id is a whole number or a printable text")
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        return _error(types.INVALID_REQUEST, error.errors(include_input=False)[0]["msg"], number)
    return None


def _error(code: int, reason: str, number: Any = None) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=reason))
