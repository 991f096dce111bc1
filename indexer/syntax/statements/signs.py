"""Signs: what a row must contain to declare a heredoc, by lexer.

They are kept apart from the lexers so that a text can be told to hold no heredoc before its lexer is loaded. A sign
may stand where there is no heredoc, in a comment or as a shift; a declaration without its sign there never is.
"""

from __future__ import annotations

import re

_WORD = rb"[\w\x80-\xff]"

SIGNS = {
    "dockerfile": re.compile(rb"<<-?[\"'\w\x80-\xff]"),
    "hcl": re.compile(rb"<<-?[A-Za-z_\x80-\xff]"),
    "perl": re.compile(rb"<<~?(?:\\?" + _WORD + rb"|[ \t]*[\"'`])"),
    "php": re.compile(rb"<<<"),
    "powershell": re.compile(rb"@[\"']"),
    "ruby": re.compile(rb"<<[~-]?(?:" + _WORD + rb"|[\"'`])"),
    # Three, unless a backslash takes the first one away, are a here-string.
    "shell": re.compile(rb"<<(?!<)(?<!(?<![<\\])<<<)"),
}
