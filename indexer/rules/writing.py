"""Writing a rule: the file that a query becomes when it is to stay."""

from __future__ import annotations

import json
from pathlib import Path

from indexer.rules.files import lies_under
from indexer.rules.home import FOLDER
from indexer.rules.rule import Rule


class Taken(Exception):
    """Why a rule cannot have its file."""


def write_rule(home: Path, rule: Rule) -> Path:
    """Writes a rule to a file of its own, which is new."""
    folder = home / FOLDER
    if not lies_under(folder, home):
        raise Taken(f"{folder}: leads out of the folder")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{rule.name}.toml"
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(source_of(rule))
    except FileExistsError:
        raise Taken(f"{file}: is there already") from None
    return file


def source_of(rule: Rule) -> str:
    """A rule as TOML."""
    name = rule.name if rule.name.replace("-", "").replace("_", "").isalnum() else _text(rule.name)
    lines = [f"[{name}]", f"query = {_text(rule.query)}"]
    lines.append(f"message = {_text(rule.message or f'{rule.name}: say here what is wrong with this code')}")
    lines.append(f"severity = {_text(rule.severity)}")
    if rule.fix is not None:
        lines.append(f"fix = {_text(rule.fix)}")
    lines += [
        '# files = ["src/**", "!src/generated/**"]',
        '# url = "https://…"',
        '# bad = ["""code in which it finds something"""]',
        '# good = ["""code in which it finds nothing"""]',
    ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A text as TOML writes it: as it is in single quotes, where that can be."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    if "\n" in text and "'''" not in text and all(sign.isprintable() or sign == "\n" for sign in text):
        return f"'''\n{text}'''" if not text.endswith("'") else json.dumps(text)
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
