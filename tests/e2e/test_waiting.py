"""A client that does not read keeps nobody waiting: neither the server, nor, in the end, itself."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from indexer.outlet import Outlet
from tests.patience import PATIENCE

TEXT = "".join(f"def function_{number}(x):\n    return x\n\n\n" for number in range(2000))


def _framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def _finished(writing: threading.Thread, process: subprocess.Popen[bytes]) -> bool:
    writing.start()
    writing.join(PATIENCE)
    if writing.is_alive():
        process.kill()
    return not writing.is_alive()


def test_a_client_may_write_all_its_requests_before_it_reads_an_answer() -> None:
    """The answers fill the pipe many times over; nor does anybody read the log."""
    process = subprocess.Popen(
        [sys.executable, "-m", "lsp_server.main", "--log-level", "debug"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    document = {"uri": "file:///a.py", "languageId": "python", "version": 1, "text": TEXT}
    messages = [
        {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
    ]
    asked = {"textDocument": {"uri": "file:///a.py"}}
    messages += [{"id": n, "method": "textDocument/documentSymbol", "params": asked} for n in range(1, 31)]
    filler = {"uri": "file:///b.txt", "languageId": "plaintext", "version": 1, "text": "x" * 300_000}
    messages += [{"method": "textDocument/didOpen", "params": {"textDocument": filler}}] * 10
    messages += [{"id": 31, "method": "shutdown"}, {"method": "exit"}]

    def write() -> None:
        for message in messages:
            process.stdin.write(_framed({"jsonrpc": "2.0", **message}))  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]

    assert _finished(threading.Thread(target=write, daemon=True), process), "the server reads no more"
    threading.Thread(target=process.stderr.read, daemon=True).start()  # type: ignore[union-attr]
    said = process.stdout.read()
    assert said.count(b"Content-Length") >= 32
    assert b'"id":31' in said.replace(b" ", b"")
    assert process.wait(PATIENCE) == 0


def test_a_client_for_agents_may_write_all_its_requests_before_it_reads_an_answer(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_server.main", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    messages: list[dict[str, object]] = [
        {"id": 0, "method": "initialize", "params": start},
        {"method": "notifications/initialized"},
    ]
    # The lists of tools are long, and so are the questions: with blanks, for those take nobody long to read.
    messages += [{"id": n, "method": "tools/list", "params": {}} for n in range(1, 61)]
    call = {"name": "search", "arguments": {"query": "sym:=function_7" + " " * 5000}}
    messages += [{"id": n, "method": "tools/call", "params": call} for n in range(61, 121)]

    def write() -> None:
        for message in messages:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]

    try:
        assert _finished(threading.Thread(target=write, daemon=True), process), "the server reads no more"
        answered = set()
        while len(answered) < 121:
            answered.add(json.loads(process.stdout.readline())["id"])
    finally:
        process.kill()
        process.wait()


def test_output_that_nobody_reads_is_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], stdin=subprocess.PIPE)
    assert process.stdin is not None
    monkeypatch.setattr("indexer.outlet.MOST", 10_000_000)
    outlet = Outlet(process.stdin)
    for _ in range(9):
        outlet.write(bytes(1_000_000))
    outlet.write(bytes(20_000_000))  # one answer is as long as it is
    with pytest.raises(BrokenPipeError):
        outlet.write(b"x")
    process.kill()
    process.wait()
