"""What a client sends with each key, read by hand: pygls' way of reading a message, made for all kinds of them, takes
longer than many an answer.

Only what is just as it should be is read here. An odd change is refused, and all else left to pygls.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

_VERSION = "2.0"
_MOST = 2**31 - 1  # the protocol's largest number

Place = tuple[int, int]  # a row, and a column as the client counts them


class Change(NamedTuple):
    """A new text, of the whole document or between two places."""

    text: str
    between: tuple[Place, Place] | None = None


class Changed(NamedTuple):
    """The user typed."""

    uri: str
    version: int
    changes: list[Change]


class Asked(NamedTuple):
    """A question that needs to know no more than the document."""

    id: int | str
    method: str
    uri: str


def read(message: Any) -> Changed | Asked | None:
    """A message that comes with each key; None for any other. A change that is not as it should be is invalid."""
    try:
        if message["jsonrpc"] != _VERSION:
            return None
        method = message["method"]
        if method == types.TEXT_DOCUMENT_DID_CHANGE:
            return _changed(message)
        params = message["params"]
        uri = params["textDocument"]["uri"]
        if type(uri) is not str or type(method) is not str:
            return None
        if len(params) == 1 and type(message["id"]) in (int, str):  # other parameters ask for progress
            return Asked(message["id"], method, uri)
    except (KeyError, TypeError):
        pass
    return None


class _Odd(Exception):
    """A change is not as it should be."""


def _changed(message: Any) -> Changed:
    try:
        params = message["params"]
        document, changes = params["textDocument"], params["contentChanges"]
        uri, version = document["uri"], document["version"]
        if type(uri) is not str or type(version) is not int or abs(version) > _MOST or type(changes) is not list:
            raise _Odd
        if "id" in message:
            raise _Odd
        return Changed(uri, version, [_change(each) for each in changes])
    except (KeyError, TypeError, _Odd) as error:
        raise JsonRpcInvalidParams("this is no change of a document, which is a notification") from error


def _change(change: Any) -> Change:
    text = change["text"]
    if type(text) is not str:
        raise _Odd
    if "range" not in change:
        return Change(text)
    between = change["range"]
    return Change(text, (_place(between["start"]), _place(between["end"])))


def _place(place: Any) -> Place:
    row, column = place["line"], place["character"]
    if type(row) is not int or type(column) is not int or not (0 <= row <= _MOST and 0 <= column <= _MOST):
        raise _Odd
    return row, column
