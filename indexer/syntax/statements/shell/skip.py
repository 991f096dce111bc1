"""Skipping shell: where the lexer's state will be some lines further on, found without reading them one by one.

Most of a script is simple commands, and keywords that open and close blocks in the plain way. One pattern passes over
all simple commands up to the next keyword, and what the keyword does to the state is in a table. Anything else ends
the skip at the last line before it: `<<` in any form but here-strings, arithmetic, arrays, substitutions over lines,
keywords where they do not belong.

It never says what is in the lines, and it never goes where the lexer, line by line, would come to another state.
"""

from __future__ import annotations

import re
from functools import cache

from indexer.syntax.statements.shell.state import (
    AFTER,
    ARM,
    BRACE,
    CASE,
    FILE,
    IF_BODY,
    IF_HEAD,
    LOOP_BODY,
    LOOP_HEAD,
    PAREN,
    SINGLE,
    START,
    SUBSTITUTION,
    Frame,
    ShellState,
)
from indexer.syntax.statements.shell.words import (
    KEYWORD_AHEAD,
    LONG_DOUBLE_QUOTED,
    LONG_SINGLE_QUOTED,
    PLAIN,
    REDIRECTION,
    WORD_END,
    condition,
    pieces,
)

FARTHEST = 4_000  # how many bytes a skip may go before it stops at the next chance; an edit reads all of them again
_MOST_FRAMES = 100

_SKIPPABLE = frozenset((FILE, IF_BODY, LOOP_BODY, CASE, BRACE, PAREN, IF_HEAD, LOOP_HEAD, SUBSTITUTION))

IN_CASE = Frame(CASE, AFTER)
# What the groups of the patterns do to the frames.
_OPENED = {
    "if": Frame(IF_HEAD, AFTER),
    "if_then": Frame(IF_BODY, AFTER),
    "while": Frame(LOOP_HEAD, AFTER),
    "for": Frame(LOOP_BODY, AFTER),
    "brace": Frame(BRACE, AFTER),
    "paren": Frame(PAREN, AFTER),
    "case": IN_CASE,
    "function": Frame(BRACE, AFTER),
}
_TURNED = {
    "then": (Frame(IF_HEAD, AFTER), Frame(IF_BODY, AFTER)),
    "do": (Frame(LOOP_HEAD, AFTER), Frame(LOOP_BODY, AFTER)),
    "else": (Frame(IF_BODY, AFTER), Frame(IF_BODY, AFTER)),
    "elif": (Frame(IF_BODY, AFTER), Frame(IF_HEAD, AFTER)),
}
_CLOSED = {
    "fi": Frame(IF_BODY, AFTER),
    "done": Frame(LOOP_BODY, AFTER),
    "esac": IN_CASE,
    "brace_end": Frame(BRACE, AFTER),
    "paren_end": Frame(PAREN, AFTER),
}

# What follows an escaped blank is part of a word, and does not look so.
_PIECES = pieces(rb"\\(?:[^ \t\n]|[ \t](?![#}]))", LONG_SINGLE_QUOTED, LONG_DOUBLE_QUOTED)
_PIECE = PLAIN + rb"|" + _PIECES
_LINE_END = rb"[ \t]*+(?:#[^\n]*+)?\n"
_SEPARATOR = rb"[ \t]*+(?:;(?![;&|])|&(?![&>|!]))"
_GAP = rb"(?:[ \t]++|\\\n|(?:#[^\n]*+)?\n)*+"
_NEXT = rb"[ \t]*+(?:\|[|&]?|&&)" + _GAP
# Plain words and the blanks between them are taken at one go. A number sign that begins a word begins a comment, and a
# brace that is a word of its own may be zsh's end of a block, which the lexer has to see.
_ARGUMENTS = (
    rb"(?:[^\n;&|()<>\"'`$\\#}]++|(?<=[^ \t<>&])[#}]++|"
    + _PIECES
    + rb"|(?:"
    + REDIRECTION
    + rb")(?!#)|\\\n(?![ \t]*+[#}]))*+"
)
# The subscript of an array may hold anything up to its bracket.
_SUBSCRIPT = rb"[A-Za-z_]\w*+\[(?![^]\s\"'`\\;&|()<>#]*+\])"
# No keyword begins with one of the first letters here, so most words need not be compared with them all.
_FIRST_WORD = rb"[A-Z_./:+0-9-][^ \t\n;&|()<>\"'`$\\[]*+(?!\[)"
_SIMPLE = (
    rb"(?:" + _FIRST_WORD + rb"|(?!#|" + KEYWORD_AHEAD + rb"|" + _SUBSCRIPT + rb")(?:" + _PIECE + rb"))" + _ARGUMENTS
)
_ARM = rb"(?!#|esac" + WORD_END + rb")\(?+(?:" + _PIECE + rb"|[ \t|]++(?!#))++\)"


@cache
def _patterns() -> dict[int, re.Pattern[bytes]]:
    """What can be passed over where a command, what follows one, or a pattern of a `case` is due."""
    word_end, keyword_end = rb"(?=" + WORD_END + rb")", rb"(?=[ \t\n])"
    simple = condition(_SIMPLE, _PIECE)
    commands = simple + rb"(?:" + _NEXT + simple + rb")*+"
    name = rb"(?!" + KEYWORD_AHEAD + rb")[^ \t\n;&|()<>\"'`$\\=#{}\[\]]++"
    parentheses = rb"[ \t]*+\([ \t]*+\)"
    function = rb"(?:" + name + parentheses + rb"|function[ \t]++" + name + rb"(?:" + parentheses + rb"|(?=[ \t\n])))"
    loop = rb"[ \t]++\w++(?:[ \t]++in(?=[ \t\n;])" + _ARGUMENTS + rb")?+[ \t]*+(?:;(?![;&|])|(?:#[^\n]*+)?\n)"
    end_of_arm = rb"(?P<arm_end>;;)(?!&)"
    end_of_paren = rb"(?P<paren_end>\))"
    alternatives = (
        commands + rb"(?:%b(?P<new>)|%b(?P<joined>)|(?=[ \t]*+(?:\)|;;))(?P<command_end>))" % (_SEPARATOR, _NEXT),
        rb"if"
        + keyword_end
        + rb"(?:[ \t]++%b(?:%b|%b)[ \t]*+then%b(?P<if_then>)|(?P<if>))"
        % (commands, _SEPARATOR, _LINE_END, keyword_end),
        rb"(?P<while>while|until)" + keyword_end,
        rb"(?P<for>for)" + loop + _GAP + rb"do" + keyword_end,
        rb"(?P<brace>\{)" + keyword_end,
        rb"(?P<paren>\()(?!\(|[ \t]*+\))",
        rb"(?P<case>case)[ \t]++(?!#)(?:" + _PIECE + rb")++[ \t]++in" + keyword_end,
        function + _GAP + rb"(?P<function>\{)" + keyword_end,
        *(rb"(?P<%b>%b)%b" % (word, word, keyword_end) for word in (b"then", b"do", b"else", b"elif")),
        *(rb"(?P<%b>%b)%b" % (word, word, word_end) for word in (b"fi", b"done", b"esac")),
        rb"(?P<brace_end>\})" + word_end,
        end_of_paren,
        end_of_arm,
    )
    lines = rb"(?:[ \t]*+(?:" + commands + rb"(?:" + _SEPARATOR + rb")?+)?+" + _LINE_END + rb"){0,16}+(?P<lines>)"
    redirection = rb"[ \t]*+\d*+(?:<<<|[<>]&|&>>?|>[>|]|<>|<(?![<(])|>(?!\())[ \t]*+"
    redirections = rb"(?:" + redirection + rb"(?!#|" + KEYWORD_AHEAD + rb")(?:" + _PIECE + rb")++)*+"
    between = rb"(?:" + _LINE_END + rb"|" + _SEPARATOR + rb")(?P<new>)|" + _NEXT + rb"(?P<joined>)"
    after = redirections + rb"(?:" + between + rb"|[ \t]*+(?:" + end_of_paren + rb"|" + end_of_arm + rb"))"
    esac = rb"(?P<esac>esac)" + word_end
    one_line = _ARM + rb"[ \t]*+(?:" + commands + rb"(?:" + _SEPARATOR + rb")?+)?+[ \t]*+;;(?!&)"
    arms = rb"(?:(?:[ \t]*+" + one_line + rb")?+" + _LINE_END + rb"){0,16}+(?P<lines>)"
    arms += rb"[ \t]*+(?:" + esac + rb"|" + _ARM + rb"(?P<new>))?"
    return {
        START: re.compile(lines + rb"[ \t]*+(?:" + rb"|".join(alternatives) + rb")?"),
        AFTER: re.compile(after),
        ARM: re.compile(arms),
    }


@cache
def case_rows() -> dict[int, re.Pattern[bytes]]:
    """Rows that begin or end a `case` or an arm of it, where a command is due, in a `case` or not, or a pattern.

    Where a pattern is due and stands, the match ends behind it: there a command may begin.
    """
    simple = condition(_SIMPLE, _PIECE)
    commands = simple + rb"(?:" + _NEXT + simple + rb")*+"
    case = rb"(?P<case>case)[ \t]++(?!#)(?:" + _PIECE + rb")++[ \t]++in(?=[ \t\n])" + _LINE_END
    arm_end = rb"(?:" + commands + rb")?+[ \t]*+(?P<arm_end>;;)(?!&)" + _LINE_END
    esac = rb"(?P<esac>esac)(?=[ \t\n])" + _LINE_END
    return {
        FILE: re.compile(rb"[ \t]*+" + case),
        CASE: re.compile(rb"[ \t]*+(?:" + case + rb"|" + arm_end + rb")"),
        ARM: re.compile(rb"(?:" + _LINE_END + rb")*+[ \t]*+(?:" + esac + rb"|(?P<arm>" + _ARM + rb"))"),
    }


def skip(text: bytes, at: int, end: int, state: ShellState) -> tuple[int, ShellState]:
    """Where a line further on starts, at most where a line starts at `end`, and the state before it."""
    frames, place, word, pending, ticks = state
    if word or pending or ticks or len(frames) > _MOST_FRAMES:
        return at, state
    kind = frames[-1].kind if frames else FILE
    if kind == SINGLE:
        farthest = min(end, at + FARTHEST)
        quote = text.find(b"'", at, farthest)
        return text.rfind(b"\n", at, quote if quote >= 0 else farthest) + 1 or at, state
    if kind not in _SKIPPABLE or (place != START and place != ARM):
        return at, state
    patterns = _patterns()
    start, farthest = at, at + FARTHEST
    known, known_frames, known_place = at, frames, place
    joined = False  # the command is part of one that began before it
    while len(frames) <= _MOST_FRAMES:
        match = patterns[place].match(text, at, end)
        if match is None:
            break
        group = match.lastgroup
        assert group is not None
        if place != AFTER:
            line = match.end("lines")
            if line > known and text[line - 1] == 10 and not joined:
                known, known_frames, known_place = line, frames, place
                if line > farthest:
                    break
            if group == "lines":
                # Nothing but lines of simple commands: there may be more, as they are taken some at a time.
                if line == at:
                    break
                at = line
                continue
        at = match.end()
        joined = group == "joined"
        top = frames[-1] if frames else None
        if group in _OPENED:
            frames = (*frames, _OPENED[group])
            place = ARM if group == "case" else START
        elif group in _TURNED:
            before, after = _TURNED[group]
            if top != before:
                break
            frames = (*frames[:-1], after)
        elif group in _CLOSED:
            if top != _CLOSED[group]:
                break
            frames = frames[:-1]
            if frames and frames[-1].kind not in _SKIPPABLE:
                break
            place = AFTER
            if text[at : at + 1] == b"\n":
                at += 1
                place = START
        elif group == "arm_end":
            if top != IN_CASE:
                break
            place = ARM
        else:
            place = AFTER if group == "command_end" else START
    if known == start:
        return start, state
    return known, ShellState(known_frames, known_place, False, (), False)
