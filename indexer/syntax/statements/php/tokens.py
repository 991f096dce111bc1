"""The patterns of PHP's tokens, and of stretches that change nothing but that a statement goes on."""

from __future__ import annotations

import re

NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+"
_STRING = rb"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\{$]++|\\.|\{(?!\$)|\$(?!\{))*+\""""
_PLAIN = rb"[^'\"`(){}\[\]#/<?;]++|\?(?!>)|<(?!<<)|/(?![/*])|" + _STRING


def grouped(depth: int) -> bytes:
    """A pattern for text with balanced brackets but no braces and comments, so that nothing in it can open a block."""
    inner = grouped(depth - 1) if depth else b""
    return b"(?:" + _PLAIN + (rb"|\(" + inner + rb"\)|\[" + inner + rb"\]" if depth else b"") + b")*+"


PARENTHESES = rb"\(" + grouped(2) + rb"\)"
_SUBSCRIPT = rb"\[" + grouped(2) + rb"\]"
_QUIET_PARTS = (
    rb"[ \t,.=+*%&|^~!@]++",
    rb"\$++[\w\x80-\xff]*+",
    rb"(?:->|::)[ \t]*+[\w\x80-\xff]*+",
    rb"(?!(?i:function|class|match)(?![\w\\\x80-\xff]))[\w\\\x80-\xff]++",
    rb"[>-]|<(?!<<)|/(?![/*])",
    _STRING,
    PARENTHESES,
    _SUBSCRIPT,
)


def _quiet(*more: bytes) -> bytes:
    """A pattern for the tokens that change nothing but that a statement goes on."""
    return b"(?:" + b"|".join((*_QUIET_PARTS, *more)) + b")*+"


EXPRESSION = _quiet(rb":|\?(?!>)")
IN_EXPRESSION = re.compile(EXPRESSION, re.DOTALL)
IN_LABEL = re.compile(_quiet(rb"\?\?|\?(?=->)"), re.DOTALL)
BLANKS = re.compile(rb"[ \t\f\v\r\n]*+")
WORD = re.compile(rb"[\w\x80-\xff]++(?!\\)")
GOTO_LABEL = re.compile(NAME + rb"[ \t]*+:(?!:)")
