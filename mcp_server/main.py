"""`outcrop-mcp`: the command that an agent's client starts."""

from __future__ import annotations

from indexer.launch import trust_installation

if __name__ == "__main__":  # by `python -m`, which puts the current folder before all others
    trust_installation()

import argparse
import logging
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from indexer.outlet import Outlet

_LEVELS = ("error", "warning", "info", "debug")
_TOKENS = 2000


def main(arguments: list[str] | None = None) -> int:
    if arguments is None:
        trust_installation()
    options = _parser().parse_args(arguments)
    logging.basicConfig(
        level=options.log_level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        **({"filename": options.log_file} if options.log_file else {"stream": Outlet(sys.stderr)}),
    )
    folders = [Path(root) for root in options.roots or ["."]]
    for folder in folders:
        if not folder.is_dir():
            print(f"outcrop-mcp: {folder}: {'not a' if folder.exists() else 'no such'} folder", file=sys.stderr)
            return 3
    if find_spec("mcp") is None:
        print(
            f"outcrop-mcp needs the package `mcp`, which is missing: {sys.executable} -m pip install 'mcp>=2.3,<3'",
            file=sys.stderr,
        )
        return 3
    if sys.stdin.isatty():
        print(
            "outcrop-mcp speaks the Model Context Protocol on standard input and output; an agent's client starts it.\n"
            "docs/mcp.md says how to set one up. To search from a terminal, use the command `outcrop`.",
            file=sys.stderr,
        )
        return 2
    # Importing the protocol takes a second, so that `--help` and what is wrong above do without.
    import anyio

    from mcp_server.server import serve
    from mcp_server.session import Session

    try:
        anyio.run(serve, Session(folders, options.max_tokens, options.allow_write))
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="outcrop-mcp",
        description="The structure of code for agents, over the Model Context Protocol.",
        epilog="example: outcrop-mcp ~/project --max-tokens 4000",
    )
    parser.add_argument("roots", nargs="*", metavar="ROOT", help="folders to serve, and nothing else (default: here)")
    parser.add_argument(
        "--max-tokens",
        type=_tokens,
        default=_TOKENS,
        metavar="N",
        help="size of an answer unless a call says (default: 2000)",
    )
    parser.add_argument(
        "--allow-write", action="store_true", help="let the tool `replace` write files (without it, it shows a patch)"
    )
    parser.add_argument("--log-file", metavar="FILE", help="write the log there instead of to standard error")
    parser.add_argument("--log-level", choices=_LEVELS, default="warning", help="how much to log (default: warning)")
    parser.add_argument("--version", action="version", version=f"outcrop {version('outcrop')}")
    return parser


def _tokens(text: str) -> int:
    if not text.isdigit() or not 50 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 50 to 100000")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
