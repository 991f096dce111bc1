"""How the server behaves at the wire: start, end, and what nobody should send."""

from __future__ import annotations

import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.wire import SERVER, Wire
from tests.patience import PATIENCE

PYTHON = "class A:\n    def b(self):\n        pass\n"
LETTERS = string.ascii_letters + "äöüßéèàç"  # a name each
CONTENT_MODIFIED = -32801
REQUEST_CANCELLED = -32800


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire(command=SERVER)
    yield wire
    wire.kill()


def test_shutdown_then_exit_is_success(wire: Wire) -> None:
    wire.initialize()
    assert wire.end() == 0


def test_exit_without_shutdown_is_failure(wire: Wire) -> None:
    wire.initialize()
    wire.send("exit")
    assert wire.process.wait(PATIENCE) == 1


def test_the_server_ends_when_its_client_is_gone(wire: Wire) -> None:
    wire.initialize()
    wire.close_input()


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "1.0", "method": "x"}',
        b'{"jsonrpc": "2.0", "id": 5, "method": "textDocument/documentSymbol", "params": {"textDocument": 7}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "no/such", "params": {}}',
        b"\xff\xfe",
    ],
)
def test_malformed_messages_do_not_end_the_server(wire: Wire, body: bytes) -> None:
    wire.initialize()
    wire.open(PYTHON)
    wire.send_body(body)
    assert wire.symbols() == ["A", "b"]
    assert wire.end() == 0


ABOUT_A = '"params":{"textDocument":{"uri":"file:///a.py"}}'
DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("body", "number", "code"),
    [
        ('{"jsonrpc":"2.0","id":5,"method":"textDocument/documentSymbol","params":{"textDocument":7}}', 5, -32602),
        ('{"jsonrpc":"2.0","id":"x","method":"textDocument/hover","params":{}}', "x", -32602),
        ('{"jsonrpc":"2.0","id":5,"method":"textDocument/hover"}', 5, -32602),
        ('{"jsonrpc":"2.0","id":5,"method":"textDocument/didChange",' + ABOUT_A + "}", 5, -32602),
        ('{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600),
        ('{"jsonrpc":"1.0","id":5,"method":"textDocument/documentSymbol",' + ABOUT_A + "}", 5, -32600),
        ('{"id":5,"method":"textDocument/documentSymbol",' + ABOUT_A + "}", 5, -32600),
        *[
            (f'{{"jsonrpc":"2.0","id":{odd},"method":"textDocument/documentSymbol",{ABOUT_A}}}', None, -32600)
            for odd in ("null", "true", "1.5", "NaN", "[1]", '{"a":1}')
        ],
        ('{"jsonrpc":"2.0","id":5,"method":"outcrop/status","params":' + DEEP, None, -32700),
        ('{"jsonrpc":"2.0","id":%s,"method":"outcrop/status"}' % ("9" * 10_000), None, -32700),
        ("{", None, -32700),
    ],
    ids=lambda value: str(value)[:80],
)
def test_a_request_that_cannot_be_handled_is_answered(body: str, number: object, code: int) -> None:
    """Whoever asked waits for ever otherwise. Where nobody can tell who, the answer has no number."""
    wire = Wire()
    wire.initialize()
    wire.open(PYTHON)
    wire.send_body(body.encode())
    assert wire.symbols(number=17) == ["A", "b"]
    [told] = [each for each in wire.notifications if "error" in each]
    assert "id" in told and told["id"] == number
    assert told["error"]["code"] == code
    assert wire.end() == 0


def test_our_own_requests_need_no_parameters() -> None:
    wire = Wire()
    wire.initialize()
    wire.send("outcrop/status", number=1)
    assert "state" in wire.answer(1)["result"]
    for number, arguments in enumerate([{}, {"arguments": []}, {"arguments": None}, {"arguments": [{}]}], 2):
        wire.send("workspace/executeCommand", {"command": "outcrop.status", **arguments}, number)
        assert "state" in wire.answer(number)["result"]
    odd_names = {"query": "nothing", "type_name": "no name", "__class__": 1, "def": 2}
    assert wire.request("outcrop/search", odd_names)["total"] == 0
    assert wire.end() == 0


def test_after_shutdown_requests_are_refused() -> None:
    wire = Wire()
    wire.initialize()
    wire.send("shutdown", number=1)
    wire.answer(1)
    wire.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///a.py"}}, 2)
    assert wire.answer(2)["error"]["code"] == -32600
    wire.send("exit")
    assert wire.process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "uri", ["file:///a\ud800.py", "http://[::1", "file:///a%00.py", "file:///a\0.py", "untitled:x", ""]
)
def test_documents_and_folders_with_odd_names(uri: str) -> None:
    wire = Wire()
    wire.initialize()
    wire.open(PYTHON, uri)
    assert wire.symbols(uri) == ["A", "b"]
    document = {"uri": uri, "version": 2}
    wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "class \ud800A: pass"}]})
    wire.send("textDocument/didSave", {"textDocument": {"uri": uri}, "text": "class Z: pass"})
    assert wire.symbols(uri) == ["Z"]
    folder = {"uri": uri, "name": "odd"}
    wire.send("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    wire.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
    assert wire.symbols(uri, 2) == ["Z"]
    wire.request("outcrop/search", {"query": "Z"})
    replaced = wire.request("outcrop/replace", {"query": "sym:Z", "template": "\ud800"})
    assert "problems" in replaced
    wire.send("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
    assert wire.end() == 0
    assert "Traceback" not in wire.errors()


def test_unknown_requests_get_an_error(wire: Wire) -> None:
    wire.initialize()
    wire.send("no/such", {}, 9)
    assert wire.answer(9)["error"]["code"] == -32601


def test_a_request_about_a_document_nobody_opened(wire: Wire) -> None:
    wire.initialize()
    wire.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///never.py"}}, 3)
    assert wire.answer(3)["result"] is None


def test_absurd_positions_and_old_versions(wire: Wire) -> None:
    wire.initialize()
    wire.open(PYTHON)
    far = {"line": 4_000_000, "character": 4_000_000}

    def change(version: int, start: dict[str, int], end: dict[str, int], text: str) -> None:
        wire.send(
            "textDocument/didChange",
            {
                "textDocument": {"uri": "file:///a.py", "version": version},
                "contentChanges": [{"range": {"start": start, "end": end}, "text": text}],
            },
        )

    change(5, far, far, "class Z:\n    pass\n")
    change(4, {"line": 0, "character": 0}, far, "")  # came too late: an older version
    assert wire.symbols() == ["A", "b", "Z"]


def test_cancelling_is_answered(wire: Wire) -> None:
    wire.initialize()
    wire.open(PYTHON)
    wire.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///a.py"}}, 11)
    wire.send("$/cancelRequest", {"id": 11})
    wire.send("$/cancelRequest", {"id": 12345})
    answer = wire.answer(11)
    assert "result" in answer or answer["error"]["code"] == REQUEST_CANCELLED
    assert wire.symbols(number=12) == ["A", "b"]


def test_each_question_between_keys_is_answered_once(wire: Wire) -> None:
    wire.initialize()
    wire.open(PYTHON)
    wire.symbols(number=1)
    asked = range(100, 400, 2)
    for version, number in enumerate(asked, 2):
        start = {"line": 0, "character": 6}
        changes = [{"range": {"start": start, "end": start}, "text": "x"}]
        document = {"uri": "file:///a.py"}
        wire.send(
            "textDocument/didChange", {"textDocument": {**document, "version": version}, "contentChanges": changes}
        )
        wire.send("textDocument/documentSymbol", {"textDocument": document}, number)
        wire.send("textDocument/foldingRange", {"textDocument": document}, number + 1)
        if number % 3 == 0:
            wire.send("$/cancelRequest", {"id": number})
    assert wire.symbols(number=2) == ["x" * len(asked) + "A", "b"]
    answers = {each["id"]: each for each in wire.notifications if "method" not in each}
    assert len(answers) == len([each for each in wire.notifications if "method" not in each]), "none comes twice"
    assert set(answers) == {*asked, *(number + 1 for number in asked)}
    for number, answer in answers.items():
        if "error" in answer:
            allowed = {CONTENT_MODIFIED, REQUEST_CANCELLED} if number % 3 == 0 else {CONTENT_MODIFIED}
            assert answer["error"]["code"] in allowed, answer


def test_what_is_asked_may_have_names_of_the_protocol(wire: Wire) -> None:
    wire.initialize()
    wire.open(PYTHON)
    found = wire.request("outcrop/blocks", {"textDocument": {"uri": "file:///a.py", "jsonrpc": "2.0", "method": "x"}})
    assert [each["name"] for each in found["blocks"]][:2] == ["A", "b"]


def test_a_hanging_grammar_leaves_the_server_alive(wire: Wire) -> None:
    wire.initialize()
    wire.open("x = 1\n", "file:///a.cob", "cobol")
    wire.open(PYTHON)
    wire.symbols("file:///a.cob", 2)
    assert wire.symbols(number=3) == ["A", "b"]


def test_the_log_goes_where_it_was_told(tmp_path: Path) -> None:
    log = tmp_path / "outcrop.log"
    wire = Wire("--log-file", str(log), "--log-level", "info", command=SERVER)
    wire.initialize()
    assert wire.end() == 0
    assert "columns in utf-16" in log.read_text()


def test_help_and_version_are_quick_to_say() -> None:
    for option, expected in (("--help", "--log-file"), ("--version", "outcrop ")):
        result = subprocess.run(
            [sys.executable, "-m", "lsp_server.main", option], capture_output=True, text=True, check=True
        )
        assert expected in result.stdout


def test_tcp_on_loopback() -> None:
    import json
    import socket
    import time

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "lsp_server.main", "--tcp", str(port)], stdin=subprocess.DEVNULL)

    def connect() -> socket.socket:
        return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    try:
        for _ in range(int(10 * PATIENCE)):
            try:
                connection = connect()
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        else:
            pytest.fail("nothing listens")
        document = {"uri": "file:///a.py", "languageId": "python", "version": 1, "text": PYTHON}
        asked = {"textDocument": {"uri": "file:///a.py"}}
        initialize = {"processId": None, "rootUri": None, "capabilities": {}}
        with connection, connection.makefile("rb") as answers:
            for message in (
                {"id": 1, "method": "initialize", "params": initialize},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": document}},
                {"id": 2, "method": "textDocument/documentSymbol", "params": asked},
                {"id": 3, "method": "textDocument/documentSymbol", "params": asked},
                {"id": 4, "method": "shutdown"},
                {"method": "exit"},
            ):
                body = json.dumps({"jsonrpc": "2.0", **message}).encode()
                connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            told = answers.readline()  # it has taken the first client, and no longer waits for any
            with pytest.raises(ConnectionRefusedError):
                connect()
            told += answers.read()
        assert b'"name":"outcrop"' in told.replace(b" ", b"")
        assert told.count(b'"b"') == 2, "both outlines"
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
        server.wait()


def test_keys_that_come_faster_than_answers_leave_out_those_that_nobody_waits_for() -> None:
    """Each answer is that of its own version, or says that the same was asked again; the last one is an answer."""
    wire = Wire()
    wire.initialize(textDocument={"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}})
    wire.open(PYTHON * 500)
    assert len(wire.symbols()) == 500
    keys = 60
    for key in range(keys):
        name = {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 7}}
        change = {"range": name, "text": LETTERS[key]}
        document = {"uri": "file:///a.py", "version": key + 2}
        wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        wire.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///a.py"}}, 2000 + key)
    last = wire.answer(2000 + keys - 1)  # all others came before it
    answers = {each["id"] - 2000: each for each in [*wire.notifications, last] if each.get("id", 0) >= 2000}
    assert len(answers) == keys
    for key, answer in answers.items():
        if "error" in answer:
            assert answer["error"]["code"] == CONTENT_MODIFIED and key != keys - 1
        else:
            assert answer["result"][0]["name"] == LETTERS[key]
    assert wire.end() == 0
    assert "Exception" not in wire.errors()
