"""Makes the pictures of terminals in README and docs from what the commands really print.

`python docs/pictures/make.py` runs the commands over docs/example and writes the SVG files beside this script, light
and dark; those called `plain` are what a terminal without colours shows. A test fails when they are out of date.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from terminal_svg import THEMES, Scene, film, picture  # noqa: E402

EXAMPLE = HERE.parent / "example"
COMMAND = "import sys; from indexer.cli.main import main; sys.exit(main())"

LOOPS = "outcrop 'kind:function has:(kind:loop)'"
COMMENTS = "outcrop 'TODO is:comment'"
SQL = "outcrop 'SELECT in:(kind:function)'"
REPLACE = "outcrop replace 'pattern:\"log.error($$$A)\"' 'log.exception($$$A)'"

FILM = [LOOPS, COMMENTS, SQL, REPLACE]
PICTURES = {
    "search": ([COMMENTS], "The lines with a TODO in a comment, each under the definitions it lies in"),
    "functions": ([LOOPS], "The functions with a loop, in Java, Go, Python and shell"),
    "sizes": (["outcrop 'kind:function sort:lines' --limit 4"], "The longest functions, each with its lines"),
    "replace": ([REPLACE], "What would be replaced: old lines and new ones"),
    "symbols": (["outcrop symbols total"], "Definitions by name"),
    "outline": (["outcrop outline billing.py nightly.sh"], "The outlines of two files"),
    "statements": (["outcrop statements nightly.sh"], "Statements, blocks and heredocs of a shell script"),
    "hints": (["outcrop 'knd:class'", "outcrop 'kind:class serch'"], "What is said of a query that finds nothing"),
}


def scene(command: str, colours: str, cache: str) -> Scene:
    """A command, run as a person would run it in docs/example."""
    environment = {**os.environ, "OUTCROP_CACHE_DIR": cache, "COLUMNS": "100", "XDG_CONFIG_HOME": cache}
    environment.pop("NO_COLOR", None)
    call = [sys.executable, "-c", COMMAND, *shlex.split(command)[1:], "--color", colours]
    result = subprocess.run(
        call, cwd=EXAMPLE, env=environment, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return Scene(command, result.stdout)


def pictures() -> dict[str, str]:
    """The name of each file, and what is to be in it."""
    made: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as cache:
        scenes = {
            colours: {
                command: scene(command, colours, cache)
                for command in dict.fromkeys([*FILM, *(each for commands, _ in PICTURES.values() for each in commands)])
            }
            for colours in ("always", "never")
        }
    title = "Outcrop at the terminal: functions with a loop, TODO in comments, SQL wherever it is, and a replacement"
    for theme in THEMES:
        made[f"terminal-{theme}.svg"] = film([scenes["always"][each] for each in FILM], theme, title)
        for name, (commands, about) in PICTURES.items():
            made[f"{name}-{theme}.svg"] = picture([scenes["always"][each] for each in commands], theme, about)
        plain = [scenes["never"][each] for each in PICTURES["search"][0]]
        made[f"plain-{theme}.svg"] = picture(
            plain, theme, "The same without colours: a colon marks hits, a dash the rest"
        )
    return made


def main() -> None:
    made = pictures()
    for name, text in made.items():
        (HERE / name).write_text(text, "utf-8")
    for old in HERE.glob("*.svg"):
        if old.name not in made:
            old.unlink()
    print(f"{len(made)} pictures in {HERE}")


if __name__ == "__main__":
    main()
