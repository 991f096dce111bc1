"""The command line: options, help, and which module runs a command. Modules are imported when they run."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from importlib.metadata import version

from indexer.cli.outcome import FAILED, Failure

# name: one line of help, and an example for the command's own help
_FILE_COMMANDS = {
    "blocks": ("the nested blocks of files, and which block each line is in", "outcrop blocks --json setup.py"),
    "folds": ("what an editor can collapse", "outcrop folds src/main.c"),
    "outline": ("the definitions in files or folders, nested", "outcrop outline src tests/test_api.py"),
    "statements": ("statements, block boundaries and heredocs", "outcrop statements deploy.sh"),
}
_EXAMPLES = """\
examples:
  outcrop outline src                 every definition under a folder
  outcrop outline --json app.py       the same as data, for scripts
  outcrop statements deploy.sh        where each heredoc begins and ends
  outcrop languages --json | jq .     all languages and how well each is known
  outcrop doctor                      what is installed, and what is wrong with it
"""


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 2
    try:
        run = import_module(f"indexer.cli.{options.command}").run
        code: int = run(options)
        sys.stdout.flush()
        return code
    except Failure as failure:
        print(f"outcrop: {failure}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="outcrop",
        description="Find code by its shape: outlines, blocks, folds and heredocs of files in any language.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"outcrop {version('outcrop')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, (summary, example) in _FILE_COMMANDS.items():
        command = _add(commands, name, summary, example)
        command.add_argument("files", nargs="+", metavar="FILE", help="files, or folders to look through")
        command.add_argument("--language", metavar="NAME", help="read the files as this language")
    keywords = _add(commands, "keywords", "words that open and close blocks, learned from code", "outcrop keywords src")
    keywords.add_argument("path", nargs="?", default=".", metavar="PATH", help="folder to learn from (default: here)")
    _add(commands, "languages", "the languages Outcrop knows", "outcrop languages")
    _add(commands, "doctor", "versions, folders and grammars, and what is wrong with them", "outcrop doctor")
    return parser


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, example: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", epilog=f"example: {example}"
    )
    command.add_argument("--json", action="store_true", help="print data instead of text")
    return command


if __name__ == "__main__":
    sys.exit(main())
