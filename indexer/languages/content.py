"""What a file's first bytes say about its language: shebang, mode lines, and beginnings that only one language has.

These are statements of the file about itself, independent of its name. Guessing between languages that share an
extension is `ambiguous`; nothing here weighs likelihoods.
"""

from __future__ import annotations

import re
from typing import Final

from indexer.languages.registry import Language, by_editor_id, by_name, by_shebang

# Programs that start the real interpreter, which is named later on the line.
_LAUNCHERS: Final = frozenset(
    {
        *(
            "bundle",
            "bunx",
            "busybox",
            "doas",
            "dotnet",
            "env",
            "exec",
            "firejail",
            "nice",
            "nohup",
            "npx",
            "pipx",
            "pnpm",
        ),
        *("poetry", "run", "rye", "stdbuf", "sudo", "time", "uvx", "xvfb-run", "yarn"),
    }
)
_ENV_OPTIONS_WITH_VALUE: Final = frozenset({"-u", "--unset", "-C", "--chdir", "-P"})

# Patterns stay source text: `re` compiles each when it is first needed, so importing costs nothing.
_TEMPLATE_MARKS: Final = r"[@${}%\"'<>]"
_NIX_SHELL: Final = rb"(?m)^#!\s*nix-shell\s.*?-i\s*([\w.+-]+)"
# A script that starts as shell and has another interpreter run the same file: exec tclsh "$0" "$@".
_EXEC_SELF: Final = rb"""\bexec["']?\s+["']?(?:\S*/)?([\w.+-]+)["']?\s[^\n]*?\$\{?0\b"""
_EMACS: Final = rb"-\*-[ \t]*(.*?)[ \t]*-\*-"
_EMACS_MODE: Final = rb"(?i)(?:^|;)\s*mode\s*:\s*([\w+#./-]+)"
_EMACS_LOCAL: Final = rb"(?im)^[^\w\n]{0,10}mode[ \t]*:[ \t]*([\w+#./-]+)"
_VIM: Final = rb"(?:^|\s)(?:vi|[vV]im(?:[<=>]?\d+)?|ex):[^\n]*?\b(?:ft|filetype|syn|syntax)=([\w.+-]+)"

_HINTS: Final[tuple[tuple[bytes, str], ...]] = (
    (rb"\s*<\?php\b", "php"),
    (rb"\s*<\?hh\b", "hack"),
    (rb"\s*<\?xml\b", "xml"),
    (rb"\s*(?:<!--.*?-->\s*)*<!doctype\s+html|\s*<html\b", "html"),
    (rb"\s*<!doctype\s|\s*<svg\b", "xml"),
    (rb"%YAML\b", "yaml"),
    (rb"%!PS", "postscript"),
    (rb"(?:diff --git |diff -[a-zA-Z0-9]|Index: \S+\r?\n=====|--- \S+.*\r?\n\+\+\+ |\*\*\* \S+.*\r?\n--- )", "diff"),
    (rb"-----BEGIN [A-Z0-9 ]+-----", "pem"),
    (rb"#%Module\b", "tcl"),
    (rb"\\documentclass\b|\\documentstyle\b|%&\w*tex\b", "latex"),
    (rb"\{\\rtf\d", "rtf"),
    (rb"(?:\.\\\"|'\\\"|\.TH\s|\.Dd\s|\.so\s)", "roff"),
    (rb"(?:Package|Source): \S+\r?\n[A-Z]", "debcontrol"),
    (rb"BEGIN:V(?:CALENDAR|CARD)\b", "icalendar"),
    (rb"@startuml\b", "plantuml"),
    (rb"// swift-tools-version", "swift"),
    (rb"\s*\{\s*\"[^\"\n]*\"\s*:", "json"),
)


def declared(head: bytes, tail: bytes = b"") -> Language | None:
    """The language the file says it is in: by shebang, zsh's completion tag, or an Emacs or Vim mode line.

    `tail` is the end of a file that is longer than its head.
    """
    if head.startswith((b"#compdef", b"#autoload")):
        return by_name("zsh")
    return _shebang(head) or _emacs_mode(head) or _vim_mode(head, tail) or _local_variables(tail or head)


def hinted(head: bytes) -> Language | None:
    """The language that a file starting like this can only be in."""
    return next((by_name(language) for pattern, language in _HINTS if re.match(pattern, head, re.IGNORECASE)), None)


def _shebang(head: bytes) -> Language | None:
    if not head.startswith(b"#!"):
        return None
    line = head[2 : head.find(b"\n") if b"\n" in head else None].decode("latin-1")
    found = _interpreter(line.split())
    if found is None and b"nix-shell" in head[:200]:
        match = re.search(_NIX_SHELL, head)
        return by_shebang(match[1].decode("latin-1")) if match else None
    if found is not None and found.lexer == "shell":
        match = re.search(_EXEC_SELF, head[:1024])
        restarted = by_shebang(match[1].decode("latin-1")) if match else None
        return restarted or found
    return found


def _interpreter(words: list[str]) -> Language | None:
    """The language of the first word that names an interpreter, past launchers, their options and assignments."""
    after = ""
    for word in words:
        before, after = after, word
        if before in _ENV_OPTIONS_WITH_VALUE or word.startswith("-") or "=" in word:
            continue
        base = re.sub(_TEMPLATE_MARKS, "", word.replace("\\", "/").rsplit("/", 1)[-1]).removesuffix(".exe")
        if base == "osascript" and "JavaScript" in words:
            return by_name("javascript")
        if base not in _LAUNCHERS:
            return by_shebang(base) or by_shebang(base.lower())
    return by_shebang("sh") if any(word.endswith("busybox") for word in words) else None


def _emacs_mode(head: bytes) -> Language | None:
    if b"-*-" not in head[:1024]:
        return None
    # Emacs looks at the first line, and at the second when the first is a shebang or an XML declaration.
    for line in head.split(b"\n", 2)[:2]:
        match = re.search(_EMACS, line)
        if match is None:
            continue
        mode = re.search(_EMACS_MODE, match[1])
        if mode is None and b":" in match[1]:
            return None
        name = (mode[1] if mode else match[1]).decode("latin-1").lower()
        return by_editor_id(name.removesuffix("-mode").removesuffix("-ts"))
    return None


def _vim_mode(head: bytes, tail: bytes) -> Language | None:
    # Vim looks at five lines at either end.
    end = tail or (head if len(head) > 1000 else b"")
    for part in (head[:1000].split(b"\n")[:5], end[-1000:].split(b"\n")[-6:]):
        for line in part:
            match = re.search(_VIM, line) if b"=" in line and b":" in line else None
            if match is not None:
                return by_editor_id(match[1].decode("latin-1"))
    return None


def _local_variables(end: bytes) -> Language | None:
    """What the list of local variables at the end of a file for Emacs says."""
    start = end.rfind(b"Local Variables:")
    mode = re.search(_EMACS_LOCAL, end[start:]) if start >= 0 else None
    if mode is None:
        return None
    return by_editor_id(mode[1].decode("latin-1").lower().removesuffix("-mode").removesuffix("-ts"))
