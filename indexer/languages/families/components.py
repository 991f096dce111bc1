"""Components of a page: a script, a style, and markup with code in it."""

from __future__ import annotations

import re

_STYLE = rb"<style\b(?:[^<]++|<(?!/style))*+"
_SCRIPT = rb"<script\b(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>(?P<script>(?:[^<]++|<(?!/script))*+)"
_HEAD = rb"\A---\n(?P<head>(?:[^\n]++|\n(?!---))*+)"
_BRACES = rb"\{(?P<braces>(?:[^{}]++|\{[^{}]*+\})*+)\}"
_DIRECTIVE = rb"\s(?:v-|[:@#])[^\s\"'=<>]*+=\"(?P<directive>[^\"]*+)\""

CODE_IN_BRACES = re.compile(b"|".join((_STYLE, _SCRIPT, _HEAD, _BRACES)))
CODE_IN_DIRECTIVES = re.compile(b"|".join((_STYLE, _SCRIPT, _DIRECTIVE, _BRACES)))
