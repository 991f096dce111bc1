"""The command line: options, help, and which module runs a command. Modules are imported when they run."""

from __future__ import annotations

from indexer.launch import trust_installation

if __name__ == "__main__":  # by `python -m`, which puts the current folder before all others
    trust_installation()

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from indexer.cli import terminal
from indexer.cli.outcome import FAILED, INTERRUPTED, USAGE, Failure

# name: one line of help, and an example for the command's own help
_FILE_COMMANDS = {
    "blocks": ("the nested blocks of files, and which block each line is in", "outcrop blocks --json setup.py"),
    "chunks": ("files in pieces for a language model, with their lines", "outcrop chunks --json docs src"),
    "folds": ("what an editor can collapse", "outcrop folds src/main.c"),
    "outline": ("the definitions in files or folders, nested", "outcrop outline src tests/test_api.py"),
    "statements": ("statements, block boundaries and heredocs", "outcrop statements deploy.sh"),
}
EXAMPLES = (
    ("outcrop TODO", "lines with a text"),
    ("outcrop 'kind:function lines:>80' src", "long functions below a folder"),
    ("outcrop 'kind:function has:(kind:try)' -i", "pick one, with a preview"),
    ("outcrop 'pattern:\"open($F, $$$)\" lang:python'", "calls of a shape"),
    ("outcrop 'kind:class extends:Model' --expand", "subclasses, whole"),
    ("outcrop symbols getusr", "definitions, by name"),
    ("outcrop refs UserService", "who calls, imports, inherits it"),
    ("outcrop callers save --depth 2", "who calls it, and who them"),
    ("outcrop replace 'pattern:\"a($X)\"' 'b($X)'", "what would change"),
)
# Commands by what one wants; any other is listed last.
_GROUPS = {
    "find": ("search", "symbols", "refs", "callers", "callees", "impact", "deps", "analyze"),
    "change": ("replace", "check", "rules"),
    "read": ("outline", "blocks", "statements", "folds", "chunks", "keywords"),
    "index": ("index", "stats", "files", "repos", "clear", "export"),
    "set up": ("agents", "completions", "config", "languages", "doctor"),
}


def main(arguments: list[str] | None = None) -> int:
    if arguments is None:
        trust_installation()
    terminal.prepare()
    try:
        code = _called(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except Failure as failure:
        print(f"outcrop: {failure}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # the reader, `head` perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a name that is too long, a folder that nobody may look into, a full disk
        print(f"outcrop: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _called(arguments: list[str]) -> int:
    parser, commands = _parser()
    options = parser.parse_args(_with_command(arguments, commands, parser))
    if options.command is None:
        print(_help(commands), end="")
        return USAGE
    terminal.prepare(options.color)
    if options.command == "export" and not (options.scip or options.ctags or options.parquet):
        parser.error("export needs --scip FILE, --ctags FILE or --parquet FOLDER")
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    """The command's exit code; of a command that finds its index damaged, that of the second time."""
    run: Callable[[argparse.Namespace], int] = import_module(f"indexer.cli.{options.command}").run
    from indexer.engine import DamagedIndex

    try:
        return run(options)
    except DamagedIndex as damage:
        if not damage.mended():
            raise Failure(str(damage)) from damage
    return run(options)


def _with_command(given: list[str], commands: Iterable[str], parser: argparse.ArgumentParser) -> list[str]:
    """What was typed, with the command that may be left out: `outcrop QUERY` searches.

    A word that is nearly a command is a slip of the finger, not a query.
    """
    first = given[0] if given else None
    if first == "refs" and "--" not in given and any(_is_property(each) for each in given[1:2]):
        parser.error(f"a name that begins with dashes stands behind two of them: outcrop refs -- {given[1]}")
    if first is None or first in commands or first in ("-h", "--help", "--version"):
        return given
    near = get_close_matches(first, commands, 1, 0.75) if first.isalpha() else []
    if near:
        parser.error(
            f"no command is called `{first}`; did you mean `{near[0]}`? To find the word: outcrop search {first}"
        )
    return ["search", *given]


def _is_property(argument: str) -> bool:
    """Whether this is how a custom property of a style sheet is written, and no option of `refs`."""
    written = argument.partition("=")[0]
    known = ("--json", "--color", "--limit", "--help")
    return len(written) > 2 and written.startswith("--") and not any(each.startswith(written) for each in known)


def _help(commands: Iterable[str]) -> str:
    """What there is, on one screen, examples first."""
    known = {name for names in _GROUPS.values() for name in names}
    rest = tuple(name for name in commands if name not in known)
    groups = {**_GROUPS, **({"more": rest} if rest else {})}
    examples = "\n".join(f"  {command:<45} {said}" for command, said in EXAMPLES)
    listed = [
        f"  {name:<8}{', '.join(member for member in names if member in commands)}" for name, names in groups.items()
    ]
    return (
        "usage: outcrop QUERY [PATH...], or outcrop COMMAND ...\n\n"
        f"Find code by its shape, in any language.\n\n{examples}\n\ncommands:\n"
        + "\n".join(listed)
        + "\n\noutcrop COMMAND --help has the options of each, `man outcrop` all of them;\n"
        "docs/query-language.md has the language. --version shows the version.\n"
    )


class _Help(argparse.Action):
    """The help of the whole command, which fits on a screen."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(_help(command_parsers(parser)), end="", flush=True)
        parser.exit()


class _Version(argparse.Action):
    """Looks the version up only when it is asked for, which takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"outcrop {version('outcrop')}")
        parser.exit()


def command_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser, each with what reads its options."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(commands.choices)


def _parser() -> tuple[argparse.ArgumentParser, Iterable[str]]:
    """What reads the command line, and the names of the commands."""
    parser = argparse.ArgumentParser(
        prog="outcrop",
        description="Find code by its shape, in any language: search, symbols, references, outlines, heredocs.",
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help message and exit")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Command)
    for name, (summary, example) in _FILE_COMMANDS.items():
        command = _add(commands, name, summary, example)
        command.add_argument("files", nargs="+", metavar="FILE", help="files, or folders to look through")
        command.add_argument("--language", metavar="NAME", help="read the files as this language")
    _add_searching(commands)
    _add_graph(commands)
    _add_index(commands)
    keywords = _add(commands, "keywords", "words that open and close blocks, learned from code", "outcrop keywords src")
    keywords.add_argument("path", nargs="?", default=".", metavar="PATH", help="folder to learn from (default: here)")
    _add(commands, "languages", "the languages Outcrop knows", "outcrop languages")
    _add_completions(commands)
    _add_agents(commands)
    _add(commands, "doctor", "versions, folders and grammars, and what is wrong with them", "outcrop doctor")
    return parser, commands.choices


def _add_agents(commands: _Commands) -> None:
    command = _add(
        commands, "agents", "tell the clients of agents about Outcrop", "outcrop agents install --client claude-code"
    )
    command.add_argument("action", choices=("list", "install", "remove"), nargs="?", default="list")
    command.add_argument(
        "--client", action="append", metavar="NAME", help="this client alone; may be given several times"
    )
    command.add_argument(
        "--scope",
        choices=("user", "project"),
        default="user",
        help="your own settings (default), or those of a project, which all who work on it share",
    )
    command.add_argument("--path", default=".", metavar="PATH", help="the folder of the project (default: here)")
    command.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    command.add_argument("--yes", action="store_true", help="do not ask")


def _add_completions(commands: _Commands) -> None:
    command = _add(commands, "completions", "what Tab completes in a shell", "outcrop completions bash >> ~/.bashrc")
    command.add_argument("shell", choices=("bash", "zsh", "fish", "words"), help="a script, or for scripts the words")
    command.add_argument("words", nargs="*", metavar="WORD", help="what was typed after `outcrop` so far")
    command.set_defaults(commands=commands.choices)


class _Command(argparse.ArgumentParser):
    """A command whose options may stand anywhere; argparse alone refuses the folder in `QUERY --limit 3 FOLDER`.

    What it does not know it says itself, with how it is used; argparse alone says how the whole is used.
    """

    _is_mixed = False
    _has_dashes = False  # an option, or what was taken for one

    def error(self, message: str) -> NoReturn:
        if self._has_dashes and message.endswith("are required: QUERY"):
            message += "; what begins with a dash and is no option stands behind `--`"
        super().error(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if self._is_mixed:
            return super().parse_known_args(args, namespace)
        self._is_mixed = True  # what sorts them out comes back here for each half, and knows no `--`
        self._has_dashes = any(each.startswith("-") for each in args or ())
        in_order = "--" in (args or ())
        parse = super().parse_known_args if in_order else self.parse_known_intermixed_args
        found, unknown = parse(args, namespace)
        if unknown:
            from indexer.cli.habits import meant

            hint = meant(self.prog.rpartition(" ")[2], unknown[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(unknown)}{f'; {hint}' if hint else ''}")
        return found, []


_Commands: TypeAlias = "argparse._SubParsersAction[_Command]"


def _add_searching(commands: _Commands) -> None:
    search = _add(commands, "search", "code by its shape, in a folder", "outcrop search 'kind:function lines:>80' src")
    search.add_argument("query", metavar="QUERY", help="what to find; docs/query-language.md has the language")
    _add_paths(search)
    search.add_argument(
        "--limit",
        type=_count,
        metavar="N",
        help="at most so many hits; 0 for all (default: 100 for people and --json, else all)",
    )
    search.add_argument(
        "--sort",
        choices=("score", "path", "lines", "depth"),
        help="best first, by path, or the longest or deepest first",
    )
    search.add_argument("-C", "--context", type=_count, default=0, metavar="N", help="lines to show around each hit")
    search.add_argument("-c", "--count", action="store_true", help="print how many hits there are")
    search.add_argument("-l", "--files", action="store_true", help="print the files that have hits")
    search.add_argument("-0", "--null", action="store_true", help="end each path of --files with a NUL, for xargs -0")
    search.add_argument("--format", choices=("text", "grep"), default="text", help="for people, or one line a hit")
    search.add_argument("--expand", action="store_true", help="show the whole definition or block of each hit")
    search.add_argument("--explain", action="store_true", help="show what each hit's score is made of")
    search.add_argument("--open", action="store_true", help="open the files at their first hits in $VISUAL or $EDITOR")
    search.add_argument(
        "-i", "--interactive", action="store_true", help="pick a hit from a list with a preview, and open it so"
    )
    search.add_argument("--no-pager", action="store_true", help="do not page what fills more than a screen")
    search.add_argument(
        "--seconds", type=float, metavar="S", help="stop after so long, show what was found and exit with 3"
    )
    _add_replace(commands)
    _add_check(commands)
    symbols = _add(commands, "symbols", "definitions in a folder, by name or query", "outcrop symbols userid src")
    symbols.add_argument(
        "query", nargs="?", default="", metavar="QUERY", help="a name as you would type it, or a query"
    )
    _add_paths(symbols)
    symbols.add_argument("--limit", type=_count, default=100, metavar="N", help="at most so many; 0 for all")
    symbols.add_argument("--explain", action="store_true", help="show why each comes where it does")
    refs = _add(commands, "refs", "where a name is called, imported, inherited", "outcrop refs parse_args")
    refs.add_argument("name", metavar="NAME", help="the name, or the path of an import; .class, #id, -- --property")
    _add_paths(refs)
    refs.add_argument("--limit", type=_count, default=0, metavar="N", help="at most so many; 0 for all")


def _add_graph(commands: _Commands) -> None:
    for name, summary in (
        ("callers", "who calls a function, and who calls those"),
        ("callees", "what a function calls"),
    ):
        command = _add(commands, name, summary, f"outcrop {name} parse_args --depth 2")
        command.add_argument("name", metavar="NAME", help="the function; Class.method for one of several")
        _add_paths(command)
        command.add_argument("--depth", type=_steps, default=1, metavar="N", help="follow so many steps (default: 1)")
        _add_drawing(command)
    impact = _add(commands, "impact", "what may break when something changes", "outcrop impact UserService src")
    impact.add_argument("name", metavar="NAME|FILE", help="a definition, or a file")
    _add_paths(impact)
    impact.add_argument("--depth", type=_steps, default=3, metavar="N", help="follow so many steps (default: 3)")
    impact.add_argument("--limit", type=_count, default=1000, metavar="N", help="at most so many; 0 for all")
    deps = _add(
        commands, "deps", "the files that a file imports, or that import it", "outcrop deps src/app.py --reverse"
    )
    deps.add_argument("file", metavar="FILE", help="the file")
    deps.add_argument("path", nargs="?", metavar="PATH", help="folder whose files count (default: here)")
    deps.add_argument("--reverse", action="store_true", help="the files that import it")
    deps.add_argument("--depth", type=_steps, default=1, metavar="N", help="follow so many steps (default: 1)")
    deps.add_argument(
        "--format", choices=("tree", "table", "dot", "mermaid"), default="tree", help="for people, or to be drawn"
    )
    deps.add_argument("--svg", metavar="FILE", help="write a picture; - for standard output")
    analyze = _add(
        commands, "analyze", "cycles, hot spots, unused code and islands in imports", "outcrop analyze src --cycles"
    )
    _add_path(analyze, "folder to analyze")
    analyze.add_argument("--cycles", action="store_true", help="files that import each other in a circle")
    analyze.add_argument("--hotspots", action="store_true", help="the files that most others import")
    analyze.add_argument("--unused", action="store_true", help="files and definitions that nobody refers to")
    analyze.add_argument("--islands", action="store_true", help="groups of files that nothing else is connected to")
    analyze.add_argument("--layers", metavar="FILE", help="imports against the order of layers that this file states")
    analyze.add_argument("--limit", type=_count, default=20, metavar="N", help="at most so many of each; 0 for all")


def _add_drawing(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format", choices=("tree", "table", "dot", "mermaid"), default="tree", help="for people, or to be drawn"
    )
    command.add_argument("--svg", metavar="FILE", help="write a picture; - for standard output")
    command.add_argument("--limit", type=_count, default=1000, metavar="N", help="at most so many; 0 for all")


def _add_replace(commands: _Commands) -> None:
    command = _add(
        commands,
        "replace",
        "what a query finds becomes what a template says",
        "outcrop replace 'pattern:\"foo($A, $B)\"' 'bar($B, $A)' src --write",
    )
    command.add_argument("query", metavar="QUERY", help="what to replace: text, a regular expression, a pattern")
    command.add_argument("template", metavar="TEMPLATE", help="what it becomes: $A, $$$ARGS, $1, ${name}, $0 for all")
    _add_paths(command)
    how = command.add_mutually_exclusive_group()
    how.add_argument("--write", action="store_true", help="write the files; without it nothing is written")
    how.add_argument("--interactive", action="store_true", help="ask about each place, then write")
    how.add_argument("--diff", action="store_true", help="print a patch that `git apply` takes")
    how.add_argument("--check", action="store_true", help="for CI: list the files; 1 if there are any, else 0")
    command.add_argument("--force", action="store_true", help="also change files that would not parse any more")


def _add_check(commands: _Commands) -> None:
    check = _add(commands, "check", "what the rules of a folder find in it", "outcrop check src --format github")
    _add_paths(check)
    check.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github", "junit"),
        default="text",
        help="for people, programs, code scanning, annotations or test reports",
    )
    check.add_argument("--rule", action="append", metavar="NAME", help="this rule alone; may be given several times")
    check.add_argument(
        "--severity",
        choices=("error", "warning", "information", "hint"),
        default="hint",
        help="leave out what is less grave (default: hint, which is all)",
    )
    check.add_argument("--fix", action="store_true", help="write what the fixes of the rules say")
    check.add_argument("--test", action="store_true", help="run the rules' examples of good and bad code instead")
    check.add_argument(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="REVISION",
        help="ask only what changed since a revision of git, or since the last commit; `staged`: what is staged",
    )
    check.add_argument("--baseline", metavar="FILE", help="leave out the findings that this file knows")
    check.add_argument("--write-baseline", action="store_true", help="write all findings there are to that file")
    rules = _add(commands, "rules", "the rules of a folder", "outcrop rules new no-print 'call:print lang:python'")
    rules.add_argument("action", nargs="?", choices=("list", "new"), default="list")
    rules.add_argument("name", nargs="?", metavar="NAME", help="what a new rule is called")
    rules.add_argument("query", nargs="?", metavar="QUERY", help="what it finds")
    rules.add_argument("--message", metavar="TEXT", help="what it says of what it finds")
    rules.add_argument("--fix", metavar="TEMPLATE", help="what is to stand there instead")
    rules.add_argument("--severity", choices=("error", "warning", "information", "hint"), default="warning")
    rules.add_argument("--path", default=".", metavar="PATH", help="folder that has or gets the rules (default: here)")


def _add_index(commands: _Commands) -> None:
    index = _add(commands, "index", "bring the index of a folder up to date", "outcrop index ~/project")
    _add_path(index, "folder to index")
    index.add_argument("--rebuild", action="store_true", help="make it from nothing")
    _add_path(_add(commands, "stats", "what the index of a folder holds", "outcrop stats"), "folder")
    files = _add(commands, "files", "the files that are searched", "outcrop files --skipped")
    _add_path(files, "folder")
    files.add_argument("--skipped", action="store_true", help="those that are not searched, and why")
    export = _add(commands, "export", "the index for other tools", "outcrop export --ctags tags --scip index.scip")
    _add_path(export, "folder to export")
    export.add_argument(
        "--scip", metavar="FILE", help="write a SCIP index, for a code-intelligence engine; - for standard output"
    )
    export.add_argument("--ctags", metavar="FILE", help="write a tags file, for vi and others; - for standard output")
    export.add_argument("--parquet", metavar="FOLDER", help="write Parquet tables, for DuckDB, ClickHouse, Spark")
    export.add_argument("--repository", metavar="NAME", help="what the tables call it (default: the folder's name)")
    _add_path(_add(commands, "clear", "delete the index of a folder", "outcrop clear"), "folder")
    repos = _add(commands, "repos", "the folders that have an index", "outcrop repos delete ~/old-project")
    repos.add_argument("action", choices=("list", "delete"), nargs="?", default="list")
    repos.add_argument("root", nargs="?", metavar="PATH", help="the folder whose index to delete")
    config = _add(commands, "config", "the settings in force, and what is wrong with them", "outcrop config validate")
    config.add_argument("action", choices=("show", "validate"), nargs="?", default="show")
    _add_path(config, "folder whose settings to show")


def _add_path(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("path", nargs="?", default=".", metavar="PATH", help=f"{what} (default: here)")


def _add_paths(command: argparse.ArgumentParser) -> None:
    # With a default, argparse does not call them required when something else is missing.
    command.add_argument(
        "paths", nargs="*", default=[], metavar="PATH", help="folders and files to search (default: here)"
    )


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return int(text)


def _steps(text: str) -> int:
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def _add(commands: _Commands, name: str, summary: str, example: str) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=summary, description=summary[0].upper() + summary[1:] + ".", epilog=f"example: {example}"
    )
    command.add_argument("--json", action="store_true", help="print data instead of text")
    command.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (auto: at a terminal)"
    )
    return command


if __name__ == "__main__":
    sys.exit(main())
