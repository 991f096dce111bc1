"""The server on a folder: indexing, workspace symbols, structural search, navigation, files that change."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.asking import eventually, hits, names
from tests.e2e.wire import Wire

SERVICE = """\
class UserService:
    \"\"\"Finds users.\"\"\"

    def get_user(self, id):
        try:
            return self.db.fetch(id)
        except KeyError:
            return None
"""
CALLER = """\
from service import UserService

def main():
    service = UserService(None)
    print(service.get_user(7))
"""
DEPLOY = """\
#!/bin/sh
# starts everything
start_all() {
  cat <<SQL
select get_user from users
SQL
}
start_all
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in (("service.py", SERVICE), ("main.py", CALLER), ("deploy.sh", DEPLOY)):
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def wire(root: Path, tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(root.as_uri(), window={"workDoneProgress": True})
    eventually(lambda: wire.request("outcrop/status", {})["state"] == "ready")
    yield wire
    wire.kill()


def test_the_folder_is_indexed_with_progress(wire: Wire) -> None:
    # The files are so new that it may hear of them once more.
    status = eventually(lambda: (found := wire.request("outcrop/status", {}))["state"] == "ready" and found)
    assert (status["files"], status["indexed"], status["symbols"]) == (3, 3, 4)
    assert status["problems"] == []
    values = [note["params"]["value"] for note in wire.notifications if note["method"] == "$/progress"]
    if values:  # a folder this small may be ready before the client has agreed to a progress bar
        assert values[0]["kind"] == "begin"
        assert values[-1]["kind"] == "end"


def test_workspace_symbols_by_name_and_by_query(wire: Wire) -> None:
    assert names(wire, "getuser") == ["get_user"]
    assert names(wire, "kind:class") == ["UserService"]
    assert set(names(wire, "")) == {"UserService", "main", "start_all"}
    (found,) = wire.request("workspace/symbol", {"query": "get_user"})
    assert found["containerName"] == "UserService"
    (top,) = wire.request("workspace/symbol", {"query": "kind:class"})
    assert top.get("containerName") is None, "the editor shows the path itself"
    assert found["location"]["range"]["start"] == {"line": 3, "character": 8}


def test_the_answer_to_a_query_says_that_there_are_more(wire: Wire, root: Path) -> None:
    """A picker shows nothing but symbols, and whoever asks a query may believe that these are all."""
    wire.open("".join(f"def many_{number}():\n    pass\n" for number in range(150)), (root / "many.py").as_uri())
    *found, last = names(wire, "kind:function many")
    assert len(found) == 100 and last == "… and more than these 100: a further condition narrows the list"
    assert len(names(wire, "many")) == 100, "of a name the best are enough"
    assert len(names(wire, "kind:function many_14")) == 11


def test_structural_search(wire: Wire) -> None:
    assert hits(wire, "kind:method has:(kind:try)") == [("service.py", 3)]
    assert hits(wire, "get_user is:heredoc") == [("deploy.sh", 4)]
    assert hits(wire, "call:get_user") == [("main.py", 4)]
    found = wire.request("outcrop/search", {"query": 'pattern:"UserService($A)"'})["hits"][0]
    assert found["captures"] == {"A": "None"}
    assert [ancestor["name"] for ancestor in found["ancestry"]] == ["main"]


def test_hits_are_streamed_to_who_asks_for_it(wire: Wire) -> None:
    found = wire.request("outcrop/search", {"query": "get_user", "partialResultToken": "here"})
    assert (found["hits"], found["total"]) == ([], 3)
    values = [note["params"]["value"] for note in wire.notifications if note.get("params", {}).get("token") == "here"]
    streamed = [hit["location"]["uri"].rpartition("/")[2] for value in values for hit in value["hits"]]
    assert streamed == ["deploy.sh", "main.py", "service.py"]


def test_a_command_searches_as_well(wire: Wire) -> None:
    found = wire.request(
        "workspace/executeCommand", {"command": "outcrop.search", "arguments": [{"query": "KeyError"}]}
    )
    assert found["total"] == 1


def test_a_query_that_cannot_be_read_has_problems(wire: Wire) -> None:
    found = wire.request("outcrop/search", {"query": "knd:function"})
    assert found["hits"] == []
    (problem,) = found["problems"]
    assert "kind" in problem["message"]
    assert (problem["start"], problem["end"]) == (0, 3)


def test_unsaved_text_is_searched(wire: Wire, root: Path) -> None:
    uri = (root / "main.py").as_uri()
    wire.open("def unsaved_thing():\n    pass\n", uri)
    assert names(wire, "unsaved") == ["unsaved_thing"]
    assert hits(wire, "call:get_user") == [], "the open text hides the file"
    wire.send("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert hits(wire, "call:get_user") == [("main.py", 4)]


def test_files_that_change_on_disk_are_followed(wire: Wire, root: Path) -> None:
    (root / "new.py").write_text("def brand_new():\n    pass\n")
    eventually(lambda: names(wire, "brand_new") == ["brand_new"])
    (root / "new.py").rename(root / "moved.py")
    eventually(lambda: hits(wire, "sym:brand_new") == [("moved.py", 0)])
    (root / "moved.py").unlink()
    eventually(lambda: names(wire, "brand_new") == [])


def test_a_save_is_searchable(wire: Wire, root: Path) -> None:
    path = root / "main.py"
    path.write_text(CALLER + "\ndef saved_now():\n    pass\n")
    wire.send("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
    assert hits(wire, "saved_now") == [("main.py", 6)], "text is searched as it is on disk"
    eventually(lambda: names(wire, "saved_now") == ["saved_now"])


def test_folders_come_and_go(wire: Wire, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "lib.rb").write_text("def helper_there\nend\n")
    folder = {"uri": other.as_uri(), "name": "other"}
    wire.send("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    eventually(lambda: names(wire, "helper_there") == ["helper_there"])
    wire.send("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
    assert names(wire, "helper_there") == []
    assert names(wire, "get_user") == ["get_user"]


def test_navigation_where_no_other_server_is_likely(wire: Wire, root: Path) -> None:
    uri = (root / "deploy.sh").as_uri()
    wire.open(DEPLOY, uri, "shellscript")
    place = {"textDocument": {"uri": uri}, "position": {"line": 7, "character": 3}}
    (found,) = wire.request("textDocument/definition", place)
    assert found["range"]["start"] == {"line": 2, "character": 0}
    used = wire.request("textDocument/references", {**place, "context": {"includeDeclaration": False}})
    assert [one["range"]["start"]["line"] for one in used] == [7]
    marked = wire.request("textDocument/documentHighlight", place)
    assert [(one["range"]["start"]["line"], one["kind"]) for one in marked] == [(2, 3), (7, 2)]
    shown = wire.request("textDocument/hover", place)["contents"]["value"]
    assert "start_all()" in shown
    assert "starts everything" in shown


def test_navigation_beside_a_dedicated_server_is_off_until_asked_for(wire: Wire, root: Path) -> None:
    uri = (root / "main.py").as_uri()
    wire.open(CALLER, uri)
    place = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 20}}
    assert wire.request("textDocument/definition", place) == []
    wire.send("workspace/didChangeConfiguration", {"settings": {"outcrop": {"definition": "on"}}})
    found = eventually(lambda: wire.request("textDocument/definition", place))
    assert found[0]["uri"].endswith("service.py")
    wire.send("workspace/didChangeConfiguration", {"settings": {}})
    assert wire.request("textDocument/definition", place), "settings that do not speak of us change nothing"
    wire.send("workspace/didChangeConfiguration", {"settings": {"outcrop": {}}})
    eventually(lambda: wire.request("textDocument/definition", place) == [])


def test_a_wrong_setting_is_named(wire: Wire) -> None:
    wire.send("workspace/didChangeConfiguration", {"settings": {"outcrop": {"serach_limit": 3}}})
    eventually(lambda: wire.request("outcrop/status", {}))
    messages = [note["params"]["message"] for note in wire.notifications if note["method"] == "window/showMessage"]
    assert messages == ["Outcrop: the editor: unknown setting `serach_limit`, did you mean `search_limit`?"]


def test_the_index_outlives_the_server(wire: Wire, root: Path, tmp_path: Path) -> None:
    assert wire.end() == 0
    again = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    again.initialize(root.as_uri())
    assert hits(again, "kind:class") == [("service.py", 0)], "the answer is there before anything is read again"
    again.kill()


def test_several_folders_are_indexed_in_turn(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        folder = tmp_path / name
        folder.mkdir()
        for number in range(60):
            (folder / f"{name}{number}.py").write_text(f"def {name}_{number}():\n    pass\n")
    wire = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    wire.initialize(*((tmp_path / name).as_uri() for name in ("one", "two", "three")))
    eventually(lambda: wire.request("outcrop/status", {})["indexed"] == 180)
    for name in ("one", "two", "three"):
        assert names(wire, f"{name}_59") == [f"{name}_59"]
    wire.kill()


def test_a_cache_that_is_removed_is_made_again(wire: Wire, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "cache")
    eventually(lambda: names(wire, "get_user") == ["get_user"])
    assert hits(wire, "echo OR KeyError") == [("service.py", 6)]


def test_a_second_server_takes_over_when_the_first_is_killed(wire: Wire, root: Path, tmp_path: Path) -> None:
    second = Wire(environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
    second.initialize(root.as_uri())
    eventually(lambda: names(second, "get_user") == ["get_user"])
    (root / "shared.py").write_text("def while_both():\n    pass\n")
    eventually(lambda: names(second, "while_both") == ["while_both"])
    wire.process.kill()
    wire.process.wait()
    (root / "later.py").write_text("def after_the_first():\n    pass\n")
    eventually(lambda: names(second, "after_the_first") == ["after_the_first"])
    assert hits(second, "kind:class") == [("service.py", 0)]
    second.kill()


def test_a_file_that_was_indexed_answers_as_one_that_nobody_knows(wire: Wire, root: Path) -> None:
    """At once when it is opened, when it is edited right after that, and when it was read meanwhile."""
    eventually(lambda: (known := wire.request("outcrop/status", {}))["indexed"] == known["files"] > 0)
    uris = [(root / "deploy.sh").as_uri(), "untitled:deploy"]

    def answers(uri: str) -> tuple[object, object]:
        document = {"textDocument": {"uri": uri}}
        found = wire.request("textDocument/documentSymbol", document)
        places = [(symbol["name"], symbol["location"]["range"]) for symbol in found]
        return places, wire.request("textDocument/foldingRange", document)

    def changed(uri: str, version: int, text: str) -> None:
        place = {"line": 2, "character": 0}
        change = {"range": {"start": place, "end": place}, "text": text}
        document = {"uri": uri, "version": version}
        wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def differ() -> list[object]:
        known, unknown = (answers(uri) for uri in uris)
        assert known[0] and known[1]
        return [] if known == unknown else [known, unknown]

    for uri in uris:
        wire.open(DEPLOY, uri, "shellscript")
    assert not differ()
    for version, text in enumerate(("started() {\n  ps\n}\n", "if true; then\n  ps\nfi\n", "{", "}\n"), 2):
        for uri in uris:
            changed(uri, version, text)
        assert not differ(), text
    for uri in uris:
        wire.send("textDocument/didClose", {"textDocument": {"uri": uri}})
        wire.open(DEPLOY, uri, "shellscript")
    assert not differ()
    time.sleep(0.5)  # it is read in the background
    for uri in uris:
        changed(uri, 2, "cat <<A\nA\n")
    assert not differ()
