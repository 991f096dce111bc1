"""Perl's tokens as patterns, one for each question that the lexer asks of a place in a line."""

from __future__ import annotations

import re
from typing import Final

NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
PATH = rb"(?:::)?" + NAME + rb"(?:(?:::|'(?=[A-Za-z_]))[\w\x80-\xff]+)*(?:::)?"

BLANKS = re.compile(rb"[ \t\r\f\v]*")
BARE_WORD = re.compile(NAME)
REST_OF_PATH = re.compile(rb"(?:(?:::|'(?=[A-Za-z_]))[\w\x80-\xff]+)+(?:::)?|::")
FAT_COMMA = re.compile(rb"[ \t]*=>")
LABEL = re.compile(rb"[ \t]*:(?!:)")
BRACE_OR_END = re.compile(rb"[ \t]*(?:\{|(?:#.*)?$)")
BRACE_AHEAD = re.compile(rb"[ \t]*\{")
HEADER_LINE = re.compile(
    rb"[ \t]*+(?:(\})[ \t]*+)?(sub|if|unless|while|until|elsif|else)(?:(?<=sub)[ \t]+" + PATH + rb"|(?<!sub))[ \t]*+"
)
OPENS_BLOCK = re.compile(rb"[ \t]*+(\{)$")
PAREN_AHEAD = re.compile(rb"[ \t]*\(")
# What a sigil may stand before: a name, plain or in braces, or (group 1) the opening brace of an expression.
SYMBOL = rb"\$*(?:" + PATH + rb"|\{[ \t]*(?:\^?\w+|[^\w\s{}])[ \t]*\}|(\{)|::)"
SCALAR = re.compile(rb"\$(?:#?" + SYMBOL + rb"|\d+|\^[]A-Z[\\^_?]|\$|#(?=[-+])|([^\w\s{]))?")
ARRAY = re.compile(rb"@(?:" + SYMBOL + rb"|\$|[-+])")
SIGIL = re.compile(
    rb"[%&*](?:" + SYMBOL + rb"|(?<=%)(?:[-+!](?=[\s;,)}])|\^H)|(?<=\*)(?:[^\w\s{(*=]|\((?=[\s;])))",
)
NUMBER = re.compile(rb"0[xXbBoO][\w.]+|\d[\d_]*(?:\.(?!\.)[\d_]*)*(?:[eE][-+]?\d+)?|\.\d[\d_]*(?:[eE][-+]?\d+)?")
SUBSCRIPT = re.compile(rb"\{[ \t]*-?[\w\x80-\xff]+[ \t]*\}")
OPERATOR_SIGN = re.compile(rb"\*\*=?|\|\|?=?|&&?=?|//=?|<=>|[<>]{1,2}=?|=[=~>]?|!=?|\.{1,3}=?|[-+*/%^]=|[-+*/%^~?:,\\]")
POSTFIX_DEREFERENCE = re.compile(rb"(?:\$#|[$@%&*])\*|[@%](?=[\[{])")
FILE_TEST = re.compile(rb"-[A-Za-z](?![\w\x80-\xff])")
HEREDOC_OPENER = re.compile(
    rb"""<<(~?)(?:[ \t]*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)|(\\)?([\w\x80-\xff]+))"""
)
ESCAPED_QUOTE = re.compile(rb"\\([\"'`])")
GLOB = re.compile(rb"<<>>|<[^<>=\s][^<>]*>|<>")
SIMPLE_INPUT = re.compile(rb"<[^<>\s=]*>")
PATTERN_AHEAD = re.compile(rb"/[^\s/=](?:[^\\/]|\\.)*/")
HASH_START = re.compile(
    rb"""\{[ \t]*(?:\}|(?:'[^']*'|"(?:[^"\\]|\\.)*")[ \t]*(?:,|=>)|-?[\w\x80-\xff]+[ \t]*=>|[A-Z_][\w]*[ \t]*,)"""
)
HASH_ARGUMENT = re.compile(rb"\{[ \t]*(?:%[$\w{]|\$\w+[ \t]*=>)")
PROTOTYPE = re.compile(rb"\([$@%&*;+\\\[\]_ \t]*\)")
ATTRIBUTE = re.compile(rb":[ \t]*(?:" + NAME + rb"(\()?)?")
HEADER_WORD = re.compile(rb"(?:[\w\x80-\xff'$@%\\.-]|::)+")
HANDLE_TERM = re.compile(rb"[ \t]+(?:<<[^\s=]|/[^\s=/]|[&*<%][A-Za-z_])")
HANDLE_WORD = re.compile(rb"[ \t]*<<[~\\\"'`A-Za-z_]|[ \t]+(?![-+*/.=<>|&?:x]?[ \t=]|,|=>|->)(?![|&]{2})[^\s(,;)}=]")
SUB_NAME = re.compile(rb"[ \t]+" + PATH)
DECLARED_NAME = re.compile(rb"[ \t]+" + PATH + rb"(?![ \t]*(?:=>|->|,|=))")
PACKAGE_NAME = re.compile(rb"[ \t]+" + PATH + rb"(?:[ \t]+v?[\d._]+)?")
USED_NAME = re.compile(rb"[ \t]+[\w\x80-\xff:'.]+(?:[ \t]+v?\d[\d._]*(?=[ \t;]|$))?")
FORMAT_HEAD = re.compile(rb"[ \t]*+(?:" + PATH + rb")?[ \t]*+=[ \t]*+$")
FLAGS = re.compile(rb"[A-Za-z]*")
INTERPOLATION = re.compile(rb"(?<!\\)[@$]\{(?=[ \t]*(?:[\[\\(]|<<))")
SHIFT = re.compile(rb"<<")
POD_START = re.compile(rb"=[A-Za-z]")
POD_COMMAND = re.compile(rb"=(?:head[1-6]|pod|over|item|back|begin|end|for|encoding|cut)\b(?! *[;,(])")
POD_END = re.compile(rb"=cut(?![A-Za-z])")
PICTURE_END = re.compile(rb"\.[ \t\r]*$")

END_OF_CODE = re.compile(rb"(?:__END__|__DATA__)(?![\w\x80-\xff])(?![ \t]*=>)|[\x04\x1a]")
END_MARKS: Final = b"_\x04\x1a"
BLANK: Final = b" \t\r\f\v"
