"""Messages that are read by hand say what pygls reads in them. Odd changes are refused, other odd ones left to it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcInvalidParams

from lsp_server.each_key import Asked, Change, Changed, read

URI = "file:///project/parser.py"
RANGE = {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 5}}
CHANGED = {
    "jsonrpc": "2.0",
    "method": "textDocument/didChange",
    "params": {
        "textDocument": {"uri": URI, "version": 7},
        "contentChanges": [
            {"range": RANGE, "text": "naïve"},
            {"range": RANGE, "rangeLength": 3, "text": ""},
            {"text": "x"},
        ],
    },
}
ASKED = {"jsonrpc": "2.0", "id": 3, "method": "textDocument/foldingRange", "params": {"textDocument": {"uri": URI}}}


def test_both_ways_of_reading_a_change_say_the_same() -> None:
    by_pygls = converters.get_converter().structure(CHANGED, types.DidChangeTextDocumentNotification).params
    document = by_pygls.text_document
    changes = []
    for each in by_pygls.content_changes:
        if isinstance(each, types.TextDocumentContentChangePartial):
            start, end = each.range.start, each.range.end
            changes.append(Change(each.text, ((start.line, start.character), (end.line, end.character))))
        else:
            changes.append(Change(each.text))
    assert read(CHANGED) == Changed(document.uri, document.version, changes)


@pytest.mark.parametrize("number", [3, "three"])
def test_a_question_is_its_number_its_kind_and_a_document(number: int | str) -> None:
    assert read(ASKED | {"id": number}) == Asked(number, "textDocument/foldingRange", URI)


_ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-(2**40), max_value=-1),
    st.integers(min_value=2**31, max_value=2**70),
    st.floats(allow_nan=False),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all that is in a message."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, each in inside for deeper in _places(each, (*path, key)))]


_IGNORED = ("rangeLength",)  # the protocol does without it


@pytest.mark.parametrize("message", [CHANGED, ASKED])
@given(st.data())
def test_whatever_is_odd_in_a_change_it_is_refused_and_elsewhere_left_to_pygls(
    message: dict[str, Any], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([each for each in _places(message) if each and each[-1] not in _IGNORED]))
    odd = data.draw(_ODD)
    if path[-1] == "contentChanges" and odd == []:
        return  # no change at all is one
    if path[-1] == "version" and type(odd) is int and -(2**31) < odd < 2**31:
        return  # it may be negative
    changed = copy.deepcopy(message)
    around: Any = changed
    for key in path[:-1]:
        around = around[key]
    around[path[-1]] = odd
    if path == ("id",) and type(odd) is int:
        assert read(changed) == Asked(odd, "textDocument/foldingRange", URI)
    elif message is ASKED or path in [("jsonrpc",), ("method",)]:
        assert read(changed) is None
    else:
        with pytest.raises(JsonRpcInvalidParams):
            read(changed)


def test_a_change_is_no_request() -> None:
    with pytest.raises(JsonRpcInvalidParams):
        read(CHANGED | {"id": 3})


@pytest.mark.parametrize(
    "message",
    [
        ASKED | {"params": {"textDocument": {"uri": URI}, "workDoneToken": 1}},
        {key: value for key, value in ASKED.items() if key != "id"},
        [ASKED],
        ASKED | {"jsonrpc": "1.0"},
        json.loads("null"),
        "text",
        17,
    ],
)
def test_what_is_no_such_message_is_left_to_pygls(message: Any) -> None:
    assert read(message) is None
