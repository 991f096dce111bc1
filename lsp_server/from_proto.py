"""From the loosely typed parameters of our own requests to plain values.

Parameters of a custom method arrive as they are in JSON, be it in a request or as a command's argument. One that is
missing or wrong is an error the client is told about. Half a surrogate pair in a text is read as in documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import to_fs_path

from indexer.engine import decode, encode


def path_of(uri: str) -> str | None:
    """The path of a file that the client names; None for what is no file and cannot be one."""
    try:
        path = to_fs_path(uri)
    except ValueError:  # such as http://[
        return None
    return path if path and "\0" not in path else None


def text_document_uri(params: Any) -> str:
    uri = _get(_get(params, "textDocument"), "uri")
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("textDocument.uri is missing")
    return uri


def position(params: Any, name: str) -> types.Position | None:
    """A position, or None where the parameter is not given."""
    given = _get(params, name)
    if given is None:
        return None
    line, character = _get(given, "line"), _get(given, "character")
    if not isinstance(line, int) or not isinstance(character, int):
        raise JsonRpcInvalidParams(f"{name} is no position")
    return types.Position(line, character)


def text_parameter(params: Any, name: str) -> str | None:
    given = _get(params, name)
    if given is not None and not isinstance(given, str):
        raise JsonRpcInvalidParams(f"{name} is no text")
    return None if given is None else _unicode(given)


def texts_parameter(params: Any, name: str) -> list[str] | None:
    given = _get(params, name)
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise JsonRpcInvalidParams(f"{name} is no list of texts")
    return [_unicode(each) for each in given]


def flag(params: Any, name: str) -> bool:
    return _get(params, name) is True


def progress_token(params: Any) -> int | str | None:
    """Where the client wants results as they are found, or None."""
    given = _get(params, "partialResultToken")
    return given if isinstance(given, int | str) else None


def number(params: Any, name: str) -> int | None:
    """A number that is not negative, or None where the parameter is not given."""
    given = _get(params, name)
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise JsonRpcInvalidParams(f"{name} is no number of at least 0")
    return given


def row_limits(params: Any) -> tuple[int, int]:
    """The first and last row of the parameter `range`; all rows where it is not given."""
    given = _get(params, "range")
    if given is None:
        return 0, 1 << 31
    start, end = position(given, "start"), position(given, "end")
    if start is None or end is None:
        raise JsonRpcInvalidParams("range needs a start and an end")
    return start.line, end.line


def _get(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _unicode(text: str) -> str:
    return decode(encode(text))
