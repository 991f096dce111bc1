"""Replacing through the server: hits with their new text, one edit with versions, and the command that applies it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.asking import eventually
from tests.e2e.wire import Wire

FILES = {"a.py": "old(1, 2)\n", "b.py": "x = old(3, 4)\nold(5, 6)\n", "c.py": "old(7)\n"}
QUERY, TEMPLATE = 'pattern:"old($A, $B)"', "new($B, $A)"
EDITS = {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = started(root, tmp_path, **EDITS)
    yield wire
    wire.kill()


def started(root: Path, tmp_path: Path, **workspace: object) -> Wire:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri(), workspace=workspace)
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    return wire


def replaced(wire: Wire, **more: object) -> Any:
    return wire.request("outcrop/replace", {"query": QUERY, "template": TEMPLATE, **more})


def news(answer: Any) -> list[tuple[str, int, str, str]]:
    return [
        (
            hit["location"]["uri"].rpartition("/")[2],
            hit["location"]["range"]["start"]["line"],
            hit["old"],
            hit["new"],
        )
        for hit in answer["hits"]
    ]


def edited(answer: Any) -> dict[str, tuple[int | None, list[str]]]:
    return {
        change["textDocument"]["uri"].rpartition("/")[2]: (
            change["textDocument"]["version"],
            [edit["newText"] for edit in change["edits"]],
        )
        for change in answer["edit"]["documentChanges"]
    }


def test_hits_have_their_new_text_and_nothing_is_written(wire: Wire, root: Path) -> None:
    answer = replaced(wire)
    assert news(answer) == [
        ("a.py", 0, "old(1, 2)", "new(2, 1)"),
        ("b.py", 0, "old(3, 4)", "new(4, 3)"),
        ("b.py", 1, "old(5, 6)", "new(6, 5)"),
    ]
    assert (answer["total"], answer["truncated"], answer["left_inside"], answer["problems"]) == (3, False, 0, [])
    assert edited(answer) == {"a.py": (None, ["new(2, 1)"]), "b.py": (None, ["new(4, 3)", "new(6, 5)"])}
    assert {name: (root / name).read_text() for name in FILES} == FILES


def test_the_edit_says_what_it_is_for(wire: Wire) -> None:
    edit = replaced(wire)["edit"]
    (note,) = {each["annotationId"] for change in edit["documentChanges"] for each in change["edits"]}
    assert edit["changeAnnotations"][note]["label"] == f"Replace `{QUERY}` with `{TEMPLATE}`"


def test_unsaved_text_is_what_counts_with_its_version(wire: Wire, root: Path) -> None:
    uri = (root / "a.py").as_uri()
    wire.open("# nothing\n", (root / "b.py").as_uri())
    wire.open("é = old('😀', 9)\n", uri)
    answer = replaced(wire)
    assert news(answer) == [("a.py", 0, "old('😀', 9)", "new(9, '😀')")]
    assert edited(answer) == {"a.py": (1, ["new(9, '😀')"])}
    assert answer["hits"][0]["version"] == 1
    span = answer["hits"][0]["location"]["range"]
    assert (span["start"]["character"], span["end"]["character"]) == (4, 16)


def test_only_ticked_hits(wire: Wire) -> None:
    ids = [hit["id"] for hit in replaced(wire)["hits"]]
    assert len(set(ids)) == 3
    answer = replaced(wire, only=[ids[0], ids[2]])
    assert edited(answer) == {"a.py": (None, ["new(2, 1)"]), "b.py": (None, ["new(6, 5)"])}
    assert answer["stale"] == []


def test_a_hit_whose_document_changed_is_stale(wire: Wire, root: Path) -> None:
    ids = [hit["id"] for hit in replaced(wire)["hits"]]
    wire.open("old(1, 2)\n# more\n", (root / "a.py").as_uri())
    answer = replaced(wire, only=ids)
    assert answer["stale"] == [ids[0]]
    assert list(edited(answer)) == ["b.py"]


def test_the_limit_is_kept_and_said(wire: Wire) -> None:
    answer = replaced(wire, limit=2)
    assert (len(answer["hits"]), answer["total"], answer["truncated"]) == (2, 2, True)


def test_problems_have_their_places(wire: Wire) -> None:
    answer = replaced(wire, template="new($C)")
    (problem,) = answer["problems"]
    assert (problem["in"], problem["start"], problem["end"]) == ("template", 4, 6)
    assert (answer["hits"], answer["edit"]) == ([], None)
    (problem,) = wire.request("outcrop/replace", {"query": "kind:class", "template": ""})["problems"]
    assert (problem["in"], problem["start"], problem["end"]) == ("query", 0, 10)


def test_a_file_that_would_break_is_refused_unless_forced(wire: Wire) -> None:
    answer = replaced(wire, template="new($B")
    assert answer["edit"] is None
    assert [refused["forceable"] for refused in answer["refused"]] == [True, True]
    assert all("would break the Python" in hit["problem"] for hit in answer["hits"])
    forced = replaced(wire, template="new($B", force=True)
    assert edited(forced)["a.py"] == (None, ["new(2"])
    notes = forced["edit"]["changeAnnotations"]
    assert [note["needsConfirmation"] for note in notes.values() if note.get("needsConfirmation")] == [True]


def test_a_file_that_editors_may_misread_is_refused(wire: Wire, root: Path) -> None:
    (root / "d.py").write_bytes(b"# caf\xe9\nold(1, 2)\n")
    wire.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": (root / "d.py").as_uri(), "type": 1}]})
    answer = eventually(lambda: next((one for one in [replaced(wire)] if one["total"] == 4), None))
    assert "d.py" not in edited(answer)
    assert [refused["uri"].rpartition("/")[2] for refused in answer["refused"]] == ["d.py"]


def test_a_client_without_document_changes_gets_plain_ones(root: Path, tmp_path: Path) -> None:
    wire = started(root, tmp_path)
    try:
        edit = replaced(wire)["edit"]
        assert "documentChanges" not in edit
        assert edit["changes"][(root / "a.py").as_uri()][0]["newText"] == "new(2, 1)"
    finally:
        wire.kill()


def command(wire: Wire, **more: object) -> Any:
    arguments = [{"query": QUERY, "template": TEMPLATE, **more}]
    return wire.request("workspace/executeCommand", {"command": "outcrop.replace", "arguments": arguments})


def asked_to_apply(wire: Wire) -> list[Any]:
    return [note["params"] for note in wire.notifications if note["method"] == "workspace/applyEdit"]


def test_the_command_has_the_client_apply_the_edit(wire: Wire) -> None:
    wire.replies["workspace/applyEdit"] = {"applied": True}
    answer = command(wire)
    assert answer["applied"] is True
    (params,) = asked_to_apply(wire)
    assert params["label"].startswith("Replace ")
    assert params["edit"] == answer["edit"]


def test_the_command_says_what_the_client_said(wire: Wire) -> None:
    wire.replies["workspace/applyEdit"] = {"applied": False, "failureReason": "the document is at version 7"}
    answer = command(wire)
    assert (answer["applied"], answer["failureReason"]) == (False, "the document is at version 7")


def test_the_command_asks_for_nothing_where_there_is_nothing(wire: Wire) -> None:
    answer = command(wire, template="$X")
    assert answer["applied"] is False
    assert "`$X`" in answer["failureReason"]
    assert asked_to_apply(wire) == []
