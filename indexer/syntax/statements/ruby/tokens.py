"""The patterns and words that several readers of Ruby share."""

from __future__ import annotations

import re

NAME_BYTE = rb"[A-Za-z0-9_\x80-\xff]"
_WORDS = (
    rb"(?:alias|and|begin|case|class|def|do|else|elsif|end|ensure|for|if|in|module|not|or|rescue|then|undef|unless"
    rb"|until|when|while|BEGIN|END)"
)
# A keyword is none as a label (`if: 1`) or as part of a method's name (`end?`).
KEYWORD = _WORDS + rb"(?!" + NAME_BYTE + rb"|[?!](?!=)|:(?!:))"
OPERATOR_NAME = rb"(?:\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[-+]@?|~@?|[*/%&|^<>`])"
GLOBAL = rb"\$(?:" + NAME_BYTE + rb"++|-" + NAME_BYTE + rb"|[^\sA-Za-z0-9_\x80-\xff])"
INTERPOLATED_GLOBAL = rb"#\$[~*$?!@/\\;,.=:<>\"&`'+]"
_SIMPLE_INTERPOLATION = (
    rb"#\{(?! *+(?:if|unless|case|begin|while|until)\b)"
    rb"(?:[^{}\"'`#<%?/\\]++|\"[^\"\\#]*+\"|'[^'\\]*+')*+\}"
)
_ATOM = (
    rb"[ \t\f\v\r]++"
    rb"|(?!" + KEYWORD + rb")[A-Za-z_\x80-\xff]" + NAME_BYTE + rb"*+(?:[?!](?!=))?+(?::(?!:))?"
    rb"|[*=!~^&|,+>]++"
    rb"|@@?" + NAME_BYTE + rb"++"
    rb"|\.(?:\.\.?|[ \t]*+(?:" + NAME_BYTE + rb"++(?:[?!](?!=))?|" + OPERATOR_NAME + rb"))?+"
    rb"|[0-9]" + NAME_BYTE + rb"*+"
    rb"|\"(?:[^\"\\#]++|\\.|" + INTERPOLATED_GLOBAL + rb"|" + _SIMPLE_INTERPOLATION + rb"|#(?!\{))*+\""
    rb"|'(?:[^'\\]++|\\.)*+'"
    rb"|:(?::(?:[ \t]*+"
    + NAME_BYTE
    + rb"++(?:[?!](?!=))?)?|[A-Za-z_\x80-\xff]"
    + NAME_BYTE
    + rb"*+(?:[?!](?!=)|=(?![=~>]))?"
    rb"|" + OPERATOR_NAME + rb")?"
    rb"|-(?!>)"
    rb"|<(?!<[-~]?[\"'`A-Za-z0-9_\x80-\xff])"
    rb"|\?(?=[ \t]|\Z)"
    rb"|\\"
    rb"|" + GLOBAL
)


def _with_pairs(atom: bytes) -> bytes:
    return atom + rb"|\((?:" + atom + rb")*+\)|\[(?:" + atom + rb")*+\]"


PLAIN = re.compile(rb"([ \t\f\v\r]*+)(?:" + _with_pairs(_with_pairs(_ATOM)) + rb")*+", re.DOTALL)
PARAMETERS = re.compile(rb"[ \t]*\((?:[^()\[\]{}\"'`#%?/]*\))?")
ENDLESS_BODY = re.compile(rb"[ \t]*=(?![=~>])")
NAME_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") | frozenset(range(128, 256))
BLANK_BYTES = b" \t\f\v\r"
OPEN_ENDED = frozenset(b",+-*/%=<>&|^~!?:.\\")  # what a line that goes on may end with
