"""A child process that is asked and answers in messages, and that can be given up on.

Used wherever C code that nobody can interrupt runs: a grammar's scanner may loop for ever or crash, and then the
child is ended and a new one takes its place. The child is a fresh Python, not a fork, on every platform, and isolated
from the folder it is about (`indexer/launch.py`).

Neither side ever waits for the other to read: what is sent is written by a thread of its own, and what comes is read by
another, whatever else goes on. Threads, because pipes can be waited for in no other way on Windows. Messages are
pickles, and come from nobody but our own processes.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, Any, NamedTuple, NoReturn

from indexer import launch
from indexer.turns import others_first

_LENGTH = struct.Struct("<Q")
# A child ends itself when the processor was busy for as long as a question may take. On the clock, which also runs
# while the machine does something else, it gets so many times as long.
PATIENCE = 6
# How a child ends whose time is over, where the system can tell.
OUT_OF_TIME = -signal.SIGPROF if hasattr(signal, "SIGPROF") else None
TOO_LONG = "it took too long"
# How a child ends that may have no more memory: by itself where Python asks for it, by a call of the parser where that
# does, which ends its process for hardly another reason.
_NO_MEMORY = 86
_OUT_OF_MEMORY = (_NO_MEMORY, -signal.SIGABRT)
TOO_MUCH = "it took too much memory"
LEAST_MEMORY = 1 << 30  # bytes that a text may take, however short it is
_MEMORY_A_BYTE = 250  # that a text may take more for each of its own; the trees of ordinary ones take 30 to 100
# How a process ends that somebody ended: a person, or a system that has no memory left for anybody.
_ENDED_BY_OTHERS = tuple(
    -getattr(signal, name) for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)
)
START_LIMIT = 60.0  # seconds; a slow machine may take long to start Python


class ChildFailed(Exception):
    """The child did not answer: the reason, in words for a log."""


class Arrival(NamedTuple):
    """A message of a child, still packed; None when it has said its last."""

    child: Child
    data: bytes | None

    @property
    def message(self) -> Any:
        """What the child said; ChildFailed when it has ended."""
        if self.data is None:
            raise ChildFailed(self.child.ending())
        return pickle.loads(self.data)


Inbox = queue.SimpleQueue[Arrival]  # what children said; several may share one


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """What is started meanwhile is not interrupted from the keyboard while Python starts, before it can say so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Child:
    """The parent's side of one child that runs `main` of MODULE with ARGUMENTS."""

    def __init__(self, module: str, *arguments: str, inbox: Inbox | None = None) -> None:
        with _without_interrupts():
            self._process = subprocess.Popen(
                launch.command(module, *arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=launch.folder(),
                env=launch.environment(),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        self._inbox: Inbox = queue.SimpleQueue() if inbox is None else inbox
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._gone = False  # nobody reads any more what is sent
        for work in (self._read, self._write):
            threading.Thread(target=work, name=f"{module} {work.__name__}", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """How it ended, if it did: its exit code, or the number of a signal, negative."""
        return self._process.poll()

    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: object) -> None:
        """Sends without waiting. That the child has ended may show only where its answers are read."""
        if self._gone:
            raise ChildFailed(self.ending())
        self._outbox.put(_packed(message))

    def receive(self, limit: float) -> Any:
        """The next message, waited for no longer than `limit` seconds. Not for one who shares an inbox."""
        others_first()
        try:
            arrival = self._inbox.get(timeout=max(limit, 0.0))
        except queue.Empty:
            raise ChildFailed(f"no answer within {limit:.1f} seconds") from None
        if arrival.data is None:
            self._inbox.put(arrival)  # whoever asks again learns it again
        return arrival.message

    def has_said_something(self) -> bool:
        """Whether `receive` would not wait."""
        return not self._inbox.empty()

    def was_ended(self) -> bool:
        """Whether somebody ended it, so that its end says nothing about what it was asked."""
        return self.code in _ENDED_BY_OTHERS

    def ending(self) -> str:
        """How it ended, in words."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(5)
            if OUT_OF_TIME is not None and code == OUT_OF_TIME:
                return TOO_LONG
            return TOO_MUCH if code in _OUT_OF_MEMORY else f"its process ended with code {code}"
        return "its process closed its output"

    def dismiss(self, limit: float) -> None:
        """Says that there is nothing more to do, and ends the child if it is still there after `limit` seconds."""
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(limit)
        self.end()

    def end(self) -> None:
        """Ends the child at once. The threads then find its pipes closed."""
        self._process.kill()
        self._process.wait()
        self._outbox.put(None)

    def _read(self) -> None:
        output = self._process.stdout
        assert output is not None
        with output, suppress(OSError, ValueError):
            for data in _messages(output):
                self._inbox.put(Arrival(self, data))
        self._inbox.put(Arrival(self, None))

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError), pipe:  # what was still to be written may have no reader any more
            while (data := self._outbox.get()) is not None:
                pipe.write(data)
                if self._outbox.empty():
                    pipe.flush()
        self._gone = True


def _packed(message: object) -> bytes:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(data)) + data


def _messages(pipe: IO[bytes]) -> Iterator[bytes]:
    """The messages on a pipe, still packed, until it ends."""
    while len(head := pipe.read(_LENGTH.size)) == _LENGTH.size:
        (length,) = _LENGTH.unpack(head)
        data = pipe.read(length)
        if len(data) < length:
            return
        yield data


def write_message(pipe: IO[bytes], message: object) -> None:
    pipe.write(_packed(message))
    pipe.flush()


def read_message(pipe: IO[bytes]) -> Any:
    """The next message, or EOFError when the other side has closed."""
    data = next(_messages(pipe), None)
    if data is None:
        raise EOFError
    return pickle.loads(data)


def protocol_output() -> IO[bytes]:
    """The child's standard output for messages; a stray print goes to standard error from now on."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output


def end_after(seconds: float, clock: float = 0.0) -> None:
    """Lets the system end this process, whatever code it is in, when the processor was busy for so many seconds, or the
    clock has gone on by so many; 0 is never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, clock)
    elif clock:  # which starts a thread each time
        faulthandler.dump_traceback_later(clock, exit=True, file=_nowhere())
    else:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> IO[str]:
    return open(os.devnull, "w")  # noqa: PTH123 - open for as long as the process lives


def end_beyond(size: int) -> None:
    """Lets this process take no more memory, beside what it has, than a text of this size may take.

    A scanner can ask for more and more: a file of a few hundred bytes would take all that the machine has. Only Linux
    keeps to such a limit.
    """
    if not sys.platform.startswith("linux"):
        return
    import resource

    page = resource.getpagesize()
    with open("/proc/self/statm", "rb") as counts:  # noqa: PTH123 - before each text, and a Path takes longer
        taken = int(counts.read().split()[5]) * page
    machine = os.sysconf("SC_PHYS_PAGES") * page
    more = min(LEAST_MEMORY + _MEMORY_A_BYTE * size, max(machine // 2, LEAST_MEMORY))
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = taken + more
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def out_of_memory() -> NoReturn:
    """Ends this process, so that its parent can tell why."""
    os._exit(_NO_MEMORY)
