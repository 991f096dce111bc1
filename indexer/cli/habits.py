"""Options that other tools have and people type from habit, and how the same is said here."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_SEARCHING = {
    ("-A", "-B", "--after-context", "--before-context"): "-C N shows the lines around a hit",
    ("-E", "-P", "-e", "--regexp", "--perl-regexp"): "a regular expression stands between slashes: /colou?r/",
    ("-F", "--fixed-strings"): 'a text is looked for as it is; several words stand in quotes: "a text"',
    ("-H", "-n", "--line-number", "--column", "--vimgrep"): "--format grep prints file:line:column:text",
    ("-R", "-r", "--recursive"): "folders are searched with all that is in them",
    ("-S", "-s", "--smart-case", "--case-sensitive", "--ignore-case"): "case:yes or case:no in the query decides",
    ("-U", "--multiline"): r"\n in a regular expression goes on to the next line: /{\n}/",
    ("-g", "--glob", "--globs", "--iglob", "--include"): "file:*.py in the query names files",
    ("-m", "--max-count"): "--limit N is for the first N hits",
    ("-o", "--only-matching"): "--json has the place of each hit, and what the holes of a pattern stand for",
    ("-p", "--pattern"): 'a pattern is written in the query: pattern:"open($A)"',
    ("-Z", "--print0"): "-0 ends each path of --files with a NUL",
    ("-q", "--quiet", "--silent"): "the exit code says whether there is a hit",
    ("-t", "--type", "--lang", "--language"): "lang:python in the query names a language",
    ("-u", "--hidden", "--no-ignore"): "an .outcropignore and the settings say what is searched",
    ("-v", "--invert-match"): "a dash before a term leaves out what it finds: TODO -is:comment",
    ("-w", "--word-regexp"): r"a word by itself is /\bword\b/",
    ("--exclude", "--exclude-dir", "--type-not"): "-file:*.py and -lang:python in the query leave files out",
    ("--replace", "--rewrite"): "outcrop replace QUERY TEMPLATE replaces",
}


def meant(command: str, unknown: str, options: Iterable[str]) -> str:
    """What somebody may have meant by an option that a command does not have; nothing, if that cannot be told."""
    written = unknown.partition("=")[0]
    if not written.startswith("-"):
        return ""
    near = get_close_matches(written, options, 1, 0.75) if len(written) > 3 else []
    if near:
        return f"did you mean `{near[0]}`?"
    if command != "search":
        return ""
    known = written if written.startswith("--") else written[:2]  # behind one letter its value may stand
    return next((said for names, said in _SEARCHING.items() if known in names), "")
