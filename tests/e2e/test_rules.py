"""Rules over the wire: diagnostics as one types, pulled and pushed, and what can be done about them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.wire import Wire

RULES = """\
[no-print]
query = 'pattern:"print($$$A)"'
message = "no $A"
fix = "log($$$A)"
url = "https://example.org/no-print"
note = "It goes nowhere."

[slow-name]
query = 'kind:function sym:slow'
message = "slow"
severity = "error"
"""
PULL = {"textDocument": {"diagnostic": {}}, "workspace": {"workspaceEdit": {"documentChanges": True}}}


class Client:
    """A server with one folder, and the documents that a user has open in it."""

    def __init__(self, root: Path, cache: Path, **capabilities: object) -> None:
        self.root = root
        self.wire = Wire(environment={"OUTCROP_CACHE_DIR": str(cache), "XDG_CONFIG_HOME": str(cache)})
        self.result = self.wire.initialize(root.as_uri(), **capabilities)["result"]
        self._version = 1

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, text: str) -> None:
        self.wire.open(text, self.uri(name), "toml" if name.endswith("toml") else "python")

    def type(self, name: str, line: int, character: int, text: str, delete: int = 0) -> None:
        self._version += 1
        where = {
            "start": {"line": line, "character": character},
            "end": {"line": line, "character": character + delete},
        }
        document = {"uri": self.uri(name), "version": self._version}
        self.wire.send(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": where, "text": text}]}
        )

    def pull(self, name: str) -> list[str]:
        params = {"textDocument": {"uri": self.uri(name)}}
        return told(self.wire.request("textDocument/diagnostic", params)["items"])

    def pushed(self, name: str, version: int) -> list[str]:
        """What is pushed for a version of a document, which is waited for."""
        while True:
            published = [
                each["params"]
                for each in self.wire.notifications
                if each.get("method") == "textDocument/publishDiagnostics" and each["params"]["uri"] == self.uri(name)
            ]
            newest = [each for each in published if (each.get("version") or 0) >= version]
            if newest:
                return told(newest[0]["diagnostics"])
            self.wire.request("outcrop/status", {})

    def actions(self, name: str, line: int, character: int, **context: object) -> dict[str, Any]:
        place = {"line": line, "character": character}
        params = {
            "textDocument": {"uri": self.uri(name)},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], **context},
        }
        return {each["title"]: each for each in self.wire.request("textDocument/codeAction", params) or []}


def told(items: list[dict[str, Any]]) -> list[str]:
    return [
        f"{each['range']['start']['line']}:{each['range']['start']['character']}"
        f"-{each['range']['end']['character']} {each['code']} {each['message']}"
        for each in items
    ]


def edits(action: dict[str, Any]) -> list[tuple[int, int, int, str]]:
    (change,) = action["edit"]["documentChanges"]
    return [
        (
            each["range"]["start"]["line"],
            each["range"]["start"]["character"],
            each["range"]["end"]["character"],
            each["newText"],
        )
        for each in change["edits"]
    ]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".outcrop/rules").mkdir(parents=True)
    (folder / ".outcrop/rules/a.toml").write_text(RULES)
    (folder / "closed.py").write_text("x = 1\nprint(7)\n")
    return folder


@pytest.fixture
def client(root: Path, tmp_path: Path) -> Iterator[Client]:
    made = Client(root, tmp_path / "cache", **PULL)
    yield made
    assert made.wire.end() == 0


@pytest.fixture
def pushing(root: Path, tmp_path: Path) -> Iterator[Client]:
    made = Client(root, tmp_path / "cache")
    yield made
    assert made.wire.end() == 0


def test_findings_follow_the_text(client: Client) -> None:
    client.open("a.py", "def f():\n    print(1)\n")
    assert client.pull("a.py") == ["1:4-12 no-print no 1"]
    client.type("a.py", 0, 0, "print(0)\n")
    assert client.pull("a.py") == ["0:0-8 no-print no 0", "2:4-12 no-print no 1"]
    client.type("a.py", 2, 4, "log", delete=5)
    assert client.pull("a.py") == ["0:0-8 no-print no 0"]
    client.type("a.py", 0, 0, "# outcrop: ignore[no-print]\n")
    assert client.pull("a.py") == []
    client.type("a.py", 1, 0, "log", delete=5)
    assert client.pull("a.py") == ["0:18-26 unused-ignore `no-print` finds nothing here to silence"]


def test_every_key_gives_what_a_new_document_would(client: Client) -> None:
    """Pieces that did not change are not asked again, and nothing shows of that."""
    text = "".join(f"def f{number}():\n    return print({number}), [print(x) for x in y]\n\n\n" for number in range(30))
    client.open("a.py", text)
    lines = text.split("\n")
    client.pull("a.py")
    for line, typed in [(1, "print(9); "), (5, "("), (5, ")"), (40, "x = print("), (40, ")"), (116, "# ")]:
        column = len(lines[line])
        client.type("a.py", line, column, typed)
        lines[line] += typed
        client.open("b.py", "\n".join(lines))
        assert client.pull("a.py") == client.pull("b.py")
        client.wire.send("textDocument/didClose", {"textDocument": {"uri": client.uri("b.py")}})


def test_a_client_that_cannot_pull_is_told(pushing: Client) -> None:
    pushing.open("a.py", "print(1)\n")
    assert pushing.pushed("a.py", 1) == ["0:0-8 no-print no 1"]
    pushing.type("a.py", 0, 0, "log", delete=5)
    assert pushing.pushed("a.py", 2) == []


def test_an_unchanged_answer_is_short(client: Client) -> None:
    client.open("a.py", "print(1)\n")
    params = {"textDocument": {"uri": client.uri("a.py")}}
    first = client.wire.request("textDocument/diagnostic", params)
    again = client.wire.request("textDocument/diagnostic", {**params, "previousResultId": first["resultId"]})
    assert again == {"kind": "unchanged", "resultId": first["resultId"]}


def test_what_can_be_done_about_a_finding(client: Client) -> None:
    client.open("a.py", "def f():\n    print(1)\n    x = print(2)\n")
    made = client.actions("a.py", 1, 6)
    assert list(made) == [
        "Fix: no 1",
        "Fix all of `no-print` in this file (2)",
        "Silence `no-print` here",
        *("Explain `no-print`", "Fix all that Outcrop's rules can fix in this file"),
    ]
    assert made["Fix: no 1"]["isPreferred"] and made["Fix: no 1"]["kind"] == "quickfix"
    assert edits(made["Fix: no 1"]) == [(1, 4, 12, "log(1)")]
    assert edits(made["Fix all of `no-print` in this file (2)"]) == [(1, 4, 12, "log(1)"), (2, 8, 16, "log(2)")]
    assert edits(made["Silence `no-print` here"]) == [(1, 0, 0, "    # outcrop: ignore[no-print]\n")]
    only = client.actions("a.py", 1, 6, only=["source.fixAll"])
    assert [each["kind"] for each in only.values()] == ["source.fixAll.outcrop"]
    assert client.actions("a.py", 0, 0, only=["quickfix"]) == {}


def test_a_comment_goes_where_it_silences(client: Client) -> None:
    """Above the line it would be a part of the string, so it goes to its end."""
    client.open("a.py", 'x = """\n""" + print(1)\n')
    made = client.actions("a.py", 1, 8)
    assert edits(made["Silence `no-print` here"]) == [(1, 14, 14, "  # outcrop: ignore[no-print]")]


def test_more_is_told_on_hover_and_on_demand(client: Client) -> None:
    client.open("a.py", "print(1)\n")
    client.pull("a.py")
    place = {"textDocument": {"uri": client.uri("a.py")}, "position": {"line": 0, "character": 2}}
    assert "It goes nowhere." in client.wire.request("textDocument/hover", place)["contents"]["value"]
    action = client.actions("a.py", 0, 2)["Explain `no-print`"]
    client.wire.request("workspace/executeCommand", {k: action["command"][k] for k in ("command", "arguments")})
    shown = [each for each in client.wire.notifications if each.get("method") == "window/showMessage"]
    assert "It goes nowhere." in shown[-1]["params"]["message"]


def test_a_broken_rule_is_underlined_as_it_is_typed(client: Client) -> None:
    client.open(".outcrop/rules/b.toml", "[b]\nquery = 'kind:class'\nmessage = 'x'\n")
    assert client.pull(".outcrop/rules/b.toml") == []
    client.type(".outcrop/rules/b.toml", 1, 17, "", delete=2)
    assert client.pull(".outcrop/rules/b.toml") == ["1:14-17 broken-rule unknown kind `cla`, did you mean `class`?"]


def test_rules_that_change_count_at_once(client: Client, root: Path) -> None:
    client.open("a.py", "eval(1)\n")
    assert client.pull("a.py") == []
    (root / ".outcrop/rules/c.toml").write_text("[no-eval]\nquery = 'call:eval'\nmessage = 'no eval'\n")
    changed = [{"uri": client.uri(".outcrop/rules/c.toml"), "type": 1}]
    client.wire.send("workspace/didChangeWatchedFiles", {"changes": changed})
    assert client.pull("a.py") == ["0:0-4 no-eval no eval"]


def test_the_files_that_are_not_open_are_told_too(client: Client) -> None:
    client.open("a.py", "print(1)\n")
    report = client.wire.request("workspace/diagnostic", {"previousResultIds": []}, 60)
    assert {each["uri"]: told(each["items"]) for each in report["items"]} == {
        client.uri("closed.py"): ["1:0-8 no-print no 7"]
    }


def test_they_can_be_switched_off(client: Client) -> None:
    client.open("a.py", "print(1)\n")
    client.wire.send("workspace/didChangeConfiguration", {"settings": {"outcrop": {"diagnostics": False}}})
    assert client.pull("a.py") == []


def test_a_document_outside_the_folders_has_no_rules_of_a_folder(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / ".outcrop/rules").mkdir(parents=True)
    (other / ".outcrop/rules/a.toml").write_text(RULES)
    client.open("../other/a.py", "print(1)\n")
    assert client.pull("../other/a.py") == []
