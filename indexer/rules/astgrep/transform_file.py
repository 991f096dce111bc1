"""From the `transform` of a rule of ast-grep to transforms. What cannot be read is said by name and place.

Each is a mapping, or a text that reads like a call: `replace($A, replace=a, by=b)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.rules.astgrep.transforms import (
    CASE_CHANGE,
    CASES,
    SEPARATORS,
    Change,
    Convert,
    Replace,
    Rewrite,
    Substring,
    Transform,
    with_groups,
)
from indexer.rules.astgrep.yaml import Items, Scalar, Table, Unreadable, Value, shown

_KEYS = {
    "replace": ("source", "replace", "by"),
    "substring": ("source", "startChar", "endChar"),
    "convert": ("source", "toCase", "separatedBy"),
    "rewrite": ("source", "rewriters", "joinBy"),
}
_HOLE = re.compile(r"\${1,3}([A-Z_][A-Z0-9_]*)")
_CALL = re.compile(r"(\w++)\s*+\(([^,()]*+)(?:,(.*))?\)", re.DOTALL)
_ARGUMENT = re.compile(r"""\s*+(\w++)\s*+=\s*+("(?:\\.|[^"\\])*+"|'[^']*+'|\[[^\]]*+\]|[^,]*+)\s*+(?:,|\Z)""")
_LONGEST = 10_000
_MOST = 200  # transforms of a rule


def read_transforms(value: Value) -> tuple[Transform, ...]:
    """The transforms of a rule, each after those that it is made of."""
    if not isinstance(value, Table):
        raise Unreadable("`transform` is a mapping of names to what they hold", value.span)
    if len(value.entries) > _MOST:
        raise Unreadable(f"a rule has {_MOST} transforms at most", value.span)
    made = {key.text: _transform(key.text, each) for key, each in value.entries}
    ordered: dict[str, Transform] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise Unreadable(f"the transform `{name[:60]}` is made of itself", value.span)
        if name in made and name not in ordered:
            add(made[name].source, (*above, name))
            ordered[name] = made[name]

    for name in made:
        add(name, ())
    return tuple(ordered.values())


def _transform(name: str, value: Value) -> Transform:
    if isinstance(value, Scalar):
        kind, table = _call(value)
    elif isinstance(value, Table) and len(value.entries) == 1 and isinstance(value.entries[0][1], Table):
        kind, table = value.entries[0][0].text, value.entries[0][1]
    else:
        raise Unreadable(f"the transform `{name[:60]}` cannot be {shown(value)}", value.span)
    if kind not in _KEYS:
        raise Unreadable(f"the transform `{kind[:60]}` is not read", value.span)
    for key, _ in table.entries:
        if key.text not in _KEYS[kind]:
            raise Unreadable(f"`{key.text[:60]}` is not read in `{kind}`", key.span)
    source = table.get("source")
    hole = _HOLE.fullmatch(source.text) if isinstance(source, Scalar) else None
    if hole is None:
        raise Unreadable(f"`{kind}` has a `source`, which is a metavariable", table.span)
    return Transform(name, hole[1], _change(kind, table))


def _call(value: Scalar) -> tuple[str, Table]:
    """A transform that is written like a call."""
    call = _CALL.fullmatch(value.text.strip()) if len(value.text) <= _LONGEST else None
    if call is None:
        raise Unreadable(f"{shown(value)} is no transform", value.span)
    entries: list[tuple[Scalar, Value]] = [
        (Scalar("source", True, value.span), Scalar(call[2].strip(), True, value.span))
    ]
    rest, at = call[3] or "", 0
    while at < len(rest):
        found = _ARGUMENT.match(rest, at)
        if found is None or found.end() == at:
            raise Unreadable(f"{shown(value)} is no transform", value.span)
        entries.append((Scalar(found[1], True, value.span), _argument(found[2].rstrip(), value)))
        at = found.end()
    return call[1], Table(tuple(entries), value.span)


def _argument(text: str, value: Scalar) -> Value:
    if text.startswith("["):
        items = (Scalar(_unquoted(each.strip()), True, value.span) for each in text[1:-1].split(","))
        return Items(tuple(items), value.span)
    return Scalar(_unquoted(text), True, value.span)


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1]
    if len(text) > 1 and text[0] == text[-1] == '"':
        signs = {"n": "\n", "t": "\t"}
        return re.sub(r"\\(.)", lambda sign: signs.get(sign[1], sign[1]), text[1:-1], flags=re.DOTALL)
    return text


def _change(kind: str, table: Table) -> Change:
    if kind == "replace":
        expression, by = _text(table, "replace"), _text(table, "by")
        if expression is None or by is None:
            raise Unreadable("`replace` has `replace` and `by`, which are texts", table.span)
        try:
            with_groups(expression)
        except ValueError as reason:
            raise Unreadable(f"the regular expression cannot be read: {reason}", table.span) from None
        return Replace(expression, by)
    if kind == "substring":
        return Substring(_number(table, "startChar"), _number(table, "endChar"))
    if kind == "convert":
        case, separators = _text(table, "toCase"), _names(table, "separatedBy")
        if case not in CASES:
            raise Unreadable(f"`toCase` is one of {', '.join(CASES)}", table.span)
        known = (CASE_CHANGE, *SEPARATORS)
        wrong = next((each for each in separators or () if each not in known), None)
        if wrong is not None:
            raise Unreadable(f"`separatedBy` names some of {', '.join(known)}", table.span)
        return Convert(case, known if separators is None else tuple(separators))
    rewriters = _names(table, "rewriters")
    if not rewriters:
        raise Unreadable("`rewrite` names its `rewriters`", table.span)
    return Rewrite(tuple(rewriters), _text(table, "joinBy"))


def _text(table: Table, key: str) -> str | None:
    value = table.get(key)
    if value is not None and (not isinstance(value, Scalar) or len(value.text) > _LONGEST):
        raise Unreadable(f"`{key}` is a text of ordinary length", value.span)
    return None if value is None else value.text


def _number(table: Table, key: str) -> int | None:
    written = _text(table, key)
    if written is not None and re.fullmatch(r"-?\d{1,9}", written, re.ASCII) is None:
        raise Unreadable(f"`{key}` is a number", table.span)
    return None if written is None else int(written)


def _names(table: Table, key: str) -> Sequence[str] | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, Items) or not all(isinstance(item, Scalar) for item in value.items):
        raise Unreadable(f"`{key}` is a list of names", value.span)
    return [item.text for item in value.items if isinstance(item, Scalar)]
