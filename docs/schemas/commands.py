"""Makes docs/commands.md from what reads the command lines: `python docs/schemas/commands.py`."""

from __future__ import annotations

import argparse
from pathlib import Path

from indexer.cli.main import _parser as outcrop_parser
from lsp_server.main import _parser as lsp_parser
from mcp_server.main import _parser as mcp_parser

PAGE = Path(__file__).resolve().parents[1] / "commands.md"
_HEAD = """\
# Commands

Every command with its arguments and options, as `--help` prints them. This page is made by
`python docs/schemas/commands.py`; a test fails when it is out of date. [The terminal](terminal.md) says what is
printed, how much of it, and what the exit codes mean.

Every command of `outcrop` takes `--json`, which prints [data](schemas.md) instead of text, `--color auto|always|never`,
and `-h` or `--help`. Options may stand anywhere; `--` ends them, for a query that begins with a dash.
"""
_EVERYWHERE = {"--help", "--json", "--color"}


def page() -> str:
    _, commands = outcrop_parser()
    lines = [_HEAD, "| command | what it does |", "|---|---|"]
    parsers = {name: commands[name] for name in sorted(commands)}
    lines += [f"| [`outcrop {name}`](#outcrop-{name}) | {_about(parser)} |" for name, parser in parsers.items()]
    others = {"outcrop-lsp": lsp_parser(), "outcrop-mcp": mcp_parser()}
    lines += [f"| [`{name}`](#{name}) | {_about(parser)} |" for name, parser in others.items()]
    lines += ["", "`outcrop --version` prints the version. What is no command is a query: `outcrop TODO` searches.", ""]
    for name, parser in parsers.items():
        lines += _section(f"outcrop {name}", parser)
    for name, parser in others.items():
        lines += _section(name, parser)
    return "\n".join(lines).rstrip() + "\n"


def _about(parser: argparse.ArgumentParser) -> str:
    return (parser.description or "").strip().rstrip(".").replace("|", "\\|")


def _section(name: str, parser: argparse.ArgumentParser) -> list[str]:
    lines = [f"## {name}", "", f"{_about(parser)}.", ""]
    rows = [
        f"| {_spelt(action)} | {_help(action)} |"
        for action in parser._actions
        if not _EVERYWHERE & set(action.option_strings)
    ]
    if rows:
        lines += ["| argument or option | meaning |", "|---|---|", *rows, ""]
    example = (parser.epilog or "").removeprefix("example: ")
    return [*lines, "```sh", example, "```", ""] if example else lines


def _spelt(action: argparse.Action) -> str:
    """An argument or option as it is typed."""
    value = action.metavar if isinstance(action.metavar, str) else (action.dest.upper() if action.nargs != 0 else "")
    if action.choices is not None:
        value = "|".join(str(choice) for choice in action.choices)
    if not action.option_strings:
        text = {"*": f"[{value}…]", "+": f"{value}…", "?": f"[{value}]"}.get(str(action.nargs), value)
    elif action.nargs == 0:
        text = ", ".join(action.option_strings)
    else:
        text = f"{', '.join(action.option_strings)} {f'[{value}]' if action.nargs == '?' else value}"
    return f"`{text}`".replace("|", "\\|")


def _help(action: argparse.Action) -> str:
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE)
