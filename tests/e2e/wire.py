"""A client of the bare wire: sends bytes, reads messages. For what a polite client library would never send."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.e2e.forked import Forked
from tests.patience import PATIENCE

SERVER = (sys.executable, "-m", "lsp_server.main")


class Wire:
    """A running server and the messages it sends. Without a command it is forked (`tests/e2e/forked.py`)."""

    def __init__(
        self,
        *arguments: str,
        environment: dict[str, str] | None = None,
        command: Sequence[str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        variables = {**os.environ, **(environment or {})}
        self.process: Forked | subprocess.Popen[bytes]
        if command is None and hasattr(os, "fork"):
            self.process = Forked(list(arguments), cwd, variables)
        else:
            self.process = subprocess.Popen(
                [*(command or SERVER), *arguments],
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=variables,
            )
        self._number = 1000
        self.notifications: list[dict[str, Any]] = []
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._errors: list[bytes] = []
        self.replies: dict[str, object] = {}  # to what the server asks, by method; else we agree to everything
        for target in (self._read, self._drain):
            threading.Thread(target=target, daemon=True).start()

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_body(self, body: bytes) -> None:
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send(self, method: str, params: object = None, number: int | str | None = None) -> None:
        message: dict[str, object] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if number is not None:
            message["id"] = number
        self.send_body(json.dumps(message).encode())

    def answer(self, number: int | str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The response to a request; what the server says in between is passed over."""
        while True:
            message = self._messages.get(timeout=timeout)
            assert message is not None, f"the server ended: {self.errors()}"
            if message.get("id") == number and "method" not in message:
                return message
            self.notifications.append(message)
            if "method" in message and "id" in message:
                reply = {"jsonrpc": "2.0", "id": message["id"], "result": self.replies.get(message["method"])}
                self.send_body(json.dumps(reply).encode())

    def request(self, method: str, params: object, timeout: float = PATIENCE) -> Any:
        """A request and its result."""
        self._number += 1
        self.send(method, params, self._number)
        answer = self.answer(self._number, timeout)
        assert "error" not in answer, answer
        return answer["result"]

    def initialize(self, *roots: str, options: object = None, **capabilities: object) -> dict[str, Any]:
        folders = [{"uri": uri, "name": uri.rpartition("/")[2]} for uri in roots]
        params = {
            "processId": None,
            "rootUri": roots[0] if roots else None,
            "workspaceFolders": folders or None,
            "capabilities": capabilities,
            "initializationOptions": options,
        }
        self.send("initialize", params, 0)
        result = self.answer(0)
        self.send("initialized", {})
        return result

    def open(self, text: str, uri: str = "file:///a.py", language: str = "python") -> None:
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})

    def symbols(self, uri: str = "file:///a.py", number: int = 1) -> list[str]:
        self.send("textDocument/documentSymbol", {"textDocument": {"uri": uri}}, number)
        return [symbol["name"] for symbol in self.answer(number)["result"]]

    def end(self) -> int:
        """Shuts down as the protocol says; the exit code."""
        self.send("shutdown", number="bye")
        self.answer("bye")
        self.send("exit")
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """What the server has written to its log so far."""
        return b"".join(self._errors).decode()

    def close_input(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
        while header := out.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = out.readline()
            self._messages.put(json.loads(out.read(length)))
        self._messages.put(None)

    def _drain(self) -> None:
        assert self.process.stderr is not None
        self._errors.extend(iter(self.process.stderr.readline, b""))
