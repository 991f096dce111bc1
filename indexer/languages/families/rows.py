"""Comments, strings and macros that the row rules of several languages name."""

from __future__ import annotations

from indexer.languages.rows import Rule

HASH = rb"#[^\n]*"
SLASHES = rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
DOUBLE = rb'"(?:\\.|[^"\\\n])*"'
SINGLE = rb"'(?:\\.|[^'\\\n])*'"
C_CODE = rb"^%\{.*?(?:^[ \t]*%\}|\Z)"
MACRO = Rule("macro", rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)")
