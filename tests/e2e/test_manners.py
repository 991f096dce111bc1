"""How the server behaves at the wire: start, end, and what nobody should send."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.wire import SERVER, Wire
from tests.patience import PATIENCE

PYTHON = "class A:\n    def b(self):\n        pass\n"


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
    assert "result" in answer or answer["error"]["code"] == -32800
    assert wire.symbols(number=12) == ["A", "b"]


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
    try:
        for _ in range(int(10 * PATIENCE)):
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        else:
            pytest.fail("nothing listens")
        params = {"processId": None, "rootUri": None, "capabilities": {}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()
        connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert b"outcrop" in connection.recv(65536)
        connection.close()
    finally:
        server.kill()
        server.wait()
