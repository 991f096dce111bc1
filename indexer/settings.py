"""Settings: what can be set, what each means, and where they come from.

`.outcrop.toml` at the root, then the user's own file, then the defaults; an editor's settings override all. A file
that cannot be read or a value that does not fit is a problem with a name and a reason, and the default stands.

The file at the root came with the folder and is not trusted: it may say what is read and shown of that folder, but not
where anything is written, nor how much of the machine is used. Numbers and lists have bounds, whoever gives them.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from platformdirs import user_config_dir

from indexer.languages.registry import by_name
from indexer.looking import is_file

FILE_NAME = ".outcrop.toml"
_LARGEST_FILE = 64 * 1024  # bytes of a file with settings
MANY_PARTS = re.compile(rb"(?:[\w\s\"'-]{0,50}\.){30}")  # of a key; reading one takes the square of their number
_MOST_ITEMS = 500  # of a list or a table
_LONGEST_TEXT = 1000  # characters of a text in one
_MOST_PROBLEMS = 20  # that are told of one source


def _setting(doc: str, default: Any, most: float = math.inf, workspace: float | bool = True) -> Any:
    """`most` is the greatest number; `workspace` says whether the file at a root may set it, or its greatest number."""
    about = {"doc": doc, "most": most, "workspace": workspace}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Each field's doc is what a user reads in docs/settings.md."""

    ignore: tuple[str, ...] = _setting("More patterns of files to leave out, as in a `.gitignore` at the root.", ())
    max_file_size: int = _setting("Files of more bytes than this are not indexed.", 1 << 20, 1 << 30, 1 << 24)
    languages: dict[str, str] = _setting('Which language files are in: `{"*.inc" = "php"}`.', {})  # noqa: RUF009
    workers: int = _setting("Processes that parse; 0 means one for each core.", 0, 256, workspace=False)
    cache_dir: str = _setting("Folder for the indexes; empty means the platform's cache folder.", "", workspace=False)
    watch: bool = _setting("Follow changes on disk when the editor does not report them.", True)
    search_limit: int = _setting(
        "Hits an editor's search returns unless it asks for another number.", 100, 100_000, 1000
    )
    search_seconds: float = _setting("Seconds after which a search returns what it has found.", 10.0, 3600, 60)
    symbols: bool = _setting("Answer with document symbols.", True)
    folding: bool = _setting("Answer with folding ranges.", True)
    workspace_symbols: bool = _setting("Answer workspace symbols.", True)
    diagnostics: bool = _setting("Show what the rules find.", True)
    definition: str = _setting(
        "Go to definition by name: `on`, `off`, or `auto`: not in languages that usually have a server.", "auto"
    )
    references: str = _setting("Find references by name: `on`, `off` or `auto`.", "auto")
    hover: str = _setting("Show signature and doc comment on hover: `on`, `off` or `auto`.", "auto")
    rename: str = _setting("Rename what a name means everywhere: `on`, `off` or `auto`.", "auto")
    links: str = _setting("Link imports and paths to the files they lead to: `on`, `off` or `auto`.", "auto")
    highlight: str = _setting("Highlight the same name in a document: `on`, `off` or `auto`.", "auto")

    def noted_languages(self) -> str:
        """What is set of files' languages, as an index notes it."""
        return json.dumps(self.languages, sort_keys=True)


SWITCHES = ("auto", "on", "off")
_SWITCHED = ("definition", "references", "hover", "rename", "highlight", "links")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, where each one that is not a default came from, and what was wrong."""

    settings: Settings = field(default_factory=Settings)
    sources: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def overridden(self, given: Mapping[str, Any], source: str, trusted: bool = True) -> Loaded:
        """These settings with those of one more source over them; one that is not trusted may not set all of them."""
        changes: dict[str, Any] = {}
        problems: list[str] = []
        known = {setting.name: setting for setting in fields(Settings)}
        for key, value in given.items():
            if key == "rules":
                if not trusted:
                    problems.append(f"{source}: rules of a folder are files of their own: .outcrop/rules/NAME.toml")
                continue  # the user's own are read by whoever asks for rules
            if key not in known:
                problems.append(f"{source}: unknown setting {_unknown(key, known)}")
                continue
            allowed = known[key].metadata["workspace"]
            if not trusted and not allowed:
                problems.append(f"{source}: `{key}` cannot be set by a folder, only by you: in your own file or editor")
                continue
            most = known[key].metadata["most"] if trusted or allowed is True else allowed
            fitted = _fitted(key, value, getattr(self.settings, key), most)
            if isinstance(fitted, _Misfit):
                problems.append(f"{source}: `{key}` {fitted.reason}")
            else:
                changes[key] = fitted
        if len(problems) > _MOST_PROBLEMS:
            problems[_MOST_PROBLEMS:] = [f"{source}: {len(problems) - _MOST_PROBLEMS} more settings are wrong"]
        return Loaded(
            replace(self.settings, **changes),
            {**self.sources, **dict.fromkeys(changes, source)},
            (*self.problems, *problems),
        )


def load(root: Path | None) -> Loaded:
    """The settings for a root, without an editor's."""
    loaded = Loaded()
    for path, trusted in ((user_file(), True), (root / FILE_NAME if root else None, False)):
        if path is not None and is_file(path):
            given, problem = _read(path)
            loaded = loaded.overridden(given, str(path), trusted)
            if problem:
                loaded = replace(loaded, problems=(*loaded.problems, problem))
    return loaded


def _unknown(key: object, known: Mapping[str, object]) -> str:
    """A key that is no setting, fit to be shown, and the setting that may be meant."""
    shown = _printable(str(key))
    near = get_close_matches(shown, known, 1)
    return f"`{shown}`" + (f", did you mean `{near[0]}`?" if near else "")


def _printable(text: str) -> str:
    """Enough of a text that came from outside, without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:40])


def user_file() -> Path:
    return Path(user_config_dir("outcrop", appauthor=False)) / "config.toml"


def _read(path: Path) -> tuple[dict[str, Any], str | None]:
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return {}, f"{path}: is no file"
            data = file.read(_LARGEST_FILE + 1)
        if len(data) > _LARGEST_FILE:
            return {}, f"{path}: is larger than {_LARGEST_FILE // 1024} KiB and is not read"
        if MANY_PARTS.search(data):
            return {}, f"{path}: has a key of too many parts"
        return tomllib.loads(data.decode("utf-8")), None
    except (OSError, UnicodeDecodeError) as error:
        return {}, f"{path}: cannot be read: {error}"
    except tomllib.TOMLDecodeError as error:
        return {}, f"{path}: {error}"
    except ValueError:
        return {}, f"{path}: has a number of too many digits"
    except RecursionError:
        return {}, f"{path}: is nested too deeply"


class _Misfit:
    def __init__(self, reason: str) -> None:
        self.reason = reason


def _fitted(key: str, value: Any, default: Any, most: float = math.inf) -> Any:
    """A given value in the type of its setting, or why it does not fit."""
    if key in _SWITCHED:
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if isinstance(value, str) and value in SWITCHES else _Misfit("must be `auto`, `on` or `off`")
    if isinstance(default, bool):
        return value if isinstance(value, bool) else _Misfit("must be true or false")
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
            return _Misfit("must be a number of at least 0")
        return type(default)(value) if value <= most and math.isfinite(value) else _Misfit(f"may be {most:,} at most")
    if isinstance(default, tuple):
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return _too_much(value) or tuple(value)
        return _Misfit("must be a list of strings")
    if isinstance(default, dict):
        return _fitted_languages(value)
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or "\0" in value:
        return _Misfit("must be a string" if not isinstance(value, str) else "is no path")
    return value


def _fitted_languages(value: Any) -> dict[str, str] | _Misfit:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in (*value, *value.values())):
        return _Misfit("must map file patterns to languages")
    unknown = next((name for name in value.values() if by_name(name) is None), None)
    if unknown is not None:
        return _Misfit(f"names an unknown language: {_printable(unknown)}")
    return _too_much(list(value)) or dict(value)


def _too_much(patterns: list[str]) -> _Misfit | None:
    if len(patterns) > _MOST_ITEMS:
        return _Misfit(f"may have {_MOST_ITEMS} entries at most")
    long = any(len(pattern) > _LONGEST_TEXT for pattern in patterns)
    return _Misfit(f"may have patterns of {_LONGEST_TEXT:,} characters at most") if long else None


@dataclass(frozen=True, slots=True)
class Description:
    """What a user reads of a setting."""

    name: str
    default: str
    meaning: str
    by_folder: str  # whether a folder's own file may set it, and how far


def described() -> list[Description]:
    """Every setting."""
    return [
        Description(
            setting.name,
            _written(getattr(Settings(), setting.name)),
            _meaning(setting.metadata["doc"], setting.metadata["most"]),
            _by_folder(setting.metadata["workspace"]),
        )
        for setting in fields(Settings)
    ]


def _meaning(doc: str, most: float) -> str:
    return doc if most == math.inf else f"{doc} At most {most:,}."


def _by_folder(allowed: float | bool) -> str:
    if isinstance(allowed, bool):
        return "yes" if allowed else "no"
    return f"up to {allowed:,}"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | dict):
        return "[]" if isinstance(value, tuple) else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)
