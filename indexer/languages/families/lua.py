"""Lua and Luau."""

from __future__ import annotations

OPEN_TOKENS = ((b"[[", b"]]"), (b"[=[", b"]=]"))
