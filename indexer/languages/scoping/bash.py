"""Shells: a function is known everywhere, a variable too unless a function says that it is its own.

Functions and variables are told apart. A file that is sourced gives all that it has.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from indexer.languages.scoping import Scoping

_NAME = re.compile(rb"[A-Za-z_]\w*")
_FUNCTION = re.compile(rb"[^\s$`\"'/=-][^\s$`\"'/=]*")
# Commands whose words name functions, and those whose words name variables.
_OF_FUNCTIONS = frozenset((b"trap", b"type", b"command", b"unset", b"which", b"hash"))
_OF_VARIABLES = frozenset((b"read", b"mapfile", b"readarray", b"getopts", b"printf", b"unset", b"export", b"readonly"))

_BUILTINS = """
: . [ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs
disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help
history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set
shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while
print whence autoload zmodload
"""
_PROGRAMS = """
apt apt-get awk basename base64 bash bunzip2 bzip2 cat chgrp chmod chown chroot clear cmp comm cp curl cut date dd
df diff dirname docker dpkg du egrep env expand expr fgrep file find fold free gawk gcc getent getopt git grep
gunzip gzip head hostname id ifconfig install ip join jq killall less ln locale logger login ls lsblk lsof make man
md5sum mkdir mkfifo mknod mktemp modprobe more mount mv nc nice nl nohup nproc od openssl paste patch perl pgrep
ping pip pkill ps python python3 readlink realpath rm rmdir rsync ruby scp sed seq service sh sha1sum sha256sum
shred shuf sleep sort split ssh stat strings stty su sudo sync systemctl tail tar tee timeout top touch tput tr
tsort tty umount uname uniq unzip uptime users wc wget whereis which who whoami xargs xz yes zcat zip zsh node npm
"""
_VARIABLES = """
BASH BASHPID BASH_ARGC BASH_ARGV BASH_COMMAND BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO
BASH_VERSION CDPATH COLUMNS COMP_CWORD COMP_LINE COMP_POINT COMP_TYPE COMP_WORDBREAKS COMP_WORDS COMPREPLY DIRSTACK
DISPLAY EDITOR EUID FUNCNAME GROUPS HISTCONTROL HISTFILE HISTSIZE HOME HOSTNAME HOSTTYPE IFS LANG LANGUAGE LC_ALL
LC_COLLATE LC_CTYPE LC_MESSAGES LC_NUMERIC LINENO LINES LOGNAME MACHTYPE MAIL OLDPWD OPTARG OPTERR OPTIND OSTYPE
PAGER PATH PIPESTATUS PPID PROMPT_COMMAND PS1 PS2 PS3 PS4 PWD RANDOM REPLY SECONDS SHELL SHELLOPTS SHLVL TERM TMPDIR
TZ UID USER VISUAL XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR ZSH_VERSION
"""


def _command(node: Node) -> bytes:
    """The command that a word is given to."""
    name = node.parent.child_by_field_name("name") if node.parent is not None else None
    return (name.text or b"") if name is not None else b""


def _is_name(node: Node) -> bool:
    """Whether a word names something: most words are only themselves."""
    text, parent = node.text or b"", node.parent
    if node.type == "variable_name":
        return _NAME.fullmatch(text) is not None
    if parent is None or _FUNCTION.fullmatch(text) is None:
        return False
    if parent.type != "command":
        return parent.type in ("command_name", "function_definition")
    command = _command(node)
    return command in _OF_FUNCTIONS or (command in _OF_VARIABLES and _NAME.fullmatch(text) is not None)


def _sort(node: Node) -> str:
    parent = node.parent
    if node.type != "word" or parent is None:
        return "variable"
    called = parent.type in ("command_name", "function_definition") or _command(node) in _OF_FUNCTIONS
    return "function" if called else "variable"


SCOPING = Scoping(
    identifiers=frozenset(["variable_name", "word"]),
    shapes={},
    is_name=_is_name,
    sort_of=_sort,
    defined_as={"function": frozenset(["function", "test_function"]), "variable": frozenset(["constant", "variable"])},
    sorts={"function": frozenset(["function"]), "variable": frozenset(["constant", "variable"])},
    stars_are_implicit=True,
    module_separator="/",
    builtins=frozenset(f"{_BUILTINS} {_PROGRAMS} {_VARIABLES}".split()),
)
