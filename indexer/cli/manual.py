"""The manual page, made of what the help is made of: `python -m indexer.cli.manual > docs/outcrop.1`."""

from __future__ import annotations

import argparse
import sys

from indexer.cli.main import EXAMPLES, _parser, command_parsers

_HEAD = """\
.\\" Made by python -m indexer.cli.manual.
.TH OUTCROP 1 "" "Outcrop" "User Commands"
.SH NAME
outcrop \\- find code by its shape
.SH SYNOPSIS
.B outcrop
.I QUERY
.RI [ PATH ...]
.br
.B outcrop
.I COMMAND
.RI [ ARGUMENT ...]
.SH DESCRIPTION
Outcrop finds definitions, blocks, references and text in over 200 languages, by queries that say what code looks like.
It keeps an index of each folder, brings it up to date before it answers, and runs nothing of what it reads.
.PP
The first form is short for
.BR "outcrop search" .
Without a PATH it searches the current folder. A query that begins with a dash follows
.BR \\-\\- .
"""
_QUERIES = """\
.SH QUERIES
Words side by side must all hold;
.BR OR ,
a dash before what is not wanted, and parentheses combine them. Text finds lines; kinds, names and sizes find
definitions.
.TP
.B \\(dqconnection refused\\(dq \\-file:test
a text, outside of paths with test
.TP
.B kind:function lines:>80 in:Parser
long methods of a class
.TP
.B kind:class extends:Model
subclasses;
.BR implements: ,
.BR call: ,
.BR import: ,
.B type:
and
.B ref:
likewise
.TP
.B kind:function has:(kind:try) \\-has:finally
functions with a try block and no finally
.TP
.B pattern:\\(dqopen($F, $$$)\\(dq lang:python
code of a shape: $NAME is one thing, $$$ any number
.TP
.B TODO is:comment
text in comments
.TP
.B /time(out|r)/ sym:get*
a regular expression, and names
.PP
docs/query-language.md in the source has all of it, and Tab completes it where
.B outcrop completions
is set up.
"""
_TAIL = """\
.SH ENVIRONMENT
.TP
.BR VISUAL ", " EDITOR
the editor of
.B \\-\\-open
and
.BR \\-i ;
vi if neither is set
.TP
.B PAGER
what pages long answers at a terminal; less if it is not set
.TP
.BR NO_COLOR ", " FORCE_COLOR
no colours, or colours in a pipe, unless
.B \\-\\-color
decides
.SH EXIT STATUS
.TP
.B 0
something was found, or done
.TP
.B 1
nothing was found; standard error says why
.TP
.B 2
the command or the query cannot be read; what is wrong, and where, is on standard error
.TP
.B 3
it could not be done, or
.B \\-\\-seconds
was over before it was done
.TP
.B 130
Ctrl-C
.SH FILES
.TP
.I .outcrop.toml
settings of a folder
.TP
.I .outcrop/rules/
rules of a folder
.TP
.I ~/.cache/outcrop/
the indexes
.SH SEE ALSO
.BR rg (1),
.BR ctags (1)
"""


def manual() -> str:
    """The page, in the language of man(7)."""
    parser, _ = _parser()
    made = [_HEAD, ".SH EXAMPLES\n"]
    made += [f".TP\n.B {_plain(command)}\n{_plain(said)}\n" for command, said in EXAMPLES]
    made += [_QUERIES, ".SH COMMANDS\n"]
    made += [_section(name, command) for name, command in command_parsers(parser).items()]
    return "".join([*made, _TAIL])


def _section(name: str, command: argparse.ArgumentParser) -> str:
    usage = " ".join(command.format_usage().removeprefix("usage: ").split())
    made = [f".SS outcrop {_plain(name)}\n{_plain(command.description or '')}\n.PP\n.nh\n{_plain(usage)}\n.hy\n"]
    for action in command._actions:
        if isinstance(action, argparse._HelpAction) or action.help is None:
            continue
        value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
        names = ", ".join(action.option_strings)
        takes = bool(action.option_strings) and action.nargs != 0 and bool(value)
        label = f"{names} {value}".strip() if takes or not names else names
        made.append(f".TP\n.B {_plain(label)}\n{_plain(str(action.help % vars(action)))}\n")
    return "".join(made)


def _plain(text: str) -> str:
    """A text that stands for itself."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace('"', "\\(dq")
    escaped = escaped.replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga")
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped


if __name__ == "__main__":
    sys.stdout.write(manual())
