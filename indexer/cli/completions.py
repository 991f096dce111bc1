"""`outcrop completions`: what the Tab key adds in bash, zsh and fish.

The scripts are small: they hand the words of the command line to `outcrop completions words`, which prints what could
stand in the place of the last one, one a line. Nothing printed leaves the shell to what it does by itself: files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from indexer.cli.outcome import FOUND
from indexer.engine import languages, query_fields, query_values

_BASH = r"""# outcrop completions bash >> ~/.bashrc
_outcrop() {
  local line=${COMP_LINE:0:COMP_POINT} words word cut
  words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  word=${words[${#words[@]}-1]}
  # Readline splits a word at colons. Put it together again, and leave out of each answer what is there.
  cut=${line##*[[:space:]]}
  if [[ $word != [\"\']* && $cut == *:* ]]; then
    words=(${line#*outcrop}); [[ $line == *[[:space:]] ]] && words+=("")
    cut=${cut%"${cut##*:}"}
  else
    cut=
  fi
  local IFS=$'\n'
  COMPREPLY=($(outcrop completions words -- "${words[@]}" 2>/dev/null))
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  [[ ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace
}
complete -o default -F _outcrop outcrop
"""
_ZSH = r"""#compdef outcrop
# outcrop completions zsh > a file called _outcrop in a folder of your $fpath, before compinit
_outcrop() {
  local -a found open
  found=(${(f)"$(outcrop completions words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
  (( $#found )) || { _files; return; }
  open=(${(M)found:#*[:=]})
  found=(${found:#*[:=]})
  (( $#open )) && compadd -Q -S '' -U -a open
  (( $#found )) && compadd -Q -U -a found
}
(( $+functions[compdef] )) && compdef _outcrop outcrop
"""
_FISH = r"""# outcrop completions fish > ~/.config/fish/completions/outcrop.fish
function __outcrop_words
  set -l words (commandline -opc) (commandline -ct)
  outcrop completions words -- $words[2..-1] 2>/dev/null
end
complete -c outcrop -a '(__outcrop_words)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def run(options: argparse.Namespace) -> int:
    if options.shell in SCRIPTS:
        print(SCRIPTS[options.shell], end="")
        return FOUND
    for word in candidates(options.words, options.commands):
        print(word)
    return FOUND


def candidates(words: Sequence[str], commands: dict[str, argparse.ArgumentParser]) -> list[str]:
    """What could stand in the place of the last word; it begins with what is there of it."""
    *before, last = words or [""]
    command = commands.get(before[0]) if before else None
    if before and command is None:  # `outcrop QUERY`
        before, command = ["search", *before], commands["search"]
    if command is None:
        named = _beginning(last, commands)
        return named if named and ":" not in last else [*named, *_in_query(last)]
    choices = _choices_after(command, before[-1])
    if choices is not None:
        return _beginning(last, choices)
    if last.startswith("-") and ":" not in last:
        options = [option for action in command._actions for option in action.option_strings if option.startswith("--")]
        return _beginning(last, options)
    takes_query = any(action.dest == "query" for action in command._actions)
    typed = [word for word in before[1:] if not word.startswith("--")]
    if takes_query and (not typed or ":" in last):
        return _in_query(last)
    place = [action for action in command._actions if not action.option_strings and action.choices is not None]
    return _beginning(last, place[0].choices or ()) if place and not typed else []


def _choices_after(command: argparse.ArgumentParser, word: str) -> Iterable[str] | None:
    """The values of the option that a word is; none of them known means files. None where it takes no value."""
    for action in command._actions:
        if word in action.option_strings and action.nargs != 0:
            return action.choices or ()
    return None


def _in_query(typed: str) -> list[str]:
    """What the last part of a query could become, with all that stands before it."""
    start = max((typed.rfind(sign) for sign in " (\"'"), default=-1) + 1
    start += len(typed[start:]) - len(typed[start:].lstrip("-"))
    field, colon, value = typed[start:].partition(":")
    known = query_values(field, (language.name for language in languages())) if colon else query_fields()
    done = typed[:start] + field + colon if colon else typed[:start]
    return [done + word for word in _beginning(value if colon else field, known)]


def _beginning(typed: str, known: Iterable[str]) -> list[str]:
    return sorted(word for word in known if word.startswith(typed))
