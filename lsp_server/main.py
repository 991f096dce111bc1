"""`outcrop-lsp`: the command that editors start."""

from __future__ import annotations

from indexer.launch import trust_installation

if __name__ == "__main__":  # by `python -m`, which puts the current folder before all others
    trust_installation()

import argparse
import logging
import os
import socket
import sys
from functools import partial
from importlib.metadata import version

from indexer.outlet import Outlet

_LEVELS = ("error", "warning", "info", "debug")
SWITCH = 0.001  # seconds after which the thread that reads documents lets the loop go on, where Python runs


def main(arguments: list[str] | None = None) -> int:
    if arguments is None:
        trust_installation()
    options = _parser().parse_args(arguments)
    logging.basicConfig(
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        **({"filename": options.log_file} if options.log_file else {"stream": Outlet(sys.stderr)}),
    )
    if options.tcp is None and sys.stdin.isatty():
        print(
            "outcrop-lsp speaks the Language Server Protocol on standard input and output; an editor starts it.\n"
            "To try Outcrop in a terminal, use the command `outcrop`. See `outcrop-lsp --help`.",
            file=sys.stderr,
        )
        return 2
    # Importing the protocol's types takes half a second, so `--help` and `--version` do without.
    from lsp_server.server import OutcropServer

    sys.setswitchinterval(SWITCH)
    server = OutcropServer()
    server.watch_loop = options.stalls
    server.garbage.begin()
    if options.tcp is not None:
        connection = _called(*options.tcp)
        read, stream = connection.recv, connection.makefile("wb")
    else:
        read, stream = partial(os.read, sys.stdin.fileno()), os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # nothing but the protocol goes to standard output, whatever a library prints
    output = Outlet(stream)
    server.speak(read, output)  # type: ignore[arg-type]  # it is written to, and no more
    output.close()
    return 0 if server.was_shut_down else 1


def _called(host: str, port: int) -> socket.socket:
    """The first client's connection. There is no second one."""
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as door:
        return door.accept()[0]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="outcrop-lsp",
        description="The Outcrop language server: structural search, symbols and folding in any language.",
        epilog="example: outcrop-lsp --log-file /tmp/outcrop.log --log-level debug",
    )
    parser.add_argument("--tcp", metavar="[HOST:]PORT", type=_address, help="listen on a socket (host: loopback)")
    parser.add_argument("--log-file", metavar="FILE", help="write the log there instead of to standard error")
    parser.add_argument("--log-level", choices=_LEVELS, default="warning", help="how much to log (default: warning)")
    parser.add_argument(
        "--stalls", action="store_true", help="log how long the event loop was held, and by whom, at the end"
    )
    parser.add_argument("--version", action="version", version=f"outcrop {version('outcrop')}")
    return parser


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not [HOST:]PORT")
    return host or "127.0.0.1", int(port)


if __name__ == "__main__":
    sys.exit(main())
