"""Settings: what can be set, what each means, and where they come from.

`.outcrop.toml` at the root, then the user's own file, then the defaults; an editor's settings override all. A file
that cannot be read or a value that does not fit is a problem with a name and a reason, and the default stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from platformdirs import user_config_dir

from indexer.languages.registry import by_name

FILE_NAME = ".outcrop.toml"


def _setting(doc: str, default: Any) -> Any:
    if isinstance(default, dict):
        return field(default_factory=dict, metadata={"doc": doc})
    return field(default=default, metadata={"doc": doc})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. Each field's doc is what a user reads in docs/settings.md."""

    ignore: tuple[str, ...] = _setting("More patterns of files to leave out, as in a `.gitignore` at the root.", ())
    max_file_size: int = _setting("Files of more bytes than this are not indexed.", 1024 * 1024)
    languages: dict[str, str] = _setting('Which language files are in: `{"*.inc" = "php"}`.', {})  # noqa: RUF009
    workers: int = _setting("Processes that parse; 0 means one for each core.", 0)
    cache_dir: str = _setting("Folder for the indexes; empty means the platform's cache folder.", "")
    watch: bool = _setting("Follow changes on disk when the editor does not report them.", True)
    search_limit: int = _setting("Hits an editor's search returns unless it asks for another number.", 100)
    search_seconds: float = _setting("Seconds after which a search returns what it has found.", 10.0)
    symbols: bool = _setting("Answer with document symbols.", True)
    folding: bool = _setting("Answer with folding ranges.", True)
    workspace_symbols: bool = _setting("Answer workspace symbols.", True)
    definition: str = _setting(
        "Go to definition by name: `on`, `off`, or `auto`: not in languages that usually have a server.", "auto"
    )
    references: str = _setting("Find references by name: `on`, `off` or `auto`.", "auto")
    hover: str = _setting("Show signature and doc comment on hover: `on`, `off` or `auto`.", "auto")
    highlight: str = _setting("Highlight the same name in a document: `on`, `off` or `auto`.", "auto")


SWITCHES = ("auto", "on", "off")
_SWITCHED = ("definition", "references", "hover", "highlight")


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, where each one that is not a default came from, and what was wrong."""

    settings: Settings = field(default_factory=Settings)
    sources: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def overridden(self, given: Mapping[str, Any], source: str) -> Loaded:
        """These settings with those of one more source over them."""
        changes: dict[str, Any] = {}
        problems = list(self.problems)
        known = {setting.name: setting for setting in fields(Settings)}
        for key, value in given.items():
            if key not in known:
                near = get_close_matches(str(key), known, 1)
                hint = f", did you mean `{near[0]}`?" if near else ""
                problems.append(f"{source}: unknown setting `{key}`{hint}")
                continue
            fitted = _fitted(key, value, getattr(self.settings, key))
            if isinstance(fitted, _Misfit):
                problems.append(f"{source}: `{key}` {fitted.reason}")
            else:
                changes[key] = fitted
        return Loaded(
            replace(self.settings, **changes), {**self.sources, **dict.fromkeys(changes, source)}, tuple(problems)
        )


def load(root: Path | None) -> Loaded:
    """The settings for a root, without an editor's."""
    loaded = Loaded()
    for path in (user_file(), root / FILE_NAME if root else None):
        if path is not None and path.is_file():
            given, problem = _read(path)
            loaded = loaded.overridden(given, str(path))
            if problem:
                loaded = replace(loaded, problems=(*loaded.problems, problem))
    return loaded


def user_file() -> Path:
    return Path(user_config_dir("outcrop", appauthor=False)) / "config.toml"


def _read(path: Path) -> tuple[dict[str, Any], str | None]:
    try:
        return tomllib.loads(path.read_text("utf-8")), None
    except (OSError, UnicodeDecodeError) as error:
        return {}, f"{path}: cannot be read: {error}"
    except tomllib.TOMLDecodeError as error:
        return {}, f"{path}: {error}"


class _Misfit:
    def __init__(self, reason: str) -> None:
        self.reason = reason


def _fitted(key: str, value: Any, default: Any) -> Any:
    """A given value in the type of its setting, or why it does not fit."""
    if key in _SWITCHED:
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if value in SWITCHES else _Misfit("must be `auto`, `on` or `off`")
    if isinstance(default, bool):
        return value if isinstance(value, bool) else _Misfit("must be true or false")
    if isinstance(default, int | float):
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            return _Misfit("must be a number of at least 0")
        return type(default)(value)
    if isinstance(default, tuple):
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        return _Misfit("must be a list of strings")
    if isinstance(default, dict):
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            return _Misfit("must map file patterns to languages")
        unknown = [name for name in value.values() if by_name(name) is None]
        return _Misfit(f"names an unknown language: {unknown[0]}") if unknown else dict(value)
    return value if isinstance(value, str) else _Misfit("must be a string")


def described() -> list[tuple[str, str, str]]:
    """Name, default and meaning of every setting."""
    return [
        (setting.name, _written(getattr(Settings(), setting.name)), setting.metadata["doc"])
        for setting in fields(Settings)
    ]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | dict):
        return "[]" if isinstance(value, tuple) else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)
