"""The patterns of PowerShell's tokens, and of stretches that change nothing but that a statement goes on."""

from __future__ import annotations

import re

DOUBLE_QUOTED = rb'"(?:[^"`$]++|`.|""|\$(?!\())*+"'
SINGLE_QUOTED = rb"'(?:[^']++|'')*+'"
QUIET = re.compile(
    rb"(?:[ \t\r\f\v,.=+*/!^~?:|&\\>%%]++|-(?!-%%)|<(?!#)"
    rb"|\$(?:\{[^}]*+\}|[\w:?^$\x80-\xff]++|(?=[^({\w]|\Z))"
    rb"|@(?=[\w\x80-\xff])|`.|%b|%b"
    rb"|\[[\w., ]*+\]|\([^\"'`(){}\[\]#@<]*+\))*+" % (DOUBLE_QUOTED, SINGLE_QUOTED),
    re.DOTALL,
)
BLANKS = re.compile(rb"[ \t\r\f\v]*+")
KEYWORD = re.compile(rb"[A-Za-z]++(?![\w\x80-\xff\\/:.*?#+-])")

# What a line that goes on below ends with, if it is not a command's argument.
OPERATOR = re.compile(
    rb"(?:(?:[=*/%.!]|(?<!\+)\+|(?<!-)-|(?<!\$)\?)"
    rb"|(?<![\w-])-(?i:[ci]?(?:eq|ne|gt|ge|lt|le|(?:not)?(?:like|match|contains|in)|replace|split)"
    rb"|and|or|xor|not|is|isnot|as|f|join|band|bor|bxor|bnot|shl|shr))\Z"
)
